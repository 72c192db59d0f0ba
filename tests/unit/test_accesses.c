/* test_accesses.c - rows of tables that a cache holds a part of, and the roof
 * of shared atomics, saved and shown. */
#include "shown.h"

#include <math.h>

#include "chart/chart_data.h"
#include "record/judge.h"

static void add_roof(struct record *record, enum roof_kind kind, double rate)
{
    const struct roof roof = { .device = "gpu", .kind = kind, .rate = rate };
    assert_true(record_add_roof(record, &roof));
}

/* What the cache holds of a table is served at its rate, where that is
 * known. */
static void partly_resident(void **state)
{
    (void)state;
    for (int known = 0; known < 2; known++) {
        struct record record = { 0 };
        struct row *row = add(&record, "cuda", "x", "gpu", 0.1);
        row->gathers = row->scatters = 1e9;
        row->width = 4;
        row->resident_share = 0.25;
        add_roof(&record, ROOF_GATHER_4, 20e9);
        add_roof(&record, ROOF_SCATTER_4, 16e9);
        if (known)
            add_roof(&record, ROOF_GATHER_4_RESIDENT, 100e9);
        if (known)
            add_roof(&record, ROOF_SCATTER_4_RESIDENT, 50e9);
        judge_rows(&record);
        assert_int_equal(row->roof, ROOF_SCATTER_4);
        const double gather = known ? 0.025 + 0.375 : 0.5;
        const double scatter = known ? 0.05 + 0.46875 : 0.625;
        assert_true(fabs(row->why.gather - gather) < 1e-12);
        assert_true(fabs(row->why.scatter - scatter) < 1e-12);
        assert_true(fabs(row->roof_share - scatter) < 1e-12);
        record_free(&record);
    }
}

static void saved(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    (void)state;
    record.rows[0].resident = false;
    record.rows[0].resident_share = 0.25;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    assert_true(again.rows[0].resident_share == 0.25);
    const struct roof *roof = record_roof(&again, "gpu", ROOF_SHARED_ATOMIC);
    assert_non_null(roof);
    assert_true(roof->rate == 2.4e12 && roof->pass[0] == 2.4e12);
    assert_string_equal(roof_kind_name(roof->kind), "shared-atomic");
    record_free(&record);
    record_free(&again);
}

/* Beside the others, and in no chart. */
static void shown(void **state)
{
    const struct chart chart = { .lead = HEADLINE_BYTES };
    struct record record = sample_record(), without = { 0 };
    (void)state;
    says(&record, false,
         "gpu shared atomics: 2400 G/s, additions to random words");
    assert_false(chart_has_roof(&chart, ROOF_SHARED_ATOMIC));
    add(&without, "cuda", "x", "gpu", 1);
    add_roof(&without, ROOF_READ, 4e12);
    says_not(&without, true, "shared atomics");
    record_free(&record);
    record_free(&without);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(partly_resident),
                                        cmocka_unit_test(saved),
                                        cmocka_unit_test(shown) };
    return cmocka_run_group_tests_name("accesses", tests, make_path,
                                       remove_path);
}
