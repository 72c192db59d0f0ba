/* test_text.c - numbers, times, sizes and lines as people read them, and the
 * words of changes. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/change.h"
#include "base/comma.h"
#include "base/json_write.h"
#include "base/text.h"

static void numbers(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = { { 0, "0" },
                  { 1, "1.000" },
                  { 9.9994, "9.999" },
                  { 9.9996, "10.00" },
                  { 123.44, "123.4" },
                  { 999.94, "999.9" },
                  { 999.96, "1000" },
                  { 12345.6, "12346" },
                  { 0.1, "0.1000" },
                  { 0.00012346, "0.0001235" },
                  { 1.25e-7, "0.000000125" },
                  { 1e-12, "0.000000000" },
                  { 1e30, "-" },
                  { -1, "-" },
                  { NAN, "-" },
                  { INFINITY, "-" } };
    char text[TEXT_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_number(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
}

static void seconds(void **state)
{
    static const struct {
        double value;
        const char *text;
    } cases[] = { { 2, "2.000 s" },       { 1, "1.000 s" },
                  { 0.5, "500.0 ms" },    { 1e-3, "1.000 ms" },
                  { 0.9e-3, "900.0 µs" }, { 1e-6, "1.000 µs" },
                  { 0.5e-6, "500.0 ns" }, { 1e-9, "1.000 ns" },
                  { 0.5e-9, "0.5000 ns" } };
    char text[TEXT_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_seconds(text, cases[i].value);
        assert_string_equal(text, cases[i].text);
    }
}

static void sizes(void **state)
{
    static const struct {
        double bytes;
        const char *text;
    } cases[] = { { 0, "0 B" },
                  { 999, "999 B" },
                  { 1000, "0.977 KiB" },
                  { 1024, "1 KiB" },
                  { 1536, "1.5 KiB" },
                  { 32 << 20, "32 MiB" },
                  { 80.0 * (1 << 30), "80 GiB" },
                  { 0x1p40, "1 TiB" },
                  { 0x1p50, "1.02e+03 TiB" } };
    static const struct {
        size_t count;
        const char *text;
    } counts[] = { { 0, "0" },          { 1, "1" },
                   { 512, "512" },      { 1000, "1000" },
                   { 1024, "2^10" },    { 1025, "1025" },
                   { 2048, "2^11" },    { 3072, "3072" },
                   { 1 << 28, "2^28" }, { (size_t)1 << 63, "2^63" } };
    char text[TEXT_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        text_bytes(text, cases[i].bytes);
        assert_string_equal(text, cases[i].text);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        text_count(text, counts[i].count);
        assert_string_equal(text, counts[i].text);
    }
}

/* As few digits as say exactly the same. */
static void exact(void **state)
{
    static const double values[] = { 0.1, 0.1 + 0.2, 1e300, 1.0 / 3, 5e-324 };
    static const char *const texts[] = { "0.1", "0.30000000000000004",
                                         "1e+300", "0.3333333333333333",
                                         "4.94065645841247e-324" };
    char text[TEXT_ROOM];
    (void)state;
    for (int i = 0; i < 5; i++) {
        text_exact(text, values[i]);
        assert_string_equal(text, texts[i]);
    }
}

static void wraps(const char *text, size_t at, size_t indent, size_t columns,
                  const char *want)
{
    char *written = NULL;
    size_t size;
    FILE *file = open_memstream(&written, &size);
    assert_non_null(file);
    text_wrap(file, text, at, indent, columns);
    assert_int_equal(fclose(file), 0);
    assert_string_equal(written, want);
    free(written);
}

/* Columns are characters, blanks of any number are one, and what no line holds
 * has one of its own. */
static void lines(void **state)
{
    (void)state;
    wraps("one two three", 0, 0, 7, "one two\nthree\n");
    wraps("one two three", 0, 0, 6, "one\ntwo\nthree\n");
    wraps("one two three", 4, 2, 11, "one two\n  three\n");
    wraps("one two three", 4, 2, 10, "one\n  two\n  three\n");
    wraps("one two three", 0, 0, 0, "one two three\n");
    wraps(" one \n\t two ", 0, 3, 80, "one two\n");
    wraps("µµµ µµµ µ", 0, 1, 7, "µµµ µµµ\n µ\n");
    wraps("a longest b", 0, 0, 4, "a\nlongest\nb\n");
    wraps("a\x01"
          "b \x7f",
          0, 0, 9, "a?b ?\n");
    wraps("", 0, 0, 9, "\n");
    assert_int_equal(text_width("n → 0 µs"), 8);
}

/* --- changes -------------------------------------------------------------- */

/* Of the ratio of the new time to the old one, at a threshold of 5 %. */
static void changes(void **state)
{
    static const struct {
        double low, high;
        enum change want;
    } cases[] = { { 1.06, 1.2, SLOWER },      { 1.05, 1.2, UNCLEAR },
                  { 1.04, 1.2, UNCLEAR },     { 0.8, 0.95, FASTER },
                  { 0.8, 1 / 1.05, UNCLEAR }, { 0.97, 1.03, SAME },
                  { 1 / 1.05, 1.05, SAME },   { 0.94, 1.04, UNCLEAR },
                  { 0.96, 1.06, UNCLEAR },    { 0, 1, UNCLEAR },
                  { 1.2, 1.1, UNCLEAR },      { 1.2, INFINITY, UNCLEAR },
                  { NAN, 1, UNCLEAR } };
    static const struct {
        enum change change;
        const char *name;
    } names[] = {
        { BROKEN, "broken" },        { SLOWER, "slower" },
        { FASTER, "faster" },        { SAME, "same" },
        { UNCLEAR, "unclear" },      { ONLY_OLD, "only in old" },
        { ONLY_NEW, "only in new" }, { NOT_MEASURED, "not measured" }
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(change_of(cases[i].low, cases[i].high, 0.05),
                         cases[i].want);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_string_equal(change_name(names[i].change), names[i].name);
}

/* --- lists and JSON ------------------------------------------------------- */

static void items(void **state)
{
    static const char *const want[] = { "a", "", "bc", "" };
    const char *rest = "a,,bc,", *item;
    size_t length;
    int count = 0;
    (void)state;
    while (comma_next(&rest, &item, &length)) {
        assert_true(count < 4);
        assert_int_equal(length, strlen(want[count]));
        assert_memory_equal(item, want[count], length);
        count++;
    }
    assert_int_equal(count, 4);
}

/* What is saved in a unit comes back as it was, to the last bit. */
static void units(void **state)
{
    static const double units[] = { 1e9, 1e6, 1 };
    double value = 1.0 / 3;
    (void)state;
    for (int i = 0; i < 3000; i++, value = fmod(value * 37.1, 1e12) + 0.01) {
        const double unit = units[i % 3], saved = value / unit;
        const double back = json_from_units(saved, unit);
        assert_true(back / unit == saved);
        assert_true(fabs(back - value) <= 1e-15 * value);
    }
}

static void values(void **state)
{
    json_t *list = json_pack(
        "[o, o, o, o, o, o, o, o]", json_of_real(NAN), json_of_real(0),
        json_of_known(0), json_of_known(2), json_of_end(0, 1, 1),
        json_of_end(3, 0, 1), json_of_name(""), json_of_units(3e9, 1e9));
    char *text = json_dumps(list, JSON_COMPACT);
    (void)state;
    assert_string_equal(text, "[null,0.0,null,2.0,0.0,null,null,3.0]");
    free(text);
    json_decref(list);
    list = json_pack("[o, o, o]", json_of_whole(INT64_MAX),
                     json_of_whole((uint64_t)INT64_MAX + 1),
                     json_of_text("a\xff"
                                  "b"));
    text = json_dumps(list, JSON_COMPACT);
    assert_string_equal(
        text, "[9223372036854775807,\"9223372036854775808\",\"a?b\"]");
    free(text);
    json_decref(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers), cmocka_unit_test(seconds),
        cmocka_unit_test(sizes),   cmocka_unit_test(exact),
        cmocka_unit_test(lines),   cmocka_unit_test(changes),
        cmocka_unit_test(items),   cmocka_unit_test(units),
        cmocka_unit_test(values),
    };
    return cmocka_run_group_tests_name("text", tests, NULL, NULL);
}
