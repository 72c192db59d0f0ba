/* block.cuh - reducing over the threads of a block: warps first, then one
 * warp over the warps' results. */
#ifndef TETRAD_CUDA_BLOCK_CUH
#define TETRAD_CUDA_BLOCK_CUH

#include "parts/warp.cuh"

/* Op::join over all `Threads` threads (a power of two of at least two warps,
 * at most 1024) in thread order: a tree of log2(Threads) levels. Valid in
 * thread 0. `room`: shared memory for one value a warp, which no thread may
 * touch between the barrier inside and the block's next one. */
template <class Op, int Threads>
static __device__ typename Op::part block_reduce(typename Op::part value,
                                                 typename Op::part *room)
{
    constexpr int WARPS = Threads / WARP;
    static_assert(Threads % WARP == 0 && WARPS > 1 && WARPS <= WARP &&
                      (WARPS & (WARPS - 1)) == 0,
                  "a power of two of warps");
    const int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    value = Op::template across_warp<WARP>(value);
    if (lane == 0)
        room[warp] = value;
    __syncthreads();
    if (warp == 0)
        value = Op::template across_warp<WARPS>(lane < WARPS ? room[lane]
                                                             : Op::none());
    return value;
}

#endif
