/* nbody.c - nbody on all cores.
 *
 * Blocks of bodies, one a SIMD lane and several vectors, stay in registers
 * while all bodies pass; free threads claim blocks. Sums are of chunks of the
 * bodies that pull, and then of the chunks, so that they round less; which
 * thread does a block changes nothing. */
#include "ops/nbody.h"

#include <math.h>
#include <stdbool.h>

#include "op.h"
#include "team.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

enum {
    MOST_BLOCK = 64,      /* bodies of the largest block */
    ALONE_PAIRS = 1 << 14 /* up to which one thread does them all */
};

struct bodies {
    const float *x, *y, *z, *mass;
    size_t n;
    float softening;
};

typedef float lanes_16 __attribute__((vector_size(16)));

static inline lanes_16 cube_16(lanes_16 square)
{
#ifdef __x86_64__
    const lanes_16 root = _mm_sqrt_ps(square);
#else
    lanes_16 root;
    for (int l = 0; l < 4; l++)
        root[l] = sqrtf(square[l]);
#endif
    return 1 / (square * root);
}

#define TARGET
#define WIDTH 16
#define VECTORS 1
#define CUBE cube_16
#define NAME(x) plain_##x
#include "nbody_tmpl.h"

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2,fma")))
#define AVX512 __attribute__((target("avx512f")))

AVX2 static inline __m256 cube_32(__m256 square)
{
    return 1 / (square * _mm256_sqrt_ps(square));
}

/* The root's first 14 bits, and one step of Newton's for the rest: within 2 u,
 * and exact for powers of 4, as the step squares what is wrong. */
AVX512 static inline __m512 cube_64(__m512 square)
{
    const __m512 first = _mm512_rsqrt14_ps(square);
    const __m512 rest = 1 - square * first * first;
    const __m512 root = first + 0.5f * first * rest;
    return root * (root * root);
}

#define TARGET AVX2
#define WIDTH 32
#define VECTORS 1
#define CUBE cube_32
#define NAME(x) avx2_##x
#include "nbody_tmpl.h"

#define TARGET AVX512
#define WIDTH 64
#define VECTORS 2
#define CUBE cube_64
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
