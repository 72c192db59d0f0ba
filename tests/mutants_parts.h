/* mutants_parts.h - what mutants of several operations are made of.
 *
 * The arithmetic is long double, whose 64 bits hold every i32 and f64 exactly,
 * so that each mutant has the one flaw it is named for. */
#ifndef TETRAD_TESTS_MUTANTS_PARTS_H
#define TETRAD_TESTS_MUTANTS_PARTS_H

#include "mutants.h"

#include <math.h>
#include <string.h>

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

/* The element at a place of the input goes to one of the output, all its bits:
 * arithmetic would quiet a signalling NaN. */
static inline void move(const struct job *job, size_t place, size_t from)
{
    const size_t size = elem_size(job->problem->type);
    memcpy((char *)job->out[0] + place * size,
           (const char *)job->in[0] + from * size, size);
}

/* It goes by way of arithmetic, which the compiler does not see through. */
static inline void multiply_by_one(const struct job *job, size_t place,
                                   size_t from)
{
    static volatile long double one = 1;
    put(job, 0, (long)place, at(job, from) * one);
}

/* A float as arithmetic of so many significant bits has it: of 8 bf16, of 11
 * TF32 and f16, of 23 all but the last. */
static inline float of_bits(float x, int bits)
{
    int exponent;
    const float fraction = frexpf(x, &exponent);
    return ldexpf(nearbyintf(ldexpf(fraction, bits)), exponent - bits);
}

/* An element of the input, other ones with other seeds. */
static inline size_t some_place(const struct job *job)
{
    return (size_t)(job->problem->seed * 0x9e3779b97f4a7c15u % count_of(job));
}

/* Depths that are claimed: a few roundings, or one an element. */
double shallow(const struct job *);
double whole_chain(const struct job *);

/* Threads that each read how far the total is, wait for all others to have
 * read it, and then write it with their share [begin, end) added. */
long double race(struct job *,
                 long double (*share)(const struct job *, size_t begin,
                                      size_t end, long double total));

#endif
