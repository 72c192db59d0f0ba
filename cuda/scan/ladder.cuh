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

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

static inline bool exclusive_of(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

static inline bool in_place(const struct job *job)
{
    return job->problem->out[0].from == 0;
}

/* launch(T()) for the T that adds the problem's type. Nothing to launch for
 * no elements. */
template <class Launch>
static enum status by_type(const struct job *job, Launch launch)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    switch (job->problem->in[0].type) {
    case ELEM_F32: return launch(float());
    case ELEM_F64: return launch(double());
    default: return launch(uint32_t());
    }
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
static enum status sweep(const struct job *job, const char *name,
                         tile_scan<T> kernel, int threads, const T *in,
                         size_t n, bool exclusive, T *out, T *totals)
{
    const size_t tiles = ceil_div(n, size_t(SWEEP_TILE));
    kernel<<<unsigned(tiles), threads, 0, stream_of(job)>>>(in, n, exclusive,
                                                            out, totals);
    enum status status = cuda_launched(job, name);
    if (status || tiles == 1)
        return status;
    status = sweep<T>(job, name, kernel, threads, totals, tiles, true, totals,
                      totals + tiles);
    if (status)
        return status;
    add_offsets<T>
        <<<blocks_for(n, ADD_THREADS), ADD_THREADS, 0, stream_of(job)>>>(
            out, n, totals);
    return cuda_launched(job, name);
}

#endif
