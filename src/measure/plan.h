/* plan.h - options become cases, and the variants to run on each. */
#ifndef TETRAD_PLAN_H
#define TETRAD_PLAN_H

#include "measure/bench.h"
#include "options/options.h"

enum transfers { TRANSFERS_NONE, TRANSFERS_IN, TRANSFERS_BOTH };

struct choice {
    int seat; /* index in the bench */
    const struct variant *variant;
    enum transfers transfers; /* copies inside its time, of inputs, or of
                                 inputs and outputs */
    bool pinned;              /* from and to pinned host memory */
};

struct case_plan {
    struct problem problem;
    const struct choice *choices; /* shared by the cases of an op */
    int choice_count;
    struct reason *why;      /* a reason a seat: it has no room; "" : it has */
    const double *overheads; /* seconds at n -> 0, one a choice; NULL: not
                                known */
    const bool *without;     /* choices to leave out; NULL: none */
};

struct plan {
    struct case_plan *cases;
    size_t count;
    size_t without_room;              /* default sizes left out */
    struct choice *choices[MAX_LIST]; /* an array an op */
    bool seat_used[BENCH_SEATS];
};

/* STATUS_USAGE for what does not exist, STATUS_MISSING for a backend asked
 * for by name, or a --device, that cannot be used; the reason is written. */
enum status plan_make(struct plan *, const struct options *, struct bench *,
                      struct reason *why);
void plan_free(struct plan *);
/* One line a row, as --dry-run shows it; sweep: named by their threads. */
void plan_print(const struct plan *, const struct bench *, bool sweep);

#endif
