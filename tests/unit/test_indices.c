/* test_indices.c - generated indices, indices of others, and the model of what
 * memory moves for them. */
#include "unit.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "host/parallel.h"
#include "matrix.h"
#include "ops/gather.h"

enum { MOST = 1 << 17, LARGE = 1 << 21 };

static struct problem problem_of(size_t size, const char *pattern,
                                 const char *index, const char *more)
{
    const char *const settings[] = { pattern, index, more };
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(bed_problem(&p, op_find("gather"), ELEM_F32, size,
                                 settings, more ? 3 : 2, &why),
                     STATUS_OK);
    return p;
}

static const char *const permutations[] = {
    "pattern=random", "pattern=identity", "pattern=reverse",
    "pattern=stride", "pattern=blocks",   NULL
};

/* Those before and behind powers of two and squares, primes, few and many. */
static const size_t sizes[] = {
    0,   1,   2,    3,    4,    5,     7,     8,     9,     10,       15,  16,
    17,  31,  32,   33,   63,   64,    65,    97,    127,   128,      129, 255,
    256, 257, 1023, 1024, 1025, 10007, 65535, 65536, 65537, MOST - 1, MOST
};

/* Each place once. */
static void is_permutation(const struct problem *p, const void *at, size_t n)
{
    static uint8_t seen[MOST];
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < n; i++) {
        const uint64_t place = indices_at(p, at, i);
        assert_true(place < n);
        assert_false(seen[place]++);
    }
}

static void every_place_once(void **state)
{
    static uint64_t at[MOST];
    static const char *const widths[] = { "index=32", "index=64" };
    static const char *const more[] = { "stride=3", "stride=1000", "block=1",
                                        "block=33" };
    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++)
        for (int k = 0; permutations[k]; k++)
            for (int v = 0; v < 4; v++) {
                const struct problem p = problem_of(sizes[s], permutations[k],
                                                    widths[v % 2], more[v]);
                assert_true(p.op->fill(&p, 1, at));
                is_permutation(&p, at, sizes[s]);
            }
}

static void check_pattern(const char *pattern, const char *more,
                          const uint32_t *want, size_t n)
{
    uint32_t at[64];
    const struct problem p = problem_of(n, pattern, "index=32", more);
    assert_true(n <= 64 && p.op->fill(&p, 1, at));
    assert_memory_equal(at, want, n * sizeof at[0]);
}

static void patterns(void **state)
{
    static const uint32_t same[] = { 0, 1, 2, 3, 4 };
    static const uint32_t back[] = { 4, 3, 2, 1, 0 };
    static const uint32_t columns[] = { 0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7 };
    (void)state;
    check_pattern("pattern=identity", NULL, same, 5);
    check_pattern("pattern=reverse", NULL, back, 5);
    check_pattern("pattern=stride", "stride=1", same, 5);
    check_pattern("pattern=stride", "stride=5", same, 5);
    check_pattern("pattern=stride", "stride=100", same, 5);
    check_pattern("pattern=stride", "stride=4", columns, 11);
    check_pattern("pattern=blocks", "block=1", same, 5);
}

/* A place stays within its block, and not where it is. */
static void blocks(void **state)
{
    static uint32_t at[MOST];
    const struct problem p =
        problem_of(MOST - 5, "pattern=blocks", "index=32", "block=1000");
    size_t fixed = 0;
    (void)state;
    p.op->fill(&p, 1, at);
    for (size_t i = 0; i < p.size; i++) {
        assert_true(at[i] / 1000 == i / 1000);
        fixed += at[i] == i;
    }
    /* one in each of 132 blocks, on average */
    assert_in_range(fixed, 80, 190);
    assert_memory_not_equal(at, at + 1000, 1000 * sizeof at[0]);
}

/* Of random permutations: one fixed place, no more steps of one than chance
 * has, each place in each half of the array half of the time. */
static void random_enough(void **state)
{
    static uint32_t at[MOST];
    size_t fixed = 0, steps = 0, low = 0, up = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 32; seed++) {
        struct problem p =
            problem_of(MOST, "pattern=random", "index=32", NULL);
        p.seed = seed;
        p.op->fill(&p, 1, at);
        for (size_t i = 0; i < MOST; i++) {
            fixed += at[i] == i;
            low += i < MOST / 2 && at[i] < MOST / 2;
            steps += i && (at[i] - at[i - 1] == 1 || at[i - 1] - at[i] == 1);
            up += i && at[i] > at[i - 1];
        }
    }
    assert_in_range(fixed, 10, 60);  /* of 32 */
    assert_in_range(steps, 32, 104); /* of 64 */
    assert_in_range(low, 32 * (MOST / 4 - 400), 32 * (MOST / 4 + 400));
    assert_in_range(up, 32 * (MOST / 2 - 500), 32 * (MOST / 2 + 500));
}

/* Of four places all 24 orders, about as often. */
static void all_orders(void **state)
{
    size_t often[256] = { 0 }, orders = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 2400; seed++) {
        uint32_t at[4];
        struct problem p = problem_of(4, "pattern=random", "index=32", NULL);
        p.seed = seed;
        p.op->fill(&p, 1, at);
        often[at[0] | at[1] << 2 | at[2] << 4 | at[3] << 6]++;
    }
    for (size_t k = 0; k < 256; k++)
        if (often[k]) {
            orders++;
            assert_in_range(often[k], 50, 160);
        }
    assert_int_equal(orders, 24);
}

/* The first place as often as log 2 in log (n + 1), the first half of them
 * nearly always; none beyond. */
static void skewed(void **state)
{
    static uint32_t at[MOST];
    size_t first = 0, half = 0;
    const struct problem p =
        problem_of(MOST, "pattern=skewed", "index=32", "table=65535");
    (void)state;
    p.op->fill(&p, 1, at);
    for (size_t i = 0; i < MOST; i++) {
        assert_true(at[i] < 65535);
        first += at[i] == 0;
        half += at[i] < 32767;
    }
    assert_in_range(first, MOST / 16 - 400, MOST / 16 + 400);
    assert_in_range(half, MOST / 16 * 15 - 400, MOST / 16 * 15 + 400);
}

/* The same by one thread, by three, and slice by slice; other with another
 * seed; a table of fewer places over and over. */
static void slices(void **state)
{
    static uint64_t one[MOST], three[MOST];
    static const char *const all[] = { "pattern=random",  "pattern=identity",
                                       "pattern=reverse", "pattern=stride",
                                       "pattern=blocks",  "pattern=skewed" };
    static const char *const tables[] = { "table=0", "table=999",
                                          "table=1000000" };
    (void)state;
    for (int k = 0; k < 6; k++)
        for (int t = 0; t < 3; t++) {
            struct problem p =
                problem_of(10007, all[k], "index=64", tables[t]);
            parallel_set_threads(1);
            p.op->fill(&p, 1, one);
            parallel_set_threads(3);
            p.op->fill(&p, 1, three);
            assert_memory_equal(one, three, 10007 * sizeof one[0]);
            for (size_t i = 0, next; i < 10007; i = next) {
                next = i + 1 + i % 701 < 10007 ? i + 1 + i % 701 : 10007;
                indices_fill_slice(&p, 1, p.dim[1], i, next, three);
                assert_memory_equal(one + i, three,
                                    (next - i) * sizeof one[0]);
            }
            for (size_t i = 999; t == 1 && k < 5 && i < 10007; i++)
                assert_true(one[i] == one[i - 999]);
            p.seed++;
            p.op->fill(&p, 1, three);
            assert_int_equal(!memcmp(one, three, 10007 * sizeof one[0]),
                             k > 0 && k < 4);
        }
}

/* --- indices of others ---------------------------------------------------- */

static void refuses(const char *op, const char *index, const void *at,
                    const char *said)
{
    static const float x[8];
    const void *const in[OP_ARRAYS] = { x, at };
    const char *const settings[] = { index };
    struct reason why = { "" };
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find(op), ELEM_F32, 8, settings, 1, &why),
        STATUS_OK);
    for (int threads = 1; threads <= 5; threads++) {
        parallel_set_threads(threads);
        why.text[0] = '\0';
        assert_int_equal(p.op->validate(&p, in, &why),
                         said ? STATUS_USAGE : STATUS_OK);
        if (said)
            assert_non_null(strstr(why.text, said));
    }
}

static void refusals(void **state)
{
    static const uint32_t good[] = { 7, 0, 6, 1, 5, 2, 4, 3 };
    static const uint32_t again[] = { 7, 0, 6, 0, 5, 7, 4, 3 };
    static const uint32_t far[] = { 0, 1, 2, 3, 4, 8, 6, 4000000000u };
    static const uint64_t wide[] = { 0, 1, 2, 3, 4, 5, 6, (uint64_t)1 << 32 };
    static const uint64_t twice[] = { 5, 1, 2, 3, 4, 5, 6, 7 };
    static const uint64_t fine[] = { 7, 0, 6, 1, 5, 2, 4, 3 };
    static const uint32_t last[] = { 7, 0, 6, 1, 5, 2, 4, 7 };
    (void)state;
    refuses("gather", "index=32", good, NULL);
    refuses("scatter", "index=32", good, NULL);
    refuses("scatter", "index=64", fine, NULL);
    refuses("gather", "index=32", again, NULL);
    refuses("gather", "index=64", twice, NULL);
    refuses("scatter", "index=32", again, "indices 1 and 3 are both 0");
    refuses("scatter", "index=32", again, "scatter");
    refuses("scatter", "index=64", twice, "indices 0 and 5 are both 5");
    refuses("scatter", "index=32", last, "indices 0 and 7 are both 7");
    refuses("gather", "index=32", far, "must be one of 0 to 7");
    refuses("scatter", "index=32", far, "index 5 is 8: of 8 elements it must");
    refuses("gather", "index=64", wide, "index 7 is 4294967296");
    refuses("scatter", "index=64", wide, "index 7 is 4294967296");
}

/* So many that threads share the places, whichever of them has the pair whose
 * second one comes first. */
static void pairs(void **state)
{
    static uint32_t at[LARGE];
    static float x[LARGE];
    const size_t firsts[] = { 5, LARGE / 2, LARGE - 9 };
    const void *const in[OP_ARRAYS] = { x, at };
    struct reason why = { "" };
    struct problem p = problem_of(LARGE, "pattern=identity", "index=32", NULL);
    (void)state;
    p.op = op_find("scatter");
    for (int k = 0; k < 3 * 7; k++) {
        char said[64];
        parallel_set_threads(1 + k / 3);
        p.op->fill(&p, 1, at);
        assert_int_equal(p.op->validate(&p, in, &why), STATUS_OK);
        at[LARGE - 1] = at[77];
        at[firsts[k % 3] + 4] = at[firsts[k % 3]];
        snprintf(said, sizeof said, "indices %zu and %zu are both",
                 firsts[k % 3], firsts[k % 3] + 4);
        assert_int_equal(p.op->validate(&p, in, &why), STATUS_USAGE);
        assert_non_null(strstr(why.text, said));
    }
}

/* 32 bits reach 2^32 places, and not one more. */
static void reach(void **state)
{
    const char *const narrow[] = { "index=32" },
                      *const wide[] = { "index=64" };
    const size_t most = (size_t)1 << 32;
    struct reason why = { "" };
    struct problem p;
    (void)state;
    for (int k = 0; k < 2; k++) {
        const struct op *op = op_find(k ? "scatter" : "gather");
        assert_int_equal(bed_problem(&p, op, ELEM_I32, most, narrow, 1, &why),
                         STATUS_OK);
        assert_int_equal(
            bed_problem(&p, op, ELEM_I32, most + 1, narrow, 1, &why),
            STATUS_USAGE);
        assert_non_null(strstr(why.text, "index=64"));
        assert_int_equal(
            bed_problem(&p, op, ELEM_I32, most + 1, wide, 1, &why), STATUS_OK);
    }
}

/* --- the model ------------------------------------------------------------ */

static struct indices_traffic traffic(size_t n, const char *pattern,
                                      const char *more, size_t size)
{
    static uint32_t at[LARGE];
    const struct problem p = problem_of(n, pattern, "index=32", more);
    struct indices_traffic one, many;
    assert_true(n <= LARGE);
    p.op->fill(&p, 1, at);
    parallel_set_threads(1);
    one = indices_traffic(&p, at, n, size);
    parallel_set_threads(3);
    many = indices_traffic(&p, at, n, size);
    assert_memory_equal(&one, &many, sizeof one);
    return one;
}

/* Every sector once, whole but for the last, and none far from the one
 * before. */
static void in_order(void **state)
{
    struct indices_traffic t = traffic(LARGE, "pattern=identity", NULL, 4);
    (void)state;
    assert_int_equal(t.sectors, LARGE / 8);
    assert_int_equal(t.parts, 0);
    assert_int_equal(t.jumps, 0);
    t = traffic(LARGE, "pattern=reverse", NULL, 8);
    assert_int_equal(t.sectors, LARGE / 4);
    assert_int_equal(t.parts, 0);
    assert_int_equal(t.jumps, 0);
    t = traffic(13, "pattern=identity", NULL, 4);
    assert_true(t.sectors == 2 && t.parts == 1 && t.jumps == 0);
    t = traffic(0, "pattern=identity", NULL, 4);
    assert_true(t.sectors == 0 && t.parts == 0 && t.jumps == 0);
}

/* Columns that are remembered from one to the next cost nothing; those that
 * are not cost a sector an element, but for few no jump. */
static void columns(void **state)
{
    struct indices_traffic t = traffic(LARGE, "pattern=stride", "stride=2", 4);
    (void)state;
    assert_int_equal(t.jumps, 0);
    assert_in_range(t.sectors, LARGE / 8, LARGE / 2);
    t = traffic(LARGE, "pattern=stride", "stride=32", 4);
    assert_in_range(t.jumps, 0, 31);
    assert_int_equal(t.sectors, LARGE);
    assert_int_equal(t.parts, LARGE);
    t = traffic(LARGE, "pattern=stride", "stride=1048576", 4);
    assert_in_range(t.jumps, LARGE / 16, LARGE);
}

/* Nearly each a sector of its own and at a random place, where the array is
 * much longer than what is remembered; else as many sectors as there are. */
static void at_random(void **state)
{
    struct indices_traffic t = traffic(LARGE, "pattern=random", NULL, 8);
    (void)state;
    assert_in_range(t.sectors, LARGE / 100 * 93, LARGE);
    assert_in_range(t.jumps, LARGE / 100 * 92, t.sectors);
    assert_in_range(t.parts, LARGE / 100 * 92, t.sectors);
    t = traffic(MOST, "pattern=random", NULL, 4); /* half a MiB */
    assert_int_equal(t.sectors, MOST / 8);
    assert_int_equal(t.parts, 0);
    assert_in_range(t.jumps, MOST / 8 / 2, MOST / 8);
    t = traffic(LARGE, "pattern=blocks", "block=1024", 4);
    assert_int_equal(t.sectors, LARGE / 8);
    assert_int_equal(t.parts, 0);
    assert_in_range(t.jumps, 0, LARGE / 1000);
    t = traffic(LARGE, "pattern=skewed", NULL, 8);
    assert_in_range(t.jumps, LARGE / 50, LARGE / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_place_once),
        cmocka_unit_test(patterns),
        cmocka_unit_test(blocks),
        cmocka_unit_test(random_enough),
        cmocka_unit_test(all_orders),
        cmocka_unit_test(skewed),
        cmocka_unit_test(slices),
        cmocka_unit_test(refusals),
        cmocka_unit_test(pairs),

        cmocka_unit_test(reach),
        cmocka_unit_test(in_order),
        cmocka_unit_test(columns),
        cmocka_unit_test(at_random),
    };
    parallel_set_threads(3);
    return cmocka_run_group_tests_name("indices", tests, NULL, NULL);
}
