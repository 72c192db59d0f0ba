/* pacing.h - the machine's own pace beside the samples of a row. */
#ifndef TETRAD_PACING_H
#define TETRAD_PACING_H

#include "plan/targets.h"
#include "record/record.h"

struct pacing { /* what fixed work took, a time a sample */
    size_t count, room;
    struct pace *paces;
};

/* The pace just now; zeros where a place has none, or on a failure, so that no
 * row is lost for it. */
struct pace pacing_now(const struct target *, bool cold);
void pacing_add(struct pacing *, const struct pace *);
/* Medians over the samples of this start, which the row does not count yet. */
void pacing_tell(const struct pacing *, struct row *);
void pacing_free(struct pacing *);

#endif
