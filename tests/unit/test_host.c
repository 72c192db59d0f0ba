/* test_host.c - the CPU as a place: who touches and runs where, batches in
 * their order, the least that a run takes. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "on_targets.h"

#include <math.h>
#include <sched.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "host/host.h"
#include "host/host_loops.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "matrix.h"

enum {
    RANKS = PARALLEL_MOST,
    MIB = 1 << 20,
    PACED = 75, /* times that a pace is looked at, cold and hot */
    LOOKS = 40  /* until a neighbour lets one see the difference */
};

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
    struct reason why = { "" };
    void *memory = NULL;
    assert_int_equal(host_place.alloc(targets.host,
                                      (size_t)64 * MIB * (size_t)threads,
                                      &memory, &why),
                     STATUS_OK);
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
    double call = 1;
    for (int i = 0; i < 5; i++) /* a neighbour may hold one up */
        call = fmin(call, empty_run("reference"));
    (void)state;
    assert_true(call > 0 && call < 1e-6);
    if (!backend_find("openmp")->place || parallel_threads() < 2) {
        print_message("one thread, or no OpenMP\n");
        skip();
    }
    assert_true(empty_run("openmp") > 10 * call);
}

/* The quickest reads of lines, beside hot rows and beside cold ones: of PACED
 * more each. */
static void read_lines(double quickest[2])
{
    struct reason why = { "" };
    for (int i = 0; i < 2 * PACED; i++) {
        struct pace pace = { 0 };
        assert_int_equal(
            host_pace(targets.host, SCOPE_CORE, i % 2, &pace, &why),
            STATUS_OK);
        assert_true(pace.seconds[PACE_COMPUTE] > 0 &&
                    pace.seconds[PACE_BRANCH] > 0);
        quickest[i % 2] = fmin(quickest[i % 2], pace.seconds[PACE_MEMORY]);
    }
}

/* Beside cold rows of memory, beside hot ones of a cache: 2.4 to 3 times as
 * long, without a flush 0.97 to 1.06 times, on an EPYC 9004. A neighbour on
 * the same core may take the cache for a while, so that the quickest is that
 * of all looks, however the first went; a sanitizer's own work a load hides
 * the difference. */
static void paces_of_memory(void **state)
{
    double quickest[2] = { 1, 1 };
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    print_message("timed without sanitizers alone\n");
    skip();
#endif
    for (int i = 0; i < LOOKS; i++) {
        read_lines(quickest);
        nanosleep(&(struct timespec){ .tv_nsec = 20000000 }, NULL);
    }
    if (!(quickest[1] > 0)) {
        print_message("this CPU cannot flush lines\n");
        skip();
    }
    print_message("cold lines take %.3f times as long\n",
                  quickest[1] / quickest[0]);
    assert_true(quickest[1] > 1.2 * quickest[0]);
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
        cmocka_unit_test(jobs_rotate_to_the_first),
        cmocka_unit_test(time_is_that_of_the_runs),
        cmocka_unit_test(empty_wakes_the_team),
        cmocka_unit_test(paces_of_memory),
        cmocka_unit_test(the_slowest_tells),
    };
    return cmocka_run_group_tests_name("host", tests, open_targets,
                                       close_targets);
}
