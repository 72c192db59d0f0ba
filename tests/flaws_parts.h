/* flaws_parts.h - what flaws are made of: the right variant, scratch of the
 * flaw's own behind that one's, places in an output. */
#ifndef TETRAD_TESTS_FLAWS_PARTS_H
#define TETRAD_TESTS_FLAWS_PARTS_H

#include <math.h>
#include <string.h>

#include "flaws.h"

enum {
    FRESH = 8, /* runs until it wears out: more than precede timing */
    OWN = 64   /* bytes of scratch */
};

/* --- the right variant ---------------------------------------------------- */

static inline size_t right_scratch(const struct job *job)
{
    struct job inner = *job;
    inner.variant = flawed.right;
    return flawed.right->scratch ? flawed.right->scratch(&inner) : 0;
}

static inline size_t own_offset(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

/* The flaw's own scratch. */
static inline uint64_t *own(const struct job *job)
{
    return (void *)((char *)job->scratch + job->scratch_bytes - OWN);
}

static inline enum status right(struct job *job)
{
    struct job inner = *job;
    inner.variant = flawed.right;
    inner.scratch_bytes = right_scratch(job);
    flawed.runs++;
    return flawed.right->run(&inner);
}

/* --- places in an output -------------------------------------------------- */

static inline const struct array *output(const struct job *job)
{
    return &job->problem->out[flawed.array];
}

/* Where an output with a length in it has that. */
static inline uint64_t *length(const struct job *job)
{
    return job->out[array_index(output(job)->length_in)];
}

/* Elements that the right variant wrote. */
static inline size_t written(const struct job *job)
{
    return output(job)->length_in ? (size_t)*length(job) : output(job)->count;
}

static inline unsigned char *element(const struct job *job, size_t k)
{
    return (unsigned char *)job->out[flawed.array] +
        k * elem_size(output(job)->type);
}

/* Below n, another with another seed. */
static inline size_t some_place(const struct job *job, size_t n)
{
    const uint64_t random = job->problem->seed * 0x9e3779b97f4a7c15u;
    return (size_t)(random >> 16) % n;
}

/* Integers by one; floats by about as much as they are, and more. */
static inline void spoil(const struct job *job, size_t k)
{
    const enum elem type = output(job)->type;
    unsigned char *x = element(job, k), *top = x + elem_size(type) - 1;
    flawed.harm = true;
    if (!elem_is_float(type)) {
        while (x <= top && ++*x == 0)
            x++;
        return;
    }
    *top ^= 0x40;
    if (!isfinite(elem_double(type, x)))
        *top ^= 0x40 ^ 0x10;
}

static inline enum status one_off(struct job *job)
{
    const enum status status = right(job);
    const size_t n = written(job);
    if (n)
        spoil(job, some_place(job, n));
    return status;
}

#endif
