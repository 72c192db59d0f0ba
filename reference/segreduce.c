/* segreduce.c - segreduce on one core: one segment after another. */
#include "ops/segreduce.h"

#include <math.h>

#include "op.h"
#include "simd.h"

enum { LANE_BYTES = 256 }; /* of accumulators: 4 AVX-512, 8 AVX2 registers */

#define ELEM_TEMPLATE "reference/segreduce_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const loop[][SEGREDUCE_OPERATORS])(const struct job *) = {
        [ELEM_I32] = { i32_loop_sum, i32_loop_min, i32_loop_max },
        [ELEM_I64] = { i64_loop_sum, i64_loop_min, i64_loop_max },
        [ELEM_F32] = { f32_loop_sum, f32_loop_min, f32_loop_max },
        [ELEM_F64] = { f64_loop_sum, f64_loop_min, f64_loop_max }
    };
    const struct problem *p = job->problem;
    loop[p->type][p->param[SEGREDUCE_PARAM_OPERATOR].i](job);
    return STATUS_OK;
}

/* Additions into one lane, then log2 of the lanes to join them; or a chain of
 * fewer elements than there are lanes. */
static double depth_loop(const struct job *job)
{
    const double n = (double)job->problem->dim[0];
    const double lanes = LANE_BYTES / (double)elem_size(job->problem->type);
    return fmax(fmin(n, lanes), ceil(n / lanes) + log2(lanes));
}

extern const struct variant reference_segreduce[];

const struct variant reference_segreduce[] = {
    { .name = "loop",
      .idea = "a segment after another, long ones with an accumulator for "
              "each SIMD lane",
      .source = "",
      .best = true,
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .depth = depth_loop,
      .run = run_loop },
    { 0 }
};
