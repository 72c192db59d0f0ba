/* task.h - what a worker is given to do, and whom it tells. */
#ifndef TETRAD_TASK_H
#define TETRAD_TASK_H

#include "measure/watch.h"
#include "process/manifest.h"
#include "process/wire.h"

struct task {
    const struct options *options; /* its placement's threads are to be used */
    const struct record *record;   /* whose roofs and bases are known */
    bool cores_only;               /* only rows of backends on all cores */
    /* Of a worker that takes over: what is to be measured, but for what is
     * lost, and from which case on. It tells nothing before WIRE_ROOFS. NULL:
     * it is the first. */
    const struct manifest *manifest;
    size_t at;
    const struct row *image; /* the row whose output --image gets: that alone
                                is to be done. NULL: none */
    /* Whom it tells. WIRE_READY waits for an answer; false: it shall end. */
    bool (*tell)(void *context, enum wire_kind, uint32_t index,
                 const void *data, size_t bytes);
    const struct watch *watch; /* choices are rows of the manifest's case */
    void *context;
};

#endif
