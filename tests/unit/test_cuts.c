/* test_cuts.c - how work is cut for threads: nothing lost, and no thread with
 * much more than its share, which no result tells. */
#include "unit.h"

#include <stdlib.h>

#include "openmp/chain.h"
#include "openmp/path.h"
#include "random.h"

static void pieces(void **state)
{
    static const size_t sizes[] = { 0,  1,   2,    63,     64,     65,
                                    99, 640, 4099, 100003, 1 << 22 };
    (void)state;
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
        for (size_t pieces = 1; pieces < 70; pieces++)
            for (size_t unit = 1; unit <= 64; unit *= 4) {
                const size_t n = sizes[k];
                const size_t length = piece_length(n, pieces, unit);
                assert_true(length % unit == 0 && length >= unit);
                assert_true(length * pieces >= n);
                assert_true(length < n / pieces + 1 + unit);
                assert_int_equal(ceil_div(n, unit) * unit - n,
                                 (unit - n % unit) % unit);
            }
    assert_int_equal(least(3, 4), 3);
    assert_int_equal(least(4, 3), 3);
}

/* A place on the path is as far along it as was asked for; the end before it is
 * not behind its element, nor is the next one before it. */
static void check_cuts(const struct path *p)
{
    for (size_t items = 0; items <= p->n + p->segments; items++) {
        const struct cut cut = path_cut(p, items);
        assert_int_equal(cut.segment + cut.element, items);
        assert_true(cut.segment <= p->segments && cut.element <= p->n);
        assert_true(cut.segment == 0 ||
                    path_offset(p, cut.segment) <= cut.element);
        assert_true(cut.segment == p->segments ||
                    path_offset(p, cut.segment + 1) >= cut.element);
    }
}

enum { SEGMENTS = 50, FIRST = 40 };

static void paths(void **state)
{
    uint64_t wide[SEGMENTS + 1] = { 0 }, random = 1;
    uint32_t narrow[SEGMENTS + 1] = { 0 };
    (void)state;
    for (uint64_t most = 1; most < 40; most += 3)
        for (size_t segments = 0; segments <= SEGMENTS; segments += 10) {
            for (size_t k = 0; k < segments; k++) {
                const uint64_t length = random_next(&random) % most;
                wide[k + 1] = wide[k] + length;
                narrow[k + 1] = (uint32_t)wide[k + 1];
            }
            const size_t n = (size_t)wide[segments];
            check_cuts(&(struct path){ wide, true, n, segments });
            check_cuts(&(struct path){ narrow, false, n, segments });
        }
}

/* The guess is the place, or next to it, where segments are of equal length,
 * behind a longer one, too. */
static void check_guesses(const struct path *p, size_t first)
{
    for (size_t items = 2 * first; items <= p->n + p->segments; items++) {
        const size_t guess = path_guess(p, items);
        const size_t place = path_cut(p, items).segment;
        assert_true(guess + 1 >= place && guess <= place + 1);
    }
}

/* All elements in one segment, at either end or between empty ones, or in none;
 * and segments of equal length. */
static void guesses(void **state)
{
    uint64_t begins[SEGMENTS + 1];
    (void)state;
    for (size_t of = 0; of <= SEGMENTS; of++) {
        for (size_t k = 0; k <= SEGMENTS; k++)
            begins[k] = k > of ? 3 * SEGMENTS : 0;
        check_cuts(&(struct path){ begins, true, begins[SEGMENTS], SEGMENTS });
    }
    for (size_t length = 0; length < 9; length++)
        for (size_t first = 0; first <= FIRST; first += FIRST) {
            for (size_t k = 0; k <= SEGMENTS; k++)
                begins[k] = k ? first + k * length : 0;
            const struct path even = { begins, true, begins[SEGMENTS],
                                       SEGMENTS };
            check_cuts(&even);
            check_guesses(&even, first);
        }
}

/* Several chunks a thread, but for small arrays; none larger than fits a
 * cache. */
static void chunks(void **state)
{
    const size_t team = (size_t)team_size();
    (void)state;
    for (size_t n = 0; n < (size_t)1 << 32; n = 3 * n + 1)
        for (size_t size = 1; size <= 8; size *= 2) {
            const size_t bytes = chunk_bytes(n, size);
            const size_t share = n * size / team;
            assert_true(bytes >= 32 * 1024 && bytes <= 256 * 1024);
            assert_int_equal(bytes % 64, 0);
            assert_true(bytes == 32 * 1024 || 4 * bytes <= share);
            assert_true(bytes == 256 * 1024 || 8 * bytes >= share);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(pieces),
                                        cmocka_unit_test(paths),
                                        cmocka_unit_test(guesses),
                                        cmocka_unit_test(chunks) };
    return cmocka_run_group_tests_name("cuts", tests, NULL, NULL);
}
