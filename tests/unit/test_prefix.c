/* test_prefix.c - the right answers of scans: against a plain loop, against
 * one another, and what is let pass beside them. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "host/parallel.h"
#include "ops/prefix.h"
#include "verdict.h"
#include "matrix.h"

enum { COUNT = 10007 };

static size_t tile_start(const struct prefix *p, size_t i)
{
    return (i + p->tile - 1) / p->tile * p->tile;
}

static int64_t whole_number(size_t i)
{
    return (int64_t)(i * 7919 % 10007) - 5000;
}

/* --- the oracle ----------------------------------------------------------- */

/* By a loop that knows no threads; lowest: the identity of max. */
static void plain(const struct prefix *p, const int64_t *x, int64_t *y,
                  int64_t lowest)
{
    int64_t total = 0;
    for (size_t i = 0; i < p->n; i++) {
        if (i == 0 || (p->next_start && i % p->tile == 0))
            total = p->maxima ? lowest : 0;
        const int64_t before = total;
        total = !p->maxima ? total + x[i] : x[i] > total ? x[i] : total;
        y[i] = p->exclusive ? before : total;
    }
}

static void like_a_loop(void **state)
{
    static const size_t tiles[] = { 1,    2,    3,     1000,  3335,
                                    3336, 5000, 10006, 10007, 20000 };
    static int64_t x[COUNT], y[COUNT], want[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        x[i] = whole_number(i);
    for (size_t k = 0; k < 4 * sizeof tiles / sizeof tiles[0]; k++) {
        struct prefix p = { .type = ELEM_I64,
                            .n = COUNT,
                            .maxima = k % 2,
                            .exclusive = k / 2 % 2,
                            .tile = tiles[k / 4] };
        p.next_start = p.tile < COUNT ? tile_start : NULL;
        plain(&p, x, y, INT64_MIN);
        prefix_oracle(&p, x, want);
        assert_memory_equal(y, want, sizeof y);
    }
}

/* Whether the op takes y as exactly the answer to x. */
static bool takes(const char *op, enum elem type, size_t n,
                  const char *const settings[], int count, const void *x,
                  const void *y)
{
    const void *const in[OP_ARRAYS] = { x }, *const out[OP_ARRAYS] = { y };
    struct reason why = { "" };
    struct verdict v = { .ok = false };
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find(op), type, n, settings, count, &why),
        STATUS_OK);
    void *want = calloc(1, p.op->want_bytes(&p) + 1);
    assert_non_null(want);
    p.op->oracle(&p, in, want);
    p.op->check(&p, &(struct promise){ 0 }, want, out, &v);
    free(want);
    return v.ok;
}

/* The last total is the reduction; a tile of everything is a scan; the
 * exclusive totals are the inclusive ones, one later. */
static void identities(void **state)
{
    static const char *const sum[] = { "operator=sum" };
    static const char *const before[] = { "kind=exclusive" };
    static const char *const whole[] = { "tile=10007" };
    static const char *const halves[] = { "tile=5004" };
    static int32_t x[COUNT], y[COUNT + 1];
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = (int32_t)whole_number(i) * 400001; /* wraps */
        y[i + 1] = (int32_t)((uint32_t)y[i] + (uint32_t)x[i]);
    }
    assert_true(takes("scan", ELEM_I32, COUNT, sum, 1, x, y + 1));
    assert_true(takes("scan", ELEM_I32, COUNT, before, 1, x, y));
    assert_false(takes("scan", ELEM_I32, COUNT, before, 1, x, y + 1));
    assert_true(takes("reduce", ELEM_I32, COUNT, sum, 1, x, &y[COUNT]));
    assert_true(takes("tile-scan", ELEM_I32, COUNT, whole, 1, x, y + 1));
    assert_false(takes("tile-scan", ELEM_I32, COUNT, halves, 1, x, y + 1));
}

/* Large terms that cancel leave what a plain sum loses. */
static void cancelling(void **state)
{
    static const char *const sum[] = { "operator=sum" };
    static const int64_t large = 10000000000000000;
    static double x[4 * COUNT], y[4 * COUNT];
    (void)state;
    for (size_t i = 0; i < 4 * COUNT; i += 4) {
        const int64_t left = (int64_t)i / 2;
        x[i] = (double)large, x[i + 1] = 1;
        x[i + 2] = (double)-large, x[i + 3] = 1;
        y[i] = (double)(large + left), y[i + 1] = (double)(large + left + 1);
        y[i + 2] = (double)(left + 1), y[i + 3] = (double)(left + 2);
    }
    assert_true(takes("scan", ELEM_F64, 4 * COUNT, sum, 1, x, y));
}

/* --- the check ------------------------------------------------------------ */

/* The verdict on ones, whose sums f32 holds, with one of them nudged. */
static struct verdict nudged(double depth, size_t at, float by)
{
    static float x[COUNT], y[COUNT];
    static double want[2 * COUNT];
    const struct prefix p = { .type = ELEM_F32, .n = COUNT };
    struct verdict v;
    for (size_t i = 0; i < COUNT; i++) {
        x[i] = 1;
        y[i] = (float)(i + 1);
    }
    y[at] += by;
    prefix_oracle(&p, x, want);
    prefix_check(&p, depth, want, y, &v);
    return v;
}

/* u = 2^-24; at element 4095 the bound is (depth + 1) 4096 u, and an ulp is
 * 8 u of 4096. */
static void bounds(void **state)
{
    (void)state;
    assert_true(nudged(0, 4095, 0).ok);
    assert_false(nudged(0, 4095, 0x1p-11f).ok);
    assert_true(nudged(8, 4095, 0x1p-11f).ok);
    assert_true(nudged(8, 4095, 0x1p-11f).max_ulp == 1);
    assert_false(nudged(2, 4095, 0x1p-9f).ok);
    assert_int_equal(nudged(2, 4095, 0x1p-9f).first_bad, 4095);
    assert_int_equal(nudged(2, 10006, 0x1p-7f).first_bad, 10006);
    assert_false(nudged(1e30, 77, INFINITY).ok);
    assert_false(nudged(1e30, 77, NAN).ok);
}

/* However deep the variant, an element is a sum of those before it: of the
 * first 4096 the bound is at most 4097 u of it, about 2^-12. */
static void first_ones_are_short_sums(void **state)
{
    (void)state;
    assert_false(nudged(1e30, 77, 4).ok);
    assert_false(nudged(1e30, 77, 0x1p-5f).ok);
    assert_true(nudged(1e30, 77, 0x1p-7f).ok);
    assert_true(nudged(1e30, 77, 0x1p-7f).depth <= COUNT);
    assert_false(nudged(1e30, 10006, 0x1p4f).ok);
    assert_true(nudged(1e30, 10006, 0x1p2f).ok);
}

static void first_of_many(void **state)
{
    static double x[COUNT], want[2 * COUNT];
    const struct prefix p = { .type = ELEM_F64, .n = COUNT };
    struct verdict v;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        x[i] = 1;
    prefix_oracle(&p, x, want);
    prefix_check(&p, 0, want, x, &v); /* right at 0 alone */
    assert_false(v.ok);
    assert_int_equal(v.first_bad, 1);
}

/* --- inputs without a right answer ---------------------------------------- */

static bool valid(enum elem type, bool maxima, double x)
{
    static double wide[COUNT];
    static float single[COUNT];
    const struct prefix p = { .type = type, .n = COUNT, .maxima = maxima };
    struct reason why = { "" };
    wide[COUNT - 3] = x;
    single[COUNT - 3] = (float)x;
    return !prefix_validate(
        &p, "operator", type == ELEM_F32 ? (const void *)single : wide, &why);
}

static void refusals(void **state)
{
    (void)state;
    assert_true(valid(ELEM_F32, false, -1e30) && valid(ELEM_F64, true, 1));
    assert_false(valid(ELEM_F32, false, NAN) || valid(ELEM_F32, true, NAN));
    assert_false(valid(ELEM_F64, false, NAN) || valid(ELEM_F64, true, NAN));
    assert_false(valid(ELEM_F64, false, INFINITY));
    assert_true(valid(ELEM_F64, true, -INFINITY));
    assert_false(valid(ELEM_F32, false, (double)FLT_MAX / COUNT));
    assert_true(valid(ELEM_F32, true, (double)FLT_MAX));
    assert_false(valid(ELEM_F64, false, DBL_MAX / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(like_a_loop),
        cmocka_unit_test(identities),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(bounds),
        cmocka_unit_test(first_ones_are_short_sums),
        cmocka_unit_test(first_of_many),
        cmocka_unit_test(refusals),
    };
    parallel_set_threads(3);
    return cmocka_run_group_tests_name("prefix", tests, NULL, NULL);
}
