/* scan.c - scan on all cores.
 *
 * `omp-scan` leaves everything to OpenMP. `two-pass` reads memory twice, from
 * blocks as long as the array allows. `tiled` chooses by size:
 *
 *   small arrays    one thread: waking a team costs more
 *   a chunk each    two passes, the second of them over blocks that each
 *                   thread's cache still holds: no thread waits for a chain
 *   larger          one sweep over chunks that stay in cache, so that memory
 *                   is read once and, past the caches, written once */
#include "ops/scan.h"

#include "op.h"
#include "team.h"
#include "prefix.h"

/* Measured as prefix.c's: at 2^18 elements of i32 two passes took 15 % longer
 * than a sweep, at 2^20 half as long again. */
enum {
    ALONE_BYTES = 32 * 1024, /* arrays up to this go to one thread */
    BLOCK_BYTES = 32 * 1024  /* a thread's share that two passes take; it must
                                stay in the cache */
};

/* --- OpenMP's scan directive ---------------------------------------------- */

/* GCC warns of the memory that it makes of its own for the directive. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#define ELEM_TEMPLATE "openmp/scan_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE
#pragma GCC diagnostic pop

static enum status run_clause(struct job *job)
{
    static void (*const clause[ELEM_COUNT])(const void *, void *, size_t, int,
                                            int) = EACH(NUMBERS, clause);
    const struct problem *p = job->problem;
    clause[p->type](job->in[0], job->out[0], p->size,
                    (int)p->param[SCAN_PARAM_OPERATOR].i,
                    (int)p->param[SCAN_PARAM_KIND].i);
    return STATUS_OK;
}

/* Along a thread's block, and along or across the threads. */
static double depth_clause(const struct job *job)
{
    const size_t team = (size_t)team_size();
    return (double)(ceil_div(job->problem->size, team) + team + 1);
}

/* --- blocks and chunks ---------------------------------------------------- */

static struct prefix_work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct prefix_work){
        .kernel = openmp_prefix_kernel(
            p->type, p->param[SCAN_PARAM_OPERATOR].i == SCAN_MAX),
        .x = job->in[0],
        .y = job->out[0],
        .n = p->size,
        .size = elem_size(p->type),
        .period = p->size ? p->size : 1,
        .exclusive = p->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE,
        .stream = openmp_prefix_streams(job),
        .scratch = job->scratch,
    };
}

static enum status run_two_pass(struct job *job)
{
    const struct prefix_work work = work_of(job);
    openmp_prefix_two_pass(&work);
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return openmp_prefix_two_pass_scratch();
}

static double depth_two_pass(const struct job *job)
{
    const struct problem *p = job->problem;
    return openmp_prefix_two_pass_depth(p->type, p->size);
}

enum way { ALONE, TWO_PASS, CHAINED };

static enum way way_of(const struct prefix_work *w)
{
    const size_t team = (size_t)team_size(), bytes = w->n * w->size;
    if (bytes <= ALONE_BYTES || team == 1)
        return ALONE;
    return bytes / team <= BLOCK_BYTES ? TWO_PASS : CHAINED;
}

static enum status run_tiled(struct job *job)
{
    const struct prefix_work w = work_of(job);
    switch (way_of(&w)) {
    case ALONE:
        w.kernel->scan(w.x, w.y, w.n, w.kernel->fold(NULL, 0), w.exclusive,
                       w.stream);
        break;
    case TWO_PASS: openmp_prefix_two_pass(&w); break;
    case CHAINED: openmp_prefix_chained(&w);
    }
    return STATUS_OK;
}

static size_t scratch_tiled(const struct job *job)
{
    const struct prefix_work w = work_of(job);
    switch (way_of(&w)) {
    case ALONE: return 0;
    case TWO_PASS: return openmp_prefix_two_pass_scratch();
    default: return openmp_prefix_chained_scratch(&w);
    }
}

static double depth_tiled(const struct job *job)
{
    const struct prefix_work w = work_of(job);
    const enum elem type = job->problem->type;
    switch (way_of(&w)) {
    case ALONE: return openmp_prefix_scan_depth(type, w.n);
    case TWO_PASS: return openmp_prefix_two_pass_depth(type, w.n);
    default: return openmp_prefix_chained_depth(type, &w);
    }
}

extern const struct variant openmp_scan[];

const struct variant openmp_scan[] = {
    { .name = "omp-scan",
      .idea =
          "OpenMP's scan directive: a block a thread, and memory for every "
          "total in between",
      .source = "OpenMP 5.0, section 2.9.6",
      .depth = depth_clause,
      .run = run_clause },
    { .name = "two-pass",
      .idea =
          "each thread sums its block, then scans it from the sum of those "
          "before",
      .source = "",
      .scratch = scratch_two_pass,
      .depth = depth_two_pass,
      .run = run_two_pass },
    { .name = "tiled",
      .idea = "chunks that stay in cache, summed one ahead and scanned from "
              "the sums before: memory is read once",
      .source = "chained scan: Yan, Long and Zhang 2013",
      .best = true,
      .scratch = scratch_tiled,
      .depth = depth_tiled,
      .run = run_tiled },
    { 0 }
};
