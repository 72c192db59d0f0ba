/* scan.c - scan on one core: a running total, written as it grows. */
#include "ops/scan.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/scan_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const void *, void *, size_t, int,
                                          int) = EACH(NUMBERS, loop);
    const struct problem *p = job->problem;
    loop[p->type](job->in[0], job->out[0], p->size,
                  (int)p->param[SCAN_PARAM_OPERATOR].i,
                  (int)p->param[SCAN_PARAM_KIND].i);
    return STATUS_OK;
}

extern const struct variant reference_scan[];

const struct variant reference_scan[] = { { .name = "loop",
                                            .idea =
                                                "one pass, one running total",
                                            .source = "",
                                            .best = true,
                                            .run = run_loop },
                                          { 0 } };
