/* counters.cuh - counters in shared memory, by their place there, which is
 * found once. What they had counted is not asked for, so that the hardware
 * merges lanes of a warp that count alike. */
#ifndef TETRAD_CUDA_COUNTERS_CUH
#define TETRAD_CUDA_COUNTERS_CUH

#include "parts/launch.cuh"

struct counters {
    unsigned begin;

    explicit __device__ counters(const unsigned *table)
        : begin(unsigned(__cvta_generic_to_shared(table)))
    {
    }
    __device__ void count(unsigned word) const
    {
        asm volatile("red.shared.add.u32 [%0], 1;"
                     :
                     : "r"(begin + word * unsigned(sizeof(unsigned)))
                     : "memory");
    }
};

#endif
