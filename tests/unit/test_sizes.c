/* test_sizes.c - the language of --size, good and bad. */
#include "options/sizes.h"

#include <stdio.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* Last: its macro fail() would hide ours. */
#include <cmocka.h>

/* Good lists, and the sizes they stand for as text. */
static const struct {
    const char *list, *sizes;
} good[] = {
    { "0", "0" },
    { "1000,1001", "1000 1001" },
    { "1K,2M,3G,1T", "1000 2000000 3000000000 1000000000000" },
    { "1k,1ki", "1000 1024" },
    { "64Ki,1Mi,1Gi,1Ti", "65536 1048576 1073741824 1099511627776" },
    { "2^0,2^20,10^3", "1 1048576 1000" },
    { "2^20-1,2^20,2^20+1", "1048575 1048576 1048577" },
    { "1e6,3E2+1,7e0", "1000000 301 7" },
    { "1M+1,1Ki-1+2", "1000001 1025" },
    { "2^4:2^8:x4", "16 64 256" },
    { "1:8", "1 2 4 8" },
    { "10:100:x3", "10 30 90" },
    { "0:10:+5,7", "0 5 10 7" },
    { "1Ki:2Ki:+512", "1024 1536 2048" },
    { "5:5:x2", "5" },
    { "0:0", "0" },
    { "1M,1000000,1K,1M", "1000000 1000" },
    { "18446744073709551615", "18446744073709551615" },
    { "2^63:18446744073709551615:x2", "9223372036854775808" },
    { "18446744073709551614:18446744073709551615:+1",
      "18446744073709551614 18446744073709551615" },
    { "1^999999999999,0^3,0^0", "1 0" },
};

static void good_lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        size_t sizes[MAX_SIZES];
        struct reason why = { "" };
        char text[400] = "";
        int count = -1;

        if (sizes_parse(good[i].list, sizes, &count, &why))
            fail_msg("%s: %s", good[i].list, why.text);
        for (int k = 0; k < count; k++)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%zu",
                     k ? " " : "", sizes[k]);
        assert_string_equal(text, good[i].sizes);
    }
}

/* Bad lists, and words that the reason must have. */
static const struct {
    const char *list, *word;
} bad[] = {
    { "", "expected" },
    { "10X", "10X" },
    { "10X", "suffix" },
    { "1.5M", "whole number" },
    { "1Kx", "expected" },
    { "M", "expected" },
    { "-1", "expected" },
    { " 1", "expected" },
    { "1 ", "expected" },
    { "1,", "expected" },
    { "1,,2", "expected" },
    { "2^", "expected" },
    { "1e", "expected" },
    { "1e+6", "expected" },
    { "2e19", "too large" },
    { "2^x", "expected" },
    { "2^2^2", "expected" },
    { "1+", "expected" },
    { "1-2", "less than 0" },
    { "2^64", "too large" },
    { "18446744073709551616", "too large" },
    { "18446744073709551615+1", "too large" },
    { "99999999999T", "too large" },
    { "10^99999999999999999999", "too large" },
    { "5:4", "5:4" },
    { "5:4", "before" },
    { "1:8:x1", "at least 2" },
    { "1:8:x0", "at least 2" },
    { "1:8:+0", "at least 1" },
    { "0:8:x2", "difference" },
    { "1:8:2", "step" },
    { "1:8:", "step" },
    { "1:8:x", "expected" },
    { "1:8:x2:x3", "expected" },
    { "1:", "expected" },
    { ":8", "expected" },
    { "1:1000:+1", "256" },
    { "ok,1", "ok" },
};

static void bad_lists(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        size_t sizes[MAX_SIZES];
        struct reason why = { "" };
        int count;

        if (sizes_parse(bad[i].list, sizes, &count, &why) != STATUS_USAGE)
            fail_msg("\"%s\" was taken", bad[i].list);
        if (!strstr(why.text, bad[i].word))
            fail_msg("\"%s\": \"%s\" lacks \"%s\"", bad[i].list, why.text,
                     bad[i].word);
    }
}

static void as_many_as_fit(void **state)
{
    size_t sizes[MAX_SIZES];
    int count;

    (void)state;
    assert_int_equal(sizes_parse("1:256:+1", sizes, &count, NULL), STATUS_OK);
    assert_int_equal(count, MAX_SIZES);
    assert_int_equal(sizes[MAX_SIZES - 1], 256);
    assert_int_equal(sizes_parse("0:256:+1", sizes, &count, NULL),
                     STATUS_USAGE);
}

static void one_size(void **state)
{
    size_t size = 7;

    (void)state;
    assert_int_equal(size_parse("4Kiss", 3, &size, NULL), STATUS_OK);
    assert_int_equal(size, 4096);
    assert_int_equal(size_parse("1,2", 3, &size, NULL), STATUS_USAGE);
    assert_int_equal(size_parse("1:2", 3, &size, NULL), STATUS_USAGE);
    assert_int_equal(size, 4096);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_lists),
        cmocka_unit_test(bad_lists),
        cmocka_unit_test(as_many_as_fit),
        cmocka_unit_test(one_size),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
