/* intake.h - what a worker tells, taken into the record. */
#ifndef TETRAD_INTAKE_H
#define TETRAD_INTAKE_H

#include "options/options.h"
#include "process/follower.h"
#include "process/manifest.h"
#include "process/progress.h"
#include "process/wire.h"

enum { INTAKE_WARNINGS = 4096 };

struct intake {
    struct record *record;
    const struct options *options;
    struct follower follower;
    struct progress *progress;

    struct manifest manifest; /* of this pass over the plan */
    size_t at;                /* the case that runs, or is next */
    bool planned;             /* the manifest is whole, `ready` was content */
    bool began;               /* this worker has begun a case */
    bool in_case;             /* and not ended it */
    bool done;                /* to the end of the plan */
    enum status status;       /* not OK: no more is taken, because `why` */
    struct reason why;
    bool refused;         /* that is what the worker said */
    bool imaged;          /* --image is written, */
    struct reason remark; /* and does not show this */
    int lost;             /* the row that made the device unusable, or
                                 TASK_OVERHEADS; -1: none */
    struct reason lost_why;

    char warnings[INTAKE_WARNINGS]; /* printed once the plan is right */
};

void intake_open(struct intake *);  /* for a pass over the plan */
void intake_again(struct intake *); /* from its first case on */
void intake_next_worker(struct intake *);
/* false: the worker shall end, or the message makes no sense. */
bool intake_take(struct intake *, const struct message *);
/* The case under way, or next, ends here: its rows enter the record. */
void intake_finish_case(struct intake *);
void intake_close(struct intake *);

#endif
