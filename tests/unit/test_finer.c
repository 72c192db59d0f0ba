/* test_finer.c - which sizes narrow a crossing down, and what noise makes of
 * it. */
#include "unit.h"

#include <math.h>
#include <string.h>

#include "analysis/crossover.h"

enum { MOST = 16 };

/* Points at 4^0, 4^1, ..., each behind (-), even (=) or ahead (+), or, known
 * by their ratio alone, behind (b) or ahead (a). */
static size_t points_of(struct crossover_point points[MOST], const char *marks)
{
    size_t i = 0;
    for (; marks[i]; i++) {
        const bool ahead = strchr("+a=", marks[i]);
        const double error = strchr("ab", marks[i]) ? 0
            : marks[i] == '='                       ? 2
                                                    : 1.1;
        points[i] = (struct crossover_point){ .n = pow(4, (double)i),
                                              .ratio = ahead ? 1.5 : 0.5 };
        points[i].ci_low = error > 0 ? points[i].ratio / error : 0;
        points[i].ci_high = points[i].ratio * error;
    }
    return i;
}

/* Halfway between the last that is behind and the next, and between the last
 * that is not ahead and the next. */
static void finer(void **state)
{
    static const struct {
        const char *marks;
        double sizes[2];
    } cases[] = { { "--++", { 8, 0 } },     { "-=+", { 2, 8 } },
                  { "-==++", { 2, 32 } },   { "--==", { 8, 0 } },
                  { "==++", { 8, 0 } },     { "-+-+", { 32, 0 } },
                  { "-=-=+", { 32, 128 } }, { "bbaa", { 8, 0 } },
                  { "====", { 0 } },        { "----", { 0 } },
                  { "++++", { 0 } },        { "", { 0 } } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct crossover_point points[MOST];
        const double *want = cases[i].sizes;
        double sizes[2];
        const size_t count = points_of(points, cases[i].marks);
        const int found = crossover_finer(points, count, sizes);
        assert_int_equal(found, (want[0] > 0) + (want[1] > 0));
        for (int k = 0; k < found; k++)
            assert_true(sizes[k] == want[k]);
    }
}

/* Down to a tenth, at sizes that have few bits set. */
static void close_enough(void **state)
{
    struct crossover_point points[MOST];
    double sizes[2];
    (void)state;
    points_of(points, "-+");
    points[0].n = 1000000;
    points[1].n = 1090000;
    assert_int_equal(crossover_finer(points, 2, sizes), 0);
    points[1].n = 1200000;
    assert_int_equal(crossover_finer(points, 2, sizes), 1);
    assert_true(sizes[0] == 33 << 15);
    points[0].n = 3; /* nothing is between */
    points[1].n = 4;
    assert_int_equal(crossover_finer(points, 2, sizes), 0);
}

/* Noise is no change of the lead. */
static void changes_beyond_noise(void **state)
{
    static const struct {
        const char *marks;
        int changes;
    } cases[] = { { "-+", 1 },  { "-=+", 1 },   { "-=-=+", 1 }, { "+=+", 0 },
                  { "===", 0 }, { "-+=-+", 3 }, { "-=", 0 },    { "bab", 2 } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct crossover_point points[MOST];
        struct crossing c;
        const size_t count = points_of(points, cases[i].marks);
        assert_true(crossover_find(&c, points, count));
        assert_int_equal(c.changes, cases[i].changes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finer),
        cmocka_unit_test(close_enough),
        cmocka_unit_test(changes_beyond_noise),
    };
    return cmocka_run_group_tests_name("finer", tests, NULL, NULL);
}
