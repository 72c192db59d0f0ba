/* test_host_memory.c - bytes set, whether past the caches or not. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "host/machine.h"
#include "host/parallel.h"

static size_t cache;

static size_t pretended_cache(void)
{
    return cache;
}

#define machine_cache pretended_cache
#define host_alloc other_alloc
#define host_release other_release
#define host_copy other_copy
#define host_set other_set
#define host_digest other_digest
#include "host/host_memory.c"

enum { ROOM = 400, SHORT = 150, MARGIN = 64, LARGE = 1000003 };

static void set_and_look(unsigned char *memory, size_t at, size_t bytes)
{
    struct reason why;
    memset(memory, 1, at + bytes + MARGIN);
    assert_int_equal(other_set(NULL, memory + at, 0xa5, bytes, &why),
                     STATUS_OK);
    for (size_t i = 0; i < at + bytes + MARGIN; i++)
        assert_int_equal(memory[i], i < at || i >= at + bytes ? 1 : 0xa5);
}

/* Of any length, from any byte on, and nothing beside. */
static void every_byte(void **state)
{
    unsigned char *memory = malloc(LARGE + ROOM);
    (void)state;
    for (int around = 0; around < 2; around++) {
        cache = around ? 0 : 2 * LARGE;
        for (size_t at = 0; at < MARGIN; at += 3)
            for (size_t bytes = 0; bytes < SHORT; bytes++)
                set_and_look(memory, at, bytes);
        for (int threads = 1; threads <= 3; threads++) {
            parallel_set_threads(threads);
            set_and_look(memory, 5, LARGE);
        }
    }
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_byte) };
    return cmocka_run_group_tests_name("host_memory", tests, NULL, NULL);
}
