/* pacing.h - the machine's own pace through the rounds of a case. */
#ifndef TETRAD_PACING_H
#define TETRAD_PACING_H

#include "bench.h"
#include "record.h"

/* Of one scope: what fixed work took, a time a round. */
struct pacing {
    size_t count, room;
    double *compute, *memory; /* seconds */
};

/* Adds a round. A place that has no pace adds none; nor does one that fails,
 * so that a row is never lost for it. cold: memory is read, too. */
void pacing_add(struct pacing *, const struct seat *, bool cold);
/* The median pace while the row was sampled, from the first round on. */
void pacing_tell(const struct pacing *, struct row *);
void pacing_free(struct pacing *);

#endif
