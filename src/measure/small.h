/* small.h - whether choices are right on small problems, asked for case after
 * case: what is wrong at sizes that nobody measures is not right. */
#ifndef TETRAD_SMALL_H
#define TETRAD_SMALL_H

#include "measure/watch.h"
#include "plan/plan.h"

enum { SMALLS_MOST = 256 };

/* One list for each op and type; parameters are the same in all of a plan. */
struct smalls { /* starts from {0} */
    struct {
        const struct choice *choices;
        enum elem type;
        int choice_count;
        char **wrong;
    } lists[SMALLS_MOST];
    int count;
};

/* Of each choice of the case, at which n it is wrong and how, found out when it
 * is not known; NULL: not that it is known, as where it takes no such sizes, or
 * fails there, or was left out. Good until smalls_free(). NULL: no memory. */
char *const *smalls_wrong(struct smalls *, struct targets *,
                          const struct case_plan *, const struct watch *);
void smalls_free(struct smalls *);

#endif
