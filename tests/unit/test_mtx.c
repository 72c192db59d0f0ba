/* test_mtx.c - matrices of all forms, what is none and where that shows, and
 * matrices as the input of an operation: products that are known. */
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "op.h"
#include "matrix.h"
#include "random.h"
#include "plan/naming.h"
#include "ops/mtx.h"
#include "ops/spmv.h"

extern const struct op op_spmv;

enum { MOST = 5 };

#define BANNER "%%MatrixMarket matrix coordinate "

/* Byte for byte in memory of its own, so that a sanitizer sees what is read
 * behind it. */
static enum status parse(const char *text, struct mtx *m, struct reason *why)
{
    const size_t size = strlen(text);
    char *own = malloc(size + 1);
    assert_non_null(own);
    memcpy(own, text, size + 1);
    const enum status status = mtx_parse(own, size, m, why);
    free(own);
    return status;
}

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

/* --- what is none --------------------------------------------------------- */

#define REAL BANNER "real general\n"

static const struct {
    const char *text, *place, *why;
} bad[] = {
    { "", "line 1, column 1: ", "no Matrix Market file" },
    { "%%MatrixMarkets matrix coordinate real general\n1 1 0\n",
      "line 1, column 1: ", "no Matrix Market file" },
    { "\n" REAL "1 1 0\n", "line 1, column 1: ", "expected %%MatrixMarket" },
    { "%%MatrixMarket",
      "line 1, column 15: ", "object: expected matrix, found nothing" },
    { "%%MatrixMarket vector coordinate real general\n",
      "line 1, column 16: ", "expected matrix, found 'vector'" },
    { "%%MatrixMarket matrix array real general\n1 1\n1\n",
      "line 1, column 23: ", "format: expected coordinate, found 'array'" },
    { BANNER "complex general\n1 1 1\n1 1 1 0\n", "line 1, column 34: ",
      "expected real, integer or pattern, found 'complex'" },
    { BANNER "real hermitian\n1 1 1\n1 1 1\n", "line 1, column 39: ",
      "expected general, symmetric or skew-symmetric, found 'hermitian'" },
    { BANNER "real\n1 1 0\n", "line 1, column 38: ",
      "symmetry: expected general, symmetric or skew-symmetric, found "
      "nothing" },
    { BANNER "pattern skew-symmetric\n2 2 1\n2 1\n", "line 1, column ",
      "a pattern has no signs" },
    { BANNER "real general 3\n1 1 0\n", "line 1, column 47: ",
      "the end of the line behind the symmetry, found '3'" },
    { REAL, "line 2, column 1: ",
      "rows: expected a number, found the end of the file" },
    { REAL "% 1 1 1\n", "line 3, column 1: ", "rows: expected a number" },
    { REAL "2 2\n1 1 1\n", "line 2, column 4: ",
      "entries: expected a number, found the end of the line" },
    { REAL "2 2 1 1\n1 1 1\n", "line 2, column 7: ", "the end of the line" },
    { REAL "2x2 1\n1 1 1\n",
      "line 2, column 2: ", "rows: expected a blank after it, found 'x'" },
    { REAL "-2 2 1\n1 1 1\n", "line 2, column 1: ", "found '-'" },
    { REAL "2.0 2 1\n1 1 1\n", "line 2, column 2: ", "found '.'" },
    { REAL "4294967296 1 1\n1 1 1\n",
      "line 2, column 1: ", "rows: expected a number from 0 to 4294967295" },
    { REAL "1 99999999999999999999999 1\n1 1 1\n", "line 2, column 3: ",
      "columns: expected a number from 0 to 4294967295" },
    { REAL "1 1 99999999999999999999\n1 1 1\n", "line 2, column 5: ",
      "entries: expected a number from 0 to 9223372036854775807" },
    { REAL "9 9 9000000000000000000\n1 1 1\n", "line 2, column 1: ",
      "9000000000000000000 entries are to follow; the file has 6 bytes "
      "there, too few for more than 1" },
    { REAL "0 5 1\n1 1 1\n",
      "line 2, column 1: ", "a matrix of 0 x 5 has none, not 1" },
    { BANNER "real symmetric\n2 3 1\n1 1 1\n", "line 2, column 1: ",
      "symmetric: expected as many rows as columns, not 2 and 3" },
    { REAL "2 2 2\n1 1 1.00000000\n", "line 4, column 1: ",
      "expected entry 2 of 2, found the end of the file" },
    { REAL "2 2 1\n1 1\n\n\n\n", "line 3, column 4: ",
      "value: expected a finite number, found the end of the line" },
    { REAL "2 2 1\n1\n1 1 1\n", "line 3, column 2: ",
      "column: expected a number, found the end of the line" },
    { REAL "2 2 1\n3 1 1\n",
      "line 3, column 1: ", "row: expected a number from 1 to 2" },
    { REAL "2 2 1\n0 1 1\n",
      "line 3, column 1: ", "row: expected a number from 1 to 2" },
    { REAL "2 3 1\n1 4 1\n",
      "line 3, column 3: ", "column: expected a number from 1 to 3" },
    { REAL "2 2 1\n1 1 nan\n",
      "line 3, column 5: ", "expected a finite number, found 'n'" },
    { REAL "2 2 1\n1 1 -inf\n",
      "line 3, column 5: ", "expected a finite number, found '-'" },
    { REAL "2 2 1\n1 1 1e999\n",
      "line 3, column 5: ", "beyond f64's largest" },
    { REAL "2 2 1\n1 1 1.5e\n", "line 3, column 8: ", "found 'e' in it" },
    { REAL "2 2 1\n1 1 1.5D3\n", "line 3, column 8: ", "found 'D' in it" },
    { REAL "2 2 1\n1 1 0x10\n", "line 3, column 6: ", "found 'x' in it" },
    { REAL "2 2 1\n1 1 1,5\n", "line 3, column 6: ", "found ',' in it" },
    { REAL "2 2 1\n1 1 .\n\n\n", "line 3, column 5: ", "found '.'" },
    { REAL "2 2 1\n1 1 1 2\n", "line 3, column 7: ",
      "the end of the line behind row, column and value, found '2'" },
    { REAL "2 2 1\n1 1 \x80\n", "line 3, column 5: ", "found byte 0x80" },
    { BANNER "integer general\n2 2 1\n1 1 1.5\n",
      "line 3, column 6: ", "expected an integer, found '.' in it" },
    { BANNER "pattern general\n2 2 1\n1 1 1\n", "line 3, column 5: ",
      "the end of the line behind row and column, found '1'" },
    { BANNER "real symmetric\n2 2 1\n1 2 1\n", "line 3, column 1: ",
      "row 1, column 2 is above the diagonal: a symmetric file holds what is "
      "on it or below it" },
    { BANNER "real skew-symmetric\n2 2 1\n2 2 1\n", "line 3, column 1: ",
      "row 2, column 2 is on the diagonal: a skew-symmetric file holds what "
      "is below it" },
    { REAL "2 2 1\n1 1 1\n2 2 1\n",
      "line 4, column 1: ", "more than the 1 entries announced" },
    { REAL "2 2 2\n2 1 1e308\n2 1 1e308\n",
      "row 2, column 1: ", "add up beyond f64's largest" },
};

static void malformed(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        struct mtx m;
        struct reason why = { "" };
        const enum status status = parse(bad[k].text, &m, &why);
        if (status != STATUS_IO ||
            strstr(why.text, bad[k].place) != why.text ||
            !strstr(why.text, bad[k].why))
            print_error("%zu: %d \"%s\"\n", k, (int)status, why.text);
        assert_int_equal(status, STATUS_IO);
        assert_ptr_equal(strstr(why.text, bad[k].place), why.text);
        assert_non_null(strstr(why.text, bad[k].why));
        assert_null(m.entry);
    }
}

/* What is cut off is no matrix, up to the last digit; nor is a byte of 0. */
static void cut(void **state)
{
    static const char whole[] = REAL "2 2 2\n1 1 5.25\n2 2 6";
    char text[sizeof whole];
    struct mtx m;
    struct reason why;
    (void)state;
    for (size_t size = 0; size < sizeof whole - 1; size++) {
        memcpy(text, whole, size);
        text[size] = 0;
        assert_int_equal(parse(text, &m, &why), STATUS_IO);
        memcpy(text, whole, sizeof whole);
        text[size] = 0;
        assert_int_equal(mtx_parse(text, sizeof whole - 1, &m, &why),
                         STATUS_IO);
    }
    assert_int_equal(mtx_read("/nowhere/at.mtx", &m, &why), STATUS_IO);
    assert_int_equal(mtx_read("/tmp", &m, &why), STATUS_IO);
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

static void refused(void **state)
{
    struct reason why = { "" };
    void *file = read_file(REAL "1 1 1\n1 1 1e300\n", ".mtx");
    struct problem p = problem_of(ELEM_F32, file);
    (void)state;
    assert_int_equal(op_spmv.shape(&p, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "beyond f32: --type f64"));
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
        cmocka_unit_test(matrices),  cmocka_unit_test(large_places),
        cmocka_unit_test(malformed), cmocka_unit_test(cut),
        cmocka_unit_test(products),  cmocka_unit_test(refused),
        cmocka_unit_test(named),
    };
    return cmocka_run_group_tests_name("mtx", tests, NULL, NULL);
}
