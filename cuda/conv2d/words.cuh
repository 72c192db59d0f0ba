/* words.cuh - copies from global to shared memory that no register waits for
 * (cp.async: PTX ISA 7.0, compute capability 8.0); code for less copies at
 * once. L2 keeps what they read (kept.cuh).
 *
 * After async_wait() a thread sees what it copied, and after a barrier what the
 * block did. */
#ifndef TETRAD_CUDA_CONV2D_WORDS_CUH
#define TETRAD_CUDA_CONV2D_WORDS_CUH

#include "parts/kept.cuh"

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800

static __device__ unsigned async_address(const void *shared)
{
    return unsigned(__cvta_generic_to_shared(shared));
}

/* Words, 1 or 4; both places aligned to as many. */
template <int Words>
static __device__ void async_copy(float *shared, const float *global)
{
    static_assert(Words == 1 || Words == 4, "a word or a vector");
    if constexpr (Words == 4)
        asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], "
                     "16, %2;"
                     :
                     : "r"(async_address(shared)), "l"(global),
                       "l"(kept_policy())
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, "
                     "%2;"
                     :
                     : "r"(async_address(shared)), "l"(global),
                       "l"(kept_policy())
                     : "memory");
}

/* The same; if not `there`, zeros, and `global` is not read. */
template <int Words>
static __device__ void async_copy(float *shared, const float *global,
                                  bool there)
{
    static_assert(Words == 1 || Words == 4, "a word or a vector");
    if constexpr (Words == 4)
        asm volatile("cp.async.cg.shared.global.L2::cache_hint [%0], [%1], "
                     "16, %2, %3;"
                     :
                     : "r"(async_address(shared)), "l"(global),
                       "r"(there ? 16u : 0u), "l"(kept_policy())
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, "
                     "%2, %3;"
                     :
                     : "r"(async_address(shared)), "l"(global),
                       "r"(there ? 4u : 0u), "l"(kept_policy())
                     : "memory");
}

static __device__ void async_wait()
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}

#else

template <int Words>
static __device__ void async_copy(float *shared, const float *global)
{
    for (int i = 0; i < Words; i++)
        shared[i] = global[i];
}

template <int Words>
static __device__ void async_copy(float *shared, const float *global,
                                  bool there)
{
    for (int i = 0; i < Words; i++)
        shared[i] = there ? global[i] : 0;
}

static __device__ void async_wait()
{
}

#endif
#endif
