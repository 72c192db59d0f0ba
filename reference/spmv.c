/* spmv.c - spmv on one core. */
#include "ops/spmv.h"

#include "op.h"
#include "problem.h"

#define ELEM_TEMPLATE "reference/spmv_tmpl.h"
#include "elem_each_floats.h"
#undef ELEM_TEMPLATE

static enum status run_csr(struct job *job)
{
    static void (*const csr[ELEM_COUNT])(const struct job *) =
        EACH(FLOATS, csr);
    csr[job->problem->type](job);
    return STATUS_OK;
}

static enum status run_segscan(struct job *job)
{
    static void (*const segscan[ELEM_COUNT])(const struct job *) =
        EACH(FLOATS, segscan);
    segscan[job->problem->type](job);
    return STATUS_OK;
}

/* The products. */
static size_t scratch_segscan(const struct job *job)
{
    return array_bytes(&job->problem->in[0]);
}

extern const struct variant reference_spmv[];

const struct variant reference_spmv[] = {
    { .name = "map-segscan",
      .idea = "all products, their running sums that start anew at each row, "
              "and of each row the last",
      .source = "Blelloch, Heroux and Zagha 1993",
      .scratch = scratch_segscan,
      .run = run_segscan },
    { .name = "csr",
      .idea = "a row after another, in one pass",
      .source = "",
      .best = true,
      .run = run_csr },
    { 0 }
};
