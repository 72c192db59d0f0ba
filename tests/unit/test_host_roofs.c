/* test_host_roofs.c - the CPU's roofs, the loops behind them, and the copy
 * that is run as a row. */
#include "on_targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/stats.h"
#include "host/host.h"
#include "host/host_loops.h"
#include "host/parallel.h"

enum { RANKS = PARALLEL_MOST, PAIRS = 15, MIB = 1 << 20 };

static void *allocated(size_t bytes)
{
    struct reason why = { "" };
    void *memory = NULL;
    assert_int_equal(host_place.alloc(targets.host, bytes, &memory, &why),
                     STATUS_OK);
    return memory;
}

/* --- loops ---------------------------------------------------------------- */

static bool can(const struct host_loop *loop)
{
    return !loop->can || loop->can();
}

static const size_t lengths[] = { 0,   1,   15,  16,  63,   64,   127,  128,
                                  129, 511, 512, 513, 4096, 4099, 70001 };
enum { LENGTHS = sizeof lengths / sizeof lengths[0], MOST = 70001 + 256 };

static void writes_exactly(const struct host_loop *loop, enum roof_kind kind,
                           size_t bytes, size_t offset)
{
    static _Alignas(64) unsigned char from[MOST], to[MOST];
    for (size_t i = 0; i < MOST; i++) {
        from[i] = (unsigned char)(i * i % 251);
        to[i] = 99;
    }
    (void)loop->run((char *)to + offset, (const char *)from + 64, bytes);
    for (size_t i = 0; i < MOST; i++) {
        const bool inside = i >= offset && i < offset + bytes;
        const int want = !inside ? 99
            : kind == ROOF_WRITE ? 7
                                 : from[64 + i - offset];
        assert_int_equal(to[i], want);
    }
}

static void loops_do_all_bytes(void **state)
{
    static const enum roof_kind kinds[] = { ROOF_COPY, ROOF_WRITE };
    (void)state;
    for (int k = 0; k < 2; k++)
        for (const struct host_loop *loop = host_loops(kinds[k]); loop->name;
             loop++)
            for (int l = 0; l < LENGTHS && can(loop); l++) {
                writes_exactly(loop, kinds[k], lengths[l], 64);
                writes_exactly(loop, kinds[k], lengths[l], 68);
            }
}

static void reads_depend_on_all(void **state)
{
    static char from[70001];
    (void)state;
    for (const struct host_loop *loop = host_loops(ROOF_READ); loop->name;
         loop++)
        for (int l = 0; l < LENGTHS && can(loop); l++) {
            const size_t bytes = lengths[l];
            const uint64_t before = loop->run(NULL, from, bytes);
            for (size_t i = 0; i<bytes; i += bytes> 600 ? 97 : 1) {
                from[i] = 1;
                assert_true(loop->run(NULL, from, bytes) != before);
                from[i] = 0;
            }
        }
}

/* --- roofs ---------------------------------------------------------------- */

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
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_CORES, ROOF_H2D, &rate, &why),
        STATUS_MISSING);
    assert_int_equal(
        host_meter.roof(targets.host, SCOPE_GPU, ROOF_READ, &rate, &why),
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

/* Bytes counted once instead of twice are told from noise. How near the two
 * are is a measurement: the program warns where they are not. */
static void the_copy_row_meets_its_roof(void **state)
{
    const size_t count = (size_t)64 * MIB;
    struct problem p = { .in = { { .type = ELEM_F32, .count = count } } };
    char *from = allocated(4 * count), *to = allocated(4 * count);
    struct job job = { .problem = &p, .in = { from }, .out = { to } };
    double row[PAIRS], roofs[PAIRS];
    struct reason why;
    (void)state;
    host_place.set(targets.host, from, 3, 4 * count, &why);
    for (int i = 0; i < PAIRS; i++) {
        roofs[i] = roof(SCOPE_CORES, ROOF_COPY);
        row[i] = copied(&job);
    }
    assert_memory_equal(to, from, 4 * count);
    host_place.release(targets.host, from);
    host_place.release(targets.host, to);
    const struct stats ratio = stats_ratio(row, roofs, PAIRS);
    print_message("the row is at %.3f to %.3f of its roof\n", ratio.ci_low,
                  ratio.ci_high);
    if (ratio.ci_high - ratio.ci_low > 0.2)
        skip();
    assert_true(ratio.ci_high >= 0.7 && ratio.ci_low <= 1.4);
}

static void the_copy_takes_any_length(void **state)
{
    (void)state;
    for (int l = 0; l < LENGTHS; l++) {
        struct problem p = { .in = {
                                 { .type = ELEM_I32, .count = lengths[l] } } };
        char *from = allocated(4 * MOST), *to = allocated(4 * MOST);
        struct job job = { .problem = &p, .in = { from }, .out = { to + 4 } };
        memset(from, 5, 4 * MOST);
        memset(to, 0, 4 * MOST);
        (void)host_meter.copier->run(&job);
        assert_memory_equal(to + 4, from, 4 * lengths[l]);
        assert_int_equal(to[3], 0);
        assert_int_equal(to[4 + 4 * lengths[l]], 0);
        host_place.release(targets.host, from);
        host_place.release(targets.host, to);
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
        cmocka_unit_test(loops_do_all_bytes),
        cmocka_unit_test(reads_depend_on_all),
        cmocka_unit_test(no_link),
        cmocka_unit_test(cores_not_under_one),
        cmocka_unit_test(reads_keep_up_with_copies),
        cmocka_unit_test(the_copy_row_meets_its_roof),
        cmocka_unit_test(the_copy_takes_any_length),
        cmocka_unit_test(roofs_give_memory_back),
    };
    return cmocka_run_group_tests_name("host_roofs", tests, open_targets,
                                       close_targets);
}
