/* scatter.c - scatter on one core: the obvious loop. */
#include "ops/scatter.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/scatter_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const struct job *) =
        EACH(TAUGHT, loop);
    loop[job->problem->type](job);
    return STATUS_OK;
}

extern const struct variant reference_scatter[];

const struct variant reference_scatter[] = { { .name = "loop",
                                               .idea = "one pass",
                                               .source = "",
                                               .best = true,
                                               .run = run_loop },
                                             { 0 } };
