/* plan.h - options become cases, and the variants to run on each. */
#ifndef TETRAD_PLAN_H
#define TETRAD_PLAN_H

#include "plan/cases.h"

struct plan {
    struct cases cases;
    struct choice *choices[MAX_LIST]; /* an array an op */
    void *files[MAX_LIST];            /* what each op read of --input */
    const struct op *ops[MAX_LIST];   /* whose files these are */
    bool target_used[MOST_TARGETS];
    char **remarks; /* what was left out, and why: for the user */
    size_t remark_count;
};

/* STATUS_USAGE for what does not exist, STATUS_MISSING for a backend asked
 * for by name, or a --device, that cannot be used; the reason is written. */
enum status plan_make(struct plan *, const struct options *, struct targets *,
                      struct reason *why);
void plan_free(struct plan *);
/* A line a row, as --dry-run shows it; of a sweep, one a number of threads. */
void plan_print(const struct plan *, const struct targets *,
                const struct options *);

#endif
