/* test_guard.c - deadlines, also after a pause; whose memory it is. */
#include "unit.h"

#include <sys/mman.h>
#include <unistd.h>

#include "host/system.h"
#include "process/guard.h"

static struct board_state runs(double entered, double limit)
{
    return (
        struct board_state){ .row = 0, .entered = entered, .limit = limit };
}

static void a_deadline(void **state)
{
    struct guard guard = { 0 };
    struct board_state row = runs(100, 10);
    (void)state;
    for (double now = 100; now < 109.9; now++) {
        guard_tick(&guard, &row, now);
        assert_false(guard_late(&guard, &row, now));
    }
    guard_tick(&guard, &row, 110.5);
    assert_true(guard_late(&guard, &row, 110.5));
    row.row = -1;
    assert_false(guard_late(&guard, &row, 110.5));
}

/* Neither the worker nor we ran from 101 to 161. */
static void a_pause_within_a_run(void **state)
{
    struct guard guard = { 0 };
    const struct board_state row = runs(100, 10);
    (void)state;
    guard_tick(&guard, &row, 101);
    guard_tick(&guard, &row, 161);
    assert_false(guard_late(&guard, &row, 161));
    assert_false(guard_late(&guard, &row, 169));
    assert_true(guard_late(&guard, &row, 171));
}

/* Nor from 103 to 163, and from 164 to 204. */
static void pauses_within_a_run(void **state)
{
    struct guard guard = { 0 };
    const struct board_state row = runs(100, 10);
    (void)state;
    guard_tick(&guard, &row, 103);
    guard_tick(&guard, &row, 163);
    guard_tick(&guard, &row, 164);
    guard_tick(&guard, &row, 204);
    assert_false(guard_late(&guard, &row, 209.9));
    assert_true(guard_late(&guard, &row, 210.1));
}

static void a_pause_before_a_run(void **state)
{
    struct guard guard = { 0 };
    const struct board_state first = runs(100, 10), next = runs(162, 10);
    (void)state;
    guard_tick(&guard, &first, 101);
    guard_tick(&guard, &first, 161);
    guard_tick(&guard, &next, 162.5);
    assert_false(guard_late(&guard, &next, 171));
    assert_true(guard_late(&guard, &next, 173));
}

/* It was entered after the pause, and we looked only then. */
static void a_run_of_the_first_look(void **state)
{
    struct guard guard = { 0 };
    const struct board_state first = runs(100, 10), next = runs(160.9, 10);
    (void)state;
    guard_tick(&guard, &first, 101);
    guard_tick(&guard, &next, 161);
    assert_true(guard_late(&guard, &next, 171.2));
}

static void patience(void **state)
{
    (void)state;
    assert_true(guard_patience(true, true) <= 1);
    assert_true(!(guard_patience(true, false) > 0));
    assert_true(guard_patience(false, false) > guard_patience(true, true));
}

static void memory_of_others(void **state)
{
    struct guard guard;
    size_t left;
    (void)state;
    guard_open(&guard);
    guard.memory_least = SIZE_MAX; /* it is always short */
    assert_false(guard_greedy(&guard, getpid(), &left));
    assert_true(left > 0 && left <= system_memory());
    assert_true(guard_starved(&guard));
    guard.memory_least = 0;
    assert_false(guard_starved(&guard));
}

/* Nor is it a pause that nobody had looked before. */
static void a_first_look_that_is_late(void **state)
{
    struct guard guard = { 0 };
    const struct board_state row = runs(100, 10);
    (void)state;
    guard_tick(&guard, &row, 105);
    assert_false(guard_late(&guard, &row, 109.9));
    assert_true(guard_late(&guard, &row, 110.1));
}

/* Whoever is told to end has seconds for it, or, with rows to save, less than
 * one. */
static void time_to_end_in(void **state)
{
    (void)state;
    for (int in_case = 0; in_case < 2; in_case++)
        assert_true(guard_patience(false, in_case) > 2 &&
                    guard_patience(false, in_case) < 10);
    assert_true(guard_patience(true, true) > 0.5);
}

/* A 64th of the machine's, but no more than 256 MiB. Memory that is but
 * reserved is nobody's. */
static void memory_in_trouble(void **state)
{
    const size_t reserved = (size_t)1 << 44, share = system_memory() / 64;
    const size_t most = (size_t)256 << 20;
    struct guard guard;
    size_t left;
    (void)state;
    guard_open(&guard);
    assert_int_equal(guard.memory_least, share < most ? share : most);
    assert_false(guard_starved(&guard));
    void *memory = mmap(NULL, reserved, PROT_NONE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    guard.memory_least = SIZE_MAX;
    assert_false(guard_greedy(&guard, getpid(), &left));
    if (memory != MAP_FAILED)
        munmap(memory, reserved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_deadline),
        cmocka_unit_test(a_pause_within_a_run),
        cmocka_unit_test(pauses_within_a_run),
        cmocka_unit_test(a_pause_before_a_run),
        cmocka_unit_test(a_run_of_the_first_look),
        cmocka_unit_test(patience),
        cmocka_unit_test(memory_of_others),
        cmocka_unit_test(a_first_look_that_is_late),
        cmocka_unit_test(time_to_end_in),
        cmocka_unit_test(memory_in_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
