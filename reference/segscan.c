/* segscan.c - segscan on one core: the obvious loop. By flags it looks at each
 * element's, by offsets it takes one segment after another. */
#include "ops/segscan.h"

#include <stdbool.h>

#include "op.h"

#define ELEM_TEMPLATE "reference/segscan_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const by_flags[])(const struct job *, bool) =
        EACH(SIGNED, by_flags);
    static void (*const by_offsets[])(const struct job *, bool) =
        EACH(SIGNED, by_offsets);
    const struct problem *p = job->problem;
    const bool late = p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE;
    if (p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS)
        by_flags[p->type](job, late);
    else
        by_offsets[p->type](job, late);
    return STATUS_OK;
}

extern const struct variant reference_segscan[];

const struct variant reference_segscan[] = {
    { .name = "loop",
      .idea = "one pass, the sum set back where a segment begins",
      .source = "",
      .best = true,
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .run = run_loop },
    { 0 }
};
