/* segreduce.c - segreduce on all cores.
 *
 * `segments`: segments are dealt to threads as they come free. One long
 * segment keeps one thread.
 *
 * `balanced`: elements and segments together are cut into equal chunks, by
 * merging the ends of segments with the indices of elements (merge path,
 * Green, McColl and Bader 2012; Merrill and Garland 2016 for sparse rows). A
 * chunk that ends inside a segment leaves what it has of it as a carry, and
 * carries are joined in order: the result is the same however chunks fell to
 * threads. */
#include "ops/segreduce.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "op.h"
#include "path.h"
#include "team.h"
#include "simd.h"

/* Tuning: chunks measured on 16 cores of a Sapphire Rapids Xeon, n = 2^27: of
 * 64 KiB, the two searches that each needs cost a third of its time. */
enum {
    VECTOR_BYTES = 32, /* an AVX2 register */
    VECTORS = 4,       /* that are joined side by side */
    BLOCK_BYTES = VECTORS * VECTOR_BYTES,
    AHEAD = 4096,             /* bytes that prefetches are ahead */
    DEALT = 32,               /* segments dealt at a time */
    ALONE_BYTES = 80 * 1024,  /* arrays up to this go to one thread */
    CHUNK_BYTES = 1024 * 1024 /* of claimed chunks */
};

/* What a chunk leaves for the next. */
struct carry {
    size_t segment; /* the first that the chunk did not finish */
    uint64_t bits;  /* the value of its elements here */
    bool whole;     /* the chunk finished one */
};

/* How one problem is cut: into chunks of `length` elements and segments. */
struct plan {
    const void *x;
    const uint64_t *offsets;
    void *y;
    size_t n, segments, length, chunks;
    struct carry *carries; /* one a chunk */
};

#define SET UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX /* a vector */

/* From BLOCK_BYTES - b on, a block of which the first b bytes are set. */
static const uint64_t masks[2 * BLOCK_BYTES / sizeof(uint64_t)] = { SET, SET,
                                                                    SET, SET };

/* The block that is AHEAD of x. */
static inline void prefetch_block(const void *x)
{
    for (size_t at = 0; at < BLOCK_BYTES; at += LINE_BYTES)
        prefetch_line(x, (ptrdiff_t)(AHEAD + at));
}

#define ELEM_TEMPLATE "openmp/segreduce_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

#define EACH_OPERATOR(name)                                                   \
    {                                                                         \
        EACH(SIGNED, sum_##name), EACH(SIGNED, min_##name),                   \
            EACH(SIGNED, max_##name)                                          \
    }

static struct plan plan_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), team = (size_t)team_size();
    const size_t items = p->dim[0] + p->dim[1];
    struct plan plan = {
        .x = job->in[0],
        .offsets = job->in[1],
        .y = job->out[0],
        .n = p->dim[0],
        .segments = p->dim[1],
        .carries = job->scratch,
    };
    if (items <= ALONE_BYTES / size || team == 1)
        plan.length = items ? items : 1;
    else
        plan.length = least(CHUNK_BYTES / size,
                            piece_length(items, team, LINE_BYTES / size));
    plan.chunks = ceil_div(items, plan.length);
    return plan;
}

static enum status run_segments(struct job *job)
{
    static void (*const some[][ELEM_COUNT])(const struct plan *, size_t,
                                            size_t) = EACH_OPERATOR(some);
    const struct problem *p = job->problem;
    const struct plan plan = plan_of(job);
    const int64_t oper = p->param[SEGREDUCE_PARAM_OPERATOR].i;
#pragma omp parallel for schedule(nonmonotonic : dynamic, 1)
    for (size_t k = 0; k < plan.segments; k += DEALT)
        some[oper][p->type](&plan, k, least(k + DEALT, plan.segments));
    return STATUS_OK;
}

static enum status run_balanced(struct job *job)
{
    static void (*const chunk[][ELEM_COUNT])(const struct plan *, size_t) =
        EACH_OPERATOR(chunk);
    static void (*const join[][ELEM_COUNT])(const struct plan *) =
        EACH_OPERATOR(join);
    const struct problem *p = job->problem;
    const int64_t oper = p->param[SEGREDUCE_PARAM_OPERATOR].i;
    const struct plan plan = plan_of(job);
    if (plan.chunks == 1) {
        chunk[oper][p->type](&plan, 0);
        return STATUS_OK;
    }
#pragma omp parallel for schedule(nonmonotonic : dynamic, 1)
    for (size_t c = 0; c < plan.chunks; c++)
        chunk[oper][p->type](&plan, c);
    join[oper][p->type](&plan);
    return STATUS_OK;
}

static size_t scratch_balanced(const struct job *job)
{
    return plan_of(job).chunks * sizeof(struct carry);
}

/* Along one lane of the blocks, then across the lanes. */
static double fold_depth(const struct job *job, double n)
{
    const double lanes = BLOCK_BYTES / (double)elem_size(job->problem->type);
    return fmin(n, floor(n / lanes) + 1 + log2(lanes));
}

static double depth_segments(const struct job *job)
{
    return fold_depth(job, (double)job->problem->dim[0]);
}

/* A chunk's part of a segment, then along the chunks. */
static double depth_balanced(const struct job *job)
{
    const struct plan plan = plan_of(job);
    return fold_depth(job, (double)least(plan.n, plan.length)) +
        (double)plan.chunks;
}

extern const struct variant openmp_segreduce[];

const struct variant openmp_segreduce[] = {
    { .name = "segments",
      .idea = "segments dealt to free threads, a SIMD reduction each",
      .source = "",
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .depth = depth_segments,
      .run = run_segments },
    { .name = "balanced",
      .idea = "equal numbers of elements and segments a chunk; what a chunk "
              "has of a segment that goes on is joined in order",
      .source = "merge path: Green, McColl and Bader 2012",
      .best = true,
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .scratch = scratch_balanced,
      .depth = depth_balanced,
      .run = run_balanced },
    { 0 }
};
