/* tile_scan.c - tile-scan on all cores.
 *
 * Tiles are dealt in groups of whole ones, claimed as threads come free. A
 * tile that is longer than a group is a scan of its own and shared by the
 * team, as scan's larger arrays are. */
#include "ops/tile_scan.h"

#include "op.h"
#include "team.h"
#include "prefix.h"

enum {
    ALONE_BYTES = 32 * 1024,  /* arrays up to this go to one thread */
    GROUP_BYTES = 256 * 1024, /* of tiles that a thread claims at once */
    CLAIMS = 4                /* groups a thread, at least, of smaller ones */
};

static struct prefix_work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t tile = (size_t)p->param[TILE_SCAN_PARAM_TILE].i;
    const size_t size = elem_size(p->type), n = p->size;
    /* Stores past the caches write whole lines or are slow. */
    const bool whole_lines =
        least(tile, n) * size % LINE_BYTES == 0 || tile * size > GROUP_BYTES;
    return (struct prefix_work){
        .kernel = openmp_prefix_kernel(p->type, false),
        .x = job->in[0],
        .y = job->out[0],
        .n = n,
        .size = size,
        .period = n ? least(tile, n) : 1,
        .stream = whole_lines && openmp_prefix_streams(job),
        .scratch = job->scratch,
    };
}

enum way { ALONE, GROUPS, CHAINED };

static enum way way_of(const struct prefix_work *w)
{
    if (w->n * w->size <= ALONE_BYTES || team_size() == 1)
        return ALONE;
    return w->period * w->size <= GROUP_BYTES ? GROUPS : CHAINED;
}

/* Tiles of a group. */
static size_t group_length(const struct prefix_work *w)
{
    const size_t tiles = ceil_div(w->n, w->period);
    const size_t share = ceil_div(tiles, (size_t)team_size() * CLAIMS);
    return least(share, GROUP_BYTES / (w->period * w->size));
}

static void scan_groups(const struct prefix_work *w)
{
    const size_t length = group_length(w) * w->period;
    const size_t groups = ceil_div(w->n, length);
#pragma omp parallel for schedule(nonmonotonic : dynamic, 1)
    for (size_t g = 0; g < groups; g++)
        w->kernel->tiles(
            w->x + g * length * w->size, w->y + g * length * w->size,
            least(length, w->n - g * length), w->period, w->stream);
}

static enum status run_blocked(struct job *job)
{
    const struct prefix_work w = work_of(job);
    switch (way_of(&w)) {
    case ALONE: w.kernel->tiles(w.x, w.y, w.n, w.period, w.stream); break;
    case GROUPS: scan_groups(&w); break;
    case CHAINED: openmp_prefix_chained(&w);
    }
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct prefix_work w = work_of(job);
    return way_of(&w) == CHAINED ? openmp_prefix_chained_scratch(&w) : 0;
}

static double depth_blocked(const struct job *job)
{
    const struct prefix_work w = work_of(job);
    const enum elem type = job->problem->type;
    return way_of(&w) == CHAINED ? openmp_prefix_chained_depth(type, &w)
                                 : openmp_prefix_scan_depth(type, w.period);
}

extern const struct variant openmp_tile_scan[];

const struct variant openmp_tile_scan[] = {
    { .name = "blocked",
      .idea = "whole tiles claimed by free threads; longer ones chunk by "
              "chunk, each from the sum before",
      .source = "",
      .best = true,
      .types = TYPES(SIGNED),
      .scratch = scratch_blocked,
      .depth = depth_blocked,
      .run = run_blocked },
    { 0 }
};
