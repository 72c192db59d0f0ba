/* segscan_kernel.c - segscan by one thread's vectors: see segscan_tmpl.h. */
#include "segscan_kernel.h"

#include <stdint.h>
#include <string.h>

#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Measured on 16 cores of a Sapphire Rapids Xeon under KVM, i32, caches cold:
 * without prefetches 20 % slower at 2^28; with vectors of AVX2 4 %. */
enum { AHEAD = 4096 }; /* bytes that prefetches are ahead */

#define INLINE static inline __attribute__((always_inline))

/* Of n flags, at most 8, which are heads: bit k is flag k. */
INLINE uint64_t heads_of_8(const uint8_t *flags, size_t n)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t bytes = 0;
    memcpy(&bytes, flags, n);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    bytes = __builtin_bswap64(bytes);
#endif
    bytes = (((bytes & low) + low) | bytes) >> 7 & 0x0101010101010101;
    return bytes * 0x0102040810204080 >> 56;
}

/* The same of up to 16. */
INLINE uint64_t heads_of(const uint8_t *flags, size_t n)
{
    return n <= 8 ? heads_of_8(flags, n)
                  : heads_of_8(flags, 8) | heads_of_8(flags + 8, n - 8) << 8;
}

#define ELEM_TEMPLATE "openmp/segscan_tmpl.h"

#define WIDTH 16
#include "width.h"
#include "elem_each_signed.h"
#undef WIDTH

#ifdef __x86_64__
#define WIDTH 32
#include "width.h"
#include "elem_each_signed.h"
#undef WIDTH

#define WIDTH 64
#include "width.h"
#include "elem_each_signed.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

segscan_kernel *openmp_segscan_kernel(enum elem type)
{
    static segscan_kernel *const narrow[] = EACH(SIGNED, scan_16);
#ifdef __x86_64__
    static segscan_kernel *const wide[] = EACH(SIGNED, scan_32);
    static segscan_kernel *const widest[] = EACH(SIGNED, scan_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type];
    if (__builtin_cpu_supports("avx2"))
        return wide[type];
#endif
    return narrow[type];
}
