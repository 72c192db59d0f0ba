/* test_histogram_bytes.c - bytes counted by vectors: at every length, wherever
 * queues end, and nothing read behind the last. */
#include "unit.h"

#include <string.h>
#include <sys/mman.h>

#include "random.h"
#include "openmp/histogram_bytes.h"

enum {
    MOST = 1 << 17,
    PAGE = 1 << 14,
    VALUES = 256,
    QUEUE_VALUES = 64, /* that differ in six bits are one queue's, */
    TAKEN = 2048,      /* of which so many bytes are counted at a time, */
    BATCH = 1024       /* after each so many of all */
};

static uint8_t *end; /* of what may be read */

static int set_up(void **state)
{
    uint8_t *room = mmap(NULL, MOST + PAGE, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    (void)state;
    if (room == MAP_FAILED || mprotect(room + MOST, PAGE, PROT_NONE))
        return -1;
    end = room + MOST;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return munmap(end - MOST, MOST + PAGE);
}

static void skip_without_vectors(void)
{
    if (!openmp_histogram_bytes_can(MOST)) {
        print_message("this CPU has not the vectors\n");
        skip();
    }
}

/* The last n bytes before `end`, added to counters that hold something. */
static void assert_counted(size_t n)
{
    uint32_t want[VALUES], got[VALUES];
    for (uint32_t v = 0; v < VALUES; v++)
        want[v] = got[v] = v * 0x01010101u;
    for (size_t i = 0; i < n; i++)
        want[end[-1 - (ptrdiff_t)i]]++;
    openmp_histogram_bytes(end - n, n, got);
    assert_memory_equal(got, want, sizeof want);
}

static void every_length(void **state)
{
    uint64_t random = 1;
    (void)state;
    skip_without_vectors();
    for (size_t i = 1; i <= MOST; i++)
        end[-(ptrdiff_t)i] = (uint8_t)random_next(&random);
    for (size_t n = 0; n <= 5 * BATCH; n++)
        assert_counted(n);
    assert_counted(MOST);
    assert_counted(MOST - 1);
}

static void one_value(void **state)
{
    (void)state;
    skip_without_vectors();
    for (int v = 0; v < VALUES; v++) {
        memset(end - MOST, v, MOST);
        assert_counted(MOST);
        assert_counted(3 * TAKEN + 63);
    }
}

/* So many bytes of one queue, then those of the next, or both in turns. */
static void fill(size_t n, size_t own, unsigned queue, bool in_turns)
{
    uint8_t *x = end - n;
    size_t put = 0;
    for (size_t i = 0; i < n; i++) {
        const bool of_it =
            put < own && (!in_turns || i % 2 || n - i <= own - put);
        const unsigned q = (queue + !of_it) % (VALUES / QUEUE_VALUES);
        put += of_it;
        x[i] = (uint8_t)(q * QUEUE_VALUES + i * 7 % QUEUE_VALUES);
    }
}

static void queues_end_anywhere(void **state)
{
    static const size_t ends[] = { 0,         1,         63,
                                   64,        65,        BATCH - 1,
                                   BATCH,     TAKEN - 1, TAKEN,
                                   TAKEN + 1, 2 * TAKEN, TAKEN + BATCH - 1 };
    (void)state;
    skip_without_vectors();
    for (unsigned q = 0; q < VALUES / QUEUE_VALUES; q++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++)
            for (int in_turns = 0; in_turns < 2; in_turns++) {
                fill((size_t)4 * TAKEN, ends[k], q, in_turns);
                assert_counted((size_t)4 * TAKEN);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_length),
        cmocka_unit_test(one_value),
        cmocka_unit_test(queues_end_anywhere),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
