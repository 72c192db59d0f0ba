/* reduce.c - reduce on all cores.
 *
 * `reduction` leaves everything to OpenMP. `blocked` cuts the array into
 * chunks, folds each into a partial of its own and joins the partials in
 * order, so that the result is the same however chunks fell to threads:
 *
 *   small arrays    one chunk, one thread: waking a team costs more
 *   cache-sized     one chunk a thread, always the same one, so that it finds
 *                   its chunk in its own cache again
 *   larger          chunks claimed as threads come free: the team moves
 *                   through memory side by side, and no slow thread is waited
 *                   for. Equal blocks of a large power of two do neither. */
#include "ops/reduce.h"

#include <math.h>
#include <stdbool.h>

#include "op.h"
#include "team.h"
#include "simd.h"

enum {
    LANE_BYTES = 256,           /* of accumulators: 4 AVX-512 registers */
    ARG_BLOCK = 4096,           /* elements; a block stays in the L1 cache */
    ALONE_BYTES = 192 * 1024,   /* arrays up to this go to one thread */
    CACHED_BYTES = 2048 * 1024, /* a thread's share that its cache keeps */
    CHUNK_BYTES = 256 * 1024,   /* of claimed chunks */
    PARTIAL_BYTES = 16          /* room for any partial */
};

/* How one array is cut. */
struct plan {
    int oper;
    bool claimed;             /* chunks are claimed, not dealt */
    size_t n, length, chunks; /* elements, elements a chunk, chunks */
    void *partials;           /* one a chunk */
};

#define ELEM_TEMPLATE "openmp/reduce_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

static struct plan plan_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), team = (size_t)team_size();
    const size_t bytes = p->size * size, line = LINE_BYTES / size;
    struct plan plan = {
        .oper = (int)p->param[REDUCE_PARAM_OPERATOR].i,
        .n = p->size,
        .partials = job->scratch,
    };
    if (bytes <= ALONE_BYTES || team == 1)
        plan.length = p->size ? p->size : 1;
    else if (bytes / team <= CACHED_BYTES)
        plan.length = piece_length(p->size, team, line);
    else {
        plan.length = CHUNK_BYTES / size;
        plan.claimed = true;
    }
    plan.chunks = p->size ? ceil_div(p->size, plan.length) : 1;
    return plan;
}

typedef void fold_function(const void *, size_t, void *);

static fold_function *fold_of(enum elem type, int oper)
{
    static fold_function *const fold[REDUCE_OPERATORS][ELEM_COUNT] = {
        EACH(NUMBERS, fold_sum),    EACH(NUMBERS, fold_min),
        EACH(NUMBERS, fold_max),    EACH(NUMBERS, fold_mean),
        EACH(NUMBERS, fold_argmin), EACH(NUMBERS, fold_argmax)
    };
    return fold[oper][type];
}

/* Bytes a partial takes: partials are contiguous, so that they are joined
 * from few cache lines. */
static size_t partial_bytes(enum elem type, int oper)
{
    const bool arg = oper == REDUCE_ARGMIN || oper == REDUCE_ARGMAX;
    const bool wide = oper == REDUCE_MEAN && type != ELEM_F32;
    return arg ? PARTIAL_BYTES : wide ? sizeof(double) : elem_size(type);
}

static void fold_chunk(const struct job *job, const struct plan *plan,
                       size_t c)
{
    const enum elem type = job->problem->type;
    const size_t first = c * plan->length;
    fold_of(type, plan->oper)(
        (const char *)job->in[0] + first * elem_size(type),
        least(plan->length, plan->n - first),
        (char *)plan->partials + c * partial_bytes(type, plan->oper));
}

static void fold_chunks(const struct job *job, const struct plan *plan)
{
    if (plan->chunks == 1) {
        fold_chunk(job, plan, 0);
        return;
    }
    if (plan->claimed) {
#pragma omp parallel for schedule(nonmonotonic : dynamic, 1)
        for (size_t c = 0; c < plan->chunks; c++)
            fold_chunk(job, plan, c);
    } else {
#pragma omp parallel for schedule(static, 1)
        for (size_t c = 0; c < plan->chunks; c++)
            fold_chunk(job, plan, c);
    }
}

static enum status run_blocked(struct job *job)
{
    static void (*const join[ELEM_COUNT])(const struct plan *, void *const *) =
        EACH(NUMBERS, join);
    const struct plan plan = plan_of(job);
    fold_chunks(job, &plan);
    join[job->problem->type](&plan, job->out);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    return plan_of(job).chunks * PARTIAL_BYTES;
}

/* Into one lane of a chunk, across the lanes, along the partials. */
static double depth_blocked(const struct job *job)
{
    const struct plan plan = plan_of(job);
    const double lanes = LANE_BYTES /
        (double)(job->problem->type == ELEM_F32 ? sizeof(float)
                                                : sizeof(double));
    return ceil((double)least(plan.length, plan.n) / lanes) + log2(lanes) +
        (double)plan.chunks;
}

static enum status run_reduction(struct job *job)
{
    static void (*const clause[ELEM_COUNT])(
        const void *, size_t, int, void *const *) = EACH(NUMBERS, clause);
    const struct problem *p = job->problem;
    clause[p->type](job->in[0], p->size,
                    (int)p->param[REDUCE_PARAM_OPERATOR].i, job->out);
    return STATUS_OK;
}

/* A thread's block, perhaps without lanes; then the threads in some order. */
static double depth_reduction(const struct job *job)
{
    const double team = team_size();
    return ceil((double)job->problem->size / team) + team;
}

extern const struct variant openmp_reduce[];

const struct variant openmp_reduce[] = {
    { .name = "reduction",
      .idea = "OpenMP's reduction clause: a block and a copy a thread",
      .source = "OpenMP 5.0, section 2.19.5",
      .depth = depth_reduction,
      .run = run_reduction },
    { .name = "blocked",
      .idea = "SIMD accumulators; chunks claimed by free threads, their "
              "partials joined in order: bitwise repeatable",
      .source = "",
      .best = true,
      .scratch = scratch_blocked,
      .depth = depth_blocked,
      .run = run_blocked },
    { 0 }
};
