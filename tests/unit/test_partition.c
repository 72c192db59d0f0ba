/* test_partition.c - the orders that partition promises, where it says the
 * first bad element is, and the threshold that it shares with compact. */
#include "unit.h"

#include <string.h>

#include "op.h"
#include "random.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/compact.h"
#include "ops/partition.h"

extern const struct op op_compact, op_partition;

static struct problem problem_of(const struct op *op, enum elem type, size_t n,
                                 const struct dist *dist, double keep)
{
    struct reason why;
    struct problem p = {
        .op = op, .type = type, .size = n, .dist = dist, .seed = 5
    };
    p.dist_argument = p.dist->preset;
    p.param[0].r = keep;
    assert_int_equal(op->shape(&p, &why), STATUS_OK);
    return p;
}

static struct verdict verdict_of(const struct problem *p, const void *want,
                                 const void *elements, const uint64_t *counts,
                                 unsigned traits)
{
    const void *got[] = { elements, counts };
    struct verdict v;
    op_partition.check(p, &(struct promise){ .traits = traits }, want, got,
                       &v);
    return v;
}

static void orders(void **state)
{
    const int32_t x[] = { 5, -1, 6, 7, -1, 5, -9 };
    const int32_t stable[] = { 5, 6, 7, 5, -1, -1, -9 };
    const int32_t reversed[] = { 5, 6, 7, 5, -9, -1, -1 };
    const int32_t other[] = { 5, 6, 7, 5, -1, -9, -1 };
    const int32_t first[] = { 5, 7, 6, 5, -9, -1, -1 };
    const uint64_t counts[] = { 4, 3 }, swapped[] = { 3, 4 };
    const void *in[] = { x };
    uint64_t want[16] = { 0 };
    const struct problem p =
        problem_of(&op_partition, ELEM_I32, 7, dists, 0.5);
    (void)state;
    parallel_set_threads(3);
    op_partition.oracle(&p, in, want);
    assert_true(verdict_of(&p, want, stable, counts, 0).ok);
    assert_false(verdict_of(&p, want, stable, counts, UNSTABLE).ok);
    assert_true(verdict_of(&p, want, reversed, counts, UNSTABLE).ok);
    assert_false(verdict_of(&p, want, other, counts, UNSTABLE).ok);
    assert_int_equal(verdict_of(&p, want, first, counts, UNSTABLE).first_bad,
                     1);
    const struct verdict v = verdict_of(&p, want, reversed, counts, 0);
    assert_true(!v.ok && v.bad_output == 0 && v.first_bad == 4);
    assert_non_null(strstr(v.text, "expected -1, got -9"));
    assert_int_equal(verdict_of(&p, want, stable, swapped, 0).bad_output, 1);
}

/* The piece that an element is turned round in does not matter. */
static void reversed(void **state)
{
    enum { N = 5000 };
    static double want[N], got[N];
    struct verdict v;
    (void)state;
    parallel_set_threads(3);
    for (int i = 0; i < N; i++)
        want[i] = got[N - 1 - i] = i;
    verdict_clear(&v);
    verdict_reversed(&v, 0, ELEM_F64, N, want, got);
    assert_true(v.ok);
    for (size_t bad = N; bad-- > 0; bad -= bad % 7) {
        got[bad] += 1;
        verdict_clear(&v);
        verdict_reversed(&v, 0, ELEM_F64, N, want, got);
        assert_true(!v.ok && v.first_bad == bad);
        got[bad] -= 1;
    }
    got[N - 1] = -0.0; /* the bits, too */
    verdict_clear(&v);
    verdict_reversed(&v, 0, ELEM_F64, N, want, got);
    assert_true(!v.ok && v.first_bad == N - 1);
}

/* What compact keeps is partition's first side. */
static void thresholds(void **state)
{
    static const enum elem types[] = { ELEM_I32, ELEM_F32, ELEM_F64 };
    static const double keep[] = { 0, 0.01, 0.1, 0.5, 0.9, 1 };
    (void)state;
    for (const struct dist *d = dists; d->name; d++)
        for (size_t t = 0; t < 3; t++)
            for (size_t k = 0; k < sizeof keep / sizeof *keep; k++) {
                const struct problem c =
                    problem_of(&op_compact, types[t], 1000, d, keep[k]);
                const struct problem p =
                    problem_of(&op_partition, types[t], 1000, d, keep[k]);
                double a = 1, b = 2;
                compact_threshold(&c, &a);
                partition_threshold(&p, &b);
                assert_memory_equal(&a, &b, elem_size(types[t]));
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(orders),
        cmocka_unit_test(reversed),
        cmocka_unit_test(thresholds),
    };
    return cmocka_run_group_tests_name("partition", tests, NULL, NULL);
}
