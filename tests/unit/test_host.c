/* test_host.c - the CPU as a place: who touches and runs where, caches made
 * cold, batches in their order, the least that a run takes. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "on_targets.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>

#include "base/stats.h"
#include "host/host.h"
#include "host/host_loops.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "matrix.h"

enum {
    RANKS = PARALLEL_MOST,
    MIB = 1 << 20,
    PAIRS = 15,
    LINE = 64,
    LINES = MIB / LINE,
    NEAR = 1024 /* lines that an L2 cache holds */
};

static volatile uint64_t sink;

static void *allocated(size_t bytes)
{
    struct reason why = { "" };
    void *memory = NULL;
    assert_int_equal(host_place.alloc(targets.host, bytes, &memory, &why),
                     STATUS_OK);
    return memory;
}

/* --- placement ------------------------------------------------------------ */

struct seen {
    int cpu[RANKS], allowed[RANKS];
    long faults[RANKS];
};

static void look(void *context, size_t begin, size_t end, int rank)
{
    struct seen *seen = context;
    struct rusage usage;
    cpu_set_t set;
    if (begin == end)
        return;
    seen->cpu[rank] = sched_getcpu();
    seen->allowed[rank] =
        sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
    getrusage(RUSAGE_THREAD, &usage);
    seen->faults[rank] = usage.ru_minflt;
}

static struct seen looked(void)
{
    struct seen seen;
    memset(&seen, 0, sizeof seen);
    parallel_for((size_t)parallel_threads(), look, &seen);
    return seen;
}

static void runs_where_bound(void **state)
{
    const struct cpus used = machine_known()->used;
    const struct seen seen = looked();
    (void)state;
    for (int rank = 0; rank < parallel_threads(); rank++)
        if (seen.allowed[rank] != 1) {
            print_message("threads cannot be bound here\n");
            skip();
        }
    assert_int_equal(used.count, parallel_threads());
    for (int rank = 0; rank < parallel_threads(); rank++)
        assert_int_equal(seen.cpu[rank], used.number[rank]);
}

/* A page belongs to the thread whose fault brought it. Some may be huge, so
 * that threads differ much in how many they bring. */
static void all_touch_their_block(void **state)
{
    const int threads = parallel_threads();
    const long huge_pages = 64 / 2; /* of 2 MiB in 64 */
    const struct seen before = looked();
    void *memory = allocated((size_t)64 * MIB * (size_t)threads);
    const struct seen after = looked();
    long all = 0;
    (void)state;
    host_place.release(targets.host, memory);
    for (int rank = 0; rank < threads; rank++)
        all += after.faults[rank] - before.faults[rank];
    if (!all) {
        print_message("the system counts no page faults\n");
        skip();
    }
    for (int rank = 0; rank < threads; rank++)
        assert_true(after.faults[rank] - before.faults[rank] >=
                    huge_pages / 2);
}

/* --- time ----------------------------------------------------------------- */

/* A way through so many lines, a power of two, `step` apart, each the place of
 * the next: the full cycle of a linear congruence (Hull & Dobell 1962), which
 * nothing can prefetch. */
static void lay_path(char *memory, uint32_t lines, uint32_t step)
{
    for (uint32_t line = 0; line < lines; line++) {
        const uint32_t next = (line * 1664525u + 1013904223u) % lines * step;
        memcpy(memory + line * step * LINE, &next, sizeof next);
    }
}

/* Seconds to follow it: the latency of whatever cache or memory holds it. */
static double walking(const char *memory, int lines)
{
    const double begin = host_clock();
    uint32_t line = 0;
    for (int step = 0; step < lines; step++)
        memcpy(&line, memory + line * LINE, sizeof line);
    sink += line;
    return host_clock() - begin;
}

/* What is not to be flushed is not near the core that looks at it next, either:
 * there is other data. */
static void other_data_is_near(void **state)
{
    const size_t near = machine_known()->l2;
    char *memory = allocated(MIB);
    double hot = 1, cold = 1;
    struct reason why;
    (void)state;
    if (near < 4 * NEAR * LINE) {
        print_message("the L2 cache is small or unknown\n");
        skip();
    }
    lay_path(memory, NEAR, 1);
    for (int i = 0; i < 4 * PAIRS; i++) {
        (void)walking(memory, NEAR);
        hot = fmin(hot, walking(memory, NEAR));
        assert_int_equal(host_meter.flush(targets.host, NULL, 0, &why),
                         STATUS_OK);
        cold = fmin(cold, walking(memory, NEAR));
    }
    host_place.release(targets.host, memory);
    assert_true(cold > 1.2 * hot);
}

static void flush_evicts(void **state)
{
    char *memory = allocated(MIB);
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
    host_place.release(targets.host, memory);
    const struct stats ratio = stats_ratio(cold, hot, PAIRS);
    assert_true(ratio.ci_high > 1.2);
    if (ratio.ci_low < 1.2) {
        print_message("too noisy: cold takes %.1f to %.1f times as long\n",
                      ratio.ci_low, ratio.ci_high);
        skip();
    }
}

/* The flush by itself: other programs slow walks down, and the quickest of many
 * is of memory all the same. Every other line alone, so that none is left near
 * for one that is not. */
static void flushed_lines_are_in_no_cache(void **state)
{
    char *memory = allocated(MIB);
    const struct span span = { memory, MIB };
    double hot[] = { 1, 1 }, cold[] = { 1, 1 };
    bool can = true;
    (void)state;
    for (int odd = 0; odd < 2; odd++) {
        char *half = memory + odd * LINE;
        lay_path(half, LINES / 2, 2);
        for (int i = 0; i < PAIRS; i++) {
            (void)walking(half, LINES / 2);
            hot[odd] = fmin(hot[odd], walking(half, LINES / 2));
            can = host_flush(&span, 1);
            cold[odd] = fmin(cold[odd], walking(half, LINES / 2));
        }
    }
    host_place.release(targets.host, memory);
    if (!can) {
        print_message("this CPU cannot flush lines\n");
        skip();
    }
    assert_true(cold[0] > 1.5 * hot[0]);
    assert_true(cold[1] > 1.5 * hot[1]);
}

/* Seconds to walk the last lines of these spans, just flushed: the least of
 * many, or less than none where no line can be flushed. */
static double walking_flushed(const struct span *spans, const char *last)
{
    double least = 1;
    for (int i = 0; i < PAIRS; i++) {
        (void)walking(last, NEAR);
        if (!host_flush(spans, NEAR))
            return -1;
        least = fmin(least, walking(last, NEAR));
    }
    return least;
}

/* A result of 4 bytes is a part of a line, and so is the end of most arrays:
 * lines of which a span holds so much are as far away as those it holds whole.
 * What only left the cache that is nearest would be nearer. */
static void the_last_part_of_a_line_is_flushed(void **state)
{
    static struct span part[NEAR], whole[NEAR];
    char *memory = allocated(MIB);
    (void)state;
    for (int i = 0; i < NEAR; i++) {
        part[i] = (struct span){ memory + 2 * i * LINE, LINE + 4 };
        whole[i] = (struct span){ memory + 2 * i * LINE, 2 * LINE };
    }
    lay_path(memory + LINE, NEAR, 2);
    const double far = walking_flushed(whole, memory + LINE);
    const double cold = walking_flushed(part, memory + LINE);
    host_place.release(targets.host, memory);
    if (far < 0) {
        print_message("this CPU cannot flush lines\n");
        skip();
    }
    assert_true(cold > 0.7 * far);
}

static const struct job *ran[16];
static int runs;

static enum status note(struct job *job)
{
    ran[runs++] = job;
    return runs == 9 ? fail(job->why, STATUS_DEVICE, "the ninth") : STATUS_OK;
}

static const struct variant noting = { .name = "noting", .run = note };

static void jobs_rotate_to_the_first(void **state)
{
    static const int order[] = { 0, 2, 1, 0, 2, 1, 0 };
    struct reason why = { "" };
    struct job jobs[3] = { { .why = &why }, { .why = &why }, { .why = &why } };
    struct batch batch = {
        .variant = &noting, .jobs = jobs, .job_count = 3, .repeats = 7
    };
    struct timing timing = { .clock = 1, .slow = true };
    (void)state;
    runs = 0;
    assert_int_equal(host_meter.sample(targets.host, &batch, &timing, &why),
                     STATUS_OK);
    assert_int_equal(runs, 7);
    for (int i = 0; i < 7; i++)
        assert_ptr_equal(ran[i], &jobs[order[i]]);
    assert_true(timing.seconds > 0 && timing.seconds < 1);
    assert_true(!timing.slow && !(timing.clock > 0));
    assert_int_equal(host_meter.sample(targets.host, &batch, &timing, &why),
                     STATUS_DEVICE);
    assert_int_equal(runs, 9);
    assert_string_equal(why.text, "the ninth");
}

static double waited; /* s, from the first run's start to the last one's end */

static enum status wait(struct job *job)
{
    static double begin;
    const double start = host_clock();
    (void)job;
    if (!(waited > 0))
        begin = start;
    while (host_clock() - start < 1e-3)
        continue;
    waited = host_clock() - begin;
    return STATUS_OK;
}

static const struct variant waiting = { .name = "waiting", .run = wait };

/* All of it, and no more than there is around it. */
static void time_is_that_of_the_runs(void **state)
{
    struct reason why = { "" };
    struct job job = { .why = &why };
    const struct batch batch = {
        .variant = &waiting, .jobs = &job, .job_count = 1, .repeats = 3
    };
    struct timing timing;
    (void)state;
    for (int i = 0; i < 5; i++) {
        waited = 0;
        const double begin = host_clock();
        assert_int_equal(
            host_meter.sample(targets.host, &batch, &timing, &why), STATUS_OK);
        const double around = host_clock() - begin;
        assert_true(waited >= 3e-3);
        assert_true(timing.seconds >= waited && timing.seconds <= around);
    }
}

static double empty_run(const char *name)
{
    const struct backend *backend = backend_find(name);
    struct reason why = { "" };
    struct job job = { .device = targets.host, .why = &why };
    const struct batch batch = { .variant = backend->empty,
                                 .jobs = &job,
                                 .job_count = 1,
                                 .repeats = 1000 };
    struct timing timing;
    assert_int_equal(host_meter.sample(targets.host, &batch, &timing, &why),
                     STATUS_OK);
    return timing.seconds / batch.repeats;
}

/* A region that the compiler dropped would cost as little as a call. */
static void empty_wakes_the_team(void **state)
{
    const double call = empty_run("reference");
    (void)state;
    assert_true(call > 0 && call < 1e-6);
    if (!backend_find("openmp")->place || parallel_threads() < 2) {
        print_message("one thread, or no OpenMP\n");
        skip();
    }
    assert_true(empty_run("openmp") > 10 * call);
}

/* Beside cold rows of memory, beside hot ones of a cache. A sanitizer's own
 * work a load hides the difference. */
static void paces_of_memory(void **state)
{
#ifdef __SANITIZE_ADDRESS__
    (void)state;
    print_message("timed without sanitizers alone\n");
    skip();
#endif
    double memory[2] = { 1, 1 };
    struct reason why = { "" };
    (void)state;
    for (int i = 0; i < 10 * PAIRS; i++) {
        struct pace pace = { 0 };
        assert_int_equal(
            host_pace(targets.host, SCOPE_CORE, i % 2, &pace, &why),
            STATUS_OK);
        assert_true(pace.seconds[PACE_COMPUTE] > 0 &&
                    pace.seconds[PACE_BRANCH] > 0);
        memory[i % 2] = fmin(memory[i % 2], pace.seconds[PACE_MEMORY]);
    }
    if (!(memory[1] > 0)) {
        print_message("this CPU cannot flush lines\n");
        skip();
    }
    assert_true(memory[1] > 1.1 * memory[0]);
}

/* One thread that is held up is what a row on all of them waits for. */
static void the_slowest_tells(void **state)
{
    const struct pace own[] = {
        { { 2, 1, 5 } }, { { 9, 2, 3 } }, { { 4, 6, 7 } }, { { 99, 99, 99 } }
    };
    const struct pace one = host_pace_slowest(own, 1);
    const struct pace three = host_pace_slowest(own, 3);
    (void)state;
    for (int kind = 0; kind < PACES; kind++) {
        assert_true(one.seconds[kind] == own[0].seconds[kind]);
        assert_true(three.seconds[kind] ==
                    own[kind == PACE_COMPUTE ? 1 : 2].seconds[kind]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_where_bound),
        cmocka_unit_test(all_touch_their_block),
        cmocka_unit_test(other_data_is_near),
        cmocka_unit_test(flush_evicts),
        cmocka_unit_test(flushed_lines_are_in_no_cache),
        cmocka_unit_test(the_last_part_of_a_line_is_flushed),
        cmocka_unit_test(jobs_rotate_to_the_first),
        cmocka_unit_test(time_is_that_of_the_runs),
        cmocka_unit_test(empty_wakes_the_team),
        cmocka_unit_test(paces_of_memory),
        cmocka_unit_test(the_slowest_tells),
    };
    return cmocka_run_group_tests_name("host", tests, open_targets,
                                       close_targets);
}
