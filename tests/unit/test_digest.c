/* test_digest.c - the host's hash: as defined, and telling. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "digest.h"
#include "host/host.h"
#include "host/parallel.h"

enum { MOST = 1000000 };

static uint64_t digest_of(const void *memory, size_t bytes)
{
    uint64_t digest = 0;
    const struct span span = { memory, bytes };
    assert_int_equal(host_place.digest(NULL, &span, 1, &digest, NULL),
                     STATUS_OK);
    return digest;
}

/* The definition, word by word. */
static uint64_t plainly(const unsigned char *memory, size_t bytes)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i += 8) {
        uint64_t word = 0;
        for (size_t k = 0; k < 8 && i + k < bytes; k++)
            word |= (uint64_t)memory[i + k] << 8 * k;
        sum += digest_word(word, i / 8);
    }
    return sum;
}

static void as_defined(void **state)
{
    static const size_t bytes[] = { 4096, 65537, 300007, MOST };
    unsigned char *x = malloc(MOST);
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        x[i] = (unsigned char)(i * i % 251);
    for (int threads = 1; threads <= 3; threads++)
        for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
            parallel_set_threads(threads);
            assert_int_equal(digest_of(x, bytes[i]), plainly(x, bytes[i]));
        }
    for (size_t i = 0; i < 600; i++)
        assert_int_equal(digest_of(x + i, i), plainly(x + i, i));
    free(x);
}

static void notices(void **state)
{
    uint64_t x[512];
    (void)state;
    for (size_t i = 0; i < 512; i++)
        x[i] = i;
    const uint64_t before = digest_of(x, sizeof x);
    x[3] = 4, x[4] = 3; /* moved words */
    assert_true(digest_of(x, sizeof x) != before);
    x[3] = 3, x[4] = 4;
    assert_true(digest_of(x, sizeof x) == before);
    for (size_t bit = 0; bit < 64; bit++) {
        x[100] ^= (uint64_t)1 << bit;
        assert_true(digest_of(x, sizeof x) != before);
        x[100] ^= (uint64_t)1 << bit;
    }
    x[0]++, x[1]--; /* changes that cancel in a plain sum */
    assert_true(digest_of(x, sizeof x) != before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_defined),
        cmocka_unit_test(notices),
    };
    return cmocka_run_group_tests_name("digest", tests, NULL, NULL);
}
