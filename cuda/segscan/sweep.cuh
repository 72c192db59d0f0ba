/* sweep.cuh - scan-then-propagate around any kernel that scans tiles, by heads
 * of a byte an element. */
#ifndef TETRAD_CUDA_SEGSCAN_SWEEP_CUH
#define TETRAD_CUDA_SEGSCAN_SWEEP_CUH

#include "parts/launch.cuh"

using head = unsigned char;

/* Elements a tile of the rungs that scan tiles, then propagate. */
constexpr int SWEEP_TILE = 512;
constexpr int MARK_THREADS = 256, CARRY_THREADS = 256;

/* --- heads ---------------------------------------------------------------- */

/* A segment a thread; empty ones at the end start after the last element. */
template <class Offset>
static __global__ void mark_heads(const Offset *offsets, size_t segments,
                                  size_t n, head *heads)
{
    const size_t k = size_t(blockIdx.x) * MARK_THREADS + threadIdx.x;
    if (k < segments && offsets[k] < n)
        heads[offsets[k]] = 1;
}

/* Makes heads of n elements in `made`. */
template <class Offset>
static enum status make_heads(const struct job *job, const Offset *offsets,
                              size_t segments, size_t n, head *made)
{
    const enum status status = cuda_status(
        job, cudaMemsetAsync(made, 0, n, stream_of(job)), "clearing heads");
    if (status)
        return status;
    mark_heads<<<blocks_for(segments, MARK_THREADS), MARK_THREADS, 0,
                 stream_of(job)>>>(offsets, segments, n, made);
    return cuda_launched(job, "mark_heads");
}

/* --- scan-then-propagate -------------------------------------------------- */

/* What a tile hands on: the sum after its last head and whether it has one;
 * and how many elements precede its first head, SWEEP_TILE if none is there. */
template <class T>
struct tile_totals {
    T *sums;
    unsigned *open;
    head *heads;

    __host__ __device__ tile_totals beyond(size_t tiles) const
    {
        return { sums + tiles, open + tiles, heads + tiles };
    }

    __device__ void leave(T sum, unsigned before_head) const
    {
        sums[blockIdx.x] = sum;
        open[blockIdx.x] = before_head;
        heads[blockIdx.x] = before_head < SWEEP_TILE;
    }
};

/* Scans each tile of SWEEP_TILE elements by itself, one a block; `out` may be
 * `in`. */
template <class T>
using tile_scan = void (*)(const T *in, const head *heads, size_t n,
                           bool exclusive, T *out, tile_totals<T> totals);

/* Adds what the tiles before hand on to the elements before a tile's first
 * head. CARRY_THREADS threads, one element each; an element is read and
 * written once, if at all. */
template <class T>
static __global__ void carry_in(T *out, size_t n, tile_totals<T> totals)
{
    const size_t i = size_t(blockIdx.x) * CARRY_THREADS + threadIdx.x;
    const size_t tile = i / SWEEP_TILE;
    if (i < n && tile > 0 && i % SWEEP_TILE < totals.open[tile])
        out[i] += totals.sums[tile - 1];
}

static inline struct tile_levels sweep_levels(const struct job *job)
{
    return levels_above(count_of(job), SWEEP_TILE);
}

/* Scans the tiles; then their totals in the same way, a segment starting at
 * each tile with a head; then carries those in. Calls itself for totals. */
template <class T>
static enum status sweep(const struct job *job, tile_scan<T> kernel,
                         int threads, const T *in, const head *heads, size_t n,
                         bool exclusive, T *out, tile_totals<T> totals)
{
    const size_t tiles = ceil_div(n, size_t(SWEEP_TILE));
    kernel<<<unsigned(tiles), threads, 0, stream_of(job)>>>(
        in, heads, n, exclusive, out, totals);
    enum status status = cuda_launched(job, job->variant->name);
    if (status || tiles == 1)
        return status;
    status = sweep<T>(job, kernel, threads, totals.sums, totals.heads, tiles,
                      false, totals.sums, totals.beyond(tiles));
    if (status)
        return status;
    carry_in<T>
        <<<blocks_for(n, CARRY_THREADS), CARRY_THREADS, 0, stream_of(job)>>>(
            out, n, totals);
    return cuda_launched(job, job->variant->name);
}

#endif
