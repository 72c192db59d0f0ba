/* test_mtx_malformed.c - what is no matrix, and where that shows. */
#include "malformed.h"
#include "mtx_text.h"

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
    { REAL "1 1 18446744073709551617\n1 1 1\n", "line 2, column 5: ",
      "entries: expected a number from 0 to 9223372036854775807" },
    { REAL "1 1 36893488147419103233\n1 1 1\n", "line 2, column 5: ",
      "entries: expected a number from 0 to 9223372036854775807" },
    { REAL "1 1 9223372036854775808\n1 1 1\n", "line 2, column 5: ",
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
        is_refused(k, status, &why, bad[k].place, bad[k].why);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(malformed),
        cmocka_unit_test(cut),
    };
    return cmocka_run_group_tests_name("malformed mtx", tests, NULL, NULL);
}
