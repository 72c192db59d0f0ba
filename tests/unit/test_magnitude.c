/* test_magnitude.c - the largest number of an input, and what is none, found by
 * all threads wherever it is. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/parallel.h"
#include "ops/magnitude.h"

enum { COUNT = 100003, PLACES = 16 };

static const struct op op = { .name = "it" };
static float f32[COUNT];
static double f64[COUNT];

/* Of ones, and `odd` at a place. */
static enum status look(enum elem type, size_t place, double odd, double *most,
                        struct reason *why)
{
    const struct problem p = {
        .op = &op, .in[1] = { .name = "x", .type = type, .count = COUNT }
    };
    const void *x = type == ELEM_F32 ? (const void *)f32 : f64;
    for (size_t i = 0; i < COUNT; i++)
        f32[i] = (float)(f64[i] = i == place ? odd : 1);
    return magnitude(&p, 1, x, most, why);
}

static size_t place_of(int k)
{
    return (COUNT - 1) * (size_t)k / (PLACES - 1);
}

static void the_largest(void **state)
{
    double most;
    struct reason why;
    (void)state;
    for (int k = 0; k < 2 * PLACES; k++) {
        const double odd = k % 4 < 2 ? 7 : -7;
        assert_int_equal(look(k % 2 ? ELEM_F32 : ELEM_F64, place_of(k / 2),
                              odd, &most, &why),
                         STATUS_OK);
        assert_true(most == 7);
    }
}

static void what_is_no_number(void **state)
{
    static const double odd[] = { NAN, -NAN, INFINITY, -INFINITY };
    double most;
    (void)state;
    for (int k = 0; k < 2 * PLACES; k++) {
        struct reason why = { "" };
        char words[40];
        const size_t place = place_of(k / 2);
        assert_int_equal(look(k % 2 ? ELEM_F32 : ELEM_F64, place,
                              odd[k / 2 % 4], &most, &why),
                         STATUS_USAGE);
        snprintf(words, sizeof words, "element %zu of x is ", place);
        assert_non_null(strstr(why.text, words));
        assert_non_null(strstr(why.text, ": it takes finite numbers"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_largest),
        cmocka_unit_test(what_is_no_number),
    };
    parallel_set_threads(4);
    return cmocka_run_group_tests_name("magnitude", tests, NULL, NULL);
}
