/* copying.h - what an op that is made for a test needs where y = x, of i32, is
 * all it computes. */
#ifndef TETRAD_TESTS_COPYING_H
#define TETRAD_TESTS_COPYING_H

#include "fake.h"

#include "verdict.h"

static inline enum status copying_shape(struct problem *p, struct reason *why)
{
    (void)why;
    p->dim[0] = p->size;
    p->in_count = p->out_count = 1;
    p->in[0] = p->out[0] =
        (struct array){ .name = "x", .type = p->type, .count = p->size };
    return STATUS_OK;
}

static inline size_t copying_bytes(const struct problem *p)
{
    return p->size * sizeof(int32_t);
}

static inline void copying_oracle(const struct problem *p,
                                  const void *const in[], void *want)
{
    memcpy(want, in[0], copying_bytes(p));
}

static inline struct cost copying_cost(const struct problem *p,
                                       const void *want)
{
    (void)p, (void)want;
    return (struct cost){ .read = 1 };
}

static inline void copying_check(const struct problem *p,
                                 const struct promise *promise,
                                 const void *want, const void *const got[],
                                 struct verdict *verdict)
{
    (void)promise;
    verdict_clear(verdict);
    verdict_same(verdict, 0, p->type, p->size, want, got[0]);
}

/* The slots of the op; a test adds what it is about. */
#define COPYING(called)                                                       \
    .name = (called), .types = TYPE(I32), .default_type = ELEM_I32,           \
    .params = no_params, .shape = copying_shape, .twin = no_twin,             \
    .want_bytes = copying_bytes, .oracle = copying_oracle,                    \
    .cost = copying_cost, .check = copying_check

static inline enum status copying_run(struct job *job)
{
    memcpy(job->out[0], job->in[0], copying_bytes(job->problem));
    return STATUS_OK;
}

#endif
