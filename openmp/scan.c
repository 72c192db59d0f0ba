/* scan.c - scan on all cores.
 *
 * `omp-scan` leaves everything to OpenMP. */
#include "ops/scan.h"

#include "op.h"
#include "partition.h"

/* GCC warns of the memory that it makes of its own for the directive. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#define ELEM_TEMPLATE "openmp/scan_tmpl.h"
#include "elem_each.h"
#undef ELEM_TEMPLATE
#pragma GCC diagnostic pop

static enum status run_clause(struct job *const job)
{
    static void (*const clause[ELEM_COUNT])(const void *, void *, size_t, int,
                                            int) = {
        i32_clause, i64_clause, u32_clause, u64_clause, f32_clause, f64_clause
    };
    const struct problem *const p = job->problem;
    clause[p->type](job->in[0], job->out[0], p->size,
                    (int)p->param[SCAN_PARAM_OPERATOR].i,
                    (int)p->param[SCAN_PARAM_KIND].i);
    return STATUS_OK;
}

/* Along a thread's block, and along or across the threads. */
static double depth_clause(const struct job *const job)
{
    const size_t team = (size_t)team_size();
    return (double)(ceil_div(job->problem->size, team) + team + 1);
}

extern const struct variant openmp_scan[];

const struct variant openmp_scan[] = {
    { .name = "omp-scan",
      .idea = "OpenMP's scan directive: a block a thread, and memory for every "
              "total in between",
      .source = "OpenMP 5.0, section 2.9.6",
      .best = true,
      .types = TYPES_ALL,
      .depth = depth_clause,
      .run = run_clause },
    { 0 }
};
