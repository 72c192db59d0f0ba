/* test_map.c - map where generated inputs never are: over the whole range of
 * exp, at infinities and NaN; and how close its check looks. */
#include "on_targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"

enum { COUNT = 100003 };

static struct problem problem_of(enum elem type, const char *function)
{
    const char *settings[] = { function, "a=0.1" };
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(
        bed_problem(&p, op_find("map"), type, COUNT, settings, 2, &why),
        STATUS_OK);
    return p;
}

static void *elements(void)
{
    void *x = calloc(COUNT, sizeof(double));
    assert_non_null(x);
    return x;
}

static void put(enum elem type, void *x, size_t i, double value)
{
    if (type == ELEM_F32)
        ((float *)x)[i] = (float)value;
    else
        ((double *)x)[i] = value;
}

/* From below the least result of exp to beyond the largest, and the values that
 * are no ordinary numbers. */
static void *whole_range(enum elem type)
{
    static const double special[] = { 0,     -0.0,   INFINITY, -INFINITY,
                                      NAN,   1e-310, -1e-40,   1e30,
                                      -1e30, 0x1p127 };
    const double low = type == ELEM_F32 ? -110 : -760;
    const double high = type == ELEM_F32 ? 95 : 720;
    const size_t specials = sizeof special / sizeof *special;
    void *x = elements();
    for (size_t i = 0; i < COUNT; i++)
        put(type, x, i,
            i < specials ? special[i]
                         : low + (high - low) * (double)i / (double)COUNT);
    return x;
}

/* The right answer to these inputs. */
static void *answer(const struct problem *p, const void *const in[])
{
    void *want = calloc(1, p->op->want_bytes(p) + 1);
    assert_non_null(want);
    p->op->oracle(p, in, want);
    return want;
}

static bool takes(const struct problem *p, const void *want, const void *got,
                  struct verdict *v)
{
    p->op->check(p, &(struct promise){ 0 }, want, &got, v);
    return v->ok;
}

static void run_variant(const struct problem *p, const struct variant *variant,
                        const void *x, const void *y, void *out)
{
    struct reason why = { "" };
    struct job job = { .problem = p,
                       .variant = variant,
                       .in = { x, y },
                       .out = { out },
                       .why = &why };
    job.scratch_bytes = variant->scratch ? variant->scratch(&job) : 0;
    assert_int_equal(posix_memalign(&job.scratch, 256, job.scratch_bytes + 1),
                     0);
    memset(out, 0xa5, COUNT * elem_size(p->type));
    assert_int_equal(variant->run(&job), STATUS_OK);
    free(job.scratch);
}

static void check_variants(const char *backend, enum elem type,
                           const char *function)
{
    const struct problem p = problem_of(type, function);
    void *x = whole_range(type), *y = whole_range(type), *out = elements();
    const void *const in[] = { x, y };
    void *want = answer(&p, in);
    for (const struct variant *variant =
             variants_of(p.op, backend_find(backend));
         variant->name; variant++) {
        struct verdict v;
        run_variant(&p, variant, x, y, out);
        if (!takes(&p, want, out, &v))
            print_error("%s/%s of %s, %s, index %zu: %s\n", backend,
                        variant->name, elem_name(type), function, v.first_bad,
                        v.text);
        assert_true(v.ok);
    }
    free(x), free(y), free(out), free(want);
}

static void test_whole_range(void **state)
{
    static const char *const functions[] = { "function=copy", "function=scale",
                                             "function=axpy",
                                             "function=square",
                                             "function=exp" };
    (void)state;
    for (size_t f = 0; f < sizeof functions / sizeof *functions; f++) {
        check_variants("reference", ELEM_F32, functions[f]);
        check_variants("reference", ELEM_F64, functions[f]);
        check_variants("openmp", ELEM_F32, functions[f]);
        check_variants("openmp", ELEM_F64, functions[f]);
    }
}

static double up(enum elem type, double x, int steps)
{
    for (int i = 0; i < steps; i++)
        x = type == ELEM_F32 ? (double)nextafterf((float)x, INFINITY)
                             : nextafter(x, INFINITY);
    return x;
}

/* What is so many steps above the correctly rounded exp(x) is taken, and one
 * step further is not. */
static void check_steps(enum elem type, double x, int steps)
{
    struct problem p = problem_of(type, "function=exp");
    double in[1], got[1];
    const void *const inputs[] = { in };
    struct verdict v;
    p.size = 1;
    put(type, in, 0, x);
    void *want = answer(&p, inputs);
    const double value = (double)expl((long double)elem_double(type, in));
    put(type, got, 0, up(type, value, steps));
    assert_true(takes(&p, want, got, &v));
    put(type, got, 0, up(type, value, steps + 1));
    assert_false(takes(&p, want, got, &v));
    free(want);
}

static void test_steps_of_exp(void **state)
{
    static const double places[] = { 0.1, 1.7, -3.3, 20, -40, 0 };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        check_steps(ELEM_F32, places[i], 2);
        check_steps(ELEM_F64, places[i], 1);
    }
    check_steps(ELEM_F32, -100, 2); /* subnormal results */
    check_steps(ELEM_F64, -740, 1);
}

/* -0 is not 0, whatever makes it. */
static void test_signs_of_zeros(void **state)
{
    static const struct {
        const char *function;
        double x, y, zero;
    } cases[] = {
        { "function=copy", -0.0, 1, -0.0 },
        { "function=copy", 0, 1, 0 },
        { "function=scale", -0.0, 1, -0.0 },
        { "function=square", -0.0, 1, 0 },
        { "function=axpy", -0.0, -0.0, -0.0 },
        { "function=axpy", -0.0, 0, 0 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int wide = 0; wide < 2; wide++) {
            const enum elem type = wide ? ELEM_F64 : ELEM_F32;
            struct problem p = problem_of(type, cases[i].function);
            double x, y, got;
            const void *const in[] = { &x, &y };
            struct verdict v;
            p.size = 1;
            put(type, &x, 0, cases[i].x);
            put(type, &y, 0, cases[i].y);
            void *want = answer(&p, in);
            put(type, &got, 0, cases[i].zero);
            assert_true(takes(&p, want, &got, &v));
            put(type, &got, 0, -cases[i].zero);
            assert_false(takes(&p, want, &got, &v));
            free(want);
        }
}

/* 3 x + y where the product's own rounding shows: two answers, and no more. */
static void test_two_sums(void **state)
{
    const float x = 0x1.000002p0f, y = -3, product = 3 * x;
    const float fused = fmaf(3, x, y), twice = product + y;
    const void *const in[] = { &x, &y };
    struct problem p = problem_of(ELEM_F32, "function=axpy");
    struct verdict v;
    (void)state;
    p.size = 1;
    p.param[1].r = 3;
    void *want = answer(&p, in);
    assert_true(fused < twice);
    assert_true(takes(&p, want, &fused, &v));
    assert_true(takes(&p, want, &twice, &v));
    assert_true(v.max_ulp > 1);
    const float between = (fused + twice) / 2, next = nextafterf(fused, 0);
    assert_false(takes(&p, want, &between, &v));
    assert_false(takes(&p, want, &next, &v));
    free(want);
}

static void test_refused(void **state)
{
    static const struct {
        enum elem type;
        const char *settings[2], *words;
    } cases[] = {
        { ELEM_I32, { "function=exp", "a=1" }, "--type can be f32 or f64" },
        { ELEM_I32, { "function=scale", "a=0.5" }, "a=0.5 is no integer" },
        { ELEM_F32, { "function=copy", "in-place=yes" }, "nothing to do" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct problem p;
        struct reason why = { "" };
        assert_int_equal(bed_problem(&p, op_find("map"), cases[i].type, 1,
                                     cases[i].settings, 2, &why),
                         STATUS_USAGE);
        assert_non_null(strstr(why.text, cases[i].words));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_range),
        cmocka_unit_test(test_steps_of_exp),
        cmocka_unit_test(test_signs_of_zeros),
        cmocka_unit_test(test_two_sums),
        cmocka_unit_test(test_refused),
    };
    targets_threads = 2;
    return cmocka_run_group_tests(tests, open_targets, close_targets);
}
