/* predicate_scan_pack.cuh - in three launches, tiles of 4096 elements:
 *
 *   count_kept           256 threads a tile: what it keeps
 *   scan_counts          one block of 1024: what those before it keep
 *   predicate_scan_pack  256 threads a tile: the predicate again, the counts
 *                        of its warps added up, and its elements stored
 *
 * The first and the last read the elements, sizeof(T) each. */
#ifndef TETRAD_CUDA_COMPACT_PREDICATE_SCAN_PACK_CUH
#define TETRAD_CUDA_COMPACT_PREDICATE_SCAN_PACK_CUH

#include "compact/ladder.cuh"
#include "parts/launch.cuh"

constexpr int COUNT_THREADS = 1024;

/* What the warps of a block keep, in shared memory; a barrier. */
static __device__ void share_totals(unsigned total, unsigned *totals)
{
    if (threadIdx.x % WARP == 0)
        totals[threadIdx.x / WARP] = total;
    __syncthreads();
}

template <class T>
__global__ void count_kept(filter<T> f, unsigned long long *counts)
{
    __shared__ unsigned totals[PACK_WARPS];
    share_totals(warp_rows<T>(f).total, totals);
    if (threadIdx.x > 0)
        return;
    unsigned all = 0;
    for (int w = 0; w < PACK_WARPS; w++)
        all += totals[w];
    counts[blockIdx.x] = all;
}

/* counts[k] becomes the sum of those before it; all of them together are
 * *count. A thread adds up its share, one after another, and the threads'
 * sums are scanned by Hillis and Steele's steps. */
static __global__ void scan_counts(unsigned long long *counts, size_t tiles,
                                   unsigned long long *count)
{
    __shared__ unsigned long long sums[COUNT_THREADS];
    const size_t each = (tiles + COUNT_THREADS - 1) / COUNT_THREADS;
    const size_t begin = threadIdx.x * each;
    const size_t end = begin + each < tiles ? begin + each : tiles;
    unsigned long long sum = 0;
    for (size_t k = begin; k < end; k++)
        sum += counts[k];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned step = 1; step < COUNT_THREADS; step *= 2) {
        const unsigned long long before =
            threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    if (threadIdx.x == COUNT_THREADS - 1)
        *count = sums[threadIdx.x];
    sum = sums[threadIdx.x] - sum;
    for (size_t k = begin; k < end; k++) {
        const unsigned long long own = counts[k];
        counts[k] = sum;
        sum += own;
    }
}

static inline unsigned pack_tiles_of(const struct job *job)
{
    return blocks_for(job->problem->size, PACK_TILE);
}

/* The first two launches. */
template <class T>
static enum status launch_counts(const struct job *job, const filter<T> &f,
                                 unsigned long long *counts)
{
    const unsigned tiles = pack_tiles_of(job);
    count_kept<T><<<tiles, PACK_THREADS, 0, stream_of(job)>>>(f, counts);
    const enum status status = cuda_launched(job, "count_kept");
    if (status)
        return status;
    scan_counts<<<1, COUNT_THREADS, 0, stream_of(job)>>>(counts, tiles,
                                                         f.count);
    return cuda_launched(job, "scan_counts");
}

template <class T>
__global__ void predicate_scan_pack(filter<T> f,
                                    const unsigned long long *starts)
{
    __shared__ unsigned totals[PACK_WARPS];
    const warp_rows<T> rows(f);
    size_t start = starts[blockIdx.x];
    share_totals(rows.total, totals);
    for (unsigned w = 0; w < threadIdx.x / WARP; w++)
        start += totals[w];
    rows.store(f.out + start);
}

#endif
