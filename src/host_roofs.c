/* host_roofs.c - what this CPU's memory and FP units reach.
 *
 * Read, copy and write walk arrays past the last-level cache in chunks that
 * threads claim one after another, so that all of them sweep memory together
 * and none waits for a straggler; copy and write use non-temporal stores
 * where the CPU has them (x86), so that no line is read to be overwritten.
 * FMA keeps independent chains in registers. One rate is the median of a few
 * cold passes, as a row's is. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "parallel.h"
#include "simd.h"
#include "stats.h"
#include "system.h"
#ifdef __SSE2__
#include <emmintrin.h>
#endif

enum {
    PASSES = 7,
    CHUNK = 256 << 10,   /* bytes a thread claims at a time */
    CHAINS = 10,         /* latency 4, two FMA units: at least 8 */
    FMA_STEPS = 1 << 21  /* a thread and pass: a few milliseconds */
};
static const size_t BYTES = (size_t)1 << 30; /* as 2^28 f32 */

typedef uint64_t words __attribute__((vector_size(64), aligned(8)));

SIMD_CLONES static uint64_t read_chunk(const char *from, size_t bytes)
{
    words a = { 0 }, b = { 0 }, c = { 0 }, d = { 0 };
    const words *w = (const words *)from;
    const size_t count = bytes / sizeof *w;
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        a += w[i];
        b += w[i + 1];
        c += w[i + 2];
        d += w[i + 3];
    }
    uint64_t sum = 0;
    a += b + c + d;
    for (size_t k = 0; k < sizeof a / sizeof a[0]; k++)
        sum += a[k];
    return sum;
}

static void copy_chunk(char *to, const char *from, size_t bytes)
{
#ifdef __SSE2__
    for (size_t i = 0; i < bytes; i += 64) {
        const __m128i *in = (const __m128i *)(const void *)(from + i);
        __m128i *out = (__m128i *)(void *)(to + i);
        const __m128i a = _mm_load_si128(in), b = _mm_load_si128(in + 1);
        const __m128i c = _mm_load_si128(in + 2), d = _mm_load_si128(in + 3);
        _mm_stream_si128(out, a);
        _mm_stream_si128(out + 1, b);
        _mm_stream_si128(out + 2, c);
        _mm_stream_si128(out + 3, d);
    }
    _mm_sfence();
#else
    memcpy(to, from, bytes);
#endif
}

static void write_chunk(char *to, size_t bytes)
{
#ifdef __SSE2__
    const __m128i value = _mm_set1_epi8(7);
    for (size_t i = 0; i < bytes; i += 16)
        _mm_stream_si128((__m128i *)(void *)(to + i), value);
    _mm_sfence();
#else
    memset(to, 7, bytes);
#endif
}

struct walk {
    enum roof_kind kind;
    char *to;
    const char *from;
    size_t bytes, next; /* next: the first byte nobody has claimed */
    uint64_t sum;
};

static void walk_chunks(struct walk *w)
{
    uint64_t sum = 0;
    for (;;) {
        const size_t at = __atomic_fetch_add(&w->next, CHUNK,
                                             __ATOMIC_RELAXED);
        if (at >= w->bytes)
            break;
        const size_t left = w->bytes - at;
        const size_t bytes = left < CHUNK ? left : CHUNK;
        if (w->kind == ROOF_READ)
            sum += read_chunk(w->from + at, bytes);
        else if (w->kind == ROOF_COPY)
            copy_chunk(w->to + at, w->from + at, bytes);
        else
            write_chunk(w->to + at, bytes);
    }
    __atomic_fetch_add(&w->sum, sum, __ATOMIC_RELAXED);
}

static void walk_member(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    if (begin < end)
        walk_chunks(context);
}

static void sweep_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    struct walk *w = context;
    const uint64_t sum = read_chunk(w->from + begin, end - begin);
    __atomic_fetch_add(&w->sum, sum, __ATOMIC_RELAXED);
}

/* In blocks, not claimed chunks: each core must sweep its own caches. */
uint64_t host_sweep(const void *memory, size_t bytes)
{
    struct walk w = { .kind = ROOF_READ, .from = memory };
    parallel_for(bytes, sweep_block, &w);
    return w.sum;
}

static double median_of(double *seconds)
{
    qsort(seconds, PASSES, sizeof *seconds, stats_compare);
    return seconds[PASSES / 2];
}

static enum status memory_roof(struct device *host, enum scope scope,
                               enum roof_kind kind, double *rate,
                               struct reason *why)
{
    size_t bytes = BYTES;
    while (bytes > system_memory_free() / 8)
        bytes /= 2;
    bytes &= ~(size_t)4095;

    void *from = NULL, *to = NULL;
    enum status status = host_place.alloc(host, bytes, &from, why);
    if (!status && kind != ROOF_READ)
        status = host_place.alloc(host, bytes, &to, why);
    double seconds[PASSES];
    for (int pass = -1; pass < PASSES && !status; pass++) {
        struct walk w = { kind, to, from, bytes, 0, 0 };
        status = host_place.chill(host, why);
        const double begin = host_clock();
        if (scope == SCOPE_CORE)
            walk_chunks(&w);
        else
            parallel_for((size_t)parallel_threads(), walk_member, &w);
        if (pass >= 0)
            seconds[pass] = host_clock() - begin;
    }
    host_place.release(host, from);
    host_place.release(host, to);
    if (!status)
        *rate = (double)bytes * (kind == ROOF_COPY ? 2 : 1)
            / median_of(seconds);
    return status;
}

/* --- fused multiply-add -------------------------------------------------- */

/* The same loop for each vector width; 2 FLOP an element and step. */
#define FMA_LOOP(name, bytes, attribute)                                    \
    attribute static uint64_t name(float seed)                              \
    {                                                                       \
        typedef float vector __attribute__((vector_size(bytes)));           \
        vector chain[CHAINS], scale, add;                                   \
        for (size_t k = 0; k < sizeof(vector) / sizeof(float); k++) {       \
            scale[k] = seed;                                                \
            add[k] = 1e-3f;                                                 \
        }                                                                   \
        for (int c = 0; c < CHAINS; c++)                                    \
            chain[c] = scale * (float)(c + 1);                              \
        for (int i = 0; i < FMA_STEPS; i++)                                 \
            for (int c = 0; c < CHAINS; c++)                                \
                chain[c] = chain[c] * scale + add;                          \
        for (int c = 1; c < CHAINS; c++)                                    \
            chain[0] += chain[c];                                           \
        volatile float keep = chain[0][0] + chain[0][1];                    \
        (void)keep;                                                         \
        return 2 * sizeof(vector) / sizeof(float) * FMA_STEPS * CHAINS;     \
    }

FMA_LOOP(fma_16, 16, )
#ifdef __x86_64__
FMA_LOOP(fma_32, 32, __attribute__((target("avx2,fma"))))
FMA_LOOP(fma_64, 64, __attribute__((target("avx512f"))))
#endif

static uint64_t fma_burst(float seed)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return fma_64(seed);
    if (__builtin_cpu_supports("fma"))
        return fma_32(seed);
#endif
    return fma_16(seed);
}

static void fma_member(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    uint64_t *flops = context;
    if (begin < end)
        __atomic_fetch_add(flops, fma_burst(0.999f), __ATOMIC_RELAXED);
}

static double fma_roof(enum scope scope)
{
    double seconds[PASSES];
    uint64_t flops = 0; /* of one pass, by all of its threads */
    for (int pass = -1; pass < PASSES; pass++) {
        const double begin = host_clock();
        flops = 0;
        if (scope == SCOPE_CORE)
            flops = fma_burst(0.999f);
        else
            parallel_for((size_t)parallel_threads(), fma_member, &flops);
        if (pass >= 0)
            seconds[pass] = host_clock() - begin;
    }
    return (double)flops / median_of(seconds);
}

enum status host_roof(struct device *host, enum scope scope,
                      enum roof_kind kind, double *rate, struct reason *why)
{
    if (kind != ROOF_FMA)
        return memory_roof(host, scope, kind, rate, why);
    *rate = fma_roof(scope);
    return STATUS_OK;
}
