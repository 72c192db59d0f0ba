/* ladder.cuh - what the rungs of scan share: the types, the job's shape, and
 * scan-then-propagate around any kernel that scans tiles.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. `exclusive`
 * asks for the sum of the elements before each, else with it. Input and output
 * may be one array: whoever writes an element has read it, or a copy. */
#ifndef TETRAD_CUDA_SCAN_LADDER_CUH
#define TETRAD_CUDA_SCAN_LADDER_CUH

#include "parts/launch.cuh"
#include "ops/scan.h"

/* Elements a tile of the rungs from blelloch to warp-shuffle. On an H200 tiles
 * of 256 and 512 are 3 to 9 % faster at 2^28, but slower at 2^20, where their
 * totals need a level more. */
constexpr int SWEEP_TILE = 1024;
constexpr int ADD_THREADS = 256;

static inline bool exclusive_of(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

static inline bool in_place(const struct job *job)
{
    return job->problem->out[0].from == INPUT(0);
}

static inline size_t bytes_of(const struct job *job)
{
    return count_of(job) * elem_size(job->problem->type);
}

/* Of the launch just made. */
static inline enum status launched(const struct job *job)
{
    return cuda_launched(job, job->variant->name);
}

/* --- scan-then-propagate -------------------------------------------------- */

/* Scans each tile of SWEEP_TILE elements by itself, one a block, and leaves
 * its sum in totals[tile]. */
template <class T>
using tile_scan = void (*)(const T *in, size_t n, bool exclusive, T *out,
                           T *totals);

/* Adds to each element the sum of the tiles before its own. ADD_THREADS
 * threads, one element each; an element is read and written once. */
template <class T>
static __global__ void add_offsets(T *out, size_t n, const T *offsets)
{
    const size_t i = size_t(blockIdx.x) * ADD_THREADS + threadIdx.x;
    if (i < n)
        out[i] += offsets[i / SWEEP_TILE];
}

static inline struct tile_levels sweep_levels(const struct job *job)
{
    return levels_above(count_of(job), SWEEP_TILE);
}

/* Scans the tiles, then their totals in the same way, in place, then adds
 * those to the elements: 4n traffic. Called again over the totals. */
template <class T>
static enum status sweep(const struct job *job, tile_scan<T> kernel,
                         int threads, const T *in, size_t n, bool exclusive,
                         T *out, T *totals)
{
    const size_t tiles = ceil_div(n, size_t(SWEEP_TILE));
    kernel<<<unsigned(tiles), threads, 0, stream_of(job)>>>(in, n, exclusive,
                                                            out, totals);
    enum status status = launched(job);
    if (status || tiles == 1)
        return status;
    status = sweep<T>(job, kernel, threads, totals, tiles, true, totals,
                      totals + tiles);
    if (status)
        return status;
    add_offsets<T>
        <<<blocks_for(n, ADD_THREADS), ADD_THREADS, 0, stream_of(job)>>>(
            out, n, totals);
    return launched(job);
}

struct by_tiles {
    template <class T>
    static enum status run(struct job *job, tile_scan<T> kernel, int threads)
    {
        return sweep<T>(job, kernel, threads, input<T>(job), count_of(job),
                        exclusive_of(job), output<T>(job),
                        static_cast<T *>(job->scratch));
    }
    static size_t scratch(const struct job *job)
    {
        return sweep_levels(job).tiles * elem_size(job->problem->type);
    }
    /* On each level up and down a tree of the tile, the element itself, and
     * the offset; the rungs by warps have shorter trees. */
    static double depth(const struct job *job)
    {
        return sweep_levels(job).count * (2 * log2(double(SWEEP_TILE)) + 2);
    }
};

#endif
