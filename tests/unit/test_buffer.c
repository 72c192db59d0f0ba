/* test_buffer.c - guard zones notice every byte written around an array. */
#include "unit.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "astray.h"
#include "host/host.h"
#include "measure/buffer.h"

static struct buffer opened(size_t bytes, size_t offset)
{
    struct buffer b;
    struct reason why = { "" };
    assert_int_equal(buffer_open(&b, &host_place, NULL, bytes,
                                 (struct fit){ .offset = offset }, &why),
                     STATUS_OK);
    return b;
}

static void flip(const struct buffer *b, long place)
{
    let_astray(b->data + place, 1);
    b->data[place] ^= 1;
}

static void untouched(void **state)
{
    static const size_t bytes[] = { 0, 1, 4, 4096, 100001 };
    (void)state;
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++)
        for (size_t offset = 0; offset <= 12; offset += 4) {
            struct buffer b = opened(bytes[i], offset);
            struct reason why = { "" };
            assert_int_equal((uintptr_t)b.data % 256, offset);
            memset(b.data, 1, bytes[i]);
            assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
            buffer_close(&b);
        }
}

static void damaged(void **state)
{
    static const long places[] = { -1, -2, -64, -4096, 100, 101, 164, 4195 };
    (void)state;
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct buffer b = opened(100, 4);
        struct reason why = { "" };
        flip(&b, places[i]);
        assert_int_equal(buffer_intact(&b, "its array", &why), STATUS_DEVICE);
        assert_non_null(strstr(why.text, "its array"));
        assert_non_null(strstr(why.text, places[i] < 0 ? "before" : "past"));
        flip(&b, places[i]);
        assert_int_equal(buffer_intact(&b, "its array", &why), STATUS_OK);
        buffer_close(&b);
    }
}

/* Poison fills the array, the array alone, and is no number. */
static void poisoned(void **state)
{
    struct buffer b = opened(8 * sizeof(float), 0);
    struct reason why = { "" };
    (void)state;
    assert_int_equal(buffer_poison(&b, 0xFF, &why), STATUS_OK);
    for (size_t i = 0; i < 8; i++)
        assert_true(isnan(((const float *)(const void *)b.data)[i]));
    assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
    buffer_close(&b);
}

/* Guards are as low as numbers of most types are, or as high. */
static void low_and_high(void **state)
{
    struct buffer b = opened(100, 0);
    struct reason why = { "" };
    (void)state;
    for (unsigned turn = 0; turn < 4; turn++) {
        unsigned char bytes[sizeof(double)];
        int8_t small;
        int64_t large;
        float single;
        double real;
        assert_int_equal(buffer_guard(&b, turn, &why), STATUS_OK);
        memset(bytes, b.guard, sizeof bytes);
        memcpy(&small, bytes, sizeof small);
        memcpy(&large, bytes, sizeof large);
        memcpy(&single, bytes, sizeof single);
        memcpy(&real, bytes, sizeof real);
        if (turn % 2)
            assert_true(small > 100 && large > INT64_MAX / 2 &&
                        single > 1e30F && real > 1e30);
        else
            assert_true(small < -50 && large < INT64_MIN / 4 &&
                        single < -1e5F && real < -1e30);
        assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
    }
    buffer_close(&b);
}

/* Every byte next to the array is out of bounds to what is instrumented; the
 * array is not, nor is anything once it is closed. */
static void reading_past_is_seen(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    for (size_t bytes = 0; bytes < 20; bytes++) {
        struct buffer b = opened(bytes, 16);
        const char *past = b.data + bytes;
        struct reason why = { "" };
        assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
        assert_true(__asan_address_is_poisoned(b.data - 1));
        assert_true(__asan_address_is_poisoned(past));
        assert_true(__asan_address_is_poisoned(past + 4080));
        assert_null(__asan_region_is_poisoned(b.data, bytes));
        void *base = b.base;
        buffer_close(&b);
        assert_null(__asan_region_is_poisoned(base, 8192));
    }
#else
    print_message("built without -fsanitize=address\n");
    skip();
#endif
}

/* On a place that says what is asked of it. */
static size_t asked;

static enum status ask(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    asked = bytes;
    return host_place.alloc(device, bytes, memory, why);
}

static void tight(void **state)
{
    struct place place = host_place;
    struct reason why = { "" };
    struct buffer b;
    (void)state;
    place.alloc = ask;
    assert_int_equal(buffer_open(&b, &place, NULL, 100,
                                 (struct fit){ .tight = true }, &why),
                     STATUS_OK);
    assert_int_equal(asked, 100);
    assert_ptr_equal(b.data, b.base);
    assert_int_equal(buffer_guard(&b, 1, &why), STATUS_OK);
    assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
    buffer_close(&b);
    assert_int_equal(buffer_open(&b, &place, NULL, 100,
                                 (struct fit){ .offset = 4, .tight = true },
                                 &why),
                     STATUS_OK);
    assert_int_equal(asked, 104);
    assert_int_equal((uintptr_t)b.data % 256, 4);
    buffer_close(&b);
}

/* In the host's memory, of any length: behind its last byte pages are closed;
 * what has to be aligned ends as near to them as that lets. */
static void ends_at_a_page(void **state)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct reason why = { "" };
    (void)state;
    for (size_t bytes = 0; bytes < 3 * page; bytes += 1 + bytes / 3)
        for (int aligned = 0; aligned < 2; aligned++) {
            struct buffer b;
            const struct fit fit = { .tight = true, .aligned = aligned };
            assert_int_equal(
                buffer_open(&b, &host_place, NULL, bytes, fit, &why),
                STATUS_OK);
            const char *end = b.data + bytes;
            const size_t gap = (page - (uintptr_t)end % page) % page;
            assert_true(gap < (aligned ? 256 : 1));
            assert_true(!aligned || (uintptr_t)b.data % 256 == 0);
            memset(b.data, 1, bytes);
            assert_int_equal(buffer_intact(&b, "x", &why), STATUS_OK);
            /* The system will not read from there either. */
            for (size_t at = 0; at < 16 * page; at += page) {
                assert_int_equal(access(end + gap + at, F_OK), -1);
                assert_int_equal(errno, EFAULT);
            }
            buffer_close(&b);
        }
}

static void closing(void **state)
{
    struct buffer none = { 0 };
    struct buffer b = opened(10, 0);
    (void)state;
    buffer_close(&none);
    buffer_close(&b);
    assert_null(b.data);
    buffer_close(&b);
}

static void no_room(void **state)
{
    struct buffer b;
    struct reason why = { "" };
    (void)state;
    assert_int_equal(buffer_open(&b, &host_place, NULL, SIZE_MAX / 4,
                                 (struct fit){ 0 }, &why),
                     STATUS_MEMORY);
    assert_true(why.text[0] != 0);
    assert_null(b.data);
    buffer_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(untouched),    cmocka_unit_test(damaged),
        cmocka_unit_test(poisoned),     cmocka_unit_test(closing),
        cmocka_unit_test(no_room),      cmocka_unit_test(reading_past_is_seen),
        cmocka_unit_test(tight),        cmocka_unit_test(ends_at_a_page),
        cmocka_unit_test(low_and_high),
    };
    return cmocka_run_group_tests_name("buffer", tests, NULL, NULL);
}
