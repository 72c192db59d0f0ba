/* overheads.c - measured once for the cases of an op and type. */
#include "measure/overheads.h"

#include <stdlib.h>

const double *overheads_of(struct overheads *known, struct bench *bench,
                           const struct case_plan *c,
                           const struct options *options,
                           const struct watch *watch)
{
    for (int i = 0; i < known->count; i++)
        if (known->lists[i].choices == c->choices &&
            known->lists[i].type == c->problem.type)
            return known->lists[i].seconds;
    if (known->count == OVERHEADS_MOST)
        return NULL;
    double *seconds = calloc((size_t)c->choice_count, sizeof *seconds);
    if (!seconds)
        return NULL;
    measure_overheads(bench, c, options, watch, seconds);
    if (measure_interrupted) {
        free(seconds);
        return NULL;
    }
    known->lists[known->count].choices = c->choices;
    known->lists[known->count].type = c->problem.type;
    known->lists[known->count++].seconds = seconds;
    return seconds;
}

void overheads_free(struct overheads *known)
{
    for (int i = 0; i < known->count; i++)
        free(known->lists[i].seconds);
    known->count = 0;
}
