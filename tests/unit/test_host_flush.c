/* test_host_flush.c - caches made cold. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "on_targets.h"

#include <string.h>

#include "base/stats.h"
#include "host/host.h"
#include "host/machine.h"
#include "matrix.h"

enum {
    MIB = 1 << 20,
    PAIRS = 15,
    LOOKS = 300, /* as others use the caches, too */
    LINE = 64,
    LINES = MIB / LINE,
    NEAR = 1024,     /* lines that an L2 cache holds */
    SOME = LINES / 4 /* every other of 512 KiB, in the even sets of an L2 */
};

static volatile uint32_t sink;

static _Alignas(4096) char memory[MIB];

/* A way through so many lines, a power of two, `step` apart, each the place of
 * the next: the full cycle of a linear congruence (Hull & Dobell 1962), which
 * nothing can prefetch. */
static void lay_path(char *path, uint32_t lines, uint32_t step)
{
    for (uint32_t line = 0; line < lines; line++) {
        const uint32_t next = (line * 1664525u + 1013904223u) % lines * step;
        memcpy(path + line * step * LINE, &next, sizeof next);
    }
}

/* Seconds to follow it: the latency of whatever cache or memory holds it. */
static double walking(const char *path, int lines)
{
    const double begin = host_clock();
    uint32_t line = 0;
    for (int step = 0; step < lines; step++)
        memcpy(&line, path + line * LINE, sizeof line);
    sink += line;
    return host_clock() - begin;
}

/* A tenth of the walks take less: other programs slow most down, at worst, and
 * a single one may be quick by luck. */
static double quick(const double seconds[LOOKS])
{
    return stats_quantile(seconds, LOOKS, 0.1);
}

/* What is not to be flushed is not near the core that looks at it next, either:
 * there is other data. */
static void other_data_is_near(void **state)
{
    const size_t near = machine_known()->l2;
    double hot[LOOKS], cold[LOOKS];
    struct reason why;
    (void)state;
    if (near < 4 * NEAR * LINE) {
        print_message("the L2 cache is small or unknown\n");
        skip();
    }
    lay_path(memory, NEAR, 1);
    for (int i = 0; i < LOOKS; i++) {
        (void)walking(memory, NEAR);
        hot[i] = walking(memory, NEAR);
        assert_int_equal(host_meter.flush(targets.host, NULL, 0, &why),
                         STATUS_OK);
        cold[i] = walking(memory, NEAR);
    }
    assert_true(quick(cold) > 1.2 * quick(hot));
}

static void flush_evicts(void **state)
{
    const struct span span = { memory, MIB };
    double hot[PAIRS], cold[PAIRS];
    struct reason why;
    (void)state;
    lay_path(memory, LINES, 1);
    for (int i = 0; i < PAIRS; i++) {
        (void)walking(memory, LINES);
        hot[i] = walking(memory, LINES);
        assert_int_equal(host_meter.flush(targets.host, &span, 1, &why),
                         STATUS_OK);
        cold[i] = walking(memory, LINES);
    }
    const struct stats ratio = stats_ratio(cold, hot, PAIRS);
    assert_true(ratio.ci_high > 1.2);
    if (ratio.ci_low < 1.2) {
        print_message("too noisy: cold takes %.1f to %.1f times as long\n",
                      ratio.ci_low, ratio.ci_high);
        skip();
    }
}

/* Flushes so many spans; skips the test where the CPU cannot. */
static void flush_or_skip(const struct span *spans, int count)
{
    if (!host_flush(spans, count)) {
        print_message("this CPU cannot flush lines\n");
        skip();
    }
}

/* The flush by itself. Every other line alone, so that none is left near for
 * one that is not. */
static void flushed_lines_are_in_no_cache(void **state)
{
    const struct span span = { memory, MIB };
    double hot[LOOKS], cold[LOOKS];
    (void)state;
    for (int odd = 0; odd < 2; odd++) {
        const char *half = memory + odd * LINE;
        lay_path(memory + odd * LINE, SOME, 2);
        for (int i = 0; i < LOOKS; i++) {
            (void)walking(half, SOME);
            hot[i] = walking(half, SOME);
            flush_or_skip(&span, 1);
            cold[i] = walking(half, SOME);
        }
        assert_true(quick(cold) > 1.5 * quick(hot));
    }
}

/* Seconds to walk the last lines of these spans, just flushed. */
static double walking_flushed(const struct span *spans, const char *last)
{
    (void)walking(last, NEAR);
    flush_or_skip(spans, NEAR);
    return walking(last, NEAR);
}

/* A result of 4 bytes is a part of a line, and so is the end of most arrays:
 * lines of which a span holds so much are as far away as those it holds whole.
 * What only left the cache that is nearest would be nearer. */
static void the_last_part_of_a_line_is_flushed(void **state)
{
    static struct span part[NEAR], whole[NEAR];
    double cold[LOOKS], far[LOOKS];
    (void)state;
    for (int i = 0; i < NEAR; i++) {
        part[i] = (struct span){ memory + 2 * i * LINE, LINE + 4 };
        whole[i] = (struct span){ memory + 2 * i * LINE, 2 * LINE };
    }
    lay_path(memory + LINE, NEAR, 2);
    for (int i = 0; i < LOOKS; i++) {
        far[i] = walking_flushed(whole, memory + LINE);
        cold[i] = walking_flushed(part, memory + LINE);
    }
    assert_true(quick(cold) > 0.7 * quick(far));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(other_data_is_near),
        cmocka_unit_test(flush_evicts),
        cmocka_unit_test(flushed_lines_are_in_no_cache),
        cmocka_unit_test(the_last_part_of_a_line_is_flushed),
    };
    return cmocka_run_group_tests_name("flush", tests, open_targets,
                                       close_targets);
}
