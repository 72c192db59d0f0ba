/* test_trial.c - what a row's samples must survive: a clock that drops, copies
 * that are left out. The places here are the host with one thing wrong. */
#include "on_targets.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/host.h"
#include "measure/trial.h"
#include "matrix.h"

static int slow_runs; /* samples to come that meet a low clock */
static bool copies_in, copies_out;
static int runs; /* each takes a joule */
static int wakes;
static double clock_now = 1e9;

static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const struct job *job = &batch->jobs[0];
    const struct problem *p = job->problem;
    const size_t bytes = p->in[0].count * elem_size(p->in[0].type);
    if (batch->transfer && copies_in)
        memcpy((void *)(uintptr_t)job->in[0], batch->transfer->in[0], bytes);
    const enum status status = host_meter.sample(device, batch, timing, why);
    if (batch->transfer && copies_out)
        memcpy(batch->transfer->out[0], job->out[0],
               elem_size(p->out[0].type));
    runs += batch->repeats;
    timing->clock = clock_now;
    timing->slow = slow_runs > 0;
    slow_runs -= slow_runs > 0;
    return status;
}

static bool count_joules(struct device *device, double *joules)
{
    (void)device;
    *joules = 7 + runs;
    return true;
}

static void wake(struct device *device)
{
    (void)device;
    wakes++;
}

static bool spoils;

static enum status copy(struct device *device, void *to, const void *from,
                        size_t bytes, enum direction direction,
                        struct reason *why)
{
    const enum status status =
        host_place.copy(device, to, from, bytes, direction, why);
    if (direction == TO_DEVICE && spoils && bytes)
        ((char *)to)[bytes - 1] ^= 1;
    return status;
}

static enum status pin(struct device *device, size_t bytes, void **memory,
                       struct reason *why)
{
    return host_place.alloc(device, bytes, memory, why);
}

static struct meter meter;
static struct place place;
static struct backend backend;
static struct target *target;
static struct dataset dataset;
static struct choice choice;

/* Of `name` at this size; variant NULL: reference's best. */
static void begin_of(struct trial *trial, const char *name, size_t size,
                     const struct variant *variant, enum transfers transfers,
                     bool pinned)
{
    const struct op *op = op_find(name);
    static bool used[MOST_TARGETS];
    const struct dataset_wants wants = { .pins = true };
    struct problem p;
    struct reason why = { "" };
    meter = host_meter;
    meter.sample = sample;
    meter.energy = count_joules;
    meter.pin = pin;
    meter.unpin = host_place.release;
    place = host_place;
    place.copy = copy;
    place.meter = &meter;
    backend = (struct backend){
        .name = "odd", .scope = SCOPE_CORE, .place = &place, .wake = wake
    };
    target = &targets.list[targets.count];
    *target = (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    if (!variant)
        variant = variant_best(variants_of(op, backend_find("reference")));
    choice = (struct choice){ .variant = variant,
                              .transfers = transfers,
                              .pinned = pinned };
    assert_int_equal(
        bed_problem(&p, op, op->default_type, size, NULL, 0, &why), STATUS_OK);
    assert_int_equal(dataset_open(&dataset, &p, &targets, used, &wants, &why),
                     STATUS_OK);
    assert_int_equal(dataset_load(&dataset, false, &why), STATUS_OK);
    trial_open(trial, &dataset, target, &choice, "");
    assert_int_equal(trial->live, !spoils);
}

static void begin(struct trial *trial, enum transfers transfers, bool pinned)
{
    begin_of(trial, "reduce", 1000, NULL, transfers, pinned);
}

static void end(struct trial *trial)
{
    trial_close(trial);
    free(trial->row.samples);
    dataset_close(&dataset);
    targets.count--;
}

static void low_clocks_are_taken_again(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, TRANSFERS_NONE, false);
    slow_runs = 3;
    trial_sample(&trial, &dataset, false, 1);
    assert_true(trial.live);
    assert_int_equal(trial.row.sample_count, 1);
    assert_int_equal(trial.row.dropped, 3);
    trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(trial.row.sample_count, 2);
    assert_int_equal(trial.row.dropped, 3);
    trial_forget(&trial);
    assert_int_equal(trial.row.dropped, 0);
    end(&trial);
}

static void only_low_clocks_fail(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, TRANSFERS_NONE, false);
    slow_runs = 1000000;
    const double start = host_clock();
    trial_sample(&trial, &dataset, false, 1);
    const double took = host_clock() - start;
    slow_runs = 0;
    assert_false(trial.live);
    assert_int_equal(trial.row.status, ROW_FAILED);
    assert_non_null(strstr(trial.row.reason, "no time to trust"));
    assert_int_equal(trial.row.sample_count, 0);
    assert_true(took > 4 && took < 10);
    end(&trial);
}

/* Whichever copy is left out, and from whichever memory. */
static void copies_cannot_be_left_out(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        struct trial trial;
        const bool pinned = k & 1;
        copies_in = k & 2;
        copies_out = k & 4;
        begin(&trial, TRANSFERS_BOTH, pinned);
        trial_check(&trial,
                    &dataset); /* twice: what the first left is stale */
        trial_check(&trial, &dataset);
        assert_int_equal(trial.row.status == ROW_OK, copies_in && copies_out);
        end(&trial);
    }
}

/* compact's elements, in an order that is another each time; one of them is
 * there twice in one run of seven. */
static enum status shuffled(struct job *job)
{
    static unsigned runs;
    const struct variant *right = variant_best(
        variants_of(op_find("compact"), backend_find("reference")));
    const enum status status = right->run(job);
    int32_t *out = job->out[0];
    const int32_t first = out[0];
    runs++;
    out[0] = out[runs % 1000];
    out[runs % 1000] = runs % 7 ? first : out[0];
    return status;
}

/* 2 MB of outputs in an order of their own are checked in some runs, and in as
 * many more as that takes less time than the runs. */
static void large_outputs_are_looked_at(void **state)
{
    const struct variant *right = variant_best(
        variants_of(op_find("compact"), backend_find("reference")));
    struct variant odd = *right;
    struct trial trial;
    (void)state;
    odd.run = shuffled;
    odd.traits = UNORDERED;
    begin_of(&trial, "compact", 1000000, &odd, TRANSFERS_NONE, false);
    trial_check(&trial, &dataset);
    trial_repeat(&trial, &dataset, 1);
    assert_true(trial.live && trial.row.repeatable == 0);
    for (int i = 0; i < 5000 && trial.live; i++)
        trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(trial.row.status, ROW_WRONG);
    end(&trial);
}

/* Of its samples, the median. */
static void clocks(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, TRANSFERS_NONE, false);
    for (int i = 0; i < 5; i++) {
        clock_now = 1e9 * (1 + i * 2 % 5);
        trial_sample(&trial, &dataset, false, 1);
    }
    clock_now = 1e9;
    end(&trial);
    assert_true(trial.row.clock == 3e9);
}

static unsigned seen; /* bits: which bytes runs found in their scratch */

static size_t scratch_of(const struct job *job)
{
    (void)job;
    return 64;
}

static enum status look(struct job *job)
{
    static const char bytes[] = { '\xFF', 1, 0, 0x7A };
    char *scratch = job->scratch;
    for (unsigned i = 0; i < 4; i++)
        seen |= (unsigned)(scratch[0] == bytes[i]) << i;
    seen |= (unsigned)(scratch[0] == 42) << 4; /* what a run left */
    scratch[0] = 42;
    return variant_best(
               variants_of(job->problem->op, backend_find("reference")))
        ->run(job);
}

/* Of all kinds, in turn. */
static void scratch_is_dirty(void **state)
{
    struct trial trial;
    struct variant variant = *variant_best(
        variants_of(op_find("reduce"), backend_find("reference")));
    (void)state;
    variant.scratch = scratch_of;
    variant.run = look;
    begin_of(&trial, "reduce", 1000, &variant, TRANSFERS_NONE, false);
    for (int i = 0; i < 8; i++)
        trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(seen, 0x1F);
    end(&trial);
}

/* Before each sample, however its caches are. */
static void teams_are_woken(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, TRANSFERS_NONE, false);
    wakes = 0;
    trial_sample(&trial, &dataset, false, 1);
    assert_int_equal(wakes, 1);
    trial_sample(&trial, &dataset, true, 1);
    assert_int_equal(wakes, 2);
    end(&trial);
}

/* Of a run, however many are timed together. */
static void joules(void **state)
{
    struct trial trial;
    (void)state;
    begin(&trial, TRANSFERS_NONE, false);
    trial_sample(&trial, &dataset, false, 1);
    trial_energy(&trial, &dataset);
    assert_string_equal(trial.row.energy_reason, "");
    assert_true(trial.row.joules == 1);
    end(&trial);
}

/* Then no row has them. */
static void inputs_must_arrive(void **state)
{
    struct trial trial;
    (void)state;
    spoils = true;
    begin(&trial, TRANSFERS_NONE, false);
    spoils = false;
    assert_int_equal(trial.row.status, ROW_FAILED);
    assert_non_null(strstr(trial.row.reason, "arrived changed"));
    end(&trial);
}

/* --- outputs -------------------------------------------------------------- */

static struct replica *open_case(const char *name, const char *setting,
                                 bool rotate)
{
    static const bool none[MOST_TARGETS];
    const struct dataset_wants wants = { .rotate = rotate };
    const struct op *op = op_find(name);
    struct reason why = { "" };
    struct problem p;
    bed_problem(&p, op, op->default_type, 1000, &setting, 1, &why);
    dataset_open(&dataset, &p, &targets, none, &wants, &why);
    assert_string_equal(why.text, "");
    return &dataset.replicas[0];
}

/* In any of the sets that hot runs take in turn. */
static void all_sets_are_poisoned(void **state)
{
    struct replica *host = open_case("reduce", "operator=sum", true);
    struct reason why = { "" };
    (void)state;
    assert_true(host->sets > 1);
    assert_int_equal(dataset_ready(&dataset, host, &why), STATUS_OK);
    for (int k = 0; k < host->sets; k++)
        assert_true(isnan(*(float *)(void *)host->set[k].out[0].data));
    dataset_close(&dataset);
}

/* Which output is which tells, too. */
static void exchanged_outputs(void **state)
{
    struct replica *host = open_case("sort", "value=32", false);
    const struct buffer *out = host->set[0].out;
    struct reason why = { "" };
    uint64_t digest[2];
    (void)state;
    assert_int_equal(out[0].bytes, out[1].bytes);
    for (int k = 0; k < 2; k++) {
        memset(out[k].data, 1, out[k].bytes);
        memset(out[1 - k].data, 2, out[k].bytes);
        dataset_outputs(&dataset, host, 0, &digest[k], &why);
    }
    assert_true(digest[0] != digest[1]);
    dataset_close(&dataset);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_clocks_are_taken_again),
        cmocka_unit_test(only_low_clocks_fail),
        cmocka_unit_test(copies_cannot_be_left_out),
        cmocka_unit_test(large_outputs_are_looked_at),
        cmocka_unit_test(clocks),
        cmocka_unit_test(scratch_is_dirty),
        cmocka_unit_test(teams_are_woken),
        cmocka_unit_test(joules),
        cmocka_unit_test(inputs_must_arrive),
        cmocka_unit_test(all_sets_are_poisoned),
        cmocka_unit_test(exchanged_outputs),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("trial", tests, open_targets,
                                       close_targets);
}
