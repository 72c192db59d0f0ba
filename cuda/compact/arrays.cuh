/* arrays.cuh - how a job's arrays lie, as the kernels here are told. */
#ifndef TETRAD_CUDA_COMPACT_ARRAYS_CUH
#define TETRAD_CUDA_COMPACT_ARRAYS_CUH

#include "compact/part.cuh"
#include "parts/launch.cuh"

static inline unsigned phase_of(const void *p)
{
    return unsigned(reinterpret_cast<uintptr_t>(p) % sizeof(uint4));
}

static inline size_t vectors_of(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return ceil_div(phase_of(job->in[0]) + in->count * elem_size(in->type),
                    sizeof(uint4));
}

/* Wherever the input will lie, which may not be known yet. */
static inline size_t vectors_most(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return in->count * elem_size(in->type) / sizeof(uint4) + 2;
}

static inline unsigned parts_of(const struct job *job, int rows,
                                unsigned warps)
{
    return blocks_for(vectors_of(job), part_vectors(rows, warps));
}

/* threshold(problem, t) writes the operation's. */
template <class T>
static packing<T> packing_of(const struct job *job,
                             void (*threshold)(const struct problem *, void *))
{
    packing<T> p;
    p.in = input<T>(job);
    p.out = output<T>(job);
    p.count = output<unsigned long long>(job, 1);
    p.x.n = job->problem->in[0].count;
    p.x.skip = phase_of(job->in[0]) / sizeof(T);
    p.x.together = false;
    threshold(job->problem, &p.threshold);
    return p;
}

#endif
