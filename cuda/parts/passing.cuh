/* passing.cuh - loads of what passes through once, and is not to push from the
 * caches what is asked for again: neither L1 nor, before all else, L2 keeps
 * it. */
#ifndef TETRAD_CUDA_PASSING_CUH
#define TETRAD_CUDA_PASSING_CUH

#include <cstdint>

/* 16 bytes through the read-only path. */
static __device__ uint4 load_passing(const void *aligned)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint4 bits;
    asm volatile("{\n\t"
                 ".reg .b64 policy;\n\t"
                 "createpolicy.fractional.L2::evict_first.b64 policy, 1.0;\n\t"
                 "ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, "
                 "%2, %3}, [%4], policy;\n\t"
                 "}"
                 : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                 : "l"(aligned));
    return bits;
#else
    return __ldg(static_cast<const uint4 *>(aligned));
#endif
}

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
static __device__ uint64_t passing_policy()
{
    uint64_t policy;
    asm("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}
#endif

/* An element of 4 or 8 bytes, the same way; 0 where there is none. */
static __device__ uint32_t load_passing_word(const uint32_t *from, bool there)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint32_t word;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %3, 0;\n\t"
        "mov.b32 %0, 0;\n\t"
        "@p ld.global.nc.L1::no_allocate.L2::cache_hint.u32 %0, [%1], "
        "%2;\n\t"
        "}"
        : "=r"(word)
        : "l"(from), "l"(passing_policy()), "r"(unsigned(there)));
    return word;
#else
    return there ? __ldg(from) : 0;
#endif
}

static __device__ uint64_t load_passing_word(const uint64_t *from, bool there)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint64_t word;
    asm volatile(
        "{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %3, 0;\n\t"
        "mov.b64 %0, 0;\n\t"
        "@p ld.global.nc.L1::no_allocate.L2::cache_hint.u64 %0, [%1], "
        "%2;\n\t"
        "}"
        : "=l"(word)
        : "l"(from), "l"(passing_policy()), "r"(unsigned(there)));
    return word;
#else
    return there ? __ldg(reinterpret_cast<const unsigned long long *>(from))
                 : 0;
#endif
}

/* 16 bytes that an earlier launch wrote, and that other blocks read, too: L1
 * alone does not keep them. */
static __device__ uint4 load_shared_once(const void *aligned)
{
    uint4 bits;
    asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                 : "l"(aligned));
    return bits;
}

#endif
