/* follower.h - who follows a run while it lasts. */
#ifndef TETRAD_FOLLOWER_H
#define TETRAD_FOLLOWER_H

#include "record/record.h"

struct follower {
    /* The plan is known to be right and nothing was measured yet; a status
     * other than OK, with its reason, ends the run. NULL: nothing to do. */
    enum status (*ready)(void *context, struct reason *why);
    /* One more row is finished: all those so far, judged by the roofs as they
     * are known. Measuring waits meanwhile. NULL: nothing to do. */
    void (*finished)(void *context, const struct record *so_far);
    void *context;
};

#endif
