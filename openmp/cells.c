/* cells.c - cells on all cores.
 *
 * Particles are sorted by cell (cells_sort.c), so that a row of cells around
 * one is a stretch of memory, which SIMD lanes go through; free threads claim
 * particles, so that a crowded cell is shared, too. */
#include "cells.h"

#include "op.h"
#include "roots.h"
#include "team.h"

#define INLINE static inline __attribute__((always_inline))

enum {
    CLAIM = 64, /* particles a time */
    ALONE = 512 /* particles that one thread does alone */
};

/* The rows of cells around one, as sorted particles. */
struct stretches {
    size_t begin[9], end[9];
    int count;
};

#define TARGET
#define WIDTH 16
#define ROOT inverse_root_16
#define NAME(x) plain_##x
#include "cells_tmpl.h"

#ifdef __x86_64__
#define TARGET AVX2
#define WIDTH 32
#define ROOT inverse_root_32
#define NAME(x) avx2_##x
#include "cells_tmpl.h"

#define TARGET AVX512
#define WIDTH 64
#define ROOT inverse_root_64
#define NAME(x) avx512_##x
#include "cells_tmpl.h"
#endif

typedef void force_of(const struct cells_sorted *, size_t i,
                      const struct stretches *, float force[3]);

/* The widest this CPU has. */
static force_of *force_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return avx512_force;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return avx2_force;
#endif
    return plain_force;
}

static struct stretches stretches_around(const struct cells_sorted *s,
                                         uint32_t cell)
{
    const struct cells_rows rows = cells_around(&s->grid, cell);
    struct stretches around = { .count = rows.count };
    for (int r = 0; r < rows.count; r++) {
        const uint32_t first = rows.first[r];
        around.begin[r] = first ? s->end[first - 1] : 0;
        around.end[r] = s->end[rows.last[r]];
    }
    return around;
}

/* Sorted particles [begin, end), whose forces go to their places. */
static void push(const struct cells_sorted *s, force_of *force_on,
                 size_t begin, size_t end, float *const out[3])
{
    const float *const at[] = { s->at[0], s->at[1], s->at[2] };
    struct stretches around = { .count = 0 };
    uint32_t cell = UINT32_MAX;
    for (size_t i = begin; i < end; i++) {
        const uint32_t here = cells_cell(&s->grid, at, i);
        float force[3];
        if (here != cell)
            around = stretches_around(s, here);
        cell = here;
        force_on(s, i, &around, force);
        for (int c = 0; c < s->grid.dim; c++)
            out[c][s->order[i]] = force[c];
    }
}

static enum status run_cells(struct job *job)
{
    float *const out[3] = { job->out[0], job->out[1], job->out[2] };
    force_of *const force_on = force_here();
    struct cells_sorted s;
    cells_layout(&s, job, job->scratch);
#pragma omp parallel if (s.n > ALONE)
    {
        cells_sort(job, &s);
        team_part(job, CELLS_FORCES);
#pragma omp for schedule(nonmonotonic : dynamic, 1)
        for (size_t i = 0; i < s.n; i += CLAIM)
            push(&s, force_on, i, least(i + CLAIM, s.n), out);
    }
    return STATUS_OK;
}

static size_t scratch_cells(const struct job *job)
{
    struct cells_sorted s;
    return cells_layout(&s, job, NULL);
}

extern const struct variant openmp_cells[];

const struct variant openmp_cells[] = {
    { .name = "cells",
      .idea = "sorted by cell, by buckets first; then rows of cells as "
              "stretches of memory, by SIMD lanes",
      .source = "Green, Particle simulation using CUDA, 2008",
      .best = true,
      .scratch = scratch_cells,
      .run = run_cells },
    { 0 }
};
