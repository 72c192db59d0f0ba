/* test_mtx.c - matrices of all forms, and matrices as the input of an
 * operation: products that are known. */
#include "mtx_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "op.h"
#include "matrix.h"
#include "random.h"
#include "plan/naming.h"
#include "ops/spmv.h"

extern const struct op op_spmv;

enum { MOST = 5 };

/* --- matrices ------------------------------------------------------------- */

static const struct {
    const char *text;
    size_t rows, columns, count;
    double dense[MOST * MOST]; /* row by row */
} good[] = {
    { BANNER "real general\n2 3 3\n1 1 1.5\n2 3 -2e2\n1 2 .25\n",
      2,
      3,
      3,
      { 1.5, .25, 0, 0, 0, -200 } },
    { BANNER "Integer General\n% by hand\n\n%\n 2 2  2 \n\n2 1 -7\n% more\n"
             "1 2 +8",
      2,
      2,
      2,
      { 0, 8, -7, 0 } },
    { BANNER "pattern general\r\n3 1 2\r\n3 1\r\n\r\n1 1\r\n",
      3,
      1,
      2,
      { 1, 0, 1 } },
    { "%%matrixmarket MATRIX COORDINATE REAL SYMMETRIC\n3 3 4\n1 1 1\n2 1 2\n"
      "3 2 -3.\n3 3 4E0\n",
      3,
      3,
      6,
      { 1, 2, 0, 2, 0, -3, 0, -3, 4 } },
    { BANNER "integer skew-symmetric\n3 3 2\n2 1 5\n3 1 -6\n",
      3,
      3,
      4,
      { 0, -5, 6, 5, 0, 0, -6, 0, 0 } },
    { BANNER "pattern symmetric\n2 2 2\n2 1\n2 2\n", 2, 2, 3, { 0, 1, 1, 1 } },
    /* What is there several times adds up. */
    { BANNER "real general\n1 2 4\n1 2 1\n1 1 .5\n1 2 2\n1 2 4\n",
      1,
      2,
      2,
      { .5, 7 } },
    { BANNER "real symmetric\n2 2 2\n2 1 1\n2 1 2\n",
      2,
      2,
      2,
      { 0, 3, 3, 0 } },
    { BANNER "real general\n2 2 1\n1\t1\v0\n", 2, 2, 1, { 0 } },
    { BANNER "pattern general\n1 1 1\n1 1", 1, 1, 1, { 1 } },
    { BANNER "real general\n1 1 1\n1 1 5", 1, 1, 1, { 5 } },
    { BANNER "real general\n4 3 0\n", 4, 3, 0, { 0 } },
    { BANNER "real general\n0 0 0", 0, 0, 0, { 0 } },
    { BANNER "real general\n1 1 1\n1 1 1e-999", 1, 1, 1, { 0 } },
    { BANNER "real general\n1 2 1\n00001 00002 0001.5000E+0001",
      1,
      2,
      1,
      { 0, 15 } },
};

static double dense_at(const struct mtx *m, size_t row, size_t column)
{
    for (size_t k = 0; k < m->count; k++)
        if (m->entry[k].row == row && m->entry[k].column == column)
            return m->entry[k].value;
    return 0;
}

static void matrices(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        struct mtx m;
        struct reason why = { "" };
        if (parse(good[k].text, &m, &why))
            print_error("%zu: %s\n", k, why.text);
        assert_string_equal(why.text, "");
        assert_int_equal(m.rows, good[k].rows);
        assert_int_equal(m.columns, good[k].columns);
        assert_int_equal(m.count, good[k].count);
        for (size_t i = 0; i < m.rows; i++)
            for (size_t j = 0; j < m.columns; j++)
                assert_true(dense_at(&m, i, j) ==
                            good[k].dense[i * m.columns + j]);
        for (size_t i = 1; i < m.count; i++) /* in order, none twice */
            assert_true(m.entry[i - 1].row < m.entry[i].row ||
                        (m.entry[i - 1].row == m.entry[i].row &&
                         m.entry[i - 1].column < m.entry[i].column));
        mtx_free(&m);
        assert_null(m.entry);
    }
}

/* Places of more than one byte, in an order that no pass leaves. */
static void large_places(void **state)
{
    struct mtx m;
    struct reason why;
    (void)state;
    assert_int_equal(parse(BANNER "pattern general\n"
                                  "4294967295 4294967295 7\n16777217 1\n"
                                  "4294967295 1\n1 16777217\n1 70000\n"
                                  "65537 257\n1 2\n65537 256\n",
                           &m, &why),
                     STATUS_OK);
    static const struct mtx_entry want[] = {
        { 0, 1, 1 },         { 0, 69999, 1 },   { 0, 16777216, 1 },
        { 65536, 255, 1 },   { 65536, 256, 1 }, { 16777216, 0, 1 },
        { 4294967294, 0, 1 }
    };
    for (size_t k = 0; k < 7; k++) {
        assert_int_equal(m.entry[k].row, want[k].row);
        assert_int_equal(m.entry[k].column, want[k].column);
    }
    assert_int_equal(m.longest, 3);
    mtx_free(&m);
}

/* --- as an input ---------------------------------------------------------- */

static struct problem problem_of(enum elem type, void *file)
{
    return (struct problem){ .op = &op_spmv,
                             .type = type,
                             .file = file,
                             .dist = &dists[0],
                             .input_path = "of a file",
                             .param = { { .i = SPMV_STENCIL },
                                        { .i = SPMV_MEAN } } };
}

static void *read_file(const char *text, const char *name)
{
    char path[64];
    void *read = NULL;
    struct reason why = { "" };
    snprintf(path, sizeof path, "/tmp/tetrad-%ld%s", (long)getpid(), name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_int_equal(op_spmv.read(path, &read, &why), STATUS_OK);
    unlink(path);
    return read;
}

/* y = A x by the variant that runs by default on one core, x being 1, 3, 5. */
static void product(const struct problem *p, const double *dense)
{
    static const struct variant *v;
    double values[MOST * MOST], x[MOST], y[MOST];
    uint32_t columns[MOST * MOST], offsets[MOST + 1];
    struct job job = { .problem = p,
                       .in = { values, columns, offsets, x },
                       .out = { y } };
    v = variant_best(variants_of(&op_spmv, backend_find("reference")));
    assert_true(op_spmv.fill(p, 0, values));
    assert_true(op_spmv.fill(p, 1, columns));
    assert_true(op_spmv.fill(p, 2, offsets));
    assert_false(op_spmv.fill(p, 3, x));
    for (size_t j = 0; j < p->dim[1]; j++)
        x[j] = 1 + 2 * (double)j;
    assert_int_equal(op_spmv.validate(p, job.in, NULL), STATUS_OK);
    assert_int_equal(v->run(&job), STATUS_OK);
    for (size_t i = 0; i < p->dim[0]; i++) {
        double want = 0;
        for (size_t j = 0; j < p->dim[1]; j++)
            want += dense[i * p->dim[1] + j] * x[j];
        assert_true(y[i] == want);
    }
}

static void products(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        void *file = read_file(good[k].text, ".MTX");
        struct problem p = problem_of(ELEM_F64, file);
        assert_non_null(file);
        assert_int_equal(op_spmv.shape(&p, NULL), STATUS_OK);
        assert_int_equal(p.size, good[k].rows);
        product(&p, good[k].dense);
        op_spmv.forget(file);
    }
}

/* Wherever it is among others. */
static void beyond_f32(void **state)
{
    static const char *const texts[] = { REAL "2 2 2\n1 1 1e300\n2 2 1\n",
                                         REAL "2 2 2\n1 1 1\n2 2 -1e300\n" };
    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct reason why = { "" };
        void *file = read_file(texts[k], ".mtx");
        struct problem p = problem_of(ELEM_F32, file);
        assert_int_equal(op_spmv.shape(&p, &why), STATUS_USAGE);
        assert_non_null(strstr(why.text, "beyond f32: --type f64"));
        op_spmv.forget(file);
    }
}

static void refused(void **state)
{
    struct reason why = { "" };
    void *file = read_file(REAL "1 1 1\n1 1 1e300\n", ".mtx");
    struct problem p = problem_of(ELEM_F32, file);
    (void)state;
    assert_int_equal(op_spmv.shape(&p, &why), STATUS_USAGE);
    p.type = ELEM_F64;
    assert_int_equal(op_spmv.shape(&p, &why), STATUS_OK);
    p.param[SPMV_PARAM_COLUMNS].i = 3;
    assert_int_equal(op_spmv.shape(&p, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "it is 1 x 1"));
    op_spmv.forget(file);
    assert_null(read_file("raw", ".bin")); /* left to others */
}

/* A record of a file says nothing of how matrices are generated. */
static void named(void **state)
{
    const struct backend *backend = backend_find("reference");
    const struct target target = { .backend = backend };
    const struct choice choice = { .variant = variant_best(
                                       variants_of(&op_spmv, backend)) };
    void *file = read_file(REAL "1 1 1\n1 1 2\n", ".mtx");
    struct problem p = problem_of(ELEM_F32, file);
    struct row row;
    (void)state;
    assert_int_equal(op_spmv.shape(&p, NULL), STATUS_OK);
    name_row(&row, &p, &target, &choice);
    assert_int_equal(row.param_count, 0);
    p.file = NULL;
    name_row(&row, &p, &target, &choice);
    assert_int_equal(row.param_count, 2);
    assert_string_equal(row.params[0].name, "matrix");
    op_spmv.forget(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices), cmocka_unit_test(large_places),
        cmocka_unit_test(products), cmocka_unit_test(beyond_f32),
        cmocka_unit_test(refused),  cmocka_unit_test(named),
    };
    return cmocka_run_group_tests_name("mtx", tests, NULL, NULL);
}
