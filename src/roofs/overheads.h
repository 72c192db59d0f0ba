/* overheads.h - what runs cost at n -> 0, asked for case after case. */
#ifndef TETRAD_OVERHEADS_H
#define TETRAD_OVERHEADS_H

#include "measure/watch.h"
#include "plan/plan.h"

enum { OVERHEADS_MOST = 256 };

/* One list for each op and type; parameters are the same in all of a plan. */
struct overheads { /* starts from {0} */
    struct {
        const struct choice *choices;
        enum elem type;
        double *seconds;
    } lists[OVERHEADS_MOST];
    int count;
};

/* The seconds of each choice of the case, measured when they are not known;
 * good until overheads_free(). NULL: not to be had, or interrupted. */
const double *overheads_of(struct overheads *, struct targets *,
                           const struct case_plan *, const struct options *,
                           const struct watch *);
void overheads_free(struct overheads *);

#endif
