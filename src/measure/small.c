/* small.c - checks on small problems: the least, and one that is no multiple of
 * what a vector, a warp or a tile holds. There a bound allows few roundings, so
 * that whoever computes with fewer digits than the type has is wrong. */
#include "measure/small.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/interrupt.h"
#include "measure/trial.h"
#include "problem.h"

static const size_t SIZES[] = { 1, 31 };

static char *told(size_t n, const char *reason)
{
    char text[512];
    const int length =
        snprintf(text, sizeof text, "at n = %zu: %s", n, reason);
    return length > 0 ? strdup(text) : NULL;
}

static void check_choice(struct dataset *dataset, struct targets *targets,
                         const struct choice *choice, int index,
                         const struct watch *watch, char **wrong)
{
    struct trial trial;
    trial_open(&trial, dataset, &targets->list[choice->target], choice, "");
    trial_watch(&trial, watch, index, 0); /* the phase has one */
    trial_check(&trial, dataset);
    if (trial.row.status == ROW_WRONG && !*wrong)
        *wrong = told(dataset->problem.size, trial.row.reason);
    trial_close(&trial);
    free(trial.row.samples);
}

static void check_all(struct targets *targets, const struct case_plan *c,
                      size_t size, const struct watch *watch, char **wrong)
{
    bool used[MOST_TARGETS] = { false };
    struct dataset_wants wants = { 0 };
    struct problem problem;
    struct dataset dataset;
    struct reason why;
    if (!case_of_size(c, size, &problem))
        return;
    for (int i = 0; i < c->choice_count; i++) {
        used[c->choices[i].target] = true;
        wants.pins = wants.pins || c->choices[i].pinned;
    }
    watch_show(watch, "checking small problems");
    if (!dataset_open(&dataset, &problem, targets, used, &wants, &why) &&
        !dataset_load(&dataset, OWN_INPUTS, &why))
        for (int i = 0; i < c->choice_count && !interrupted; i++)
            if (!c->without || !c->without[i])
                check_choice(&dataset, targets, &c->choices[i], i, watch,
                             &wrong[i]);
    dataset_close(&dataset);
}

char *const *smalls_wrong(struct smalls *known, struct targets *targets,
                          const struct case_plan *c, const struct watch *watch)
{
    for (int i = 0; i < known->count; i++)
        if (known->lists[i].choices == c->choices &&
            known->lists[i].type == c->problem.type)
            return known->lists[i].wrong;
    if (known->count == SMALLS_MOST)
        return NULL;
    char **wrong = calloc((size_t)c->choice_count, sizeof *wrong);
    if (!wrong)
        return NULL;
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES; i++)
        check_all(targets, c, SIZES[i], watch, wrong);
    known->lists[known->count].choices = c->choices;
    known->lists[known->count].type = c->problem.type;
    known->lists[known->count].choice_count = c->choice_count;
    known->lists[known->count++].wrong = wrong;
    return wrong;
}

void smalls_free(struct smalls *known)
{
    for (int i = 0; i < known->count; i++) {
        for (int k = 0; k < known->lists[i].choice_count; k++)
            free(known->lists[i].wrong[k]);
        free(known->lists[i].wrong);
    }
    known->count = 0;
}
