/* test_branches.c - what branches may take of which a CPU's predictor knows
 * where they go for inputs that it has had. */
#include "batches.h"

static double usual, other; /* us on an input that it has had, and on others */
static int which;           /* input that is */
static int32_t known[SIZE];

static enum status run_branching(struct job *job)
{
    const bool had = !memcmp(known, job->in[which], sizeof known);
    memcpy(known, job->in[which], sizeof known);
    seconds = 1e-6 * (had ? usual : other);
    return run(job);
}

static bool lives(enum scope scope, bool renewed, bool cold)
{
    struct backend on = backend;
    on.scope = scope;
    targets.list[targets.count].backend = &on;
    anew();
    trial_check(&trial, &dataset);
    for (int i = 0; i < 3; i++)
        trial_sample(&trial, &dataset, true, 1);
    trial.row.renewed = renewed;
    trial_check_near(&trial, &dataset, cold);
    targets.list[targets.count].backend = &backend;
    return trial.live;
}

/* 60 ns an element, and no more than six times a run; on a GPU nothing, nor
 * where samples had inputs of their own, but for those that plans know. */
static void who_branches(void **state)
{
    static const struct {
        double usual, most;
        enum scope scope;
        bool renewed, planned;
        int which;
    } cases[] = { { 20, 95, SCOPE_CORE, false, false, 0 },
                  { 20, 95, SCOPE_CORES, false, true, 1 },
                  { 4, 35, SCOPE_CORE, false, false, 1 },
                  { 20, 35, SCOPE_GPU, false, false, 0 },
                  { 20, 35, SCOPE_CORE, true, false, 0 },
                  { 20, 35, SCOPE_CORE, true, false, 1 },
                  { 20, 35, SCOPE_CORE, true, true, 0 },
                  { 20, 95, SCOPE_CORE, true, true, 1 },
                  { 20, 35, SCOPE_GPU, true, true, 1 } };
    (void)state;
    variant.run = run_branching;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int turn = 0; turn < 4; turn++) {
            const bool over = turn & 1;
            usual = cases[k].usual;
            other = cases[k].most + (over ? 1 : -1);
            which = cases[k].which;
            twice.planned = cases[k].planned;
            assert_int_equal(lives(cases[k].scope, cases[k].renewed, turn & 2),
                             !over);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(who_branches, begin_with_two,
                                        end_with_two),
    };
    targets_threads = 1;
    twice.shape = shape;
    twice.check = check;
    return cmocka_run_group_tests_name("branches", tests, open_targets,
                                       close_targets);
}
