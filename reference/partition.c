/* partition.c - partition on one core: the first side's elements counted, then
 * each element written where its side goes on. */
#include "ops/partition.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/partition_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static size_t (*const loop[ELEM_COUNT])(const void *, void *, size_t,
                                            const void *) = EACH(TAUGHT, loop);
    const struct problem *p = job->problem;
    uint64_t *counts = job->out[1];
    double t;
    partition_threshold(p, &t);
    counts[0] = loop[p->type](job->in[0], job->out[0], p->size, &t);
    counts[1] = p->size - counts[0];
    return STATUS_OK;
}

extern const struct variant reference_partition[];

const struct variant reference_partition[] = {
    { .name = "loop",
      .idea = "one pass that counts the first side, one that writes each "
              "element to the end of its side: nothing to be mispredicted",
      .source = "",
      .best = true,
      .run = run_loop },
    { 0 }
};
