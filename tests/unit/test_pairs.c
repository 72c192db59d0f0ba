/* test_pairs.c - two rows of one case: which is faster, and from where on that
 * is a difference. */
#include "unit.h"

#include <math.h>

#include "record/pairs.h"

enum { SAMPLES = 60 };

/* Rows whose rounds drift together, by a third and back; one takes `times` as
 * long. */
static enum change change_by(double times, struct stats *speedup)
{
    double base[SAMPLES], other[SAMPLES];
    const struct row a = { .sample_count = SAMPLES, .samples = base };
    const struct row b = { .sample_count = SAMPLES, .samples = other };
    for (int i = 0; i < SAMPLES; i++) {
        base[i] = 1 + 0.3 * fabs(1 - 2.0 * i / SAMPLES);
        other[i] = times * base[i] * (1 + 1e-4 * (i * 7 % 10));
    }
    return pairs_change(&b, &a, speedup);
}

/* The manual promises 1.5 %. */
static void differences(void **state)
{
    struct stats speedup;
    (void)state;
    assert_int_equal(change_by(1, &speedup), SAME);
    assert_int_equal(change_by(1.01, &speedup), SAME);
    assert_int_equal(change_by(1 / 1.01, &speedup), SAME);
    assert_int_equal(change_by(1.02, &speedup), SLOWER);
    assert_int_equal(change_by(1 / 1.02, &speedup), FASTER);
}

static void twice_as_fast_is_2(void **state)
{
    struct stats speedup;
    (void)state;
    change_by(0.5, &speedup);
    assert_true(fabs(speedup.median - 2) < 0.01);
    assert_true(speedup.ci_low > 1.99 && speedup.ci_high < 2.01);
}

static void few_tell_nothing(void **state)
{
    double samples[] = { 1, 1, 1, 1, 1 };
    const struct row few = { .sample_count = 5, .samples = samples };
    struct stats speedup;
    (void)state;
    assert_int_equal(pairs_change(&few, &few, &speedup), UNCLEAR);
}

/* Rows whose processes took unlike numbers of rounds: the second took three
 * times as long, for both. */
static void rounds_are_of_one_process(void **state)
{
    double base[SAMPLES], other[SAMPLES];
    struct row a = { .sample_count = SAMPLES,
                     .samples = base,
                     .start_count = 2,
                     .start = { 20, 40 } };
    struct row b = a;
    struct stats speedup;
    size_t pairs;
    (void)state;
    b.samples = other;
    b.start[0] = b.start[1] = 30;
    for (int i = 0; i < SAMPLES; i++) {
        base[i] = i < 20 ? 1 : 3;
        other[i] = i < 30 ? 1 : 3;
    }
    assert_int_equal(pairs_change(&b, &a, &speedup), SAME);
    speedup = pairs_ratio(&a, &b, &pairs);
    assert_int_equal(pairs, 50);
    assert_true(fabs(speedup.median - 1) < 1e-9);
    b.start_count = 1; /* the second process is under way */
    speedup = pairs_ratio(&a, &b, &pairs);
    assert_int_equal(pairs, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences),
        cmocka_unit_test(twice_as_fast_is_2),
        cmocka_unit_test(few_tell_nothing),
        cmocka_unit_test(rounds_are_of_one_process),
    };
    return cmocka_run_group_tests_name("pairs", tests, NULL, NULL);
}
