/* test_conv2d.c - shapes and costs of conv2d, its filters, images as its input,
 * and that sums of the twin are exact where it is said. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "random.h"
#include "ops/conv2d.h"
#include "ops/conv2d_oracle.h"
#include "ops/pgm.h"

static struct problem problem_of(size_t n, const char *const settings[],
                                 int count)
{
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find("conv2d"), ELEM_F32, n, settings, count, &why),
        STATUS_OK);
    return p;
}

#define PROBLEM(n, ...)                                                       \
    problem_of(                                                               \
        n, (const char *[]){ __VA_ARGS__ },                                   \
        (int)(sizeof((const char *[]){ __VA_ARGS__ }) / sizeof(char *)))

/* --- shapes and costs ----------------------------------------------------- */

static void shapes(void **state)
{
    const struct problem p = PROBLEM(9, "k=5", "width=7");
    const struct problem s = PROBLEM(9, "k=5", "height=0", "filter=gauss");
    (void)state;
    assert_int_equal(p.dim[0], 9);
    assert_int_equal(p.dim[1], 7);
    assert_int_equal(p.in_count, 2);
    assert_int_equal(p.in[CONV2D_F].count, 25);
    assert_int_equal(p.out[0].count, 63);
    assert_int_equal(s.in_count, 4);
    assert_int_equal(s.out[0].count, 81);
}

static const char *refused(const char *setting, size_t n)
{
    static struct reason why;
    struct problem p;
    why.text[0] = 0;
    assert_int_equal(
        bed_problem(&p, op_find("conv2d"), ELEM_F32, n, &setting, 1, &why),
        STATUS_USAGE);
    return why.text;
}

static void refusals(void **state)
{
    (void)state;
    assert_non_null(strstr(refused("k=4", 8), "expected 3 or 5"));
    assert_non_null(strstr(refused("k=30", 8), "expected 29 or 31"));
    assert_non_null(strstr(refused("k=1", 8), "expected 3 to 31"));
    assert_non_null(strstr(refused("k=33", 8), "expected 3 to 31"));
    assert_non_null(strstr(refused("border=wrap", 8), "zero, clamp"));
    assert_non_null(strstr(refused("filter=sobel", 8), "gauss"));
    assert_non_null(
        strstr(refused("width=2147483647", (size_t)1 << 34), "memory"));
}

/* Pixels under the filter that are there, counted one by one. */
static double pairs(size_t n, size_t k, bool clamp)
{
    double count = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t u = 0; u < k; u++)
            count += conv2d_inside((ptrdiff_t)(i + u) - (ptrdiff_t)(k / 2), n,
                                   clamp) >= 0;
    return count;
}

static void costs(void **state)
{
    static const char *const k_is[] = { "k=3", "k=9", "k=31" };
    static const size_t extents[] = { 1, 2, 4, 15, 16, 100 };
    (void)state;
    for (size_t i = 0; i < 2 * 3 * 6; i++) {
        const bool clamp = i % 2;
        const char *k_text = k_is[i / 2 % 3];
        const size_t n = extents[i / 6], k = (size_t)atoi(k_text + 2);
        const char *border = clamp ? "border=clamp" : "border=zero";
        const struct problem p = PROBLEM(n, k_text, "width=10", border);
        const struct problem s =
            PROBLEM(n, k_text, "width=10", border, "filter=box");
        const struct cost one = p.op->cost(&p, NULL);
        const struct cost two = s.op->cost(&s, NULL);
        const double down = pairs(n, k, clamp), along = pairs(10, k, clamp);
        assert_true(one.flops == 2 * down * along);
        assert_true(two.flops == 2 * (down * 10 + along * (double)n));
        assert_true(one.read == 4.0 * (double)(10 * n + k * k));
        assert_true(two.read == 4.0 * (double)(10 * n + 2 * k));
        assert_true(one.written == 40.0 * (double)n);
        assert_true(one.items == 10.0 * (double)n);
    }
}

/* --- filters -------------------------------------------------------------- */

static bool has_bits(float x, int bits)
{
    int exponent;
    const float top = ldexpf(frexpf(x, &exponent), bits);
    return top == rintf(top);
}

static void random_taps(void **state)
{
    float f[31 * 31];
    const struct problem p = PROBLEM(8, "k=31");
    size_t full = 0, below = 0;
    (void)state;
    assert_true(p.op->fill(&p, CONV2D_F, f));
    for (size_t i = 0; i < 31 * 31; i++) {
        assert_true(fabsf(f[i]) <= 1);
        full += !has_bits(f[i], 23);
        below += f[i] < 0;
    }
    assert_in_range(full, 300, 600);
    assert_in_range(below, 400, 560);
}

/* Exactly the products of their factors, whatever made them. */
static void separable_taps(void **state)
{
    static const char *const filters[] = { "filter=product", "filter=gauss",
                                           "filter=box" };
    (void)state;
    for (size_t i = 0; i < 2 * 3 * 15; i++) {
        char k_text[16];
        const size_t k = 3 + 2 * (i / 6);
        float f[31 * 31], column[31], row[31];
        double sum = 0;
        snprintf(k_text, sizeof k_text, "k=%zu", k);
        struct problem p = PROBLEM(8, k_text, filters[i / 2 % 3]);
        p.dist = i % 2 ? dist_twin : &dists[0];
        assert_true(p.op->fill(&p, CONV2D_F, f) &&
                    p.op->fill(&p, CONV2D_COLUMN, column) &&
                    p.op->fill(&p, CONV2D_ROW, row));
        for (size_t t = 0; t < k * k; t++) {
            assert_true((double)f[t] ==
                        (double)column[t / k] * (double)row[t % k]);
            sum += (double)f[t];
        }
        if (i % 2 == 0 && i / 2 % 3)
            assert_true(fabs(sum - 1) < 0.002);
    }
}

/* --- the twin ------------------------------------------------------------- */

/* Forwards, backwards, and by way of sums of rows, as f32 has it. */
static void filter_thrice(const struct conv2d *c, size_t i, size_t j,
                          float sum[3])
{
    const size_t k = c->k;
    sum[0] = sum[1] = sum[2] = 0;
    for (size_t u = 0; u < k; u++) {
        float along = 0;
        for (size_t v = 0; v < k; v++) {
            const float *under = c->x + (i + u - c->r) * c->width + j - c->r;
            const float *back = c->x + (i + c->r - u) * c->width + j + c->r;
            const size_t far = k * k - 1 - u * k - v;
            sum[0] += c->f[u * k + v] * under[v];
            sum[1] += c->f[far] * *(back - v);
            along += (c->row ? c->row[v] : c->f[u * k + v]) * under[v];
        }
        sum[2] += (c->row ? c->column[u] : 1) * along;
    }
}

static void twin_is_exact(struct problem *p)
{
    static float x[64 * 64], f[31 * 31], column[31], row[31];
    static double want[2 * 64 * 64 + 1];
    const void *in[] = { x, f, column, row };
    float *fill[] = { x, f, column, row };
    size_t exact = 0, inner = 0, wide = 0;
    p->dist = dist_twin;
    for (int i = 0; i < p->in_count; i++)
        assert_true(p->op->fill(p, i, fill[i]));
    struct job job = { .problem = p, .in = { x, f, column, row } };
    if (p->in_count == 2)
        job.in[CONV2D_COLUMN] = job.in[CONV2D_ROW] = NULL;
    const struct conv2d c = conv2d_of(&job);
    p->op->oracle(p, in, want);
    assert_true(conv2d_whole(p, want));
    for (size_t at = 0; at < 64 * 64; at++) {
        const size_t i = at / 64, j = at % 64;
        wide += !has_bits(x[at], 23);
        if (i < c.r || i + c.r >= 64 || j < c.r || j + c.r >= 64)
            continue;
        inner++;
        if (conv2d_norms(p, want)[at] + fabs(want[at]) > 0x1p25)
            continue;
        float sum[3];
        filter_thrice(&c, i, j, sum);
        exact++;
        for (int way = 0; way < 3; way++)
            assert_true((double)sum[way] == want[at]);
    }
    assert_in_range(exact, inner / 4, inner);
    assert_in_range(wide, 1, 64 * 64 / 2);
}

static void twins(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 6; seed++) {
        const char *k_text = seed % 3 == 0 ? "k=3"
            : seed % 3 == 1                ? "k=9"
                                           : "k=31";
        struct problem p = PROBLEM(64, k_text);
        struct problem s = PROBLEM(64, k_text, "filter=product");
        p.seed = s.seed = seed;
        twin_is_exact(&p);
        twin_is_exact(&s);
    }
}

/* --- images --------------------------------------------------------------- */

static void images(void **state)
{
    uint16_t samples[] = { 0, 1, 2, 900, 4, 5 };
    struct pgm image = { 3, 2, 900, true, samples };
    struct problem p = PROBLEM(8, "k=3");
    struct reason why = { "" };
    float x[6];
    (void)state;
    p.file = &image;
    for (int times = 0; times < 2; times++) { /* as it may well be */
        assert_int_equal(p.op->shape(&p, &why), STATUS_OK);
        assert_int_equal(p.dim[0], 2);
        assert_int_equal(p.dim[1], 3);
        assert_int_equal(p.size, 3);
    }
    assert_true(p.op->fill(&p, CONV2D_X, x));
    for (size_t i = 0; i < 6; i++)
        assert_true(x[i] == samples[i]);
    p.param[CONV2D_PARAM_WIDTH].i = 4;
    assert_int_equal(p.op->shape(&p, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "width=3 and height=2"));
}

/* --- inputs that have no answer ------------------------------------------- */

static void invalid(void **state)
{
    float x[4] = { 1, 2, 3, 4 }, f[9], column[3] = { 1, 2, 3 };
    float row[3] = { 4, 5, 6 };
    const void *in[] = { x, f, column, row };
    struct reason why = { "" };
    const struct problem p = PROBLEM(2, "k=3", "filter=product");
    (void)state;
    for (size_t i = 0; i < 9; i++)
        f[i] = column[i / 3] * row[i % 3];
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_OK);
    f[5] = nextafterf(12, 13);
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "f[1][2] is 12.000001"));
    f[5] = 12;
    x[2] = INFINITY;
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "element 2 of x is inf: conv2d takes"));
    x[2] = FLT_MAX / (18 * 9) / 1.5f; /* partial sums may round up */
    assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "overflow"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes),         cmocka_unit_test(refusals),
        cmocka_unit_test(costs),          cmocka_unit_test(random_taps),
        cmocka_unit_test(separable_taps), cmocka_unit_test(twins),
        cmocka_unit_test(images),         cmocka_unit_test(invalid),
    };
    return cmocka_run_group_tests_name("conv2d", tests, NULL, NULL);
}
