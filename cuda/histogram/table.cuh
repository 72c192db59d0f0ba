/* table.cuh - a block's counters in shared memory.
 *
 * Of 32 bits: a block would need to count 2^32 samples to pass them, which 128
 * blocks do of no fewer than 512 GB.
 *
 * Atomics on shared memory whose result is not used are merged by the hardware
 * where lanes of a warp go to one counter. racecheck does not see a barrier
 * that is missing before them: each table is cleared, then __syncthreads(),
 * then counted in, then __syncthreads(), then read. */
#ifndef TETRAD_CUDA_HISTOGRAM_TABLE_CUH
#define TETRAD_CUDA_HISTOGRAM_TABLE_CUH

#include "parts/counters.cuh"
#include "parts/overlap.cuh"

/* By all threads of a block. */
static __device__ void table_clear(unsigned *table, unsigned words)
{
    for (unsigned w = threadIdx.x; w < words; w += blockDim.x)
        table[w] = 0;
    __syncthreads();
}

/* Adds what is not 0 to the result. By all threads, after a barrier. */
template <class C>
static __device__ void table_add(C *out, const unsigned *table, unsigned bins)
{
    for (unsigned b = threadIdx.x; b < bins; b += blockDim.x)
        if (table[b])
            atomicAdd(&out[b], C(table[b]));
}

/* --- the launch before ---------------------------------------------------- */

/* The result, and what else is to be clear. A kernel that counts may begin
 * meanwhile, and calls await_first() before it adds to either. */
template <class C>
static __global__ void histogram_clear(C *out, unsigned bins, unsigned *more,
                                       unsigned words)
{
    const unsigned i = blockIdx.x * CLEAR_THREADS + threadIdx.x;
    next_may_start();
    if (i < bins)
        out[i] = 0;
    if (i < words)
        more[i] = 0;
}

/* words: of scratch, to be cleared, too. */
template <class C>
static enum status clear_result(const struct job *job, unsigned words = 0)
{
    const unsigned bins = unsigned(job->problem->out[0].count);
    share_room(histogram_clear<C>);
    histogram_clear<<<blocks_for(max(bins, words), CLEAR_THREADS),
                      CLEAR_THREADS, 0, stream_of(job)>>>(
        output<C>(job), bins, static_cast<unsigned *>(job->scratch), words);
    return cuda_launched(job, "histogram_clear");
}

#endif
