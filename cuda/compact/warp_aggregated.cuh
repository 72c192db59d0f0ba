/* warp_aggregated.cuh - 256 threads and 4096 elements a block; a warp adds
 * what it keeps to the count, by one atomic addition of 8 bytes for 512
 * elements, and stores where that was: in order within a warp alone. Each
 * element is read once. */
#ifndef TETRAD_CUDA_COMPACT_WARP_AGGREGATED_CUH
#define TETRAD_CUDA_COMPACT_WARP_AGGREGATED_CUH

#include "compact/ladder.cuh"

template <class T>
__global__ void warp_aggregated(filter<T> f, const unsigned long long *)
{
    const warp_rows<T> rows(f);
    unsigned long long start = 0;
    if (threadIdx.x % WARP == 0 && rows.total > 0)
        start = atomicAdd(f.count, rows.total);
    rows.store(f.out + __shfl_sync(FULL_WARP, start, 0));
}

#endif
