/* test_chain.c - a chain may lie in scratch that holds anything, as what an
 * earlier run left: no total is there before it is told. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "openmp/chain.h"

enum { CHUNKS = 20 };

/* A run in which every chunk's total is `total`. */
static void run(struct chain *chain, uint64_t total)
{
    chain_begin(chain, CHUNKS);
    for (size_t c = 0; c < CHUNKS; c++) {
        assert_int_equal(chain_claim(chain), c);
        assert_false(chain_told(chain, c));
        chain_publish(chain, c, total);
        assert_int_equal(chain_wait(chain, c), total);
    }
    assert_int_equal(chain_claim(chain), CHUNKS);
}

/* What the last run left, but for one word that is as it was before it. */
static void old_totals(void **state)
{
    const size_t bytes = chain_bytes(CHUNKS), count = bytes / 8;
    uint64_t *words = aligned_alloc(LINE_BYTES, bytes);
    uint64_t *before = malloc(bytes);
    (void)state;
    assert_true(words && before);
    memset(words, 0, bytes);
    for (size_t k = 0; k < count; k++) {
        memcpy(before, words, bytes);
        run((struct chain *)words, 7);
        words[k] = before[k];
        run((struct chain *)words, 8);
    }
    free(words);
    free(before);
}

static void any_byte(void **state)
{
    const size_t bytes = chain_bytes(CHUNKS);
    uint64_t *words = aligned_alloc(LINE_BYTES, bytes);
    (void)state;
    assert_non_null(words);
    for (int byte = 0; byte < 256; byte++) {
        memset(words, byte, bytes);
        run((struct chain *)words, 9);
    }
    free(words);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(old_totals),
                                        cmocka_unit_test(any_byte) };
    return cmocka_run_group_tests_name("chain", tests, NULL, NULL);
}
