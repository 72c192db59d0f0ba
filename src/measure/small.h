/* small.h - what choices come to on small problems, asked for case after case:
 * whether they are right where nobody measures, and what a run costs before it
 * has anything to do. */
#ifndef TETRAD_SMALL_H
#define TETRAD_SMALL_H

#include "measure/watch.h"
#include "options/options.h"
#include "plan/plan.h"
#include "record/record.h"

enum { SMALLS_MOST = 256 };

struct small { /* of a choice; {0}: nothing is known */
    bool known;
    double overhead;        /* s a run at n -> 0; 0: it has none */
    enum row_status status; /* how it ends at a small n, ROW_OK at all, and */
    char *reason;           /* at which, and why; NULL: it does not */
};

/* One list for each op and type; parameters are the same in all of a plan. */
struct smalls { /* starts from {0} */
    struct {
        const struct choice *choices;
        enum elem type;
        int choice_count;
        struct small *of;
    } lists[SMALLS_MOST];
    int count;
};

/* Of each choice of the case; what is not known, and not left out of the case,
 * is found out, the watch told which choice runs, and at which n. Good until
 * smalls_free(). NULL: no room for more. */
const struct small *smalls_of(struct smalls *, struct targets *,
                              const struct case_plan *, const struct options *,
                              const struct watch *);
void smalls_free(struct smalls *);

#endif
