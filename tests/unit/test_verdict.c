/* test_verdict.c - what counts as right. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "verdict.h"
#include "host/parallel.h"

static void same(void **state)
{
    static int32_t want[50000], got[50000];
    struct verdict v;
    (void)state;
    parallel_set_threads(3);
    for (int i = 0; i < 50000; i++)
        want[i] = got[i] = i;
    verdict_clear(&v);
    verdict_same(&v, 0, ELEM_I32, 50000, want, got);
    assert_true(v.ok && v.max_ulp == 0);
    got[49999] = got[20000] = got[4096] = -1;
    verdict_same(&v, 0, ELEM_I32, 50000, want, got);
    assert_false(v.ok);
    assert_int_equal(v.first_bad, 4096);
    assert_non_null(strstr(v.text, "expected 4096, got -1"));
    verdict_same(&v, 1, ELEM_I32, 50000, want, got);
    assert_int_equal(v.bad_output, 0); /* the lowest output */
}

static void same_floats(void **state)
{
    const float want[] = { 0.0f, 1.0f }, zero[] = { -0.0f, 1.0f };
    const float none[] = { 0.0f, NAN };
    struct verdict v;
    (void)state;
    verdict_clear(&v);
    verdict_same(&v, 0, ELEM_F32, 2, want, zero);
    assert_true(v.ok);
    verdict_identical(&v, 0, ELEM_F32, 2, want, want);
    assert_true(v.ok);
    verdict_identical(&v, 0, ELEM_F32, 2, want, zero);
    assert_true(!v.ok && v.first_bad == 0);
    verdict_clear(&v);
    verdict_same(&v, 0, ELEM_F32, 2, want, none);
    assert_false(v.ok);
    assert_int_equal(v.first_bad, 1);
}

static bool near(enum elem type, double got, double want, double rest,
                 double bound, double *ulp)
{
    const float single = (float)got;
    struct verdict v;
    verdict_clear(&v);
    verdict_near(&v, 0, 7, type,
                 type == ELEM_F32 ? (const void *)&single : &got, want, rest,
                 bound);
    *ulp = v.max_ulp;
    return v.ok;
}

static void bounds(void **state)
{
    double ulp;
    (void)state;
    assert_true(near(ELEM_F64, 1, 1, 0, 0, &ulp) && ulp == 0);
    assert_true(near(ELEM_F64, 1 + DBL_EPSILON, 1, 0, DBL_EPSILON, &ulp));
    assert_true(ulp == 1);
    assert_false(near(ELEM_F64, 1 + 2 * DBL_EPSILON, 1, 0, DBL_EPSILON, &ulp));
    assert_true(near(ELEM_F32, 1 + FLT_EPSILON, 1, 0, FLT_EPSILON, &ulp));
    assert_true(ulp == 1);
    assert_true(near(ELEM_F64, 1, 1, 1e-20, 1e-20, &ulp));
    assert_false(near(ELEM_F64, 1, 1, 1e-20, 0, &ulp));
}

static void nothing_but_numbers(void **state)
{
    double ulp;
    (void)state;
    assert_false(near(ELEM_F32, NAN, 1, 0, 1e30, &ulp));
    assert_false(near(ELEM_F32, INFINITY, 1, 0, INFINITY, &ulp));
    assert_false(near(ELEM_F64, 1, 1, 0, NAN, &ulp));
    assert_false(near(ELEM_F64, -INFINITY, 1, 0, INFINITY, &ulp));
}

static void growth(void **state)
{
    (void)state;
    assert_true(verdict_roundoff(ELEM_F32) == 0x1p-24);
    assert_true(verdict_roundoff(ELEM_F64) == 0x1p-53);
    assert_true(verdict_roundoff(ELEM_I32) == 0);
    assert_true(verdict_gamma(ELEM_F32, 0) == 0);
    assert_true(verdict_gamma(ELEM_F32, 1) >= 0x1p-24);
    assert_true(verdict_gamma(ELEM_F32, 10) > 10 * 0x1p-24);
    assert_true(verdict_gamma(ELEM_F32, 10) < 10.001 * 0x1p-24);
    assert_true(verdict_gamma(ELEM_F32, 0x1p23) == 1);
    assert_true(verdict_gamma(ELEM_F32, 0x1p24) == 2);
    assert_true(verdict_gamma(ELEM_F32, 0x1p26) == 8);
    assert_true(verdict_gamma(ELEM_I32, 1e9) == 0);
}

/* Of a bound of 100 roundings: half, then a tenth; the likely one is 7 / 10 of
 * it. Bounds that follow from no depth do not count. */
static void shares_of_bounds(void **state)
{
    const float half = 1.5f, tenth = 1.1f;
    struct verdict v, w;
    (void)state;
    verdict_clear(&v);
    verdict_near(&v, 0, 0, ELEM_F32, &half, 1, 0, 1);
    assert_true(v.of_bound == 0 && v.of_likely == 0);
    v.depth = 100;
    verdict_near(&v, 0, 0, ELEM_F32, &half, 1, 0, 1);
    verdict_near(&v, 0, 0, ELEM_F32, &tenth, 1, 0, 1);
    assert_true(v.ok && v.of_bound == 0.5);
    assert_true(fabs(v.of_likely - 0.5 / 0.7) < 1e-12);
    verdict_clear(&w);
    verdict_merge(&w, &v);
    assert_true(w.of_bound == v.of_bound && w.of_likely == v.of_likely);
    assert_true(w.depth == 100);
    assert_true(verdict_likely(40) == 1 && verdict_likely(490000) == 0.01);
}

static void merging(void **state)
{
    struct verdict a = { .ok = true, .max_ulp = 3 };
    const struct verdict late = {
        .ok = false, .max_ulp = 1, .first_bad = 9, .text = "late"
    };
    const struct verdict early = { .ok = false,
                                   .first_bad = 2,
                                   .text = "early" };
    const struct verdict good = { .ok = true, .max_ulp = 5 };
    (void)state;
    verdict_merge(&a, &late);
    assert_true(!a.ok && a.first_bad == 9 && a.max_ulp == 3);
    verdict_merge(&a, &early);
    assert_true(a.first_bad == 2 && !strcmp(a.text, "early"));
    verdict_merge(&a, &late);
    assert_true(a.first_bad == 2);
    verdict_merge(&a, &good);
    assert_true(!a.ok && a.max_ulp == 5);
}

/* Two elements are bad; every one is off by as many ulp as its index. */
static void look(const void *context, size_t begin, size_t end,
                 struct verdict *v)
{
    const size_t *bad = context;
    for (size_t i = begin; i < end; i++) {
        v->max_ulp = fmax(v->max_ulp, (double)i);
        if (v->ok && (i == bad[0] || i == bad[1]))
            *v = (struct verdict){ .max_ulp = v->max_ulp, .first_bad = i };
    }
}

static void in_parallel(void **state)
{
    enum { COUNT = 1000 };
    static const size_t bad[][2] = {
        { 999, 3 }, { 3, 4 }, { 500, 2000 }, { 2000, 2000 }
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const size_t first = bad[i][0] < bad[i][1] ? bad[i][0] : bad[i][1];
        struct verdict v = { .ok = true, .max_ulp = 7 };
        verdict_parallel(&v, COUNT, look, bad[i]);
        assert_int_equal(v.ok, first >= COUNT);
        assert_true(v.ok || v.first_bad == first);
        assert_true(v.max_ulp == COUNT - 1);
        verdict_parallel(&v, 0, look, bad[i]);
        assert_true(v.max_ulp == COUNT - 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same),    cmocka_unit_test(same_floats),
        cmocka_unit_test(bounds),  cmocka_unit_test(nothing_but_numbers),
        cmocka_unit_test(growth),  cmocka_unit_test(shares_of_bounds),
        cmocka_unit_test(merging), cmocka_unit_test(in_parallel),
    };
    return cmocka_run_group_tests_name("verdict", tests, NULL, NULL);
}
