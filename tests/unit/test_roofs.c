/* test_roofs.c - which roofs a run measures, on a place that only counts, and
 * what a row says of its random accesses. */
#include "unit.h"

#include <string.h>
#include <time.h>

#include "host/host.h"
#include "matrix.h"
#include "measure/measure.h"
#include "measure/result.h"
#include "random.h"
#include "roofs/roofs.h"

enum { CACHE = 1 << 20 };

static int passes[ROOF_KINDS];

static enum status count_pass(struct device *device, enum scope scope,
                              enum roof_kind kind, double *rate,
                              struct reason *why)
{
    (void)device, (void)scope, (void)why;
    passes[kind]++;
    *rate = 1e9 * (1 + (int)kind);
    return STATUS_OK;
}

static void few_facts(struct device *device, struct device_facts *facts)
{
    (void)device;
    memset(facts, 0, sizeof *facts);
    facts->cache = 8 * CACHE; /* of eight */
    facts->cache_one = CACHE;
}

static const struct meter meter = { .roof = count_pass };
static const struct place counting = { .name = "counting",
                                       .facts = few_facts,
                                       .meter = &meter };
static const struct backend backend = { .name = "fake",
                                        .scope = SCOPE_GPU,
                                        .place = &counting };
static struct targets targets = { .list = { { .backend = &backend } },
                                  .count = 1 };
static const struct plan plan = { .target_used = { true } };
static const struct watch watch = { 0 };

static int passes_of(bool random, bool scatter)
{
    int sum = 0;
    for (int k = 0; k < ROOF_KINDS; k++) {
        const enum roof_kind kind = (enum roof_kind)k;
        if (roof_is_random(kind) == random &&
            (!random || roof_access(kind).scatter == scatter))
            sum += passes[k];
    }
    return sum;
}

static struct record rows_with(double gathers, double scatters)
{
    struct record record = { 0 };
    const struct row row = { .gathers = gathers, .scatters = scatters };
    assert_non_null(record_add_row(&record, &(struct row){ .n = 1 }));
    assert_non_null(record_add_row(&record, &row));
    return record;
}

/* --- which are measured --------------------------------------------------- */

static void only_when_asked_for(void **state)
{
    struct record record = { 0 }, rows = rows_with(0, 0);
    (void)state;
    roofs_measure(&record, &targets, &plan, &watch);
    roofs_want(&rows);
    roofs_complete(&record, &targets, &plan, &watch);
    assert_int_equal(record.roof_count, ROOF_FMA + 1);
    assert_int_equal(passes[ROOF_H2D], 0);
    assert_int_equal(passes[ROOF_SHARED_ATOMIC], 0);
    assert_int_equal(passes_of(true, false) + passes_of(true, true), 0);
    record_free(&record);
    record_free(&rows);
}

static void those_asked_for(void **state)
{
    struct record record = { 0 }, rows = rows_with(7, 0);
    (void)state;
    memset(passes, 0, sizeof passes);
    roofs_want(&rows);
    roofs_complete(&record, &targets, &plan, &watch);
    assert_int_equal(record.roof_count, 4);
    for (int k = ROOF_GATHER_4; k <= ROOF_GATHER_8_RESIDENT; k++) {
        const struct roof *roof =
            record_roof(&record, "gpu", (enum roof_kind)k);
        assert_non_null(roof);
        assert_int_equal(roof->pass_count, passes[k]);
        assert_true(roof->rate == 1e9 * (1 + k) && roof->peak == 0);
        assert_true(passes[k] >= 3 && passes[k] == passes[ROOF_GATHER_4]);
    }
    assert_int_equal(passes_of(false, false) + passes_of(true, true), 0);

    /* Once: then they take turns with the others. */
    const int first = passes_of(true, false);
    roofs_complete(&record, &targets, &plan, &watch);
    assert_int_equal(passes_of(true, false), first);
    nanosleep(&(struct timespec){ .tv_sec = 1, .tv_nsec = 100000000 }, NULL);
    roofs_refresh(&record, &targets, &plan, &watch);
    assert_int_equal(passes_of(true, false), first + 4);
    assert_int_equal(passes_of(false, false), ROOF_FMA + 1);
    record_free(&record);
    record_free(&rows);
}

/* Of an op that counts, with those that every run measures. */
static void atomics_of_what_counts(void **state)
{
    struct case_plan counting_case = { .problem = {
                                           .op = op_find("histogram") } };
    struct plan counts = plan;
    struct record record = { 0 };
    (void)state;
    counts.cases.list = &counting_case;
    counts.cases.count = 1;
    memset(passes, 0, sizeof passes);
    roofs_measure(&record, &targets, &counts, &watch);
    assert_int_equal(record.roof_count, ROOF_FMA + 2);
    assert_int_equal(passes[ROOF_SHARED_ATOMIC], passes[ROOF_FMA]);
    const struct roof *roof = record_roof(&record, "gpu", ROOF_SHARED_ATOMIC);
    assert_non_null(roof);
    assert_true(roof->rate == 1e9 * (1 + ROOF_SHARED_ATOMIC));
    assert_true(roof->peak == 0);
    record_free(&record);
}

/* The upper quartile of passes: 7 of 1 to 9. */
static void quartiles(void **state)
{
    static const double rates[] = { 5, 1, 9, 3, 7, 2, 8, 4, 6 };
    const struct roof like = { .device = "gpu", .kind = ROOF_READ };
    struct record record = { 0 };
    (void)state;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        roofs_add_pass(&record, &like, rates[i]);
    assert_int_equal(record.roof_count, 1);
    assert_int_equal(record.roofs[0].pass_count, 9);
    assert_true(record.roofs[0].rate == 7);
    assert_true(record.roofs[0].low == 2 && record.roofs[0].high == 8);
    record_free(&record);
}

/* Of more than there is room for, from the beginning to the end, with no half
 * of the run left out. */
static void passes_of_all_of_a_run(void **state)
{
    const struct roof like = { .device = "gpu", .kind = ROOF_READ };
    const int all = 4 * ROOF_PASSES;
    struct record record = { 0 };
    double before = 0;
    (void)state;
    for (int i = 1; i <= all; i++)
        roofs_add_pass(&record, &like, i);
    const struct roof *roof = &record.roofs[0];
    assert_in_range(roof->pass_count, ROOF_PASSES / 2, ROOF_PASSES);
    for (int i = 0; i < roof->pass_count; i++) {
        assert_true(roof->pass[i] > before &&
                    roof->pass[i] - before <= all / 2);
        before = roof->pass[i];
    }
    assert_true(before == all);
    record_free(&record);
}

static void stores_have_theirs(void **state)
{
    struct record record = { 0 }, rows = rows_with(0, 1);
    (void)state;
    roofs_want(&(struct record){ 0 });
    roofs_want(&rows);
    memset(passes, 0, sizeof passes);
    roofs_complete(&record, &targets, &plan, &watch);
    assert_true(passes_of(true, true) > 0);
    assert_int_equal(passes[ROOF_SCATTER_8_RESIDENT], passes[ROOF_SCATTER_4]);
    record_free(&record);
    record_free(&rows);
}

/* --- samples that are no rows --------------------------------------------- */

/* Copies at 0.8 of the roof; empty runs of 2 µs, of which some are short. */
static struct {
    int copies, empty, flushed;
    const void *memory[2];
} runs;

static enum status flush(struct device *device, const struct span *spans,
                         int count, struct reason *why)
{
    (void)device, (void)why;
    runs.flushed = count;
    for (int i = 0; i < count && i < 2; i++) {
        runs.memory[i] = spans[i].memory;
        assert_true(spans[i].bytes > 0);
    }
    return STATUS_OK;
}

static enum status sample(struct device *device, const struct batch *batch,
                          struct timing *timing, struct reason *why)
{
    const struct job *job = batch->jobs;
    (void)device, (void)why;
    assert_int_equal(batch->repeats, 1);
    assert_true(batch->cold);
    *timing = (struct timing){ .seconds = runs.empty % 3 ? 2e-6 : 1e-6 };
    if (!job->problem->in_count) {
        assert_int_equal(runs.flushed, 0); /* but caches near the cores */
        runs.empty++;
        runs.flushed = -1;
        return STATUS_OK;
    }
    runs.copies++;
    assert_int_equal(runs.flushed, 2);
    assert_ptr_equal(runs.memory[0], job->in[0]);
    assert_ptr_equal(runs.memory[1], job->out[0]);
    timing->seconds = 2 * 4 * (double)job->problem->in[0].count /
        (0.8 * 1e9 * (1 + ROOF_COPY));
    return STATUS_OK;
}

static void facts_of_peaks(struct device *device, struct device_facts *facts)
{
    few_facts(device, facts);
    facts->memory_free = 1 << 20;
    facts->peak_bytes = 5e9;
    facts->peak_flops = 7e9;
}

static void copies_and_empty_runs(void **state)
{
    static const struct variant nothing = { .name = "it" };
    static const struct meter clock = { .roof = count_pass,
                                        .flush = flush,
                                        .sample = sample,
                                        .copier = &nothing };
    struct place place = host_place;
    const struct backend own = {
        .name = "own", .scope = SCOPE_GPU, .place = &place, .empty = &nothing
    };
    const struct backend core = { .scope = SCOPE_CORE, .place = &place };
    struct targets one = {
        .list = { { .backend = &own }, { .backend = &core } }, .count = 2
    };
    const struct plan plan = { .target_used = { true, true } };
    struct record record = { 0 };
    (void)state;
    place.facts = facts_of_peaks;
    place.meter = &clock;
    roofs_measure(&record, &one, &plan, &watch);
    assert_true(runs.copies > 5 && runs.empty > 5);
    for (int k = ROOF_READ; k <= ROOF_FMA; k++) {
        const struct roof *roof =
            record_roof(&record, "gpu", (enum roof_kind)k);
        assert_non_null(roof);
        assert_true(roof->peak == (k == ROOF_FMA ? 7e9 : 5e9));
        assert_true(record_roof(&record, "core", (enum roof_kind)k)->peak ==
                    0); /* that of all of them is not one's */
        const double off = roof->copier - (k == ROOF_COPY ? 0.8 : 0);
        assert_true(off > -1e-9 && off < 1e-9);
    }
    assert_true(record_base(&record, "own") == 2e-6);
    record_free(&record);
}

/* --- what a row says ------------------------------------------------------ */

static struct row row_of(struct cost what)
{
    static const struct op op = { .name = "fake" };
    static const struct choice choice = { 0 };
    struct dataset dataset = { .problem = { .op = &op }, .cost = what };
    struct trial trial = { .choice = &choice,
                           .target = &targets.list[0],
                           .live = true };
    const struct options options = { 0 };
    double second = 1;
    trial.row.samples = &second;
    trial.row.sample_count = 1;
    result_of_case(&trial, 1, &dataset, &options);
    return trial.row;
}

static void accesses_of_rows(void **state)
{
    const struct cost cost = { .read = 8,
                               .written = 4,
                               .moved = 96,
                               .gathers = 3,
                               .scatters = 5,
                               .width = 8,
                               .span = CACHE };
    struct cost other = cost;
    struct row row = row_of(cost);
    (void)state;
    assert_true(row.bytes == 12 && row.moved == 96);
    assert_true(row.gathers == 3 && row.scatters == 5);
    assert_true(row.width == 8 && row.resident && row.resident_share == 1);
    other.span++;
    row = row_of(other);
    assert_false(row.resident);
    assert_true(row.resident_share > 0.99 && row.resident_share < 1);
    other.span = (size_t)1 << 30; /* as the tables of the roofs */
    assert_true(row_of(other).resident_share == 0);
    other.span = (size_t)1 << 29; /* 2^-9 of which, less 2^-10, are left */
    const double left = row_of(other).resident_share - 1 / 1023.0;
    assert_true(left > -1e-12 && left < 1e-12);
    other.span = 2 * CACHE;
    row = row_of(other);
    assert_true(row.resident_share > 0.49 && row.resident_share < 0.5);
    other.gathers = 0;
    assert_true(row_of(other).width == 8);
    other.scatters = other.moved = 0;
    row = row_of(other);
    assert_true(row.moved == 0 && row.width == 0 && !row.resident);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_when_asked_for),
        cmocka_unit_test(those_asked_for),
        cmocka_unit_test(atomics_of_what_counts),
        cmocka_unit_test(quartiles),
        cmocka_unit_test(passes_of_all_of_a_run),
        cmocka_unit_test(stores_have_theirs),
        cmocka_unit_test(accesses_of_rows),
        cmocka_unit_test(copies_and_empty_runs),
    };
    return cmocka_run_group_tests_name("roofs", tests, NULL, NULL);
}
