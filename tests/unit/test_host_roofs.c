/* test_host_roofs.c - the CPU's roofs, and the copy that is run as a row: times
 * beside times. Their loops: test_host_loops.c. */
#include "on_targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "host/host.h"
#include "host/host_random.h"
#include "host/machine.h"
#include "host/parallel.h"

enum { RANKS = PARALLEL_MOST, PAIRS = 15, TRIES = 3, MIB = 1 << 20 };

static void *allocated(size_t bytes)
{
    struct reason why = { "" };
    void *memory = NULL;
    assert_int_equal(host_place.alloc(targets.host, bytes, &memory, &why),
                     STATUS_OK);
    return memory;
}

static const enum roof_kind past_caches[] = { ROOF_GATHER_4, ROOF_GATHER_8,
                                              ROOF_SCATTER_4, ROOF_SCATTER_8 };

static double roof(enum scope scope, enum roof_kind kind)
{
    struct reason why = { "" };
    double rate = 0;
    assert_int_equal(host_meter.roof(targets.host, scope, kind, &rate, &why),
                     STATUS_OK);
    assert_true(rate > 0);
    return rate;
}

static void no_link(void **state)
{
    struct reason why = { "" };
    double rate;
    (void)state;
    assert_int_equal(host_meter.roof(targets.host, SCOPE_CORES,
                                     ROOF_SHARED_ATOMIC, &rate, &why),
                     STATUS_MISSING);
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_CORES, ROOF_H2D, &rate, &why),
        STATUS_MISSING);
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_GPU, ROOF_READ, &rate, &why),
        STATUS_MISSING);
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_GPU, ROOF_GATHER_4, &rate, &why),
        STATUS_MISSING);
    assert_true(strlen(why.text) > 0);
}

/* Seconds of its processor that each thread has had. */
static void spent(void *context, size_t begin, size_t end, int rank)
{
    double *seconds = context;
    struct timespec t;
    if (begin < end && !clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t))
        seconds[rank] = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Others may use the machine meanwhile: only what is surely wrong fails. */
static void cores_not_under_one(void **state)
{
    double before[RANKS], after[RANKS], one[PAIRS], all[PAIRS];
    (void)state;
    parallel_for((size_t)parallel_threads(), spent, before);
    for (int i = 0; i < PAIRS; i++) {
        one[i] = roof(SCOPE_CORE, ROOF_FMA);
        all[i] = roof(SCOPE_CORES, ROOF_FMA);
    }
    assert_true(stats_ratio(all, one, PAIRS).ci_high > 0.97);
    parallel_for((size_t)parallel_threads(), spent, after);
    for (int rank = 0; rank < parallel_threads(); rank++)
        assert_true(after[rank] - before[rank] > 0.02);
}

/* Half of a copy's bytes are read: a loop that reads alone and is slower than
 * that is no roof. */
static void reads_keep_up_with_copies(void **state)
{
    double reads[PAIRS], copies[PAIRS];
    (void)state;
    for (int i = 0; i < PAIRS; i++) {
        reads[i] = roof(SCOPE_CORE, ROOF_READ);
        copies[i] = roof(SCOPE_CORE, ROOF_COPY);
    }
    assert_true(stats_ratio(reads, copies, PAIRS).ci_high > 0.45);
}

/* Or the caches near a core would hold the lines that it went to before. */
static void each_pass_goes_to_other_places(void **state)
{
    (void)state;
    for (int i = 0; i < 3; i++) {
        const size_t before = host_random_accesses();
        (void)roof(SCOPE_CORE, ROOF_GATHER_4);
        assert_true(host_random_accesses() > before);
    }
}

/* Accesses past the caches are not faster than those within; as above. */
static void caches_help(void **state)
{
    (void)state;
    assert_true(host_random_bytes(true) <= machine_cache_one() / 2);
    assert_true(host_random_bytes(false) >= 4 * machine_cache_one());
    for (int k = 0; k < 4; k++)
        for (int scope = SCOPE_CORE; scope <= SCOPE_CORES; scope++) {
            struct access access = roof_access(past_caches[k]);
            double far[PAIRS], resident[PAIRS];
            access.resident = true;
            for (int i = 0; i < PAIRS; i++) {
                far[i] = roof((enum scope)scope, past_caches[k]);
                resident[i] = roof((enum scope)scope, roof_of_access(access));
            }
            print_message("%s, %s of %d bytes: %.3f G/s, resident %.3f\n",
                          scope == SCOPE_CORE ? "one core" : "all",
                          access.scatter ? "scatter" : "gather", access.width,
                          stats_of(far, PAIRS).median * 1e-9,
                          stats_of(resident, PAIRS).median * 1e-9);
            assert_true(stats_ratio(resident, far, PAIRS).ci_high > 1);
        }
}

static double copied(struct job *job)
{
    const struct array *array = &job->problem->in[0];
    const struct batch batch = {
        .variant = host_meter.copier, .jobs = job, .job_count = 1, .repeats = 1
    };
    const size_t bytes = array->count * elem_size(array->type);
    const struct span spans[] = { { job->in[0], bytes },
                                  { job->out[0], bytes } };
    struct timing timing;
    struct reason why = { "" };
    assert_int_equal(host_meter.flush(targets.host, spans, 2, &why),
                     STATUS_OK);
    assert_int_equal(host_meter.sample(targets.host, &batch, &timing, &why),
                     STATUS_OK);
    return 2 * (double)bytes / timing.seconds;
}

static struct stats row_over_roof(struct job *job)
{
    double row[PAIRS], roofs[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        roofs[i] = roof(SCOPE_CORES, ROOF_COPY);
        row[i] = copied(job);
    }
    const struct stats ratio = stats_ratio(row, roofs, PAIRS);
    print_message("the row is at %.3f to %.3f of its roof\n", ratio.ci_low,
                  ratio.ci_high);
    return ratio;
}

static bool may_be_one(struct stats ratio)
{
    return ratio.ci_high >= 0.7 && ratio.ci_low <= 1.4;
}

static bool is_one(struct stats ratio)
{
    return may_be_one(ratio) && ratio.ci_high - ratio.ci_low <= 0.2;
}

/* Bytes counted once instead of twice are told from noise, and from others who
 * use the machine for a while. How near the two are is a measurement: the
 * program warns where they are not. */
static void the_copy_row_meets_its_roof(void **state)
{
    const size_t count = (size_t)64 * MIB;
    struct problem p = { .in = { { .type = ELEM_F32, .count = count } } };
    char *from = allocated(4 * count), *to = allocated(4 * count);
    struct job job = { .problem = &p, .in = { from }, .out = { to } };
    struct stats ratio;
    struct reason why;
    (void)state;
    host_place.set(targets.host, from, 3, 4 * count, &why);
    for (int tries = 0; tries < TRIES; tries++)
        if (is_one(ratio = row_over_roof(&job)))
            break;
    assert_memory_equal(to, from, 4 * count);
    host_place.release(targets.host, from);
    host_place.release(targets.host, to);
    assert_true(may_be_one(ratio));
    if (!is_one(ratio)) {
        print_message("too noisy to tell\n");
        skip();
    }
}

/* Pages of memory that this process has; 0: unknown. */
static long pages(void)
{
    char text[64] = "";
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && !fgets(text, sizeof text, file))
        text[0] = 0;
    if (file)
        fclose(file);
    return strchr(text, ' ') ? strtol(strchr(text, ' '), NULL, 10) : 0;
}

static void roofs_give_memory_back(void **state)
{
    (void)state;
    host_meter.roofs_end(targets.host);
    const long before = pages();
    (void)roof(SCOPE_CORES, ROOF_COPY);
    (void)roof(SCOPE_CORES, ROOF_SCATTER_4);
    const long between = pages();
    host_meter.roofs_end(targets.host);
    const long after = pages();
    if (!before) {
        print_message("the system does not tell how much memory is used\n");
        skip();
    }
    assert_true(between > before);
    assert_true(after - before < (between - before) / 4);
    (void)roof(SCOPE_CORES, ROOF_READ);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_link),
        cmocka_unit_test(each_pass_goes_to_other_places),
        cmocka_unit_test(the_copy_row_meets_its_roof),
        cmocka_unit_test(cores_not_under_one),
        cmocka_unit_test(reads_keep_up_with_copies),
        cmocka_unit_test(caches_help),
        cmocka_unit_test(roofs_give_memory_back),
    };
    return cmocka_run_group_tests_name("host_roofs", tests, open_targets,
                                       close_targets);
}
