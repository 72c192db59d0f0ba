/* indices.c - generated indices: patterns of places.
 *
 * A random permutation of n places is a Feistel network over the rows and the
 * columns of the smallest near-square that holds n, rounds being sums modulo
 * its sides; a place outside of n is permuted again until it is inside (Black
 * and Rogaway 2002, "Ciphers with Arbitrary Finite Domains": generalised
 * Feistel, cycle walking). So each place follows from its number alone, and
 * fewer than about one in sqrt(n) takes a second walk. */
#include "ops/indices.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "random.h"
#include "simd.h"
#include "host/parallel.h"

enum {
    BATCH = 256, /* indices made at a time */
    ROUNDS = 6   /* of the network: four look random, and two to spare */
};

const char *const indices_widths[] = { "32", "64", NULL };

enum status indices_shape(const struct problem *p, size_t places,
                          struct reason *why)
{
    if (!indices_are_wide(p) && places > (size_t)UINT32_MAX + 1)
        return fail(why, STATUS_USAGE,
                    "index=32: such indices reach 2^32 elements, not %zu; "
                    "index=64 does",
                    places);
    return STATUS_OK;
}

/* --- random permutations -------------------------------------------------- */

struct permutation {
    uint64_t n;
    uint32_t rows, columns; /* rows * columns >= n */
    uint32_t key[ROUNDS];
};

/* Number `number` of those that a seed has for an input. */
static struct permutation permutation_of(uint64_t n, uint64_t seed, int which,
                                         uint64_t number)
{
    struct permutation q = { .n = n };
    uint64_t state = seed + (uint64_t)which;
    q.columns = (uint32_t)ceil(sqrt((double)n));
    q.rows = (uint32_t)((n + q.columns - 1) / q.columns);
    state = random_next(&state) ^ number;
    for (int k = 0; k < ROUNDS; k += 2) {
        const uint64_t word = random_next(&state);
        q.key[k] = (uint32_t)word;
        q.key[k + 1] = (uint32_t)(word >> 32);
    }
    return q;
}

/* a plus a hash of b, modulo `side`; the hash multiplies twice, as its high
 * bits are to depend on all of b. */
static inline uint32_t turned(uint32_t a, uint32_t b, uint32_t key,
                              uint32_t side)
{
    uint32_t x = (b ^ key) * 0x9e3779b1u;
    x = (x ^ x >> 15) * 0x85ebca77u;
    a += (uint32_t)((uint64_t)x * side >> 32);
    return a < side ? a : a - side;
}

SIMD_CLONES
static void walk(const struct permutation *q, uint32_t *row, uint32_t *column,
                 size_t count)
{
    for (int k = 0; k < ROUNDS; k += 2)
        for (size_t j = 0; j < count; j++) {
            row[j] = turned(row[j], column[j], q->key[k], q->rows);
            column[j] = turned(column[j], row[j], q->key[k + 1], q->columns);
        }
}

/* Where places begin, begin + 1, ... go: at most a batch. */
static void permute(const struct permutation *q, uint64_t begin, size_t count,
                    uint64_t *to)
{
    uint32_t row[BATCH], column[BATCH];
    uint32_t r = (uint32_t)(begin / q->columns);
    uint32_t c = (uint32_t)(begin % q->columns);
    for (size_t j = 0; j < count; j++) {
        row[j] = r;
        column[j] = c++;
        if (c == q->columns)
            c = 0, r++;
    }
    walk(q, row, column, count);
    for (size_t j = 0; j < count; j++) {
        while ((to[j] = (uint64_t)row[j] * q->columns + column[j]) >= q->n)
            walk(q, &row[j], &column[j], 1);
    }
}

/* --- patterns ------------------------------------------------------------- */

struct pattern {
    const struct problem *problem;
    int which;
    size_t places;
    struct permutation all; /* of pattern=random */
    void *indices;
};

/* Each makes indices [begin, begin + count), at most a batch, `begin` being at
 * place `at` of a turn that they do not go beyond. */
typedef void maker(const struct pattern *, size_t begin, size_t at,
                   size_t count, uint64_t *to);

static void make_random(const struct pattern *s, size_t begin, size_t at,
                        size_t count, uint64_t *to)
{
    (void)begin;
    permute(&s->all, at, count, to);
}

static void make_identity(const struct pattern *s, size_t begin, size_t at,
                          size_t count, uint64_t *to)
{
    (void)s, (void)begin;
    for (size_t j = 0; j < count; j++)
        to[j] = at + j;
}

static void make_reverse(const struct pattern *s, size_t begin, size_t at,
                         size_t count, uint64_t *to)
{
    (void)begin;
    for (size_t j = 0; j < count; j++)
        to[j] = s->places - 1 - at - j;
}

/* The first `longer` columns have a row more than the others. */
static void make_stride(const struct pattern *s, size_t begin, size_t at,
                        size_t count, uint64_t *to)
{
    const size_t columns = (size_t)s->problem->param[INDICES_PARAM_STRIDE].i;
    const size_t rows = s->places / columns, longer = s->places % columns;
    const size_t before = longer * (rows + 1);
    size_t column, row;
    (void)begin;
    if (at < before) {
        column = at / (rows + 1);
        row = at % (rows + 1);
    } else {
        column = longer + (at - before) / rows;
        row = (at - before) % rows;
    }
    for (size_t j = 0, place = row * columns + column; j < count; j++) {
        to[j] = place;
        place += columns;
        if (place >= s->places)
            place = ++column;
    }
}

static void make_blocks(const struct pattern *s, size_t begin, size_t at,
                        size_t count, uint64_t *to)
{
    const size_t block = (size_t)s->problem->param[INDICES_PARAM_BLOCK].i;
    (void)begin;
    for (size_t j = 0, some; j < count; j += some) {
        const size_t number = (at + j) / block, first = number * block;
        const size_t rest = s->places - first;
        const size_t length = rest < block ? rest : block;
        const struct permutation q = permutation_of(
            length, s->problem->seed, s->which, 1 + (uint64_t)number);
        some = first + length - at - j;
        some = some < count - j ? some : count - j;
        permute(&q, at + j - first, some, to + j);
        for (size_t k = j; k < j + some; k++)
            to[k] += first;
    }
}

/* Place k with a chance of log((k + 2) / (k + 1)) / log(places + 1). */
static void make_skewed(const struct pattern *s, size_t begin, size_t at,
                        size_t count, uint64_t *to)
{
    const double power = log((double)s->places + 1);
    (void)at;
    for (size_t j = 0; j < count; j++) {
        const double u = random_unit(s->problem->seed, s->which, begin + j);
        const uint64_t place = (uint64_t)exp(u * power) - 1;
        to[j] = place < s->places ? place : s->places - 1;
    }
}

static struct pattern pattern_of(const struct problem *p, int which,
                                 size_t places, void *indices)
{
    struct pattern s = {
        .problem = p, .which = which, .places = places, .indices = indices
    };
    if (places)
        s.all = permutation_of(places, p->seed, which, 0);
    return s;
}

/* Indices [begin, end) to to[0], to[1], ... */
static void fill_slice(const struct pattern *s, size_t begin, size_t end,
                       void *to)
{
    static maker *const makers[INDICES_PATTERNS] = {
        [INDICES_RANDOM] = make_random,   [INDICES_IDENTITY] = make_identity,
        [INDICES_REVERSE] = make_reverse, [INDICES_STRIDE] = make_stride,
        [INDICES_BLOCKS] = make_blocks,   [INDICES_SKEWED] = make_skewed,
    };
    const bool wide = indices_are_wide(s->problem);
    maker *const make = makers[s->problem->param[INDICES_PARAM_PATTERN].i];
    uint64_t batch[BATCH];
    for (size_t i = begin, count; i < end; i += count) {
        const size_t at = i % s->places, turn = s->places - at;
        count = end - i < BATCH ? end - i : BATCH;
        count = count < turn ? count : turn;
        make(s, i, at, count, batch);
        if (wide)
            memcpy((uint64_t *)to + (i - begin), batch, count * sizeof *batch);
        else
            for (size_t j = 0; j < count; j++)
                ((uint32_t *)to)[i - begin + j] = (uint32_t)batch[j];
    }
}

void indices_fill_slice(const struct problem *p, int which, size_t places,
                        size_t begin, size_t end, void *to)
{
    const struct pattern s = pattern_of(p, which, places, NULL);
    fill_slice(&s, begin, end, to);
}

static void fill_block(void *context, size_t begin, size_t end, int rank)
{
    const struct pattern *s = context;
    (void)rank;
    fill_slice(s, begin, end,
               (char *)s->indices +
                   begin * elem_size(indices_type(s->problem)));
}

void indices_fill(const struct problem *p, int which, size_t places,
                  void *indices)
{
    struct pattern s = pattern_of(p, which, places, indices);
    parallel_for(p->in[which].count, fill_block, &s);
}
