/* test_sort.c - the order that sort promises, how its right answer is made and
 * held against what a variant left, and what keys are made of. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/sort.h"
#include "ops/sort_oracle.h"

#define SORT_TEMPLATE "tests/unit/sort_ranks.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

extern const struct op op_sort;

static struct problem problem_of(enum elem type, size_t n, int value,
                                 int order)
{
    struct reason why;
    struct problem p = {
        .op = &op_sort, .type = type, .size = n, .dist = dists, .seed = 5
    };
    p.param[SORT_PARAM_VALUE].i = value;
    p.param[SORT_PARAM_ORDER].i = order;
    p.param[SORT_PARAM_BYTES].i = 255;
    assert_int_equal(op_sort.shape(&p, &why), STATUS_OK);
    return p;
}

/* --- the order ------------------------------------------------------------ */

/* In order; those with the same number are equal. */
static const struct {
    uint32_t bits;
    int place;
} order_32[] = { { 0xffffffff, 0 },  { 0xffc00000, 1 }, { 0xff800001, 2 },
                 { 0xff800000, 3 },  { 0xbf800000, 4 }, { 0x80000001, 5 },
                 { 0x80000000, 6 },  { 0x00000000, 6 }, { 0x00000001, 7 },
                 { 0x3f800000, 8 },  { 0x7f800000, 9 }, { 0x7f800001, 10 },
                 { 0x7fc00000, 11 }, { 0x7fffffff, 12 } };

static const struct {
    uint64_t bits;
    int place;
} order_64[] = { { 0xffffffffffffffff, 0 },
                 { 0xfff8000000000000, 1 },
                 { 0xfff0000000000001, 2 },
                 { 0xfff0000000000000, 3 },
                 { 0xbff0000000000000, 4 },
                 { 0x8000000000000001, 5 },
                 { 0x8000000000000000, 6 },
                 { 0, 6 },
                 { 1, 7 },
                 { 0x3ff0000000000000, 8 },
                 { 0x7ff0000000000000, 9 },
                 { 0x7ff0000000000001, 10 },
                 { 0x7ff8000000000000, 11 },
                 { 0x7fffffffffffffff, 12 } };

enum { SPECIALS = sizeof order_32 / sizeof *order_32 };

static void floats_in_order(void **state)
{
    (void)state;
    for (int a = 0; a < SPECIALS; a++)
        for (int b = 0; b < SPECIALS; b++) {
            const bool less = order_32[a].place < order_32[b].place;
            assert_int_equal(sort_oracle_before(ELEM_F32, false,
                                                &order_32[a].bits,
                                                &order_32[b].bits),
                             less);
            assert_int_equal(sort_oracle_before(ELEM_F32, true,
                                                &order_32[b].bits,
                                                &order_32[a].bits),
                             less);
            assert_int_equal(sort_oracle_before(ELEM_F64, false,
                                                &order_64[a].bits,
                                                &order_64[b].bits),
                             order_64[a].place < order_64[b].place);
        }
}

/* Ranks, which radix sorts go by, are in the order of values. */
static void ranks_are_the_order(void **state)
{
    static void (*const ranks[])(const struct problem *, const void *,
                                 uint64_t *) = SORT_FORMS(, ranks);
    static const enum elem types[] = { ELEM_I32, ELEM_U32, ELEM_I64,
                                       ELEM_U64, ELEM_F32, ELEM_F64 };
    enum { N = 300 };
    double keys[N];
    uint64_t rank[N];
    (void)state;
    for (size_t t = 0; t < sizeof types / sizeof *types; t++)
        for (int down = 0; down < 2; down++) {
            struct problem p = problem_of(types[t], N, SORT_KEYS, down);
            const size_t size = elem_size(p.type);
            const char *x = (const char *)keys;
            p.param[SORT_PARAM_SPECIAL].r = 0.5;
            assert_true(op_sort.fill(&p, 0, keys));
            ranks[sort_form(&p)](&p, keys, rank);
            for (size_t a = 0; a < N; a++)
                for (size_t b = 0; b < N; b++)
                    assert_int_equal(rank[a] < rank[b],
                                     sort_oracle_before(p.type, down,
                                                        x + a * size,
                                                        x + b * size));
        }
}

/* --- the right answer ----------------------------------------------------- */

/* Stably, by taking the first of the least, over and over. */
static void select_all(const struct problem *p, const char *keys,
                       const uint32_t *values, char *sorted, uint32_t *carried)
{
    const size_t n = p->size, size = elem_size(p->type);
    bool *taken = calloc(n, sizeof *taken);
    for (size_t k = 0; k < n; k++) {
        size_t least = n;
        for (size_t i = 0; i < n; i++)
            if (!taken[i] &&
                (least == n ||
                 sort_oracle_before(p->type, sort_descends(p), keys + i * size,
                                    keys + least * size)))
                least = i;
        taken[least] = true;
        memcpy(sorted + k * size, keys + least * size, size);
        carried[k] = values[least];
    }
    free(taken);
}

static void oracle_is_stable(void **state)
{
    enum { MOST = 700 };
    static const size_t sizes[] = { 0, 1, 2, 15, 16, 17, 33, 65, 257, MOST };
    static double keys[MOST], sorted[MOST], spare_keys[MOST], want[MOST];
    static uint32_t values[MOST], carried[MOST], spare[MOST], wanted[MOST];
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (int c = 0; c < 8; c++) {
            struct problem p = problem_of(c & 1 ? ELEM_F32 : ELEM_F64,
                                          sizes[s], SORT_VALUE_32, c >> 1 & 1);
            parallel_set_threads(c & 4 ? 7 : 1);
            p.dist = dist_twin;
            p.param[SORT_PARAM_SPECIAL].r = 0.3;
            op_sort.fill(&p, 0, keys);
            op_sort.fill(&p, 1, values);
            memcpy(sorted, keys, sizeof keys);
            memcpy(carried, values, sizeof values);
            sort_oracle(p.type, sort_descends(&p), 4, p.size,
                        (struct sort_items){ sorted, carried },
                        (struct sort_items){ spare_keys, spare });
            select_all(&p, (const char *)keys, values, (char *)want, wanted);
            assert_memory_equal(sorted, want, p.size * elem_size(p.type));
            assert_memory_equal(carried, wanted, p.size * sizeof *wanted);
        }
    parallel_set_threads(3);
}

/* --- the check ------------------------------------------------------------ */

static struct verdict verdict_of(const struct problem *p, const void *want,
                                 const void *keys, const void *values,
                                 unsigned traits)
{
    const void *got[] = { keys, values };
    struct verdict v;
    op_sort.check(p, &(struct promise){ .traits = traits }, want, got, &v);
    return v;
}

static void pairs_are_checked(void **state)
{
    const int32_t keys[] = { 5, 1, 5, -3, 1 };
    const uint32_t values[] = { 10, 20, 30, 40, 50 };
    const int32_t sorted[] = { -3, 1, 1, 5, 5 };
    const int32_t wrong[] = { -3, 1, 5, 1, 5 };
    const uint32_t stable[] = { 40, 20, 50, 10, 30 };
    const uint32_t other[] = { 40, 50, 20, 10, 30 };
    const uint32_t mixed[] = { 20, 40, 50, 10, 30 };
    const void *in[] = { keys, values };
    uint64_t want[16] = { 0 };
    const struct problem p =
        problem_of(ELEM_I32, 5, SORT_VALUE_32, SORT_ASCENDING);
    (void)state;
    assert_true(op_sort.want_bytes(&p) <= sizeof want);
    op_sort.oracle(&p, in, want);
    assert_true(verdict_of(&p, want, sorted, stable, 0).ok);
    assert_true(verdict_of(&p, want, sorted, stable, UNSTABLE).ok);
    assert_true(verdict_of(&p, want, sorted, other, UNSTABLE).ok);
    struct verdict v = verdict_of(&p, want, sorted, other, 0);
    assert_true(!v.ok && v.bad_output == 1 && v.first_bad == 1);
    assert_non_null(strstr(v.text, "expected 20, got 50"));
    v = verdict_of(&p, want, sorted, mixed, UNSTABLE);
    assert_true(!v.ok && v.bad_output == 1);
    assert_non_null(strstr(v.text, "a pair that is not in the input"));
    v = verdict_of(&p, want, wrong, stable, UNSTABLE);
    assert_true(!v.ok && v.bad_output == 0 && v.first_bad == 2);
    assert_non_null(strstr(v.text, "expected 1, got 5"));
}

static void zeros_are_checked(void **state)
{
    const float keys[] = { 0, 1, -0.0F, -0.0F };
    const float stable[] = { 0, -0.0F, -0.0F, 1 };
    const float other[] = { -0.0F, 0, -0.0F, 1 };
    const float lost[] = { 0, 0, -0.0F, 1 };
    const void *in[] = { keys };
    uint64_t want[8] = { 0 };
    const struct problem p =
        problem_of(ELEM_F32, 4, SORT_KEYS, SORT_ASCENDING);
    (void)state;
    op_sort.oracle(&p, in, want);
    assert_true(verdict_of(&p, want, stable, NULL, 0).ok);
    assert_true(verdict_of(&p, want, other, NULL, UNSTABLE).ok);
    assert_int_equal(verdict_of(&p, want, other, NULL, 0).first_bad, 0);
    assert_false(verdict_of(&p, want, lost, NULL, 0).ok);
    assert_false(verdict_of(&p, want, lost, NULL, UNSTABLE).ok);
}

/* --- inputs --------------------------------------------------------------- */

static void inputs(void **state)
{
    enum { N = 100003 };
    static float keys[N];
    static uint32_t values[N], bits;
    struct problem p = problem_of(ELEM_F32, N, SORT_VALUE_32, SORT_ASCENDING);
    size_t odd = 0, zeros = 0;
    (void)state;
    assert_false(op_sort.fill(&p, 0, keys)); /* --dist fills them */
    assert_true(op_sort.fill(&p, 1, values));
    p.param[SORT_PARAM_SPECIAL].r = 0.25;
    assert_true(op_sort.fill(&p, 0, keys));
    for (size_t i = 0; i < N; i++) {
        odd += !(keys[i] >= FLT_MIN && keys[i] < 1);
        zeros += keys[i] == 0 && signbit(keys[i]);
    }
    assert_in_range(odd, N * 24 / 100, N * 26 / 100);
    assert_in_range(zeros, N * 2 / 100, N * 4 / 100);
    p.param[SORT_PARAM_SPECIAL].r = 0;
    p.param[SORT_PARAM_BYTES].i = 5;
    assert_true(op_sort.fill(&p, 0, keys));
    bits = 0;
    for (size_t i = 0; i < N; i++) {
        uint32_t own;
        memcpy(&own, &keys[i], sizeof own);
        bits |= own;
    }
    assert_int_equal(bits, 0x00ff00ff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_in_order),
        cmocka_unit_test(ranks_are_the_order),
        cmocka_unit_test(oracle_is_stable),
        cmocka_unit_test(pairs_are_checked),
        cmocka_unit_test(zeros_are_checked),
        cmocka_unit_test(inputs),
    };
    return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
