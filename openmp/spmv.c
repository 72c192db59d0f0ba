/* spmv.c - spmv on all cores.
 *
 * `rows`: as many rows a thread. One long row keeps one thread.
 *
 * `balanced`: non-zeros and rows together are cut into equal chunks along their
 * merge path, most of them dealt so that a thread's lie side by side, the last
 * to whoever is free. What a chunk has of a row that goes on is joined in
 * order: the result is the same however chunks fell to threads.
 *
 * `map-segscan`: all products, their running sums that start anew at each row,
 * and of each row the last; each step over all elements. */
#include "ops/spmv.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "op.h"
#include "compact_kernel.h"
#include "path.h"
#include "prefix.h"
#include "problem.h"
#include "simd.h"
#include "team.h"

enum {
    LANE_BYTES = 128,   /* of accumulators of a row longer than they are */
    BLOCK_BYTES = 4096, /* of results, written past the caches at a time */
    AHEAD = 4096,       /* bytes that prefetches are ahead: 16 cores of a Xeon,
                           stencil of 2^22 rows 2.11 ms, as with 8192; 2.24
                           with 1024, 2.38 without any; uniform 17.4, 23.0 */
    ALONE = 16 * 1024,  /* non-zeros and rows that are left to one thread */
    CHUNK = 128 * 1024, /* the most of a chunk: 1 MiB of f32 */
    SHARED = 4          /* of so many chunks one goes to whoever is free: two
                           cores, stencil of 2^22 rows 7.7 ms; 7.9 if all do */
};

/* What a chunk leaves for the next. */
struct carry {
    size_t row;   /* the first that the chunk did not finish */
    double value; /* of its non-zeros here; of f32 exactly */
    bool whole;   /* the chunk finished one */
};

/* How one problem is cut: into chunks of `length` non-zeros and rows. */
struct plan {
    const void *values, *x;
    const uint32_t *columns, *offsets;
    void *y;
    bool stream;                         /* y goes past the caches, */
    const struct compact_kernel *kernel; /* moved by this */
    size_t rows, count, length, chunks;
    struct carry *carries; /* one a chunk; or */
    void *sums;            /* one a non-zero, */
    void *last;            /* and of the last of each chunk */
};

#define INLINE static inline __attribute__((always_inline))

#define ELEM_TEMPLATE "openmp/spmv_tmpl.h"
#include "elem_each_floats.h"
#undef ELEM_TEMPLATE

static struct plan plan_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct plan){
        .values = job->in[0],
        .columns = job->in[1],
        .offsets = job->in[2],
        .x = job->in[3],
        .y = job->out[0],
        .stream = openmp_streams(p->dim[0] * elem_size(p->type)),
        .kernel = openmp_compact_kernel(p->type),
        .rows = p->dim[0],
        .count = p->dim[2],
    };
}

/* --- rows ----------------------------------------------------------------- */

static enum status run_rows(struct job *job)
{
    static void (*const some[ELEM_COUNT])(const struct plan *, size_t,
                                          size_t) = EACH(FLOATS, some);
    const struct plan plan = plan_of(job);
    const enum elem type = job->problem->type;
    const size_t team = (size_t)team_size();
    const size_t length = piece_length(plan.rows, team, LINE_BYTES);
#pragma omp parallel for schedule(static, 1)
    for (size_t t = 0; t < team; t++)
        some[type](&plan, least(t * length, plan.rows),
                   least((t + 1) * length, plan.rows));
    return STATUS_OK;
}

/* Along one lane, then across the lanes; or a chain of fewer than there are,
 * their own roundings among them. */
static double dot_depth(const struct job *job, double n)
{
    const double lanes = LANE_BYTES / (double)elem_size(job->problem->type);
    return fmax(fmin(n, lanes), ceil(n / lanes) + 1 + log2(lanes));
}

static double depth_rows(const struct job *job)
{
    return dot_depth(job, (double)job->problem->dim[2]);
}

/* --- balanced ------------------------------------------------------------- */

static struct plan plan_balanced(const struct job *job)
{
    struct plan plan = plan_of(job);
    const size_t items = plan.rows + plan.count, team = (size_t)team_size();
    const size_t rounds = ceil_div(ceil_div(items, CHUNK), team);
    if (items <= ALONE || team == 1)
        plan.length = items ? items : 1;
    else /* as many chunks for each */
        plan.length = piece_length(items, team * rounds, LINE_BYTES);
    plan.chunks = ceil_div(items, plan.length);
    plan.carries = job->scratch;
    return plan;
}

static enum status run_balanced(struct job *job)
{
    static void (*const chunk[ELEM_COUNT])(const struct plan *, size_t) =
        EACH(FLOATS, chunk);
    static void (*const join[ELEM_COUNT])(const struct plan *) =
        EACH(FLOATS, join);
    const struct plan plan = plan_balanced(job);
    const enum elem type = job->problem->type;
    if (plan.chunks == 1) {
        chunk[type](&plan, 0);
        drain(plan.stream);
        return STATUS_OK;
    }
    const size_t own = plan.chunks - plan.chunks / SHARED;
#pragma omp parallel
    {
#pragma omp for schedule(static) nowait
        for (size_t c = 0; c < own; c++)
            chunk[type](&plan, c);
#pragma omp for schedule(nonmonotonic : dynamic, 1) nowait
        for (size_t c = own; c < plan.chunks; c++)
            chunk[type](&plan, c);
        drain(plan.stream);
    }
    join[type](&plan);
    return STATUS_OK;
}

static size_t scratch_balanced(const struct job *job)
{
    return plan_balanced(job).chunks * sizeof(struct carry);
}

/* A chunk's part of a row, then along the chunks. */
static double depth_balanced(const struct job *job)
{
    const struct plan plan = plan_balanced(job);
    return dot_depth(job, (double)least(plan.count, plan.length)) +
        (double)plan.chunks;
}

/* --- map-segscan ---------------------------------------------------------- */

static struct plan plan_segscan(const struct job *job)
{
    struct plan plan = plan_of(job);
    plan.length = piece_length(plan.count, (size_t)team_size(), LINE_BYTES);
    plan.chunks = ceil_div(plan.count, plan.length);
    plan.sums = job->scratch;
    plan.last =
        (char *)job->scratch + plan.count * elem_size(job->problem->type);
    return plan;
}

static enum status run_segscan(struct job *job)
{
    static void (*const map[ELEM_COUNT])(const struct plan *, size_t) =
        EACH(FLOATS, map);
    static void (*const scan[ELEM_COUNT])(const struct plan *, size_t) =
        EACH(FLOATS, scan);
    static void (*const carry[ELEM_COUNT])(const struct plan *) =
        EACH(FLOATS, carry);
    static void (*const pick[ELEM_COUNT])(const struct plan *, size_t) =
        EACH(FLOATS, pick);
    const struct plan plan = plan_segscan(job);
    const enum elem type = job->problem->type;
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t c = 0; c < plan.chunks; c++)
            map[type](&plan, c);
#pragma omp for schedule(static, 1)
        for (size_t c = 0; c < plan.chunks; c++)
            scan[type](&plan, c);
#pragma omp single
        carry[type](&plan);
#pragma omp for schedule(static)
        for (size_t row = 0; row < plan.rows; row++)
            pick[type](&plan, row);
    }
    return STATUS_OK;
}

static size_t scratch_segscan(const struct job *job)
{
    const struct plan plan = plan_segscan(job);
    return (plan.count + plan.chunks) * elem_size(job->problem->type);
}

/* Along a chunk, then along the chunks; a product before. */
static double depth_segscan(const struct job *job)
{
    const struct plan plan = plan_segscan(job);
    return (double)least(plan.count, plan.length) + (double)plan.chunks + 1;
}

extern const struct variant openmp_spmv[];

const struct variant openmp_spmv[] = {
    { .name = "map-segscan",
      .idea = "all products, their running sums that start anew at each row, "
              "and of each row the last",
      .source = "Blelloch, Heroux and Zagha 1993",
      .scratch = scratch_segscan,
      .depth = depth_segscan,
      .run = run_segscan },
    { .name = "rows",
      .idea = "one pass, as many rows a thread",
      .source = "Williams et al. 2007",
      .depth = depth_rows,
      .run = run_rows },
    { .name = "balanced",
      .idea = "equal numbers of non-zeros and rows a chunk; what a chunk has "
              "of a row that goes on is joined in order",
      .source = "merge path: Merrill and Garland 2016",
      .best = true,
      .scratch = scratch_balanced,
      .depth = depth_balanced,
      .run = run_balanced },
    { 0 }
};
