/* test_oracle.c - identities that the right answers themselves must keep.
 *
 * An oracle's answer has a form of its own; it is asked through check, which
 * must take the answer found another way and nothing next to it. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "host/parallel.h"
#include "matrix.h"

enum { COUNT = 10007 };

/* Whether the op takes these outputs as exactly right. */
static bool takes(const struct problem *p, const void *const in[],
                  const void *const out[])
{
    struct verdict v = { .ok = false };
    void *want = calloc(1, p->op->want_bytes(p) + 1);
    assert_non_null(want);
    p->op->oracle(p, in, want);
    p->op->check(p, &(struct promise){ 0 }, want, out, &v);
    free(want);
    return v.ok;
}

static struct problem reduce(enum elem type, size_t size, const char *setting)
{
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(
        bed_problem(&p, op_find("reduce"), type, size, &setting, 1, &why),
        STATUS_OK);
    return p;
}

static bool reduces(enum elem type, const char *setting, const void *x,
                    size_t size, const void *value, const int64_t *index)
{
    const struct problem p = reduce(type, size, setting);
    const void *const in[OP_ARRAYS] = { x };
    const void *const out[OP_ARRAYS] = { value, index };
    return takes(&p, in, out);
}

static void whole_numbers(int64_t *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        x[i] = (int64_t)(i * 7919 % 10007) - 5000;
}

/* A mean of n ones may be off by what adding them rounds, over n. */
static void means_have_bounds_of_their_own(void **state)
{
    static float x[COUNT];
    const struct problem p = reduce(ELEM_F32, COUNT, "operator=mean");
    const void *const in[OP_ARRAYS] = { x };
    void *want = calloc(1, p.op->want_bytes(&p) + 1);
    (void)state;
    assert_non_null(want);
    for (size_t i = 0; i < COUNT; i++)
        x[i] = 1;
    p.op->oracle(&p, in, want);
    for (int k = 0; k < 3; k++) {
        const float mean = 1 + (float)k * 60 * 0x1p-23f;
        const void *const out[OP_ARRAYS] = { &mean };
        struct verdict v = { .ok = false };
        p.op->check(&p, &(struct promise){ .depth = 150 }, want, out, &v);
        assert_int_equal(v.ok, k < 2);
    }
    free(want);
}

/* n times the mean is the sum, and the sum of a part and of the rest is that
 * of the whole. */
static void sum_and_mean(void **state)
{
    static int64_t x[COUNT];
    int64_t all = 0, part = 0, rest;
    (void)state;
    whole_numbers(x, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        all += x[i];
    for (size_t i = 0; i < 4001; i++)
        part += x[i];
    rest = all - part;
    const double mean = (double)all / COUNT, off = mean + 1e-6;
    assert_true(reduces(ELEM_I64, "operator=sum", x, COUNT, &all, NULL));
    assert_true(reduces(ELEM_I64, "operator=sum", x, 4001, &part, NULL));
    assert_true(reduces(ELEM_I64, "operator=sum", x + 4001, COUNT - 4001,
                        &rest, NULL));
    assert_true(reduces(ELEM_I64, "operator=mean", x, COUNT, &mean, NULL));
    assert_false(reduces(ELEM_I64, "operator=mean", x, COUNT, &off, NULL));
    all++;
    assert_false(reduces(ELEM_I64, "operator=sum", x, COUNT, &all, NULL));
}

/* max x = -min -x; argmax points at max. */
static void extrema(void **state)
{
    static int64_t x[COUNT], minus[COUNT];
    (void)state;
    whole_numbers(x, COUNT);
    x[77] = x[5003] = 123456; /* the greatest, twice */
    for (size_t i = 0; i < COUNT; i++)
        minus[i] = -x[i];
    const int64_t most = 123456, least = -123456, first = 77, second = 5003;
    assert_true(reduces(ELEM_I64, "operator=max", x, COUNT, &most, NULL));
    assert_true(reduces(ELEM_I64, "operator=min", minus, COUNT, &least, NULL));
    assert_true(reduces(ELEM_I64, "operator=argmax", x, COUNT, &most, &first));
    assert_true(
        reduces(ELEM_I64, "operator=argmin", minus, COUNT, &least, &first));
    assert_false(
        reduces(ELEM_I64, "operator=argmax", x, COUNT, &most, &second));
}

/* Sums of floats whose exact value is known whatever the order: large terms
 * that cancel leave what a plain sum loses. */
static void cancelling(void **state)
{
    static double x[4096];
    const double left = 2048;
    (void)state;
    for (size_t i = 0; i < 4096; i += 4) {
        x[i] = 1e16, x[i + 1] = 1, x[i + 2] = -1e16, x[i + 3] = 1;
    }
    assert_true(reduces(ELEM_F64, "operator=sum", x, 4096, &left, NULL));
}

/* Numbers below the smallest normal one count, in the answer and in its bound:
 * an oracle that takes them for 0 says so of right sums. */
static void denormals(void **state)
{
    static float x[64];
    float sum = 0, none = 0;
    (void)state;
    for (size_t i = 0; i < 64; i++)
        sum += x[i] = (float)(i + 1) * FLT_TRUE_MIN;
    assert_true(reduces(ELEM_F32, "operator=sum", x, 64, &sum, NULL));
    assert_false(reduces(ELEM_F32, "operator=sum", x, 64, &none, NULL));
}

/* --- sgemm ---------------------------------------------------------------- */

enum { EXTENT = 37 };

static bool multiplies(size_t m, size_t n, size_t k, const float *a,
                       const float *b, const float *c)
{
    char text[3][16];
    const char *const settings[] = { text[0], text[1], text[2] };
    const void *const in[OP_ARRAYS] = { a, b };
    const void *const out[OP_ARRAYS] = { c };
    struct reason why = { "" };
    struct problem p;
    snprintf(text[0], sizeof text[0], "m=%zu", m);
    snprintf(text[1], sizeof text[1], "n=%zu", n);
    snprintf(text[2], sizeof text[2], "k=%zu", k);
    assert_int_equal(
        bed_problem(&p, op_find("sgemm"), ELEM_F32, 1, settings, 3, &why),
        STATUS_OK);
    return takes(&p, in, out);
}

static float small_number(size_t i)
{
    return (float)((int)(i * 31 % 9) - 4);
}

/* A I = A, and I A = A. */
static void identity(void **state)
{
    static float a[EXTENT * EXTENT], one[EXTENT * EXTENT];
    (void)state;
    for (size_t i = 0; i < EXTENT * EXTENT; i++) {
        a[i] = small_number(i);
        one[i] = i % (EXTENT + 1) == 0;
    }
    assert_true(multiplies(EXTENT, EXTENT, EXTENT, a, one, a));
    assert_true(multiplies(EXTENT, EXTENT, EXTENT, one, a, a));
    a[EXTENT * EXTENT - 1] += 1;
    assert_true(multiplies(EXTENT, EXTENT, EXTENT, one, a, a));
    one[5] = 1;
    assert_false(multiplies(EXTENT, EXTENT, EXTENT, one, a, a));
}

/* (A B)' = B' A', on oblong matrices. */
static void transposed(void **state)
{
    enum { M = 5, N = 70, K = 131 };
    static float a[M * K], b[K * N], c[M * N], at[K * M], bt[N * K], ct[N * M];
    (void)state;
    for (size_t i = 0; i < M * K; i++)
        at[i % K * M + i / K] = a[i] = small_number(i);
    for (size_t i = 0; i < K * N; i++)
        bt[i % N * K + i / N] = b[i] = small_number(3 * i + 1);
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < N; j++) {
            for (size_t k = 0; k < K; k++)
                c[i * N + j] += a[i * K + k] * b[k * N + j];
            ct[j * M + i] = c[i * N + j];
        }
    assert_true(multiplies(M, N, K, a, b, c));
    assert_true(multiplies(N, M, K, bt, at, ct));
    c[M * N - 1] += 1;
    assert_false(multiplies(M, N, K, a, b, c));
}

/* Partial sums round up: of what a sum may reach, half must do. */
static void room_to_round_up(void **state)
{
    static const float ones[2] = { 1, 1 };
    const struct problem sum = reduce(ELEM_F32, 2, "operator=sum");
    const char *const square[] = { "m=1", "n=1", "k=2" };
    struct problem p;
    struct reason why = { "" };
    (void)state;
    assert_int_equal(
        bed_problem(&p, op_find("sgemm"), ELEM_F32, 2, square, 3, &why),
        STATUS_OK);
    for (int much = 0; much < 2; much++) {
        const float most = FLT_MAX / (much ? 3 : 5);
        const float x[2] = { most, most }, c[1] = { 0 };
        const void *const a[OP_ARRAYS] = { x, ones, c };
        const enum status status = much ? STATUS_USAGE : STATUS_OK;
        assert_int_equal(sum.op->validate(&sum, a, &why), status);
        assert_int_equal(p.op->validate(&p, a, &why), status);
    }
    assert_non_null(strstr(why.text, "could overflow f32"));
}

/* Factors count as elements do; so far as they are used. */
static void factors_of_sgemm(void **state)
{
    static const struct {
        const char *alpha, *beta;
        float a, c;
        bool fits;
    } cases[] = {
        { "alpha=1", "beta=0", 0x1p126f, 0, true },
        { "alpha=4", "beta=0", 0x1p126f, 0, false },
        { "alpha=-4", "beta=0", 0x1p126f, 0, false },
        { "alpha=0.25", "beta=0", 0x1p127f, 0, false },
        { "alpha=1", "beta=1", 1, 0x1p126f, true },
        { "alpha=1", "beta=-4", 1, 0x1p126f, false },
        { "alpha=1", "beta=1", 1, INFINITY, false },
        { "alpha=1", "beta=1", 0x1p126f, 0x1p126f, false },
    };
    static const float one[1] = { 1 };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const settings[] = { cases[i].alpha, cases[i].beta };
        const void *const in[OP_ARRAYS] = { &cases[i].a, one, &cases[i].c };
        struct reason why = { "" };
        struct problem p;
        assert_int_equal(
            bed_problem(&p, op_find("sgemm"), ELEM_F32, 1, settings, 2, &why),
            STATUS_OK);
        assert_int_equal(p.op->validate(&p, in, &why) == STATUS_OK,
                         cases[i].fits);
    }
}

static void extents_of_sgemm(void **state)
{
    static const char *const thin[] = { "n=1", "k=1" };
    struct reason why = { "" };
    struct problem p;
    (void)state;
    assert_int_equal(
        bed_problem(&p, op_find("sgemm"), ELEM_F32, 1 << 20, thin, 2, &why),
        STATUS_OK);
    assert_int_equal(bed_problem(&p, op_find("sgemm"), ELEM_F32, (1 << 20) + 1,
                                 thin, 2, &why),
                     STATUS_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sum_and_mean),
        cmocka_unit_test(means_have_bounds_of_their_own),
        cmocka_unit_test(extrema),
        cmocka_unit_test(cancelling),
        cmocka_unit_test(denormals),
        cmocka_unit_test(identity),
        cmocka_unit_test(transposed),
        cmocka_unit_test(room_to_round_up),
        cmocka_unit_test(factors_of_sgemm),
        cmocka_unit_test(extents_of_sgemm),
    };
    parallel_set_threads(3);
    return cmocka_run_group_tests_name("oracle", tests, NULL, NULL);
}
