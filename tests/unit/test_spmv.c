/* test_spmv.c - generated matrices: what each pattern promises of its rows, and
 * of the twin that every row is exact and both factors are wide. */
#include "unit.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/spmv.h"

static const char *const patterns[] = { "stencil", "uniform",   "power",
                                        "banded",  "dense-row", "empty-rows",
                                        NULL };

struct matrix {
    struct problem problem;
    void *values, *x;
    uint32_t *columns, *offsets;
    size_t rows, count;
};

static void *filled(const struct problem *p, int which)
{
    const struct array *a = &p->in[which];
    void *elements = malloc(a->count * elem_size(a->type) + 1);
    assert_non_null(elements);
    if (!p->op->fill(p, which, elements))
        random_fill(p, which, elements);
    return elements;
}

static struct matrix made(enum elem type, size_t rows, const char *matrix,
                          const char *mean, const char *columns, bool twin)
{
    char text[3][32];
    const char *settings[3] = { text[0], text[1], text[2] };
    struct reason why = { "" };
    struct matrix m = { .rows = rows };
    struct problem *p = &m.problem;
    snprintf(text[0], sizeof text[0], "matrix=%s", matrix);
    snprintf(text[1], sizeof text[1], "mean=%s", mean);
    snprintf(text[2], sizeof text[2], "columns=%s", columns);
    assert_int_equal(
        bed_problem(p, op_find("spmv"), type, rows, settings, 3, &why),
        STATUS_OK);
    if (twin)
        p->dist = dist_twin;
    m.count = p->dim[2];
    m.values = filled(p, 0);
    m.columns = filled(p, 1);
    m.offsets = filled(p, 2);
    m.x = filled(p, 3);
    return m;
}

static void drop(struct matrix *m)
{
    free(m->values);
    free(m->columns);
    free(m->offsets);
    free(m->x);
}

static size_t length(const struct matrix *m, size_t row)
{
    return m->offsets[row + 1] - m->offsets[row];
}

/* Offsets from 0 to the number of non-zeros, columns in order, in range and
 * none twice in a row. */
static void is_csr(const struct matrix *m)
{
    const size_t columns = m->problem.dim[1];
    assert_int_equal(m->offsets[0], 0);
    assert_int_equal(m->offsets[m->rows], m->count);
    for (size_t row = 0; row < m->rows; row++) {
        assert_true(m->offsets[row] <= m->offsets[row + 1]);
        for (size_t k = m->offsets[row]; k < m->offsets[row + 1]; k++) {
            assert_true(m->columns[k] < columns);
            if (k > m->offsets[row])
                assert_true(m->columns[k - 1] < m->columns[k]);
        }
    }
}

static void all_are_csr(void **state)
{
    static const size_t sizes[] = {
        0, 1, 2, 3, 5, 16, 17, 31, 100, 257, 5000
    };
    static const char *const means[] = { "0", "1", "2", "7", "16", "1000" };
    static const char *const columns[] = { "0", "1", "3", "40", "3000" };
    (void)state;
    for (int k = 0; patterns[k]; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            for (size_t mean = 0; mean < 6; mean++)
                for (size_t c = 0; c < (k == SPMV_STENCIL ? 1 : 5); c++) {
                    struct matrix m = made(ELEM_F32, sizes[s], patterns[k],
                                           means[mean], columns[c], false);
                    is_csr(&m);
                    drop(&m);
                }
}

/* --- each of them --------------------------------------------------------- */

static bool has(const struct matrix *m, size_t row, size_t column)
{
    for (size_t k = m->offsets[row]; k < m->offsets[row + 1]; k++)
        if (m->columns[k] == column)
            return true;
    return false;
}

/* 4 x 3 points, the last two missing. */
static void stencil(void **state)
{
    enum { N = 10, WIDTH = 4 };
    struct matrix m = made(ELEM_F32, N, "stencil", "16", "0", false);
    (void)state;
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            const size_t down = i / WIDTH > j / WIDTH ? i / WIDTH - j / WIDTH
                                                      : j / WIDTH - i / WIDTH;
            const size_t right = i % WIDTH > j % WIDTH ? i % WIDTH - j % WIDTH
                                                       : j % WIDTH - i % WIDTH;
            assert_int_equal(has(&m, i, j), down + right <= 1);
        }
    drop(&m);
}

static void uniform(void **state)
{
    enum { ROWS = 1000, MEAN = 16 };
    size_t halves[2] = { 0 };
    struct matrix m = made(ELEM_F32, ROWS, "uniform", "16", "0", false);
    (void)state;
    for (size_t row = 0; row < ROWS; row++)
        assert_int_equal(length(&m, row), MEAN);
    for (size_t k = 0; k < m.count; k++) /* of its share of columns */
        halves[m.columns[k] % (ROWS / MEAN) > ROWS / MEAN / 2]++;
    assert_true(halves[0] > m.count / 3 && halves[1] > m.count / 3);
    drop(&m);
}

/* The longest row is far longer than the mean, and most are shorter. */
static void power(void **state)
{
    enum { ROWS = 100000, MEAN = 16 };
    struct matrix m = made(ELEM_F32, ROWS, "power", "16", "0", false);
    size_t most = 0, shorter = 0;
    (void)state;
    assert_int_equal(m.count, ROWS * MEAN);
    for (size_t row = 0; row < ROWS; row++) {
        most = length(&m, row) > most ? length(&m, row) : most;
        shorter += length(&m, row) < MEAN;
    }
    assert_true(most > 50 * MEAN);
    assert_true(shorter > ROWS / 2);
    drop(&m);
}

static void banded(void **state)
{
    struct matrix m = made(ELEM_F32, 100, "banded", "5", "0", false);
    (void)state;
    for (size_t i = 0; i < 100; i++)
        for (size_t j = 0; j < 100; j++)
            assert_int_equal(has(&m, i, j), j <= i + 2 && i <= j + 2);
    drop(&m);
}

static void dense_row(void **state)
{
    struct matrix m = made(ELEM_F32, 100, "dense-row", "3", "1000", false);
    size_t full = 0;
    (void)state;
    for (size_t row = 0; row < 100; row++) {
        full += length(&m, row) == 1000;
        assert_true(length(&m, row) == 1000 || length(&m, row) == 3);
    }
    assert_int_equal(full, 1);
    drop(&m);
}

static void empty_rows(void **state)
{
    struct matrix m = made(ELEM_F32, 16000, "empty-rows", "3", "0", false);
    size_t empty = 0, place[16] = { 0 };
    (void)state;
    assert_int_equal(m.count, 48000);
    for (size_t row = 0; row < 16000; row++) {
        empty += !length(&m, row);
        place[row % 16] += length(&m, row) != 0;
    }
    assert_int_equal(empty, 15000);
    for (int k = 0; k < 16; k++) /* 62.5 on average, 7.7 off as a rule */
        assert_in_range(place[k], 20, 110);
    drop(&m);
}

/* --- any number of threads ------------------------------------------------ */

static void on_any_threads(void **state)
{
    const int threads = parallel_threads();
    (void)state;
    for (int k = 0; patterns[k]; k++) {
        struct matrix a = made(ELEM_F32, 5000, patterns[k], "9", "0", true);
        parallel_set_threads(7);
        struct matrix b = made(ELEM_F32, 5000, patterns[k], "9", "0", true);
        parallel_set_threads(threads);
        assert_memory_equal(a.columns, b.columns, a.count * 4);
        assert_memory_equal(a.offsets, b.offsets, 5001 * 4);
        assert_memory_equal(a.values, b.values, a.count * 4);
        assert_memory_equal(a.x, b.x, 5000 * 4);
        drop(&b);
        drop(&a);
    }
}

/* --- the twin ------------------------------------------------------------- */

static double at(const struct matrix *m, const void *x, size_t i)
{
    const size_t size = elem_size(m->problem.type);
    return elem_double(m->problem.type, (const char *)x + i * size);
}

/* Whole numbers whose products and sums, however added, the type holds: all
 * that is positive in a row, and all that is negative, are each in range. */
static void is_exact(const struct matrix *m)
{
    const double most = ldexp(1, elem_digits(m->problem.type));
    for (size_t row = 0; row < m->rows; row++) {
        double sum = 0;
        for (size_t k = m->offsets[row]; k < m->offsets[row + 1]; k++) {
            const double a = at(m, m->values, k);
            const double x = at(m, m->x, m->columns[k]);
            assert_true(a != 0 && x != 0 && a == nearbyint(a) &&
                        x == nearbyint(x));
            assert_true(fabs(a) == 1 || fabs(x) == 1);
            sum += a * x;
            assert_true(fabs(sum) <= most);
        }
    }
}

/* The number of which the type's last bit counts. */
static size_t all_bits(const struct matrix *m, const void *x, size_t count)
{
    const double least = ldexp(1, elem_digits(m->problem.type) - 1);
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += fabs(at(m, x, i)) > least && fmod(fabs(at(m, x, i)), 2) == 1;
    return found;
}

static void twin(void **state)
{
    static const enum elem types[] = { ELEM_F32, ELEM_F64 };
    (void)state;
    for (int t = 0; t < 2; t++)
        for (int k = 0; patterns[k]; k++) {
            struct matrix m =
                made(types[t], 3000, patterns[k], "20", "0", true);
            is_exact(&m);
            assert_int_equal(all_bits(&m, m.x, 3000), 1);
            assert_true(all_bits(&m, m.values, m.count) > 0);
            drop(&m);
        }
}

/* --- the check ------------------------------------------------------------ */

/* A short row beside a long one may be off by its own roundings alone, however
 * long a chain the variant has. */
static void each_row_has_its_bound(void **state)
{
    enum { ROWS = 257 };
    const struct promise promise = { .depth = ROWS };
    struct matrix m = made(ELEM_F32, ROWS, "dense-row", "4", "0", false);
    const void *in[] = { m.values, m.columns, m.offsets, m.x };
    float y[ROWS];
    const void *got[] = { y };
    size_t row = 0;
    struct verdict v;
    double sum = 0, magnitude = 0;
    (void)state;
    void *want = malloc(m.problem.op->want_bytes(&m.problem));
    assert_non_null(want);
    for (size_t i = 0; i < ROWS; i++) {
        double all = 0;
        for (size_t k = m.offsets[i]; k < m.offsets[i + 1]; k++)
            all += at(&m, m.values, k) * at(&m, m.x, m.columns[k]);
        y[i] = (float)all;
    }
    m.problem.op->oracle(&m.problem, in, want);
    m.problem.op->check(&m.problem, &promise, want, got, &v);
    assert_true(v.ok);
    while (length(&m, row) < 2 || length(&m, row) > 8)
        row++;
    for (size_t k = m.offsets[row]; k < m.offsets[row + 1]; k++) {
        const double term = at(&m, m.values, k) * at(&m, m.x, m.columns[k]);
        sum += term;
        magnitude += fabs(term);
    }
    y[row] = (float)(sum + 16 * 0x1p-24 * magnitude);
    m.problem.op->check(&m.problem, &promise, want, got, &v);
    assert_false(v.ok);
    assert_int_equal(v.first_bad, row);
    free(want);
    drop(&m);
}

/* --- what is refused ------------------------------------------------------ */

static void refused(void **state)
{
    static const struct {
        size_t rows;
        const char *settings[2], *why;
    } wrong[] = {
        { 100, { "matrix=stencil", "columns=99" }, "as many as rows, 100" },
        { 1 << 28, { "matrix=uniform", "mean=16" }, "4294967296 non-zeros" },
        { (size_t)1 << 32, { "mean=1", "matrix=banded" }, "at most 2^32 - 1" },
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        struct reason why = { "" };
        struct problem p;
        assert_int_equal(bed_problem(&p, op_find("spmv"), ELEM_F32,
                                     wrong[k].rows, wrong[k].settings, 2,
                                     &why),
                         STATUS_USAGE);
        assert_non_null(strstr(why.text, wrong[k].why));
    }
}

/* Of raw inputs, each with one thing wrong. */
static void invalid(void **state)
{
    static const struct {
        uint32_t columns[4], offsets[3];
        float value, x;
        const char *why;
    } wrong[] = {
        { { 0, 1, 0, 1 }, { 0, 2, 4 }, 1, 1, "" },
        { { 0, 1, 0, 2 }, { 0, 2, 4 }, 1, 1, "index 3 is 2" },
        { { 0, 1, 0, 1 }, { 1, 2, 4 }, 1, 1, "offset 0 is 1" },
        { { 0, 1, 0, 1 }, { 0, 5, 4 }, 1, 1, "offset 2 is 4, less than" },
        { { 0, 1, 0, 1 }, { 0, 2, 3 }, 1, 1, "offset 2 is 3: the last row" },
        { { 0, 1, 0, 1 }, { 0, 2, 4 }, NAN, 1, "element 3 of values is nan" },
        { { 0, 1, 0, 1 }, { 0, 2, 4 }, 1, INFINITY, "element 1 of x is inf" },
        { { 0, 1, 0, 1 }, { 0, 2, 4 }, 1e30f, 1e30f, "could overflow f32" },
        { { 0, 1, 0, 1 }, { 0, 2, 4 }, 1e19f, 6e18f, "could overflow f32" },
    };
    (void)state;
    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        const char *settings[] = { "matrix=uniform", "mean=2" };
        struct reason why = { "" };
        struct problem p;
        const float values[] = { 1, 2, 3, wrong[k].value };
        const float x[] = { 1, wrong[k].x };
        const void *in[] = { values, wrong[k].columns, wrong[k].offsets, x };
        assert_int_equal(
            bed_problem(&p, op_find("spmv"), ELEM_F32, 2, settings, 2, &why),
            STATUS_OK);
        assert_int_equal(p.op->validate(&p, in, &why),
                         *wrong[k].why ? STATUS_USAGE : STATUS_OK);
        assert_non_null(strstr(why.text, wrong[k].why));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_csr),
        cmocka_unit_test(stencil),
        cmocka_unit_test(uniform),
        cmocka_unit_test(power),
        cmocka_unit_test(banded),
        cmocka_unit_test(dense_row),
        cmocka_unit_test(empty_rows),
        cmocka_unit_test(on_any_threads),
        cmocka_unit_test(twin),
        cmocka_unit_test(refused),
        cmocka_unit_test(each_row_has_its_bound),
        cmocka_unit_test(invalid),
    };
    return cmocka_run_group_tests_name("spmv", tests, NULL, NULL);
}
