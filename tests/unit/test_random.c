/* test_random.c - inputs: known answers, slices, threads, no zeros. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <Random123/philox.h>

#include "random.h"
#include "host/parallel.h"

enum { MOST = 100003 };

static struct problem problem_of(enum elem type, size_t count,
                                 const char *dist)
{
    struct problem p = { .type = type,
                         .size = count,
                         .seed = 0,
                         .in_count = 1,
                         .in = { { "x", type, count, 0, 0, 0 } } };
    p.dist = dist_find(dist, strlen(dist));
    p.dist_argument = p.dist->preset;
    return p;
}

/* The vectors of Random123's kat_vectors, philox4x32 10. */
static void known_answers(void **state)
{
    const philox4x32_ctr_t zero = { { 0, 0, 0, 0 } };
    const philox4x32_ctr_t ones = { { ~0u, ~0u, ~0u, ~0u } };
    const philox4x32_ctr_t pi = { { 0x243f6a88, 0x85a308d3, 0x13198a2e,
                                    0x03707344 } };
    const philox4x32_key_t key[] = { { { 0, 0 } },
                                     { { ~0u, ~0u } },
                                     { { 0xa4093822, 0x299f31d0 } } };
    const uint32_t want[][4] = {
        { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 },
        { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd },
        { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 }
    };
    const philox4x32_ctr_t got[] = { philox4x32(zero, key[0]),
                                     philox4x32(ones, key[1]),
                                     philox4x32(pi, key[2]) };
    (void)state;
    for (size_t i = 0; i < 3; i++)
        assert_memory_equal(got[i].v, want[i], sizeof want[i]);
}

/* Seed 0 and array 0 begin with the first of them; any element is a word of
 * the block whose counter is (index / 4, array). */
static void stream(void **state)
{
    static uint32_t x[MOST];
    const uint32_t first[] = { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c,
                               0x9b00dbd8 };
    struct problem p = problem_of(ELEM_U32, MOST, "uniform");
    (void)state;
    random_fill(&p, 0, x);
    assert_memory_equal(x, first, sizeof first);
    p.seed = 0x0123456789abcdef;
    p.in_count = 2;
    p.in[1] = p.in[0];
    random_fill(&p, 1, x);
    for (uint32_t i = 0; i < MOST; i += 997) {
        const philox4x32_ctr_t counter = { { i / 4, 0, 1, 0 } };
        const philox4x32_key_t key = { { 0x89abcdef, 0x01234567 } };
        assert_int_equal(x[i], philox4x32(counter, key).v[i % 4]);
    }
}

/* The same elements whatever the count and the number of threads. */
static void slices(void **state)
{
    static const size_t counts[] = { 1, 63, 64, 65, 4097, 65537 };
    char *all = malloc(MOST * 8), *part = malloc(MOST * 8);
    (void)state;
    for (const struct dist *d = dists; d->name; d++)
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++) {
            struct problem p = problem_of((enum elem)t, MOST, d->name);
            parallel_set_threads(1);
            random_fill(&p, 0, all);
            parallel_set_threads(3);
            random_fill(&p, 0, part);
            assert_memory_equal(all, part, MOST * elem_size(p.type));
            for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
                p.in[0].count = p.size = counts[i];
                memset(part, 0x55, MOST * 8);
                random_fill(&p, 0, part);
                assert_memory_equal(all, part, counts[i] * elem_size(p.type));
                assert_int_equal(part[counts[i] * elem_size(p.type)], 0x55);
            }
        }
    free(all);
    free(part);
}

static void seeds_differ(void **state)
{
    uint64_t a[8], b[8];
    struct problem p = problem_of(ELEM_U64, 8, "uniform");
    (void)state;
    random_fill(&p, 0, a);
    p.seed = 1;
    random_fill(&p, 0, b);
    for (size_t i = 0; i < 8; i++)
        assert_true(a[i] != b[i]);
    p.seed = 0;
    p.in[1] = p.in[0];
    random_fill(&p, 1, b);
    for (size_t i = 0; i < 8; i++)
        assert_true(a[i] != b[i]);
}

static size_t zeros(const char *x, size_t bytes, size_t size)
{
    const char none[8] = { 0 };
    size_t count = 0;
    for (size_t i = 0; i < bytes; i += size)
        count += !memcmp(x + i, none, size);
    return count;
}

/* No array of zeros: at most the few that a distribution must have. */
static void not_zeros(void **state)
{
    char *x = malloc(MOST * 8);
    (void)state;
    for (const struct dist *d = dists; d->name; d++)
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++) {
            const struct problem p = problem_of((enum elem)t, MOST, d->name);
            const size_t size = elem_size(p.type);
            random_fill(&p, 0, x);
            assert_true(zeros(x, MOST * size, size) < MOST / 8);
        }
    free(x);
}

/* Whole numbers so small that any order of adding is exact. */
static void twin(void **state)
{
    static float x[MOST];
    double least = 0, most = 0;
    const struct problem p = problem_of(ELEM_F32, MOST, dist_twin->name);
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        assert_true(x[i] == (float)(int)x[i]);
        least = x[i] < least ? x[i] : least;
        most = x[i] > most ? x[i] : most;
    }
    assert_true(least == -4 && most == 4);
}

/* As far as the input says, both signs, and not 0. */
static void twin_most(void **state)
{
    static const int bounds[] = { 1, 3, 4, 4095 };
    static int32_t x[MOST];
    static uint32_t u[MOST];
    (void)state;
    for (size_t b = 0; b < sizeof bounds / sizeof bounds[0]; b++) {
        struct problem p = problem_of(ELEM_I32, MOST, dist_twin->name);
        int32_t least = 0, most = 0;
        uint32_t top = 0;
        p.in[0].twin_most = bounds[b];
        random_fill(&p, 0, x);
        p.in[0].type = p.type = ELEM_U32;
        random_fill(&p, 0, u);
        for (size_t i = 0; i < MOST; i++) {
            assert_true(x[i] != 0 && u[i] != 0);
            least = x[i] < least ? x[i] : least;
            most = x[i] > most ? x[i] : most;
            top = u[i] > top ? u[i] : top;
        }
        assert_true(least == -bounds[b] && most == bounds[b]);
        assert_int_equal(top, 2 * bounds[b]);
    }
}

/* The ends of what ARG may be, in every type. */
static void arguments(void **state)
{
    static const struct {
        const char *dist;
        double argument;
    } cases[] = {
        { "few", 1 },         { "few", 0x1p32 },       { "zipf", 1e-9 },
        { "zipf", 100 },      { "nearly", 1e-9 },      { "nearly", 100 },
        { "constant", 0.25 }, { "constant", 1e-300 },  { "constant", -0.5 },
        { "constant", -7 },   { "constant", DBL_MAX }, { "constant", -DBL_MAX }
    };
    char *x = malloc(MOST * 8);
    (void)state;
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++) {
            struct problem p = problem_of((enum elem)t, MOST, cases[c].dist);
            const size_t size = elem_size(p.type);
            p.dist_argument = cases[c].argument;
            random_fill(&p, 0, x);
            assert_int_equal(zeros(x, MOST * size, size), 0);
        }
    free(x);
}

/* Bytes: all values of them, and the numbers that the twin has. */
static void bytes(void **state)
{
    static uint8_t x[MOST + 1];
    size_t seen[256] = { 0 };
    struct problem p = problem_of(ELEM_U8, MOST, "uniform");
    (void)state;
    x[MOST] = 0x55;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++)
        seen[x[i]]++;
    for (size_t v = 0; v < 256; v++)
        assert_in_range(seen[v], MOST / 256 / 2, MOST / 256 * 2);
    p.dist = dist_twin;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++)
        assert_in_range(x[i], 1, 8);
    assert_int_equal(x[MOST], 0x55);
}

/* In (0, 1], around a half, and others for another input or seed. */
static void units(void **state)
{
    double total = 0;
    (void)state;
    for (uint64_t i = 0; i < MOST; i++) {
        const double u = random_unit(1, 1, i);
        assert_true(u > 0 && u <= 1);
        total += u;
    }
    assert_true(total / MOST > 0.4945 && total / MOST < 0.5055);
    assert_true(random_unit(1, 1, 7) != random_unit(1, 2, 7));
    assert_true(random_unit(1, 1, 7) != random_unit(2, 1, 7));
}

static void few_values(void **state)
{
    static int32_t x[MOST];
    size_t seen[4] = { 0 };
    struct problem p = problem_of(ELEM_I32, MOST, "few");
    (void)state;
    p.dist_argument = 3;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        assert_in_range(x[i], 1, 3);
        seen[x[i]]++;
    }
    assert_true(seen[1] > MOST / 4 && seen[2] > MOST / 4 &&
                seen[3] > MOST / 4);
}

static void uniform_floats(void **state)
{
    static double x[MOST];
    double total = 0;
    const struct problem p = problem_of(ELEM_F64, MOST, "uniform");
    (void)state;
    random_fill(&p, 0, x);
    for (size_t i = 0; i < MOST; i++) {
        assert_true(x[i] >= 0 && x[i] < 1);
        total += x[i];
    }
    /* five standard deviations, 1 / sqrt(12 n) each */
    assert_true(total / MOST > 0.4954 && total / MOST < 0.5046);
}

static void nothing(void **state)
{
    char x = 0x55;
    const struct problem p = problem_of(ELEM_F32, 0, "uniform");
    (void)state;
    random_fill(&p, 0, &x);
    assert_int_equal(x, 0x55);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_answers), cmocka_unit_test(stream),
        cmocka_unit_test(slices),        cmocka_unit_test(seeds_differ),
        cmocka_unit_test(not_zeros),     cmocka_unit_test(twin),
        cmocka_unit_test(twin_most),     cmocka_unit_test(arguments),
        cmocka_unit_test(few_values),    cmocka_unit_test(bytes),
        cmocka_unit_test(units),         cmocka_unit_test(uniform_floats),
        cmocka_unit_test(nothing),
    };
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
