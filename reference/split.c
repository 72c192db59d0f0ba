/* split.c - split on one core: every place gets the next packed element or a
 * zero, and only a flag that is set moves on to the one after. */
#include "ops/split.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/split_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const void *, const uint8_t *,
                                          void *, size_t) = EACH(TAUGHT, loop);
    const struct problem *p = job->problem;
    loop[p->type](job->in[0], job->in[1], job->out[0], p->size);
    return STATUS_OK;
}

extern const struct variant reference_split[];

const struct variant reference_split[] = {
    { .name = "loop",
      .idea = "one pass, the next packed element or a zero by an index: "
              "nothing to be mispredicted",
      .source = "",
      .best = true,
      .run = run_loop },
    { 0 }
};
