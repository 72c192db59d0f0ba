/* sort.cuh - what calls of CUB and Thrust that sort share: dispatch on what
 * keys carry, and the order that they are compared in. */
#ifndef TETRAD_CUDA_CUB_SORT_CUH
#define TETRAD_CUDA_CUB_SORT_CUH

#include <cuda/std/cstdint>

#include "call.cuh"
#include "ops/sort.h"
#include "problem.h"

/* Keys carry nothing. */
struct no_value {
};

/* launch(value) with a no_value, a uint32_t or a uint64_t, as the problem
 * says. */
template <class Launch>
static enum status by_value(const struct job *job, Launch launch)
{
    switch (sort_value_bytes(job->problem)) {
    case 0: return launch(no_value{});
    case 4: return launch(uint32_t{});
    default: return launch(uint64_t{});
    }
}

template <class V>
constexpr bool carries = !std::is_same<V, no_value>::value;

/* sort_radix.cu: CUB's call for pairs of u32, ascending by the lowest bits
 * alone; a null scratch only asks for its bytes. */
cudaError_t cub_sort_pairs_by_bits(void *scratch, size_t &bytes,
                                   const uint32_t *keys, uint32_t *sorted,
                                   const uint32_t *values, uint32_t *carried,
                                   uint32_t n, int bits, cudaStream_t stream);

/* Bits of a key of type T. */
template <class T>
using bits_of = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/* For sorts that compare: by numbers that are in the order of sort.h. */
template <class T>
struct comes_first {
    bits_of<T> flip;

    explicit comes_first(const struct job *job)
        : flip(bits_of<T>(sort_flip(job->problem)))
    {
    }

    __host__ __device__ bits_of<T> rank(const T &x) const
    {
        using bits = bits_of<T>;
        constexpr int top = 8 * sizeof(T) - 1;
        bits b;
        memcpy(&b, &x, sizeof b);
        if (std::is_floating_point<T>::value) {
            b = b == bits(1) << top ? 0 : b;
            b ^= (bits(0) - (b >> top)) >> 1;
        }
        return b ^ flip;
    }

    __host__ __device__ bool operator()(const T &a, const T &b) const
    {
        return rank(a) < rank(b);
    }
};

#endif
