/* random.c - inputs from a seeded counter-based generator.
 *
 * Word w of array k is word w mod 4 of the Philox4x32-10 block with counter
 * (w / 4, k, 0) and the seed as key. An element takes its words by index, so
 * that it is the same whoever computes it, in whatever order. */
#include "random.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include <Random123/philox.h>

#include "simd.h"
#include "host/parallel.h"

/* In the order of dists[]. */
enum kind { UNIFORM, NORMAL, INTEGERS, CONSTANT, ASCENDING, DESCENDING, FEW };

const struct dist dists[] = {
    [UNIFORM] = { "uniform", "floats in [0, 1), integers of any value", 0,
                  false, false },
    [NORMAL] = { "normal",
                 "mean 0, deviation 1; integers 1000 times that, "
                 "unsigned ones its absolute value",
                 0, false, false },
    [INTEGERS] = { "integers",
                   "whole numbers but 0 whose sums are exact: "
                   "-4 to 4 (unsigned: 1 to 8); in sgemm, A to 4095, B 1 "
                   "and -1",
                   0, false, false },
    [CONSTANT] = { "constant", "every element ARG", 1, true, false },
    [ASCENDING] = { "ascending", "1, 2, 3, ...", 0, false, false },
    [DESCENDING] = { "descending",
                     "-1, -2, -3, ...; unsigned: from the "
                     "largest down",
                     0, false, false },
    [FEW] = { "few", "ARG distinct values, 1 to ARG, in random order", 16,
              true, true },
    { 0 }
};

const struct dist *dist_twin = &dists[INTEGERS];

const struct dist *dist_find(const char *name, size_t length)
{
    for (const struct dist *d = dists; d->name; d++)
        if (strlen(d->name) == length && !memcmp(d->name, name, length))
            return d;
    return NULL;
}

/* --- words ---------------------------------------------------------------- */

/* A group is what is generated at a time: several blocks, so that the
 * compiler computes one block a SIMD lane. */
enum { GROUP_BLOCKS = 16, GROUP_WORDS = 4 * GROUP_BLOCKS };

SIMD_CLONES
static void random_words(uint64_t first_block, uint32_t which,
                         const philox4x32_key_t key, uint32_t *words)
{
    for (size_t j = 0; j < GROUP_BLOCKS; j++) {
        const uint64_t block = first_block + j;
        const philox4x32_ctr_t counter = {
            { (uint32_t)block, (uint32_t)(block >> 32), which, 0 }
        };
        const philox4x32_ctr_t word = philox4x32(counter, key);
        for (size_t k = 0; k < 4; k++)
            words[4 * j + k] = word.v[k];
    }
}

/* Two words as one normal number; their other one with `sine` (Box and
 * Muller 1958). */
static double box_muller(uint32_t a, uint32_t b, size_t sine)
{
    const double radius = sqrt(-2 * log(((double)a + 1) * 0x1p-32));
    const double angle = 6.283185307179586 * 0x1p-32 * (double)b;
    return radius * (sine ? sin(angle) : cos(angle));
}

/* --- elements ------------------------------------------------------------- */

#define NORMAL_SCALE 1000 /* deviation of normal integers */
#define TWIN_MOST 4       /* where an input's twin_most is 0 */

#define KIND_SIGNED 0
#define KIND_UNSIGNED 1
#define KIND_F32 2
#define KIND_F64 3

struct filling {
    enum elem type;
    enum kind kind;
    double argument;
    uint32_t most; /* of INTEGERS */
    uint32_t which;
    philox4x32_key_t key;
    void *elements;
    size_t count;
};

#define T int32_t
#define T_LEAST INT32_MIN
#define T_MOST INT32_MAX
#define T_KIND KIND_SIGNED
#define NAME(x) i32_##x
#include "random_tmpl.h"
#define T int64_t
#define T_LEAST INT64_MIN
#define T_MOST INT64_MAX
#define T_KIND KIND_SIGNED
#define NAME(x) i64_##x
#include "random_tmpl.h"
#define T uint32_t
#define T_LEAST 0
#define T_MOST UINT32_MAX
#define T_KIND KIND_UNSIGNED
#define NAME(x) u32_##x
#include "random_tmpl.h"
#define T uint64_t
#define T_LEAST 0
#define T_MOST UINT64_MAX
#define T_KIND KIND_UNSIGNED
#define NAME(x) u64_##x
#include "random_tmpl.h"
#define T uint8_t
#define T_LEAST 0
#define T_MOST UINT8_MAX
#define T_KIND KIND_UNSIGNED
#define NAME(x) u8_##x
#include "random_tmpl.h"
#define T float
#define T_LEAST -FLT_MAX
#define T_MOST FLT_MAX
#define T_KIND KIND_F32
#define NAME(x) f32_##x
#include "random_tmpl.h"
#define T double
#define T_LEAST -DBL_MAX
#define T_MOST DBL_MAX
#define T_KIND KIND_F64
#define NAME(x) f64_##x
#include "random_tmpl.h"

static void fill_groups(void *context, size_t begin, size_t end, int rank)
{
    static void (*const fill_of[])(const struct filling *, size_t, size_t) = {
        [ELEM_I32] = i32_fill, [ELEM_I64] = i64_fill, [ELEM_U32] = u32_fill,
        [ELEM_U64] = u64_fill, [ELEM_F32] = f32_fill, [ELEM_F64] = f64_fill,
        [ELEM_U8] = u8_fill
    };
    const struct filling *f = context;
    (void)rank;
    fill_of[f->type](f, begin, end);
}

void random_fill(const struct problem *p, int which, void *elements)
{
    const struct array *array = &p->in[which];
    const struct dist *dist = p->dist ? p->dist : &dists[0];
    struct filling f = {
        .type = array->type,
        .kind = (enum kind)(dist - dists),
        .argument = p->dist_argument,
        .most = (uint32_t)(array->twin_most ? array->twin_most : TWIN_MOST),
        .which = (uint32_t)which,
        .key = { { (uint32_t)p->seed, (uint32_t)(p->seed >> 32) } },
        .elements = elements,
        .count = array->count,
    };
    const size_t group =
        elem_size(f.type) > sizeof(uint32_t) ? GROUP_WORDS / 2 : GROUP_WORDS;
    parallel_for((f.count + group - 1) / group, fill_groups, &f);
}

double random_unit(uint64_t seed, int which, uint64_t index)
{
    const philox4x32_key_t key = { { (uint32_t)seed,
                                     (uint32_t)(seed >> 32) } };
    const philox4x32_ctr_t counter = {
        { (uint32_t)index, (uint32_t)(index >> 32), (uint32_t)which, 0 }
    };
    return ((double)philox4x32(counter, key).v[0] + 1) * 0x1p-32;
}

/* SplitMix64 (Steele, Lea and Flood 2014). */
uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
