/* lookback.cuh - a part a block (compact/part.cuh), any number of parts, by
 * decoupled look-back (compact/lookback.cuh). Where both sides are to be in
 * order, a launch before adds up what the first has: memory is read twice. */
#ifndef TETRAD_CUDA_PARTITION_LOOKBACK_CUH
#define TETRAD_CUDA_PARTITION_LOOKBACK_CUH

#include "compact/lookback.cuh"
#include "compact/told.cuh"

/* The sum: beside the ticket counter, in a line of its own. */
static __device__ look_back::count *chain_all(void *scratch)
{
    static_assert(CHAIN_BYTES >= 128 + sizeof(look_back::count), "room");
    return reinterpret_cast<look_back::count *>(static_cast<char *>(scratch) +
                                                128);
}

struct look_back_told : look_back {
    __device__ size_t all() const
    {
        return *chain_all(scratch);
    }
};

/* Scratch: as of the launch after it, zero. */
template <class T>
static __global__ void __launch_bounds__(LOOKBACK_THREADS)
    partition_total(packing<T> p, void *scratch)
{
    __shared__ unsigned room[WARP];
    const unsigned total =
        block_sum(rows_kept<T, LOOKBACK_ROWS>(p, blockIdx.x), room);
    if (threadIdx.x == 0 && total)
        atomicAdd(chain_all(scratch), total);
}

/* A block less a multiprocessor than compact: two sides need more registers. */
template <class T, class Sides>
static __global__ void __launch_bounds__(LOOKBACK_THREADS, 3)
    partition_lookback(packing<T> p, void *scratch)
{
    pack_part<T, LOOKBACK_ROWS, Sides>(p, look_back_told{ { scratch, 0, 0 } });
}

#endif
