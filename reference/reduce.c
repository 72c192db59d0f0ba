/* reduce.c - reduce on one core.
 *
 * `loop` is what a compiler makes of the obvious loop once it may use SIMD.
 * `pairwise` (Higham, The accuracy of floating point summation, 1993) and
 * `neumaier` (Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation
 * endlicher Summen, 1974) show what more accurate sums cost. */
#include "ops/reduce.h"

#include <float.h>
#include <math.h>

#include "op.h"
#include "simd.h"

enum {
    LANE_BYTES = 256,     /* of accumulators: 4 AVX-512, 8 AVX2 registers */
    ARG_BLOCK = 4096,     /* elements; a block stays in the L1 cache */
    PAIRWISE_BLOCK = 1024 /* elements below which the recursion ends */
};

#define ELEM_TEMPLATE "reference/reduce_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE

static int operator_of(const struct job *job)
{
    return (int)job->problem->param[REDUCE_PARAM_OPERATOR].i;
}

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const void *, size_t, int,
                                          void *const *) = EACH(NUMBERS, loop);
    const struct problem *p = job->problem;
    loop[p->type](job->in[0], p->size, operator_of(job), job->out);
    return STATUS_OK;
}

/* Additions into one lane, then log2 of the lanes to join them. */
static double depth_loop(const struct job *job)
{
    const double lanes = LANE_BYTES /
        (double)(job->problem->type == ELEM_F32 ? sizeof(float)
                                                : sizeof(double));
    return ceil((double)job->problem->size / lanes) + log2(lanes);
}

static const char *sums_only(const struct problem *p)
{
    const int64_t oper = p->param[REDUCE_PARAM_OPERATOR].i;
    return oper == REDUCE_SUM || oper == REDUCE_MEAN
        ? NULL
        : "a way to sum: operator=sum and mean only";
}

static enum status run_pairwise(struct job *job)
{
    const struct problem *p = job->problem;
    if (p->type == ELEM_F32)
        f32_pairwise(job->in[0], p->size, operator_of(job), job->out);
    else
        f64_pairwise(job->in[0], p->size, operator_of(job), job->out);
    return STATUS_OK;
}

/* A block's depth, and one more each time that n halves down to it. */
static double depth_pairwise(const struct job *job)
{
    const double n = (double)job->problem->size;
    const double lanes = LANE_BYTES / (double)elem_size(job->problem->type);
    const double block = fmin(n, PAIRWISE_BLOCK);
    return ceil(block / lanes) + log2(lanes) +
        ceil(log2(fmax(n / PAIRWISE_BLOCK, 1)));
}

static enum status run_neumaier(struct job *job)
{
    const struct problem *p = job->problem;
    if (p->type == ELEM_F32)
        f32_neumaier(job->in[0], p->size, operator_of(job), job->out);
    else
        f64_neumaier(job->in[0], p->size, operator_of(job), job->out);
    return STATUS_OK;
}

/* The error is u|sum| + (m u)^2 sum|x| for m additions a lane: 1 + m^2 u
 * roundings, and one for the terms of higher order. */
static double depth_neumaier(const struct job *job)
{
    const bool single = job->problem->type == ELEM_F32;
    const double lanes =
        LANE_BYTES / 2 / (double)elem_size(job->problem->type);
    const double m = ceil((double)job->problem->size / lanes) + lanes;
    return 2 + m * m * (single ? FLT_EPSILON : DBL_EPSILON) / 2;
}

extern const struct variant reference_reduce[];

const struct variant reference_reduce[] = {
    { .name = "loop",
      .idea = "one pass, an accumulator for each SIMD lane",
      .source = "",
      .best = true,
      .depth = depth_loop,
      .run = run_loop },
    { .name = "pairwise",
      .idea = "halves summed apart: the error grows with log n, not with n",
      .source = "Higham 1993",
      .types = TYPES(FLOATS),
      .refuses = sums_only,
      .depth = depth_pairwise,
      .run = run_pairwise },
    { .name = "neumaier",
      .idea = "each addition's rounding error is kept and added at the end",
      .source = "Neumaier 1974",
      .types = TYPES(FLOATS),
      .refuses = sums_only,
      .depth = depth_neumaier,
      .run = run_neumaier },
    { 0 }
};
