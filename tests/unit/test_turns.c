/* test_turns.c - sets of small arrays that cold samples take turns over. */
#include "on_targets.h"

#include <stdlib.h>

#include "bed.h"
#include "host/host.h"
#include "measure/dataset.h"
#include "measure/trial.h"

static const struct dataset_wants wants = { .turns = true };
static const bool none[MOST_TARGETS];
static struct dataset dataset;

static struct problem problem_of(const char *name, size_t size)
{
    const struct op *op = op_find(name);
    struct problem p;
    struct reason why = { "" };
    assert_int_equal(
        bed_problem(&p, op, op->default_type, size, NULL, 0, &why), STATUS_OK);
    return p;
}

/* --- the dataset ---------------------------------------------------------- */

/* Sets that take turns are alike, and what happens to one of them is seen, too,
 * while another has its turn. */
static void sets_take_turns(void **state)
{
    const struct problem p = problem_of("reduce", 1000);
    struct replica *host = dataset.replicas;
    struct reason why = { "" };
    struct verdict v;
    (void)state;
    dataset_open(&dataset, &p, &targets, none, &wants, &why);
    assert_string_equal(why.text, "");
    assert_int_equal(host->sets, 1);
    assert_int_equal(host->held, DATASET_SETS);
    assert_int_equal(dataset_load(&dataset, OWN_INPUTS, &why), STATUS_OK);
    float *first = (void *)host->set[0].in[0].data;
    for (int turn = 1; turn < DATASET_SETS; turn++) {
        dataset_turn(host);
        assert_ptr_not_equal(host->set[0].in[0].data, first);
        assert_memory_equal(host->set[0].in[0].data, first,
                            1000 * sizeof *first);
    }
    first[999] += 1;
    dataset_intact(&dataset, host, &v, &why);
    assert_false(v.ok);
    dataset_turn(host);
    assert_ptr_equal(host->set[0].in[0].data, first);
    dataset_close(&dataset);
}

/* Large arrays have one set, and what is not paged, too. */
static void few_sets(void **state)
{
    static struct place unpaged;
    const struct problem large = problem_of("reduce", 1 << 20);
    const struct problem small = problem_of("reduce", 1000);
    struct backend backend = { .name = "unpaged", .place = &unpaged };
    struct reason why = { "" };
    bool used[MOST_TARGETS] = { false };
    (void)state;
    dataset_open(&dataset, &large, &targets, none, &wants, &why);
    assert_int_equal(dataset.replicas[0].held, 1);
    dataset_close(&dataset);
    unpaged = host_place;
    unpaged.paged = false;
    targets.list[targets.count] =
        (struct target){ .backend = &backend, .device = targets.host };
    used[targets.count++] = true;
    dataset_open(&dataset, &small, &targets, used, &wants, &why);
    assert_int_equal(dataset.replicas[0].held, DATASET_SETS);
    assert_int_equal(dataset_replica(&dataset, &unpaged)->held, 1);
    dataset_close(&dataset);
    targets.count--;
}

/* --- samples -------------------------------------------------------------- */

static struct meter meter;
static struct place place;
static struct backend backend;

static const void *read_from[16], *flushed[16];
static int reads, flushes;

static enum status note_input(struct job *job)
{
    read_from[reads++ % 16] = job->in[0];
    return variant_best(
               variants_of(job->problem->op, backend_find("reference")))
        ->run(job);
}

static enum status note_flush(struct device *device, const struct span *spans,
                              int count, struct reason *why)
{
    flushed[flushes++ % 16] = spans[0].memory;
    return host_meter.flush(device, spans, count, why);
}

static void begin(struct trial *trial, const struct variant *variant)
{
    static struct choice choice;
    static bool used[MOST_TARGETS];
    const struct problem p = problem_of("scan", 1000);
    struct target *target = add_backend(&backend, "odd", &place);
    struct reason why = { "" };
    meter = host_meter;
    meter.flush = note_flush;
    place = host_place;
    place.meter = &meter;
    used[targets.count - 1] = true;
    choice = (struct choice){ .variant = variant };
    dataset_open(&dataset, &p, &targets, used, &wants, &why);
    dataset_load(&dataset, OWN_INPUTS, &why);
    assert_string_equal(why.text, "");
    trial_open(trial, &dataset, target, &choice, "");
}

/* Cold samples of small arrays are of other pages each time, and these are what
 * is cold, and what is looked at; checked runs are not of their turn. */
static void cold_samples_take_turns(void **state)
{
    struct trial trial;
    struct variant variant =
        *variant_best(variants_of(op_find("scan"), backend_find("reference")));
    (void)state;
    variant.run = note_input;
    begin(&trial, &variant);
    reads = flushes = 0;
    trial_check(&trial, &dataset);
    for (int i = 0; i < DATASET_SETS; i++)
        trial_sample(&trial, &dataset, true, 1);
    trial_sample(&trial, &dataset, false, 1);
    trial_check(&trial, &dataset);
    assert_true(trial.live);
    assert_int_equal(flushes, DATASET_SETS);
    for (int i = 0; i < DATASET_SETS; i++) {
        assert_ptr_equal(read_from[1 + i], flushed[i]);
        for (int k = 0; k < i; k++)
            assert_ptr_not_equal(flushed[i], flushed[k]);
    }
    assert_ptr_equal(read_from[0], flushed[DATASET_SETS - 1]);
    assert_ptr_equal(read_from[DATASET_SETS + 1], read_from[DATASET_SETS]);
    trial_close(&trial);
    free(trial.row.samples);
    dataset_close(&dataset);
    targets.count--;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_take_turns),
        cmocka_unit_test(few_sets),
        cmocka_unit_test(cold_samples_take_turns),
    };
    return cmocka_run_group_tests_name("turns", tests, open_targets,
                                       close_targets);
}
