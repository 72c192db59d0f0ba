/* segscan_kernel.c - segscan by one thread's vectors: see segscan_tmpl.h. */
#include "segscan_kernel.h"

#include <stdint.h>
#include <string.h>

#include "partition.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Measured on 16 cores of a Sapphire Rapids Xeon under KVM, i32, caches cold:
 * without prefetches 20 % slower at 2^28; with vectors of AVX2 4 %. */
enum {
    AHEAD = 4096,   /* bytes that prefetches are ahead */
    LINE_BYTES = 64
};

#define INLINE static inline __attribute__((always_inline))

/* Of n flags, at most 8, which are heads: bit k is flag k. */
INLINE uint64_t heads_of_8(const uint8_t *const flags, const size_t n)
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
INLINE uint64_t heads_of(const uint8_t *const flags, const size_t n)
{
    return n <= 8 ? heads_of_8(flags, n)
                  : heads_of_8(flags, 8) | heads_of_8(flags + 8, n - 8) << 8;
}

#define ELEM_TEMPLATE "openmp/segscan_tmpl.h"
#define AT_WIDTH(name) AT_WIDTH_(name) /* once the name is spelt out */

#define TARGET
#define WIDTH 16
#define AT_WIDTH_(name) name##_16
#define SHIFT_1 3, 4, 5, 6
#define SHIFT_2 2, 3, 4, 5
#define LAST_1 3, 3, 3, 3
#define LAST_2 2, 3, 2, 3
#ifdef __x86_64__
#define STREAM(to, v) _mm_stream_si128((__m128i *)(void *)(to), (__m128i)(v))
#endif
#include "elem_each_signed.h"

#ifdef __x86_64__
#undef TARGET
#undef WIDTH
#undef AT_WIDTH_
#undef SHIFT_1
#undef SHIFT_2
#undef LAST_1
#undef LAST_2
#undef STREAM
#define TARGET __attribute__((target("avx2")))
#define WIDTH 32
#define AT_WIDTH_(name) name##_32
#define SHIFT_1 7, 8, 9, 10, 11, 12, 13, 14
#define SHIFT_2 6, 7, 8, 9, 10, 11, 12, 13
#define SHIFT_4 4, 5, 6, 7, 8, 9, 10, 11
#define LAST_1 7, 7, 7, 7, 7, 7, 7, 7
#define LAST_2 6, 7, 6, 7, 6, 7, 6, 7
#define STREAM(to, v)                                                       \
    _mm256_stream_si256((__m256i *)(void *)(to), (__m256i)(v))
#include "elem_each_signed.h"

#undef TARGET
#undef WIDTH
#undef AT_WIDTH_
#undef SHIFT_1
#undef SHIFT_2
#undef SHIFT_4
#undef LAST_1
#undef LAST_2
#undef STREAM
#define TARGET __attribute__((target("avx512f")))
#define WIDTH 64
#define AT_WIDTH_(name) name##_64
#define SHIFT_1 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
#define SHIFT_2 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
#define SHIFT_4 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27
#define SHIFT_8 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23
#define LAST_1 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15
#define LAST_2 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15, 14, 15
#define STREAM(to, v)                                                       \
    _mm512_stream_si512((__m512i *)(void *)(to), (__m512i)(v))
#include "elem_each_signed.h"
#endif
#undef ELEM_TEMPLATE

segscan_kernel *openmp_segscan_kernel(const enum elem type)
{
    static segscan_kernel *const narrow[] = EACH_SIGNED(scan_16);
#ifdef __x86_64__
    static segscan_kernel *const wide[] = EACH_SIGNED(scan_32);
    static segscan_kernel *const widest[] = EACH_SIGNED(scan_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type];
    if (__builtin_cpu_supports("avx2"))
        return wide[type];
#endif
    return narrow[type];
}
