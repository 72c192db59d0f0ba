/* rare.h - what random inputs seldom hold: numbers at the ends of a type or
 * none at all, extrema on the other side of 0. For inputs that are checked and
 * never timed: problem->timed says of which. */
#ifndef TETRAD_OPS_RARE_H
#define TETRAD_OPS_RARE_H

#include "op.h"
#include "random.h"

enum { RARE_STREAM = 6, RARE_IN = 4 };

/* Whether element i is to be rare, one of RARE_IN about; if so, pick is any
 * number, by which it chooses. */
static inline bool rare_at(const struct problem *p, size_t i, uint32_t *pick)
{
    const double u = random_unit(p->seed, RARE_STREAM, i);
    const uint32_t word = (uint32_t)(u * 0x1p32 - 1);
    *pick = word / RARE_IN;
    return word % RARE_IN == 0;
}

/* A flag that is set at element i: 1, or of inputs that are not timed any byte
 * but 0. */
static inline uint8_t rare_flag(const struct problem *p, size_t i)
{
    uint32_t pick;
    return p->timed && !rare_at(p, i, &pick) ? (uint8_t)(1 + pick % 255) : 1;
}

/* Fills input `which` as the distribution has it, but for zeros of both signs,
 * infinities, NaN, the smallest and the largest numbers; of integers the ends
 * of the type, -1, 0 and 1. */
void rare_numbers(const struct problem *, int which, void *elements);

/* As the distribution has it, but for the signs: all below 0 or none. Unsigned
 * numbers stay. */
void rare_signs(const struct problem *, int which, bool below, void *elements);

#endif
