/* host_loops.c - the loops that the CPU's roofs are measured with.
 *
 * Non-temporal stores write around the caches (x86). A core's prefetchers
 * follow several streams at a time but stop at the end of a page: walking a
 * chunk as a few parts side by side, with prefetches into each, keeps more
 * lines on their way than one stream does. */
#include "host/host_loops.h"

#include <string.h>

#include "host/host.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Tuning: measured on two cores of a Sapphire Rapids Xeon under KVM. Against
 * one stream without prefetches, 4 parts copy 8 % more a second; 2 parts read
 * 15 % more on one core and 5 % more on both. On a core of an EPYC with AVX2, 2
 * or 4 parts without prefetches read 30 % more than one. */
enum {
    STREAMS = 4,        /* parts of a chunk that are walked together */
    SUMS = 8,           /* of vectors, which registers hold */
    AHEAD = 1024,       /* bytes that prefetches are ahead, in each part */
    STEP = 128,         /* bytes of a part at a time */
    LINE = 64,          /* bytes of a cache line */
    CHAINS = 10,        /* latency 4, two FMA units: at least 8 */
    FMA_STEPS = 1 << 16 /* a tenth of a millisecond */
};

#define INLINE static inline __attribute__((always_inline))
#define FLOPS(vector_bytes)                                                   \
    (2.0 * (vector_bytes) / sizeof(float) * CHAINS * FMA_STEPS)

/* --- the loops ----------------------------------------------------------- */

#define NAME(x) x##_16
#define BYTES 16
#define TARGET
#ifdef __x86_64__
#define STREAM(to, value)                                                     \
    _mm_stream_si128((__m128i *)(void *)(to), (__m128i)(value))
#endif
#include "host/host_loops_tmpl.h"

#ifdef __x86_64__

#define NAME(x) x##_32
#define BYTES 32
#define TARGET __attribute__((target("avx2,fma")))
#define STREAM(to, value)                                                     \
    _mm256_stream_si256((__m256i *)(void *)(to), (__m256i)(value))
#include "host/host_loops_tmpl.h"

#define NAME(x) x##_64
#define BYTES 64
#define TARGET __attribute__((target("avx512f")))
#define STREAM(to, value)                                                     \
    _mm512_stream_si512((__m512i *)(void *)(to), (__m512i)(value))
#include "host/host_loops_tmpl.h"

static bool can_32(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool can_64(void)
{
    return __builtin_cpu_supports("avx512f");
}

/* Loads as wide as can be are never slower: others need not be tried. */
static bool just_32(void)
{
    return can_32() && !can_64();
}

static bool just_16(void)
{
    return !can_32() && !can_64();
}

static const struct host_loop reads[] = {
    { "plain-16", just_16, 0, read_plain_16 },
    { "pairs-16", just_16, 0, read_pairs_16 },
    { "streams-16", just_16, 0, read_streams_16 },
    { "ahead-16", just_16, 0, read_ahead_16 },
    { "plain-32", just_32, 0, read_plain_32 },
    { "pairs-32", just_32, 0, read_pairs_32 },
    { "streams-32", just_32, 0, read_streams_32 },
    { "ahead-32", just_32, 0, read_ahead_32 },
    { "plain-64", can_64, 0, read_plain_64 },
    { "pairs-64", can_64, 0, read_pairs_64 },
    { "streams-64", can_64, 0, read_streams_64 },
    { "ahead-64", can_64, 0, read_ahead_64 },
    { 0 }
};

static const struct host_loop copies[] = {
    { "plain-16", NULL, 0, copy_plain_16 },
    { "streams-16", NULL, 0, copy_streams_16 },
    { "plain-32", can_32, 0, copy_plain_32 },
    { "streams-32", can_32, 0, copy_streams_32 },
    { "plain-64", can_64, 0, copy_plain_64 },
    { "streams-64", can_64, 0, copy_streams_64 },
    { 0 }
};

static const struct host_loop writes[] = { { "16", NULL, 0, write_16 },
                                           { "32", can_32, 0, write_32 },
                                           { "64", can_64, 0, write_64 },
                                           { 0 } };

static const struct host_loop fmas[] = { { "16", NULL, FLOPS(16), fma_16 },
                                         { "32", can_32, FLOPS(32), fma_32 },
                                         { "64", can_64, FLOPS(64), fma_64 },
                                         { 0 } };

#else

static uint64_t copy_ordinary(char *to, const char *from, size_t bytes)
{
    memcpy(to, from, bytes);
    return 0;
}

static uint64_t write_ordinary(char *to, const char *from, size_t bytes)
{
    (void)from;
    memset(to, 7, bytes);
    return 0;
}

static const struct host_loop reads[] = {
    { "plain-16", NULL, 0, read_plain_16 },
    { "pairs-16", NULL, 0, read_pairs_16 },
    { "streams-16", NULL, 0, read_streams_16 },
    { "ahead-16", NULL, 0, read_ahead_16 },
    { 0 }
};

static const struct host_loop copies[] = {
    { "ordinary", NULL, 0, copy_ordinary }, { 0 }
};

static const struct host_loop writes[] = {
    { "ordinary", NULL, 0, write_ordinary }, { 0 }
};

static const struct host_loop fmas[] = { { "16", NULL, FLOPS(16), fma_16 },
                                         { 0 } };

#endif

const struct host_loop *host_loops(enum roof_kind kind)
{
    switch (kind) {
    case ROOF_READ: return reads;
    case ROOF_COPY: return copies;
    case ROOF_WRITE: return writes;
    case ROOF_FMA: return fmas;
    default: return NULL;
    }
}

const char *host_stores(void)
{
#ifdef __x86_64__
    return "non-temporal";
#else
    return "ordinary";
#endif
}
