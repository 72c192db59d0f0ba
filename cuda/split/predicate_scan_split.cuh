/* predicate_scan_split.cuh - in three launches, tiles of 4096 flags:
 *
 *   count_flags           256 threads a tile: how many are set
 *   scan_counts           one block of 1024: how many before it
 *   predicate_scan_split  256 threads a tile: the flags again, the counts of
 *                         its warps added up, and where a flag is set the
 *                         element of that number, elsewhere 0
 *
 * The first and the last read the flags, a byte each; the last reads the
 * elements that are used and writes all, sizeof(T) each. */
#ifndef TETRAD_CUDA_SPLIT_PREDICATE_SCAN_SPLIT_CUH
#define TETRAD_CUDA_SPLIT_PREDICATE_SCAN_SPLIT_CUH

#include "compact/predicate_scan_pack.cuh"

/* A warp's flags: ROWS rows of 32 neighbours. */
struct warp_flags {
    size_t first;       /* the warp's */
    unsigned set[ROWS]; /* a bit a lane */
    unsigned total;

    __device__ warp_flags(const unsigned char *flags, size_t n) : total(0)
    {
        const size_t warp =
            size_t(blockIdx.x) * PACK_WARPS + threadIdx.x / WARP;
        first = warp * ROWS * WARP;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const size_t i = first + r * WARP + threadIdx.x % WARP;
            set[r] = __ballot_sync(FULL_WARP, i < n && flags[i]);
            total += __popc(set[r]);
        }
    }
};

static __global__ void count_flags(const unsigned char *flags, size_t n,
                                   unsigned long long *counts)
{
    __shared__ unsigned totals[PACK_WARPS];
    share_totals(warp_flags(flags, n).total, totals);
    if (threadIdx.x > 0)
        return;
    unsigned all = 0;
    for (int w = 0; w < PACK_WARPS; w++)
        all += totals[w];
    counts[blockIdx.x] = all;
}

template <class T>
__global__ void predicate_scan_split(const T *packed,
                                     const unsigned char *flags, T *out,
                                     size_t n,
                                     const unsigned long long *starts)
{
    __shared__ unsigned totals[PACK_WARPS];
    const unsigned lane = threadIdx.x % WARP, below = (1u << lane) - 1;
    const warp_flags own(flags, n);
    size_t start = starts[blockIdx.x];
    share_totals(own.total, totals);
    for (unsigned w = 0; w < threadIdx.x / WARP; w++)
        start += totals[w];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const size_t i = own.first + r * WARP + lane;
        if (i < n)
            out[i] = own.set[r] >> lane & 1
                ? packed[start + __popc(own.set[r] & below)]
                : T(0);
        start += __popc(own.set[r]);
    }
}

#endif
