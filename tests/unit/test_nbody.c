/* test_nbody.c - the oracle of nbody against sums by other means, its twin, and
 * which bodies it looks at where they are many. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "random.h"
#include "ops/nbody.h"
#include "ops/nbody_oracle.h"
#include "ops/nbody_twin.h"

enum { MOST = 300 };

static float x[4][MOST];
static const void *const in[] = { x[0], x[1], x[2], x[3] };

static struct problem problem_of(size_t n, const char *softening)
{
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(bed_problem(&p, op_find("nbody"), ELEM_F32, n, &softening,
                                 softening != NULL, &why),
                     STATUS_OK);
    return p;
}

static void fill(const struct problem *p)
{
    for (int k = 0; k < 4; k++)
        if (!p->op->fill(p, k, x[k]))
            random_fill(p, k, x[k]);
}

static struct nbody_want *answer(const struct problem *p)
{
    struct nbody_want *want = calloc(1, nbody_want_bytes(p));
    assert_non_null(want);
    nbody_oracle(p, in, want);
    return want;
}

/* From far to near in long double, by the distance and not its square. */
static long double coordinate(const struct problem *p, size_t i, int c,
                              long double *size)
{
    const long double e = (long double)nbody_softening(p);
    long double sum = 0;
    *size = 0;
    for (size_t j = p->size; j-- > 0;) {
        long double d[3];
        for (int k = 0; k < 3; k++)
            d[k] = (long double)x[k][j] - (long double)x[k][i];
        const long double r = hypotl(hypotl(d[0], d[1]), hypotl(d[2], e));
        const long double term = x[NBODY_MASS][j] / r / r * (d[c] / r);
        sum += term;
        *size += fabsl(term);
    }
    return sum;
}

static void against_long_double(void **state)
{
    static const char *const softenings[] = { "softening=0.015625",
                                              "softening=0.1", "softening=3" };
    static const size_t sizes[] = { 1, 2, 5, 15, 16, 17, 100, 300 };
    (void)state;
    for (size_t s = 0; s < 3; s++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            struct problem p = problem_of(sizes[k], softenings[s]);
            p.dist = s == 2 ? dist_twin : p.dist;
            fill(&p);
            struct nbody_want *want = answer(&p);
            assert_int_equal(want->count, p.size);
            for (size_t i = 0; i < p.size; i++)
                for (int c = 0; c < 3; c++) {
                    long double size;
                    const long double a = coordinate(&p, i, c, &size);
                    assert_true(fabsl((long double)want->of[i].a[c] - a) <=
                                1e-13L * size);
                    assert_true(fabsl((long double)want->of[i].size[c] -
                                      size) <= 1e-13L * size);
                }
            free(want);
        }
}

/* Newton's third law: what pulls is pulled, and nothing is left over. */
static void momentum_is_kept(void **state)
{
    struct problem p = problem_of(MOST, NULL);
    (void)state;
    fill(&p);
    struct nbody_want *want = answer(&p);
    for (int c = 0; c < 3; c++) {
        double sum = 0, size = 0;
        for (size_t i = 0; i < MOST; i++) {
            sum += (double)x[NBODY_MASS][i] * want->of[i].a[c];
            size += (double)x[NBODY_MASS][i] * want->of[i].size[c];
        }
        assert_true(size > 0 && fabs(sum) <= 1e-12 * size);
    }
    free(want);
}

/* Sums of f32 in two orders are the very answer; the other half of the pairs
 * are at one place. */
static void twin_is_exact(void **state)
{
    (void)state;
    struct problem p = problem_of(MOST, "softening=0.25");
    p.dist = dist_twin;
    assert_true(nbody_twin_exact(&p));
    for (p.seed = 0; p.seed < 8; p.seed++) {
        fill(&p);
        struct nbody_want *want = answer(&p);
        size_t pairs = 0;
        for (size_t i = 0; i < MOST; i++) {
            float up = 0, down = 0;
            for (size_t j = 0; j < MOST; j++) {
                const size_t k = MOST - 1 - j;
                up += x[3][j] * (x[0][j] - x[0][i]) * 8;
                down += x[3][k] * (x[0][k] - x[0][i]) * 8;
                pairs += x[0][j] != x[0][i];
            }
            assert_true((double)up == want->of[i].a[0] && up == down);
        }
        assert_in_range(pairs, MOST * MOST / 3, MOST * MOST / 2);
        free(want);
    }
    p = problem_of(4, "softening=0.1");
    assert_false(nbody_twin_exact(&p));
}

/* Of more bodies than are looked at, the others are to be finite. */
static void looks_at_some(void **state)
{
    enum { ALL = 10, SOME = 4 };
    const struct op *op = op_find("nbody");
    static const size_t looked_at[] = { 0, 3, 6, 9, 10 };
    struct nbody_want *want =
        calloc(1, sizeof *want + SOME * sizeof want->of[0]);
    float got[3][ALL] = { { 0 } };
    const void *const out[] = { got[0], got[1], got[2] };
    struct problem p = problem_of(ALL, NULL);
    const struct promise promise = { .depth = 1 };
    struct verdict v;
    (void)state;
    assert_non_null(want);
    want->bodies = ALL;
    want->count = SOME;
    for (size_t s = 0; s <= SOME; s++)
        assert_int_equal(nbody_looked_at(want, s), looked_at[s]);
    got[1][5] = 1e30f;
    op->check(&p, &promise, want, out, &v);
    assert_true(v.ok);
    got[1][5] = NAN;
    op->check(&p, &promise, want, out, &v);
    assert_true(!v.ok && v.bad_output == 1 && v.first_bad == 5);
    got[1][5] = 0;
    got[2][9] = 1;
    op->check(&p, &promise, want, out, &v);
    assert_true(!v.ok && v.bad_output == 2 && v.first_bad == 9);
    free(want);
}

static void so_many_are_checked(void **state)
{
    const size_t n = 70001;
    struct problem p = problem_of(n, NULL);
    float *at = malloc(n * sizeof *at);
    (void)state;
    assert_non_null(at);
    const void *const arrays[] = { at, at, at, at };
    for (size_t i = 0; i < n; i++)
        at[i] = i & 1 ? 0.5f : 0;
    struct nbody_want *want = calloc(1, nbody_want_bytes(&p));
    assert_non_null(want);
    nbody_oracle(&p, arrays, want); /* of two places: all of them */
    assert_int_equal(want->count, n);
    assert_int_equal(nbody_some(1), 1);
    assert_int_equal(nbody_some(1 << 16), 1 << 16);
    assert_int_equal(nbody_some(1 << 17), 1 << 15);
    assert_int_equal(nbody_some(1 << 24), 1 << 8);
    free(want);
    free(at);
}

/* --- what has no right answer --------------------------------------------- */

static void refuse(int array, float value, const char *text)
{
    struct problem p = problem_of(3, NULL);
    struct reason why = { "" };
    fill(&p);
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_OK);
    x[array][2] = value;
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
    assert_string_equal(why.text, text);
}

static void refusals(void **state)
{
    struct reason why = { "" };
    struct problem p = problem_of(3, NULL);
    (void)state;
    refuse(1, NAN, "element 2 of y is nan: nbody takes from -1e+08 to 1e+08");
    refuse(0, -INFINITY,
           "element 2 of x is -inf: nbody takes from -1e+08 to 1e+08");
    refuse(3, 2e12f,
           "element 2 of mass is 2e+12: nbody takes from -1e+12 to 1e+12");
    refuse(3, -1e-20f,
           "element 2 of mass is -1e-20: nbody takes 0, or 1e-12 and more");
    p.size = ((size_t)1 << 24) + 1;
    assert_int_equal(p.op->shape(&p, &why), STATUS_USAGE);
    assert_string_equal(
        why.text,
        "--size 16777217 is more than nbody's most bodies, 16777216");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(against_long_double),
        cmocka_unit_test(momentum_is_kept),
        cmocka_unit_test(twin_is_exact),
        cmocka_unit_test(looks_at_some),
        cmocka_unit_test(so_many_are_checked),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests_name("nbody", tests, NULL, NULL);
}
