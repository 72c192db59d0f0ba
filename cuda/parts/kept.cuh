/* kept.cuh - loads whose lines L2 keeps for longer than those that are stored,
 * though no one reads them again: stores then leave for memory earlier and
 * less mixed with reads.
 *
 * H200, 2^28 u32, cold caches: scan 506 us so and 525 without, a copy 496 and
 * 518, tiles of 1024 scanned 496 and 504 (514 when L2 is to drop reads first).
 * The same with other inputs in between, so it is not what L2 kept of the last
 * run. */
#ifndef TETRAD_CUDA_KEPT_CUH
#define TETRAD_CUDA_KEPT_CUH

#include <cstdint>

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
static __device__ uint64_t kept_policy()
{
    uint64_t policy;
    asm("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(policy));
    return policy;
}
#endif

/* 16 bytes through the read-only path. */
static __device__ uint4 load_kept(const void *aligned)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint4 bits;
    asm volatile("ld.global.nc.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], "
                 "%5;"
                 : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                 : "l"(aligned), "l"(kept_policy()));
    return bits;
#else
    return __ldg(static_cast<const uint4 *>(aligned));
#endif
}

/* An element of 4 or 8 bytes; L1 keeps it, too. */
static __device__ uint32_t load_kept_word(const uint32_t *from)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint32_t word;
    asm volatile("ld.global.nc.L2::cache_hint.u32 %0, [%1], %2;"
                 : "=r"(word)
                 : "l"(from), "l"(kept_policy()));
    return word;
#else
    return __ldg(from);
#endif
}

static __device__ uint64_t load_kept_word(const uint64_t *from)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint64_t word;
    asm volatile("ld.global.nc.L2::cache_hint.u64 %0, [%1], %2;"
                 : "=l"(word)
                 : "l"(from), "l"(kept_policy()));
    return word;
#else
    return __ldg(reinterpret_cast<const unsigned long long *>(from));
#endif
}

/* The same where there is one, else 0. */
static __device__ uint32_t load_kept_word(const uint32_t *from, bool there)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint32_t word;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.ne.u32 p, %3, 0;\n\t"
                 "mov.b32 %0, 0;\n\t"
                 "@p ld.global.nc.L2::cache_hint.u32 %0, [%1], "
                 "%2;\n\t"
                 "}"
                 : "=r"(word)
                 : "l"(from), "l"(kept_policy()), "r"(unsigned(there)));
    return word;
#else
    return there ? __ldg(from) : 0;
#endif
}

static __device__ uint64_t load_kept_word(const uint64_t *from, bool there)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint64_t word;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.ne.u32 p, %3, 0;\n\t"
                 "mov.b64 %0, 0;\n\t"
                 "@p ld.global.nc.L2::cache_hint.u64 %0, [%1], "
                 "%2;\n\t"
                 "}"
                 : "=l"(word)
                 : "l"(from), "l"(kept_policy()), "r"(unsigned(there)));
    return word;
#else
    return there ? __ldg(reinterpret_cast<const unsigned long long *>(from))
                 : 0;
#endif
}

/* 16 bytes of what this kernel may write, hence not through that path. */
static __device__ uint4 load_kept_own(const void *aligned)
{
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 800
    uint4 bits;
    asm volatile("ld.global.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(bits.x), "=r"(bits.y), "=r"(bits.z), "=r"(bits.w)
                 : "l"(aligned), "l"(kept_policy()));
    return bits;
#else
    return *static_cast<const uint4 *>(aligned);
#endif
}

#endif
