/* test_compact.c - the threshold that a share of the elements exceed, and
 * outputs without an order. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "op.h"
#include "random.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/compact.h"

extern const struct op op_compact;

enum { MOST = 40000 };

static struct problem problem_of(enum elem type, size_t n, const char *dist,
                                 double keep)
{
    struct reason why;
    struct problem p = { .op = &op_compact,
                         .type = type,
                         .size = n,
                         .dist = dist_find(dist, strlen(dist)),
                         .seed = 5 };
    p.dist_argument = p.dist->preset;
    p.param[COMPACT_PARAM_KEEP].r = keep;
    assert_int_equal(op_compact.shape(&p, &why), STATUS_OK);
    return p;
}

/* The share that the answer keeps. */
static double share_of(const struct problem *p)
{
    static double x[MOST];
    static char want[MOST * sizeof(double) + 64];
    const void *in[] = { x };
    random_fill(p, 0, x);
    memset(want, 0, sizeof want);
    assert_in_range(op_compact.want_bytes(p), 0, sizeof want);
    op_compact.oracle(p, in, want);
    const struct cost cost = op_compact.cost(p, want);
    return cost.written / cost.read;
}

/* To within what few values allow, or five standard deviations. */
static void shares(void **state)
{
    static const struct {
        const char *dist;
        double within;
    } cases[] = { { "uniform", 0 },        { "normal", 0 },
                  { "integers", 0.5 / 8 }, { "constant", 0.5 },
                  { "ascending", 1e-4 },   { "descending", 1e-4 },
                  { "few", 0.5 / 16 },     { "zipf", 0.5 / 14 },
                  { "bits", 1.5 / 256 },   { "nearly", 0.01 } };
    static const enum elem types[] = { ELEM_I32, ELEM_F32, ELEM_F64 };
    static const double keep[] = { 0, 0.01, 0.1, 0.3, 0.5, 0.9, 0.99, 1 };
    (void)state;
    parallel_set_threads(3);
    for (size_t d = 0; d < sizeof cases / sizeof *cases; d++)
        for (size_t t = 0; t < 3; t++)
            for (size_t k = 0; k < sizeof keep / sizeof *keep; k++) {
                const struct problem p =
                    problem_of(types[t], MOST, cases[d].dist, keep[k]);
                const double off = fabs(share_of(&p) - keep[k]);
                const double chance = 5 * sqrt(keep[k] * (1 - keep[k]) / MOST);
                assert_true(off <= cases[d].within + chance);
            }
}

static void ends(void **state)
{
    int32_t t;
    float f;
    struct problem p = problem_of(ELEM_I32, 9, "normal", 1);
    (void)state;
    compact_threshold(&p, &t);
    assert_true(t == INT32_MIN);
    p = problem_of(ELEM_I32, 9, "normal", 0);
    compact_threshold(&p, &t);
    assert_true(t == INT32_MAX);
    p = problem_of(ELEM_F32, 9, "uniform", 1);
    compact_threshold(&p, &f);
    assert_true(f == -INFINITY);
    p = problem_of(ELEM_I32, 9, "uniform", 0.5);
    compact_threshold(&p, &t);
    assert_true(t == -1);
    p.input_path = "of a file";
    compact_threshold(&p, &t);
    assert_true(t == 0);
}

/* What check() says of these elements, as many as there are. */
static struct verdict verdict_of(const struct problem *p, const void *want,
                                 const int32_t *elements, uint64_t count,
                                 unsigned traits)
{
    const void *got[] = { elements, &count };
    struct verdict v;
    op_compact.check(p, &(struct promise){ .traits = traits }, want, got, &v);
    return v;
}

static void orders(void **state)
{
    const int32_t x[] = { 5, -1, 6, 7, 5, -9 };
    const int32_t order[] = { 5, 6, 7, 5 }, other[] = { 7, 5, 5, 6 };
    const int32_t twice[] = { 7, 5, 6, 6 }, stray[] = { 7, 5, -1, 6 };
    const void *in[] = { x };
    uint64_t want[16] = { 0 };
    struct problem p = problem_of(ELEM_I32, 6, "uniform", 0.5);
    (void)state;
    parallel_set_threads(3);
    op_compact.oracle(&p, in, want);
    assert_true(verdict_of(&p, want, order, 4, 0).ok);
    assert_true(verdict_of(&p, want, order, 4, UNORDERED).ok);
    assert_false(verdict_of(&p, want, other, 4, 0).ok);
    assert_false(verdict_of(&p, want, other, 4, UNSTABLE).ok);
    assert_true(verdict_of(&p, want, other, 4, UNORDERED).ok);
    assert_false(verdict_of(&p, want, twice, 4, UNORDERED).ok);
    assert_false(verdict_of(&p, want, order, 3, UNORDERED).ok);
    const struct verdict v = verdict_of(&p, want, stray, 4, UNORDERED);
    assert_true(!v.ok && v.bad_output == 0 && v.first_bad == 2);
    assert_non_null(strstr(v.text, "got -1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares),
        cmocka_unit_test(ends),
        cmocka_unit_test(orders),
    };
    return cmocka_run_group_tests_name("compact", tests, NULL, NULL);
}
