/* test_spmv_files.c - which matrices of files are problems of spmv. */
#include "unit.h"

#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "ops/mtx.h"

/* Of files as of generated matrices. */
static void large_files(void **state)
{
    struct mtx m = { .rows = 1 << 20, .columns = 1 << 20, .most = 1 };
    struct reason why = { "" };
    struct problem p;
    (void)state;
    assert_int_equal(
        bed_problem(&p, op_find("spmv"), ELEM_F32, 2, NULL, 0, &why),
        STATUS_OK);
    p.file = &m;
    m.count = UINT32_MAX;
    assert_int_equal(p.op->shape(&p, &why), STATUS_OK);
    m.count++;
    assert_int_equal(p.op->shape(&p, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "4294967296 non-zeros: offsets of 32"));
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(large_files) };
    return cmocka_run_group_tests_name("spmv files", tests, NULL, NULL);
}
