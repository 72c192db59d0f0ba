/* test_renewing.c - short cold runs, each round on inputs of its own. */
#include "written.h"

#include <signal.h>

#include "digest.h"
#include "problem.h"

enum { OFF = N / 2, INPUTS = 2 };
static const float MUCH = 1e6F;

static uint64_t had[CALLS][INPUTS]; /* the inputs of a call, hashed; */
static size_t away[CALLS];          /* elements of the first not as in `own` */
static float own[N];                /* the case's, as this call has them */
static int own_call;
/* From this call on runs on its own, or on others, are off. */
static int harm_call;
static bool on_own;
static int last_call; /* that is not interrupted */

static uint64_t hash(const struct job *job, int which)
{
    const size_t bytes = array_bytes(&job->problem->in[which]);
    const unsigned char *x = job->in[which];
    uint64_t sum = 0;
    for (size_t i = 0; i < bytes; i++)
        sum += digest_word(x[i], i);
    return sum;
}

static enum status run_seeing(struct job *job)
{
    const struct backend *reference = backend_find("reference");
    const enum status status =
        variant_best(variants_of(op_find(op_name), reference))->run(job);
    const float *x = job->in[0];
    for (int i = 0; i < job->problem->in_count; i++)
        had[call_count][i] = hash(job, i);
    if (call_count == own_call)
        memcpy(own, x, sizeof own);
    away[call_count] = 0;
    for (int i = 0; i < N; i++)
        away[call_count] += memcmp(&x[i], &own[i], sizeof *x) != 0;
    if (call_count >= harm_call && !away[call_count] == on_own)
        ((float *)job->out[0])[OFF] += MUCH;
    if (call_count == last_call)
        interrupted = SIGINT;
    return status;
}

static void measure_seeing(const struct options *options, const char *of)
{
    clock_of = options->hot ? of_one_microsecond : rising;
    dist = of;
    run = run_seeing;
    measure(options);
    run = NULL;
    interrupted = 0;
    dist = "constant";
}

static bool alike(int a, int b, int which)
{
    return had[a][which] == had[b][which];
}

/* The cold call behind so many. */
static int cold_call(int skipped)
{
    int call = 0;
    while (!calls[call].cold || skipped--)
        assert_in_range(++call, 0, call_count - 1);
    return call;
}

/* The calls that are samples; warming up, on the own inputs, comes before. */
static int samples_of(int list[CALLS])
{
    const int count = LEAST * ROWS;
    for (int i = 0; i < count; i++)
        list[i] = cold_call(WARMUP * ROWS + i);
    return count;
}

static int begin(void **state)
{
    (void)state;
    harm_call = last_call = own_call = CALLS;
    on_own = false;
    op_name = "scan";
    adapt = NULL;
    return 0;
}

static void assert_right(bool renewed)
{
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].status, ROW_OK);
        assert_int_equal(record.rows[row].renewed, renewed);
        assert_true(record.rows[row].sample_count == LEAST);
        assert_int_equal(record.rows[row].repeatable, 1);
    }
    record_free(&record);
}

/* --- what is renewed ------------------------------------------------------ */

/* All rows of a round have some that no round before it had, nor any run that
 * was not timed. */
static void assert_own_of_rounds(int which)
{
    int list[CALLS];
    const int count = samples_of(list);
    for (int k = 0; k < count; k++)
        for (int i = 0; i < call_count; i++) {
            const int first = k - k % ROWS;
            const bool round = i >= list[first] && i < list[first] + ROWS;
            assert_int_equal(alike(i, list[k], which), round);
        }
}

static void rounds_have_inputs_of_their_own(void **state)
{
    const struct options options = usual();
    (void)state;
    measure_seeing(&options, "uniform");
    assert_own_of_rounds(0);
    assert_right(true);
    op_name = "segscan";
    measure_seeing(&options, "uniform");
    for (int which = 0; which < INPUTS; which++)
        assert_own_of_rounds(which);
    assert_right(true);
}

static void plan(struct op *op)
{
    op->planned = true;
}

static void what_plans_know_stays(void **state)
{
    const struct options options = usual();
    int list[CALLS];
    (void)state;
    op_name = "segscan";
    adapt = plan;
    measure_seeing(&options, "uniform");
    assert_own_of_rounds(0);
    const int count = samples_of(list);
    for (int k = 0; k < count; k++)
        assert_true(alike(list[k], list[0] - 1, 1));
    assert_right(true);
}

/* The inputs of a round, of so many rows, hashed. */
static uint64_t round_had(int round, int seed, int of_rows)
{
    struct options options = usual();
    options.seed = (uint64_t)seed;
    rows = of_rows;
    measure_seeing(&options, "uniform");
    rows = ROWS;
    record_free(&record);
    return had[cold_call((WARMUP + round) * of_rows)][0];
}

/* As --seed has it, whatever rows there are. */
static void seeds_decide(void **state)
{
    (void)state;
    for (int round = 0; round < LEAST; round += LEAST - 1) {
        const uint64_t once = round_had(round, 1, ROWS);
        assert_true(round_had(round, 1, ROWS) == once);
        assert_true(round_had(round, 1, 1) == once);
        assert_true(round_had(round, 2, ROWS) != once);
    }
}

/* The first input of the first round, hashed, of a start behind another, whose
 * rows took so many FLOPs; whether its rows have been renewed. */
static uint64_t later_had(const struct record *first, double flops,
                          bool *renewed)
{
    const struct options options = usual();
    for (int i = 0; i < ROWS; i++) {
        first->rows[i].flops = flops;
        before[i] = &first->rows[i];
    }
    start = 1;
    measure_seeing(&options, "uniform");
    start = 0;
    for (int i = 0; i < ROWS; i++)
        before[i] = NULL;
    *renewed = record.rows[0].renewed;
    record_free(&record);
    return had[cold_call(WARMUP * ROWS)][0];
}

/* Later ones have others again, if the first had. */
static void starts_have_inputs_of_their_own(void **state)
{
    const struct options options = usual();
    int list[CALLS];
    bool renewed;
    (void)state;
    measure_seeing(&options, "uniform");
    struct record first = record;
    samples_of(list);
    const uint64_t once = had[list[0]][0], always = had[list[0] - 1][0];
    const uint64_t other = later_had(&first, 1e6, &renewed);
    assert_true(renewed && other != once && other != always);
    assert_true(later_had(&first, 1.1e6, &renewed) == always);
    assert_false(renewed);
    first.rows[0].renewed = false;
    later_had(&first, 0, &renewed);
    assert_false(renewed);
    record_free(&first);
}

static void of_some_nothing_is_renewed(void **state)
{
    struct options options = usual();
    int list[CALLS];
    (void)state;
    measure_seeing(&options, "constant");
    samples_of(list);
    for (int i = 0; i < call_count; i++)
        assert_true(!calls[i].cold || alike(i, list[0], 0));
    assert_right(false);
    options.hot = true;
    measure_seeing(&options, "uniform");
    for (int i = 1; i < call_count; i++)
        if (calls[i].repeats > 1 && calls[i - 1].repeats > 1)
            assert_true(alike(i, i - 1, 0));
    assert_false(record.rows[0].renewed);
    record_free(&record);
}

/* --- what is refused ------------------------------------------------------ */

static int asked, taken, every; /* it takes so many, then one in so many of
                                   those that are not the second that it saw */
static uint64_t second;

static enum status choose(const struct problem *p, const void *const in[],
                          struct reason *why)
{
    const struct job job = { .problem = p, .in = { in[0] } };
    const uint64_t now = hash(&job, 0);
    if (++asked == 2)
        second = now;
    return asked <= taken || now == second || (every && asked % every == 0)
        ? STATUS_OK
        : fail(why, STATUS_USAGE, "it is refused");
}

static void be_choosy(struct op *op)
{
    op->validate = choose;
    asked = 0;
}

/* Seeds of which there is no right answer are left out. */
static void some_are_refused(void **state)
{
    const struct options options = usual();
    (void)state;
    adapt = be_choosy;
    taken = 2;
    every = 3;
    measure_seeing(&options, "uniform");
    assert_own_of_rounds(0);
    assert_right(true);
}

/* Nothing is renewed, or no more; no row is lost, and all of them tell. */
static void all_are_refused(void **state)
{
    const struct options options = usual();
    int list[CALLS];
    (void)state;
    adapt = be_choosy;
    every = 0;
    for (taken = 2; taken <= 8; taken += 6) {
        measure_seeing(&options, "uniform");
        const int count = samples_of(list); /* the first of the last round */
        assert_true(alike(list[count - ROWS], list[0] - 1, 0));
        assert_int_equal(alike(list[0], list[0] - 1, 0), taken == 2);
        assert_right(false);
    }
}

/* --- what is checked ------------------------------------------------------ */

/* Learns the case's own inputs, which are warmed up on; the first sample. */
static int learn_own(void)
{
    const struct options options = usual();
    int list[CALLS];
    for (int turn = 0; turn < 2; turn++) {
        measure_seeing(&options, "uniform");
        samples_of(list);
        own_call = list[0] - 1;
        record_free(&record);
    }
    own_call = CALLS;
    return list[0];
}

static void assert_wrong(const char *words)
{
    for (int row = 0; row < ROWS; row++) {
        assert_int_equal(record.rows[row].status, ROW_WRONG);
        assert_int_equal(record.rows[row].first_bad, OFF);
        assert_non_null(strstr(record.rows[row].reason, words));
    }
    record_free(&record);
}

/* Each sample is, as it is nobody's before. */
static void samples_are_checked(void **state)
{
    const struct options options = usual();
    (void)state;
    harm_call = learn_own() + ROWS;
    measure_seeing(&options, "uniform");
    assert_wrong("on inputs of another seed");
}

/* So is a run on the own ones, when all is timed. */
static void own_is_checked_at_last(void **state)
{
    const struct options options = usual();
    (void)state;
    harm_call = learn_own();
    on_own = true;
    measure_seeing(&options, "uniform");
    for (int row = 0; row < ROWS; row++)
        assert_null(strstr(record.rows[row].reason, "seed"));
    assert_wrong("expected");
}

/* On its own inputs, or nearly those. */
static void what_is_cut_short_comes_home(void **state)
{
    const struct options options = usual();
    (void)state;
    last_call = learn_own() + 2 * ROWS + 1;
    measure_seeing(&options, "uniform");
    assert_true(away[last_call] > N / 2);
    assert_in_range(call_count, last_call + 2, CALLS);
    for (int i = last_call + 1; i < call_count; i++)
        assert_in_range(away[i], 0, N / 8);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(rounds_have_inputs_of_their_own, begin),
        cmocka_unit_test_setup(what_plans_know_stays, begin),
        cmocka_unit_test_setup(seeds_decide, begin),
        cmocka_unit_test_setup(starts_have_inputs_of_their_own, begin),
        cmocka_unit_test_setup(of_some_nothing_is_renewed, begin),
        cmocka_unit_test_setup(some_are_refused, begin),
        cmocka_unit_test_setup(all_are_refused, begin),
        cmocka_unit_test_setup(samples_are_checked, begin),
        cmocka_unit_test_setup(own_is_checked_at_last, begin),
        cmocka_unit_test_setup(what_is_cut_short_comes_home, begin),
    };
    return cmocka_run_group_tests_name("renewing", tests, open_targets,
                                       close_targets);
}
