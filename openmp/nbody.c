/* nbody.c - nbody on all cores.
 *
 * Blocks of bodies, one a SIMD lane and several vectors, stay in registers
 * while all bodies pass; free threads claim blocks. Sums are of chunks of the
 * bodies that pull, and then of the chunks, so that they round less; which
 * thread does a block changes nothing. */
#include "ops/nbody.h"

#include "op.h"
#include "roots.h"
#include "team.h"

enum {
    MOST_BLOCK = 64,      /* bodies of the largest block */
    ALONE_PAIRS = 1 << 14 /* up to which one thread does them all */
};

struct bodies {
    const float *x, *y, *z, *mass;
    size_t n;
    float softening;
};

#define TARGET
#define WIDTH 16
#define VECTORS 1
#define ROOT inverse_root_16
#define NAME(x) plain_##x
#include "nbody_tmpl.h"

#ifdef __x86_64__
#define TARGET AVX2
#define WIDTH 32
#define VECTORS 1
#define ROOT inverse_root_32
#define NAME(x) avx2_##x
#include "nbody_tmpl.h"

#define TARGET AVX512
#define WIDTH 64
#define VECTORS 2
#define ROOT inverse_root_64
#define NAME(x) avx512_##x
#include "nbody_tmpl.h"
#endif

struct kernel {
    size_t block;
    void (*pull)(const struct bodies *, size_t begin, size_t end,
                 float at[3][MOST_BLOCK], float sum[3][MOST_BLOCK]);
};

/* The widest this CPU has. */
static struct kernel kernel_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return (struct kernel){ avx512_BLOCK, avx512_pull };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (struct kernel){ avx2_BLOCK, avx2_pull };
#endif
    return (struct kernel){ plain_BLOCK, plain_pull };
}

/* Bodies from `first` on, as many as a block has; beyond the last one again. */
static void pull_block(const struct kernel *kernel, const struct bodies *b,
                       size_t first, float *const a[3])
{
    const float *const r[3] = { b->x, b->y, b->z };
    _Alignas(64) float at[3][MOST_BLOCK], sum[3][MOST_BLOCK] = { { 0 } };
    for (size_t l = 0; l < kernel->block; l++)
        for (int c = 0; c < 3; c++)
            at[c][l] = r[c][least(first + l, b->n - 1)];
    for (size_t j = 0; j < b->n; j += NBODY_CHUNK)
        kernel->pull(b, j, least(j + NBODY_CHUNK, b->n), at, sum);
    for (size_t l = 0; l < least(kernel->block, b->n - first); l++)
        for (int c = 0; c < 3; c++)
            a[c][first + l] = sum[c][l];
}

static enum status run_blocked(struct job *job)
{
    const struct kernel kernel = kernel_here();
    const struct bodies b = { .x = job->in[NBODY_X],
                              .y = job->in[NBODY_Y],
                              .z = job->in[NBODY_Z],
                              .mass = job->in[NBODY_MASS],
                              .n = job->problem->size,
                              .softening = nbody_softening(job->problem) };
    float *const a[3] = { job->out[0], job->out[1], job->out[2] };
#pragma omp parallel for schedule(nonmonotonic                                \
                                  : dynamic, 1) if (b.n * b.n > ALONE_PAIRS)
    for (size_t i = 0; i < b.n; i += kernel.block)
        pull_block(&kernel, &b, i, a);
    return STATUS_OK;
}

extern const struct variant openmp_nbody[];

const struct variant openmp_nbody[] = {
    { .name = "blocked",
      .idea =
          "a body a SIMD lane, blocks of them in registers, an approximate "
          "inverse root made exact by Newton's method",
      .source = "Nyland, Harris and Prins, GPU Gems 3, chapter 31",
      .best = true,
      .types = TYPE(F32),
      .depth = nbody_chunked_depth,
      .run = run_blocked },
    { 0 }
};
