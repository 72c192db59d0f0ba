/* tile_scan.c - tile-scan on one core: a running sum for each tile. */
#include "ops/tile_scan.h"

#include "op.h"

#define ELEM_TEMPLATE "reference/tile_scan_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

static size_t tile_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t tile = (size_t)p->param[TILE_SCAN_PARAM_TILE].i;
    return tile < p->size ? tile : p->size;
}

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const void *, void *, size_t,
                                          size_t) = EACH(SIGNED, loop);
    const struct problem *p = job->problem;
    loop[p->type](job->in[0], job->out[0], p->size, tile_of(job));
    return STATUS_OK;
}

static double depth_loop(const struct job *job)
{
    return (double)tile_of(job);
}

extern const struct variant reference_tile_scan[];

const struct variant reference_tile_scan[] = {
    { .name = "loop",
      .idea = "one pass, a running sum that each tile starts anew",
      .source = "",
      .best = true,
      .types = TYPES(SIGNED),
      .depth = depth_loop,
      .run = run_loop },
    { 0 }
};
