/* histogram_bytes.c - bytes counted by one thread's vectors.
 *
 * A table of counters takes a load and a store a byte, and a core stores once a
 * cycle. Without a table: bytes go to four queues by their two highest bits,
 * which an instruction that moves lanes together does for 64 at a time. Of a
 * queue's bytes the other six bits are turned into planes, one of each bit, in
 * whatever order, as long as it is the same in all planes. The bytes that have
 * all of some bits are then the ones of an AND: of one of the eight products of
 * the three high planes and one of eight of the low ones; and an instruction
 * counts them. Of these sums over values, those of the values themselves are
 * differences (a Moebius inversion), once, at the end. No step depends on the
 * data but how full the queues become: equal bytes take as long as others.
 *
 * For AVX-512 with VBMI2 and VPOPCNTDQ: Intel from Ice Lake on, AMD from
 * Zen 4. */
#include "histogram_bytes.h"

#include "team.h"

#if defined __x86_64__

#include <immintrin.h>
#include <string.h>

enum {
    VECTOR = 64, /* bytes */
    PLANES = 8,  /* vectors whose bits are turned */
    GROUPS = 4,  /* of so many vectors, counted at a time: queues, counts and
                    products take 33 KB; of 8, 45 KB and 1.04 x the time (Zen
                    4) */
    TAKEN = GROUPS * PLANES * VECTOR,
    AHEAD = 2048, /* bytes that prefetches are ahead: of what no cache holds a
                     core of a Sapphire Rapids Xeon counts 6.0 GB/s so, without
                     4.3, as its prefetchers end with a page */
    BATCH = 16 * VECTOR, /* bytes that go to queues between two looks at how
                            full these are */
    QUEUES = 4,
    HALF = 8,                 /* sets of three bits */
    LOW_VALUES = HALF * HALF, /* of what is the same queue's */
    LEAST = 32 * 1024         /* bytes, to be worth clearing and adding up */
};

#define INLINE                                                                \
    static inline __attribute__((always_inline,                               \
                                 target("avx512f,avx512bw,avx512vbmi2,"       \
                                        "avx512vpopcntdq,popcnt")))
#define TARGET                                                                \
    __attribute__((target("avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,"     \
                          "popcnt")))

typedef uint64_t vector __attribute__((vector_size(VECTOR)));

struct queue {
    uint8_t bytes[TAKEN + BATCH + VECTOR]; /* the last: spoilt by stores */
    size_t taken;                          /* bytes that are counted */
    vector ones[LOW_VALUES]; /* by sets of bits, but the empty one: how many of
                                them have all of it; of 64 bits, in lanes */
};

/* Products of three planes, by set; none of the empty set. */
struct products {
    vector high[HALF][GROUPS], low[HALF][GROUPS];
};

/* The bytes of v that `which` has, to *end, which moves behind them. Merged
 * into zeros that the compiler does not know: see compact_kernel.c. */
INLINE void put(uint8_t **end, __mmask64 which, __m512i v)
{
    __m512i zero = _mm512_setzero_si512();
    __asm__("" : "+v"(zero));
    _mm512_storeu_si512(*end, _mm512_mask_compress_epi8(zero, which, v));
    *end += _mm_popcnt_u64(_cvtmask64_u64(which));
}

/* `count` vectors of bytes to the queues' ends. */
INLINE void share_out(const uint8_t *x, size_t count, uint8_t *end[QUEUES])
{
    const __m512i next_bit = _mm512_set1_epi8(0x40);
    const __m512i both_bits = _mm512_set1_epi8((char)0xc0);
    uint8_t *e0 = end[0], *e1 = end[1], *e2 = end[2], *e3 = end[3];
    for (size_t i = 0; i < count; i++) {
        const __m512i v = _mm512_loadu_si512(x + i * VECTOR);
        prefetch_line(x + i * VECTOR, AHEAD);
        const __mmask64 high = _mm512_movepi8_mask(v);
        const __mmask64 next = _mm512_test_epi8_mask(v, next_bit);
        put(&e0, _mm512_testn_epi8_mask(v, both_bits), v);
        put(&e1, _kandn_mask64(high, next), v);
        put(&e2, _kandn_mask64(next, high), v);
        put(&e3, _kand_mask64(high, next), v);
    }
    end[0] = e0, end[1] = e1, end[2] = e2, end[3] = e3;
}

/* Of two vectors, the bits of `keep` stay; the others are exchanged with those
 * of keep << shift of the other. */
INLINE void exchange(vector *a, vector *b, int shift, uint64_t keep)
{
    const vector low = *a, high = *b, mask = keep - (vector){ 0 };
    *a = (low & mask) | (high << shift & ~mask);
    *b = (low >> shift & mask) | (high & ~mask);
}

/* Eight vectors become eight planes: bits 8 i + k of v[b] are bit b of byte i
 * of what v[k] was. */
INLINE void turn(vector v[PLANES])
{
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
        exchange(&v[k], &v[k + 4], 4, 0x0f0f0f0f0f0f0f0f);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
        exchange(&v[k / 2 * 4 + k % 2], &v[k / 2 * 4 + k % 2 + 2], 2,
                 0x3333333333333333);
#pragma GCC unroll 4
    for (int k = 0; k < 4; k++)
        exchange(&v[2 * k], &v[2 * k + 1], 1, 0x5555555555555555);
}

/* Products of three planes, the highest first, by the sets of their bits. */
INLINE void multiply(vector a, vector b, vector c, vector (*product)[GROUPS],
                     size_t group)
{
    product[1][group] = c;
    product[2][group] = b;
    product[3][group] = b & c;
    product[4][group] = a;
    product[5][group] = a & c;
    product[6][group] = a & b;
    product[7][group] = a & b & c;
}

INLINE void make_products(const uint8_t *x, struct products *p)
{
    for (size_t g = 0; g < GROUPS; g++) {
        vector v[PLANES];
        memcpy(v, x + g * sizeof v, sizeof v);
        turn(v);
        multiply(v[5], v[4], v[3], p->high, g);
        multiply(v[2], v[1], v[0], p->low, g);
    }
}

INLINE void add_ones(vector *sum, const vector v[GROUPS])
{
#pragma GCC unroll 4
    for (size_t g = 0; g < GROUPS; g++)
        *sum += (vector)_mm512_popcnt_epi64((__m512i)v[g]);
}

/* TAKEN bytes of one queue. */
TARGET static void take(struct queue *q)
{
    struct products p;
    make_products(q->bytes, &p);
    for (size_t h = 1; h < HALF; h++) {
        add_ones(&q->ones[h * HALF], p.high[h]);
        add_ones(&q->ones[h], p.low[h]);
        for (size_t l = 1; l < HALF; l++) {
            vector both[GROUPS];
#pragma GCC unroll 4
            for (size_t g = 0; g < GROUPS; g++)
                both[g] = p.high[h][g] & p.low[l][g];
            add_ones(&q->ones[h * HALF + l], both);
        }
    }
}

/* The queue ends at `end`; where it ends without what it has enough of. */
INLINE uint8_t *settle(struct queue *q, uint8_t *end)
{
    if (end < q->bytes + TAKEN)
        return end;
    take(q);
    q->taken += TAKEN;
    memcpy(q->bytes, q->bytes + TAKEN, BATCH);
    return end - TAKEN;
}

/* Sums over all values that have the bits of k become those of k alone. */
INLINE void invert(uint32_t sums[LOW_VALUES])
{
    for (size_t bit = 1; bit < LOW_VALUES; bit *= 2)
        for (size_t k = 0; k < LOW_VALUES; k++)
            if (!(k & bit))
                sums[k] -= sums[k + bit];
}

/* The rest of a queue, made up with zeros, which have no ones, and all of it to
 * the counters of its values. */
INLINE void finish(struct queue *q, uint8_t *end, uint32_t *counts)
{
    const size_t rest = (size_t)(end - q->bytes);
    uint32_t sums[LOW_VALUES] = { (uint32_t)(q->taken + rest) };
    memset(end, 0, TAKEN - rest);
    take(q);
    for (size_t k = 1; k < LOW_VALUES; k++)
        for (size_t lane = 0; lane < VECTOR / sizeof(uint64_t); lane++)
            sums[k] += (uint32_t)q->ones[k][lane];
    invert(sums);
    for (size_t k = 0; k < LOW_VALUES; k++)
        counts[k] += sums[k];
}

TARGET void openmp_histogram_bytes(const uint8_t *x, size_t n,
                                   uint32_t *counts)
{
    struct queue queues[QUEUES];
    uint8_t *end[QUEUES];
    size_t i = 0;
    for (size_t q = 0; q < QUEUES; q++) {
        memset(queues[q].ones, 0, sizeof queues[q].ones);
        queues[q].taken = 0;
        end[q] = queues[q].bytes;
    }
    for (size_t some; (some = (n - i) / VECTOR) > 0; i += some * VECTOR) {
        some = some < BATCH / VECTOR ? some : BATCH / VECTOR;
        share_out(x + i, some, end);
        for (size_t q = 0; q < QUEUES; q++)
            end[q] = settle(&queues[q], end[q]);
    }
    for (; i < n; i++)
        counts[x[i]]++;
    for (size_t q = 0; q < QUEUES; q++)
        finish(&queues[q], end[q], counts + q * LOW_VALUES);
}

bool openmp_histogram_bytes_can(size_t n)
{
    return n >= LEAST && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512vbmi2") &&
        __builtin_cpu_supports("avx512vpopcntdq");
}

#else

bool openmp_histogram_bytes_can(size_t n)
{
    (void)n;
    return false;
}

void openmp_histogram_bytes(const uint8_t *x, size_t n, uint32_t *counts)
{
    for (size_t i = 0; i < n; i++)
        counts[x[i]]++;
}

#endif
