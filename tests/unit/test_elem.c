/* test_elem.c - element types by name, size and text. */
#include "unit.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "elem.h"

static void names(void **state)
{
    (void)state;
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++) {
        const char *name = elem_name((enum elem)t);
        assert_int_equal(elem_find(name, strlen(name)), t);
    }
    assert_int_equal(elem_find("f32,f64", 3), ELEM_F32);
    assert_int_equal(elem_find("f3", 2), ELEM_NONE);
    assert_int_equal(elem_find("f16", 3), ELEM_NONE);
    assert_int_equal(elem_find("", 0), ELEM_NONE);
    assert_int_equal(elem_find("f321", 4), ELEM_NONE);
    assert_int_equal(elem_find("u8", 2), ELEM_U8);
    assert_string_equal(elem_name(ELEM_U8), "u8");
}

static void sizes(void **state)
{
    (void)state;
    assert_int_equal(elem_size(ELEM_I32), 4);
    assert_int_equal(elem_size(ELEM_U64), 8);
    assert_int_equal(elem_size(ELEM_U8), 1);
    assert_int_equal(elem_size(ELEM_F32), sizeof(float));
    assert_int_equal(elem_size(ELEM_F64), sizeof(double));
    assert_true(elem_is_float(ELEM_F32) && elem_is_float(ELEM_F64));
    assert_false(elem_is_float(ELEM_I32) || elem_is_float(ELEM_U64));
}

/* Text must tell an element from its neighbours: it reads back the same. */
static void texts(void **state)
{
    char text[48];
    const float fraction = 0.1f, tiny = FLT_TRUE_MIN;
    const double third = 1.0 / 3;
    const int64_t least = INT64_MIN;
    const uint64_t most = UINT64_MAX;
    const int32_t minus = -1;
    (void)state;
    elem_print(ELEM_F32, &fraction, text, sizeof text);
    assert_true(strtof(text, NULL) == fraction);
    elem_print(ELEM_F32, &tiny, text, sizeof text);
    assert_true(strtof(text, NULL) == tiny);
    elem_print(ELEM_F64, &third, text, sizeof text);
    assert_true(strtod(text, NULL) == third);
    elem_print(ELEM_I64, &least, text, sizeof text);
    assert_string_equal(text, "-9223372036854775808");
    elem_print(ELEM_U64, &most, text, sizeof text);
    assert_string_equal(text, "18446744073709551615");
    elem_print(ELEM_I32, &minus, text, sizeof text);
    assert_string_equal(text, "-1");
    elem_print(ELEM_U32, &minus, text, sizeof text);
    assert_string_equal(text, "4294967295");
    elem_print(ELEM_U8, &minus, text, sizeof text);
    assert_string_equal(text, "255");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(sizes),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests_name("elem", tests, NULL, NULL);
}
