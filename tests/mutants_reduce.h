/* mutants_reduce.h - elements of any type for the mutants of reduce.
 *
 * The arithmetic is long double, whose 64 bits hold every i32 and f64 exactly,
 * so that each mutant has the one flaw it is named for. */
#ifndef TETRAD_TESTS_MUTANTS_REDUCE_H
#define TETRAD_TESTS_MUTANTS_REDUCE_H

#include "mutants.h"

static inline size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

static inline long double at(const struct job *job, size_t i)
{
    switch (job->problem->type) {
    case ELEM_I32: return ((const int32_t *)job->in[0])[i];
    case ELEM_F32: return ((const float *)job->in[0])[i];
    default: return ((const double *)job->in[0])[i];
    }
}

/* Writes element `place` of an output, integers modulo 2^32. */
static inline enum status put(const struct job *job, int output, long place,
                              const long double v)
{
    switch (job->problem->out[output].type) {
    case ELEM_I32:
        ((int32_t *)job->out[output])[place] = (int32_t)(uint32_t)(int64_t)v;
        break;
    case ELEM_I64: ((int64_t *)job->out[output])[place] = (int64_t)v; break;
    case ELEM_F32: ((float *)job->out[output])[place] = (float)v; break;
    default: ((double *)job->out[output])[place] = (double)v;
    }
    return STATUS_OK;
}

#endif
