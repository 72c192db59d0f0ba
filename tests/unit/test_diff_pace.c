/* test_diff_pace.c - two records made by hand, of a machine whose pace was
 * another one: what is said of their rows. */
#include "pair.h"

#include <math.h>

static void set_pace(struct row *row, double compute, double memory)
{
    row->pace_count = row->start_count;
    for (int i = 0; i < row->start_count; i++)
        row->pace[i] = (struct pace){
            { [PACE_COMPUTE] = compute, [PACE_MEMORY] = memory }
        };
}

/* Fixed work takes so many times as long, and up to a fifth more or less from
 * start to start; the row follows that by slopes of 0.8, memory, and 0.3. */
static void drift(struct row *row, double times)
{
    static const double swing[STARTS] = { 0.1, -0.2, 0, 0.2, -0.1 };
    static const double other[STARTS] = { 0.1, 0, -0.2, 0, 0.1 };

    set_pace(row, 1, 2);
    for (int i = 0; i < STARTS; i++) {
        row->pace[i].seconds[PACE_COMPUTE] *= exp(other[i]);
        row->pace[i].seconds[PACE_MEMORY] *= times * exp(swing[i]);
        for (int k = 0; k < SAMPLES / STARTS; k++)
            row->samples[i * SAMPLES / STARTS + k] *=
                pow(times * exp(swing[i]), 0.8) * exp(0.3 * other[i]);
    }
    row->seconds.median = stats_of(row->samples, SAMPLES).median;
}

/* Of a pace that is the same in all starts nothing is told that it denies; of
 * another machine it says nothing. */
static void pace_is_a_witness(void **state)
{
    (void)state;
    set_pace(add(&old, "drifts", 1000, 1, 0.01), 1, 2);
    set_pace(add(&new, "drifts", 1000, 1.2, 0.01), 1, 2.4);
    set_pace(add(&old, "heats", 1000, 1, 0.01), 1, 2);
    set_pace(add(&new, "heats", 1000, 1.2, 0.01), 1.2, 2);
    set_pace(add(&old, "slows", 1000, 1, 0.01), 1, 2);
    set_pace(add(&new, "slows", 1000, 1.2, 0.01), 1, 2);
    set_pace(add(&old, "hides", 1000, 1, 0.01), 1, 2);
    set_pace(add(&new, "hides", 1000, 1, 0.01), 1, 1.6);
    make();
    assert_int_equal(found("drifts", 1000)->verdict, UNCLEAR);
    assert_non_null(strstr(found("drifts", 1000)->note, "1.2 times as long"));
    assert_int_equal(found("heats", 1000)->verdict, UNCLEAR);
    assert_int_equal(found("slows", 1000)->verdict, SLOWER);
    assert_int_equal(found("hides", 1000)->verdict, UNCLEAR);
    assert_true(fabs(found("hides", 1000)->ratio - 1) < 1e-9);
    diff_free(&diff);
    json_object_set_new(json_object_get(new.environment, "cpu"), "cores",
                        json_integer(16));
    make();
    assert_int_equal(found("drifts", 1000)->verdict, SLOWER);
    assert_int_equal(found("hides", 1000)->verdict, SAME);
}

/* As are those of too few processes for slopes. */
static void pace_of_few_starts(void **state)
{
    struct record *const records[] = { &old, &new };

    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool later = i / 2, drifts = i % 2;
        struct row *row = add(records[later], drifts ? "drifts" : "slows",
                              1000, later ? 1.2 : 1, 0.01);

        row->start_count = 3;
        row->start[2] += 2 * SAMPLES / STARTS;
        set_pace(row, 1, later && drifts ? 2.4 : 2);
        row->pace[0].seconds[PACE_MEMORY] *= 1.01;
    }
    make();
    assert_int_equal(found("drifts", 1000)->verdict, UNCLEAR);
    assert_true(fabs(found("drifts", 1000)->ratio - 1.2) < 1e-9);
    assert_true(found("drifts", 1000)->ci_low < 1.01);
    assert_non_null(strstr(found("drifts", 1000)->note, "1.2 times as long"));
    assert_int_equal(found("slows", 1000)->verdict, SLOWER);
}

/* What follows the pace from start to start is no change, and what does not is
 * one. */
static void at_one_pace(void **state)
{
    (void)state;
    drift(add(&old, "swings", 1000, 1, 0.01), 1);
    drift(add(&new, "swings", 1000, 1, 0.01), 1);
    drift(add(&old, "drifts", 1000, 1, 0.01), 1);
    drift(add(&new, "drifts", 1000, 1, 0.01), 1.2);
    drift(add(&old, "slows", 1000, 1, 0.01), 1);
    drift(add(&new, "slows", 1000, 1.1, 0.01), 1.2);
    drift(add(&old, "hurries", 1000, 1, 0.01), 1);
    drift(add(&new, "hurries", 1000, 0.9, 0.01), 1 / 1.2);
    make();
    assert_int_equal(found("swings", 1000)->verdict, SAME);
    assert_string_equal(found("swings", 1000)->note, "");
    assert_int_equal(found("drifts", 1000)->verdict, SAME);
    assert_true(fabs(found("drifts", 1000)->drift - pow(1.2, 0.8)) < 0.01);
    assert_non_null(strstr(found("drifts", 1000)->note,
                           "+15.7 % as timed; fixed work took 1.1"));
    assert_int_equal(found("slows", 1000)->verdict, SLOWER);
    assert_true(fabs(found("slows", 1000)->ratio - 1.1) < 0.01);
    assert_non_null(
        strstr(found("slows", 1000)->note, "as timed; fixed work"));
    assert_int_equal(found("hurries", 1000)->verdict, FASTER);
}

/* As it is without paces, or with that of one start not known. */
static void pace_is_missing(void **state)
{
    (void)state;
    drift(add(&old, "none", 1000, 1, 0.01), 1);
    drift(add(&new, "none", 1000, 1, 0.01), 1);
    drift(add(&old, "one", 1000, 1, 0.01), 1);
    drift(add(&new, "one", 1000, 1, 0.01), 1);
    old.rows[0].pace_count = 0;
    new.rows[1].pace[2].seconds[PACE_MEMORY] = 0;
    make();
    assert_int_equal(found("none", 1000)->verdict, UNCLEAR);
    assert_int_equal(found("one", 1000)->verdict, UNCLEAR);
}

/* Code that is slower on a machine that is faster by more. */
static void printed_signs_count(void **state)
{
    (void)state;
    drift(add(&old, "slows", 1000, 1, 0.01), 1);
    drift(add(&new, "slows", 1000, 1.1, 0.01), 0.8);
    drift(add(&old, "hurries", 1000, 1, 0.01), 1);
    drift(add(&new, "hurries", 1000, 0.9, 0.01), 1.25);
    make();
    assert_int_equal(found("slows", 1000)->verdict, UNCLEAR);
    assert_true(found("slows", 1000)->ratio > 1.09);
    assert_true(fabs(found("slows", 1000)->ci_low - 1) < 1e-9);
    assert_non_null(strstr(found("slows", 1000)->note, "-8.0 % as timed"));
    assert_int_equal(found("hurries", 1000)->verdict, UNCLEAR);
    assert_true(found("hurries", 1000)->ratio < 0.91);
    assert_true(fabs(found("hurries", 1000)->ci_high - 1) < 1e-9);
}

/* Machines that differ in anything have no pace in common. */
static void pace_of_other_machines(void **state)
{
    static const struct {
        const char *part, *key;
        int number; /* 0: a name */
    } facts[] = { { "", "host", 0 },         { "", "os", 0 },
                  { "cpu", "name", 0 },      { "gpu", "name", 0 },
                  { "cpu", "cores", 16 },    { "cpu", "processors", 32 },
                  { "", "memory_bytes", 64 } };

    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        json_object_set_new(new.environment, "gpu", json_object());
        json_object_set_new(
            facts[i].part[0] ? json_object_get(new.environment, facts[i].part)
                             : new.environment,
            facts[i].key,
            facts[i].number ? json_integer(facts[i].number)
                            : json_string("other"));
        set_pace(add(&old, "hides", 1000, 1, 0.01), 1, 2);
        set_pace(add(&new, "hides", 1000, 1, 0.01), 1, 1.6);
        make();
        assert_int_equal(found("hides", 1000)->verdict, SAME);
        assert_true(found("hides", 1000)->drift == 0);
        end(state);
        begin(state);
    }
}

/* The drift is that which is further from none, up or down. */
static void the_further_drift(void **state)
{
    static const double paces[][3] = { { 1.3, 1, 1.3 },
                                       { 1.3, 0.5, 0.5 },
                                       { 0.9, 1.6, 1.6 },
                                       { 0.6, 1.2, 0.6 } };

    for (int i = 0; i < 4; i++) {
        set_pace(add(&old, "a", 1000, 1, 0.01), 1, 2);
        set_pace(add(&new, "a", 1000, 1, 0.01), paces[i][0], 2 * paces[i][1]);
        make();
        assert_true(fabs(found("a", 1000)->drift / paces[i][2] - 1) < 1e-9);
        end(state);
        begin(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(pace_is_a_witness, begin, end),
        cmocka_unit_test_setup_teardown(pace_of_few_starts, begin, end),
        cmocka_unit_test_setup_teardown(at_one_pace, begin, end),
        cmocka_unit_test_setup_teardown(pace_is_missing, begin, end),
        cmocka_unit_test_setup_teardown(printed_signs_count, begin, end),
        cmocka_unit_test_setup_teardown(pace_of_other_machines, begin, end),
        cmocka_unit_test_setup_teardown(the_further_drift, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
