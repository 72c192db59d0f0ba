/* team.h - the team of threads and its share of the work.
 *
 * Without OpenMP the files of this directory are plain sequential C: the
 * pragmas mean nothing and the team is one thread. */
#ifndef TETRAD_OPENMP_TEAM_H
#define TETRAD_OPENMP_TEAM_H

#include <stddef.h>
#include <stdint.h>

#include "op.h"

#ifdef _OPENMP
#include <omp.h>
#else
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

enum { LINE_BYTES = 64 }; /* of a cache line */

/* Asks for the line that is so many bytes on, where nothing need be. */
static inline void prefetch_line(const void *at, ptrdiff_t bytes)
{
    __builtin_prefetch((const void *)((uintptr_t)at + (uintptr_t)bytes));
}

/* Threads of this parallel region, or, outside, of the next. (Inside, the next
 * would be one within: of OMP_NUM_THREADS=16,2 it has 2.) Always the whole
 * team: to ask for fewer would end the others, which then start again cold and
 * unbound. */
static inline int team_size(void)
{
#ifdef _OPENMP
    return omp_get_level() > 0 ? omp_get_num_threads() : omp_get_max_threads();
#else
    return 1;
#endif
}

/* Which of them calls, from 0. */
static inline size_t team_rank(void)
{
#ifdef _OPENMP
    return (size_t)omp_get_thread_num();
#else
    return 0;
#endif
}

/* job_part(), called by all of a team behind a barrier. */
static inline void team_part(const struct job *job, int part)
{
    if (job->parts && team_rank() == 0)
        job_part(job, part);
}

static inline size_t ceil_div(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* n items in equal pieces: items a piece, in multiples of `unit`, for about
 * `pieces` of them (never more); at least one unit. */
static inline size_t piece_length(size_t n, size_t pieces, size_t unit)
{
    const size_t units = ceil_div(ceil_div(n, pieces), unit);
    return (units ? units : 1) * unit;
}

#endif
