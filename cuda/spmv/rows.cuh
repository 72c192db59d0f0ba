/* rows.cuh - what blocks that add up rows have in common, whichever they take
 * and however they add: how many threads they have, and what they load first.
 *
 * Chunks begin at multiples of 32 non-zeros, so that a warp's loads are whole
 * lines. */
#ifndef TETRAD_CUDA_SPMV_ROWS_CUH
#define TETRAD_CUDA_SPMV_ROWS_CUH

#include "parts/warp.cuh"
#include "spmv/csr.cuh"

/* Threads, and the most rows that a block has at once: both untuned. */
constexpr unsigned ROW_THREADS = 256, ROWS_MOST = 1024;
/* Non-zeros that a chunk may begin before the first of the block's. */
constexpr unsigned ROW_SKEW = WARP;

/* Rows [from, to) of those that the block has offsets of, of whose non-zeros
 * [begin, end) count. */
struct row_range {
    unsigned from, to;
    uint32_t begin, end;
};

/* --- what is loaded first ------------------------------------------------- */

constexpr size_t FETCH_LINE = 128;

/* Sends L2 for x before anyone knows where it will be wanted: a line a thread,
 * all of it by the first blocks. (The matrix, too, a share a block, cost more
 * than it gave: H100, 2^16 rows of 16, uniform 19.1 us, and 17.1 without.) */
template <class T>
static __device__ void fetch_x(const csr<T> &a)
{
    const size_t line = size_t(blockIdx.x) * ROW_THREADS + threadIdx.x;
    const size_t i = line * (FETCH_LINE / sizeof(T));
    if (i < a.wide)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(a.x + i));
}

/* The most offsets that a block has at once: of its rows, and some more. */
constexpr unsigned OFFSETS_EACH = ROWS_MOST / ROW_THREADS + 1,
                   OFFSETS_MOST = OFFSETS_EACH * ROW_THREADS;

/* `count` of them, from that of row `first` on. */
template <class T>
static __device__ void load_offsets(const csr<T> &a, size_t first,
                                    unsigned count, uint32_t *offsets)
{
    const uint32_t *from = a.offsets + first + threadIdx.x;
    uint32_t offset[OFFSETS_EACH] = {};
#pragma unroll
    for (unsigned k = 0; k < OFFSETS_EACH; k++)
        if (threadIdx.x + k * ROW_THREADS < count)
            offset[k] = __ldg(from + k * ROW_THREADS);
#pragma unroll
    for (unsigned k = 0; k < OFFSETS_EACH; k++)
        if (threadIdx.x + k * ROW_THREADS < count)
            offsets[threadIdx.x + k * ROW_THREADS] = offset[k];
}

#endif
