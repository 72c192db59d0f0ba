/* alone.cuh - all elements are one block's (part.cuh): nothing to clear, no
 * other to wait for. */
#ifndef TETRAD_CUDA_COMPACT_ALONE_CUH
#define TETRAD_CUDA_COMPACT_ALONE_CUH

#include "compact/part.cuh"

struct alone {
    unsigned total;

    __device__ size_t part() const
    {
        return 0;
    }
    __device__ void publish(unsigned kept)
    {
        total = kept;
    }
    __device__ size_t before() const
    {
        __syncthreads();
        return 0;
    }
    __device__ size_t all() const
    {
        return total;
    }
};

/* H200, 2^12 i32, half of them kept: 4.4 us by 4 rows and 8 or 16 warps, 4.6
 * by 2 and 32. */
constexpr int ALONE_ROWS = 4, ALONE_WARPS = 16;
constexpr size_t ALONE_VECTORS = part_vectors(ALONE_ROWS, ALONE_WARPS);

template <class T, class Sides = kept_alone>
static __global__ void __launch_bounds__(ALONE_WARPS *WARP)
    compact_alone(packing<T> p)
{
    pack_part<T, ALONE_ROWS, Sides>(p, alone{ 0 });
}

#endif
