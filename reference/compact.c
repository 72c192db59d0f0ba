/* compact.c - compact on one core: every element is written where the next one
 * that is kept goes, and stays there if it is kept itself. */
#include "ops/compact.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/compact_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static size_t (*const loop[ELEM_COUNT])(const void *, void *, size_t,
                                            const void *) = EACH(TAUGHT, loop);
    const struct problem *p = job->problem;
    double t;
    compact_threshold(p, &t);
    *(uint64_t *)job->out[1] =
        loop[p->type](job->in[0], job->out[0], p->size, &t);
    return STATUS_OK;
}

extern const struct variant reference_compact[];

const struct variant reference_compact[] = {
    { .name = "loop",
      .idea = "one pass that writes every element and moves on behind those "
              "that are kept: nothing to be mispredicted",
      .source = "",
      .best = true,
      .run = run_loop },
    { 0 }
};
