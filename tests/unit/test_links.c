/* test_links.c - copies over the link against what it reaches. */
#include "shown.h"

#include <math.h>

#include "record/judge.h"

static bool near(double value, double want)
{
    return fabs(value - want) <= 1e-9 * want;
}

/* Both ways, each at its own rate. */
static void copies_over_the_link(void **state)
{
    const struct roof in = { "gpu", ROOF_H2D, .rate = 8e9 };
    const struct roof out = { "gpu", ROOF_D2H, .rate = 2e9 };
    struct record record = { 0 };
    (void)state;
    assert_true(record_add_roof(&record, &in));
    assert_true(record_add_roof(&record, &out));
    struct row *row = add(&record, "cuda", "x", "gpu", 1);
    for (int k = 0; k < 3; k++) {
        row->moved_in = k == 1 ? 0 : 4e9;
        row->moved_out = k ? 1e9 : 0;
        judge_rows(&record);
        assert_int_equal(row->roof, k == 1 ? ROOF_D2H : ROOF_H2D);
        assert_true(near(row->why.transfer, k == 2 ? 1 : 0.5));
        assert_true(near(row->roof_share, k == 2 ? 1 : 0.5));
        assert_string_equal(row->why.bound, "transfer");
    }
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_over_the_link),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
