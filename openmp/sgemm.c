/* sgemm.c - sgemm on all cores.
 *
 * Goto's algorithm (Goto and van de Geijn, Anatomy of high-performance matrix
 * multiplication, 2008) in the form of BLIS (Van Zee and van de Geijn 2015):
 * a band of K is packed into panels of A (rows of one register tile side by
 * side) and of B (its columns), and register tiles of C are made from one
 * panel each. The whole team packs a band; then blocks of C, several tiles
 * each way, are claimed by free threads. Edges are padded with zeros in the
 * panels, so that one innermost loop serves every M, N and K; and packing reads
 * A and B as they lie, by rows or by columns. Small products are not packed
 * (sgemm_direct.h). */
#include "ops/sgemm.h"

#include <stdbool.h>
#include <stdint.h>

#include "op.h"
#include "sgemm_direct.h"
#include "sgemm_openblas.h"
#include "sgemm_pack.h"
#include "team.h"
#include "simd.h"

enum {
    BAND = 384,          /* of K: C is crossed once for each. On two cores of
                            a Sapphire Rapids Xeon 4096 cubed takes the same
                            to 2 % with 256 or 512, or blocks of 224 rows */
    BLOCK_ROWS = 112,    /* of C: as panels of A, 168 KiB, which L2 keeps */
    BLOCK_COLUMNS = 256, /* of C: as panels of B, 384 KiB, read once a block */
    STEPS_A_ROW = 16,    /* of k, between two rows of C that are asked for: all
                            at once hold up the panels, 5 % of the time there */
    CLAIMS = 4,          /* blocks a thread, at least, where C has them */
    SMALL_TALL = 1 << 20, /* floats of A, B and C that are not packed, where
                             tiles are tall: packing costs half of the time at
                             65 cubed, and 6 % at 768 x 768 x 384; */
    SMALL_FLAT = 1 << 17, /* and where they read B more often: up to 192 cubed
                             (AVX2, two cores of an EPYC, Zen 4) */
    ALONE_FLOPS = 1 << 19 /* products up to this go to one thread */
};

/* Of C, as many of a register tile's rows and columns as it has, and what
 * becomes of them. */
struct tile {
    float *first;
    size_t stride, rows, columns;
    float alpha, beta; /* C = alpha product + beta C; beta = 0 reads no C */
};

/* Less than a whole tile, of a product that is `width` wide. */
SIMD_CLONES
static void merge(const float *restrict product, size_t width,
                  const struct tile *c)
{
    const float alpha = c->alpha, beta = c->beta;
    const size_t columns = c->columns;
    for (size_t i = 0; i < c->rows; i++, product += width) {
        float *restrict to = c->first + i * c->stride;
        if (beta == 0)
            for (size_t j = 0; j < columns; j++)
                to[j] = alpha * product[j];
        else
            for (size_t j = 0; j < columns; j++)
                to[j] = alpha * product[j] + beta * to[j];
    }
}

#define TARGET
#define WIDTH 16
#define ROWS 4
#define VECTORS 2
#define NAME(x) plain_##x
#include "sgemm_tmpl.h"

#ifdef __x86_64__
#define TARGET __attribute__((target("avx2,fma")))
#define WIDTH 32
#define ROWS 6
#define VECTORS 2
#define NAME(x) avx2_##x
#include "sgemm_tmpl.h"

#define TARGET __attribute__((target("avx512f")))
#define WIDTH 64
#define ROWS 14
#define VECTORS 2
#define NAME(x) avx512_##x
#include "sgemm_tmpl.h"
#endif

struct kernel {
    size_t rows, columns; /* of its tile */
    size_t small;         /* floats that it need not pack */
    void (*multiply)(size_t depth, const float *a, const float *b,
                     const struct tile *c);
};

/* The widest this CPU has. */
static struct kernel kernel_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f"))
        return (struct kernel){ 14, avx512_COLUMNS, SMALL_TALL,
                                avx512_multiply };
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return (struct kernel){ 6, avx2_COLUMNS, SMALL_FLAT, avx2_multiply };
#endif
    return (struct kernel){ 4, plain_COLUMNS, SMALL_FLAT, plain_multiply };
}

/* One product, and how it is cut. */
struct product {
    struct kernel kernel;
    size_t m, n, k;
    float alpha, beta;
    const float *a, *b;
    struct sgemm_steps a_step, b_step;
    float *c;
    size_t a_panels, b_panels;  /* of a band */
    float *a_packed, *b_packed; /* a_panels x BAND x rows, ... */
    size_t block_a, block_b;    /* panels a block of C is wide */
};

/* Blocks of C small enough that every thread gets several. */
static void cut_blocks(struct product *p)
{
    const size_t wanted = (size_t)team_size() * CLAIMS;
    p->block_a = ceil_div(BLOCK_ROWS, p->kernel.rows);
    p->block_b = ceil_div(BLOCK_COLUMNS, p->kernel.columns);
    while (p->block_a + p->block_b > 2 &&
           ceil_div(p->a_panels, p->block_a) *
                   ceil_div(p->b_panels, p->block_b) <
               wanted) {
        size_t *longer =
            p->block_a * p->kernel.rows > p->block_b * p->kernel.columns ||
                p->block_b == 1
            ? &p->block_a
            : &p->block_b;
        *longer = ceil_div(*longer, 2);
    }
}

static struct product product_of(const struct job *job)
{
    const struct problem *problem = job->problem;
    struct product p = {
        .kernel = kernel_here(),
        .m = problem->dim[0],
        .n = problem->dim[1],
        .k = problem->dim[2],
        .alpha = (float)problem->param[SGEMM_PARAM_ALPHA].r,
        .beta = (float)problem->param[SGEMM_PARAM_BETA].r,
        .a = job->in[0],
        .b = job->in[1],
        .a_step = sgemm_steps(problem, SGEMM_A),
        .b_step = sgemm_steps(problem, SGEMM_B),
        .c = job->out[0],
        .a_packed = job->scratch,
    };
    p.a_panels = ceil_div(p.m, p.kernel.rows);
    p.b_panels = ceil_div(p.n, p.kernel.columns);
    return p;
}

static size_t packed_floats(size_t panels, size_t width)
{
    return ceil_div(panels * width * BAND, LINE) * LINE;
}

/* --- packing -------------------------------------------------------------- */

/* Panel number i of rows of A, depth columns of it from k on. */
static void pack_a(const struct product *p, size_t i, size_t k, size_t depth)
{
    const struct sgemm_steps step = p->a_step;
    const size_t rows = p->kernel.rows, first = i * rows;
    const struct packing x = { p->a + first * step.row + k * step.column,
                               step.row,
                               step.column,
                               p->m - first,
                               least(rows, p->m - first),
                               rows,
                               depth };
    openmp_pack(&x, p->a_packed + first * BAND);
}

/* Panel number j of columns of B, depth rows of it from k on. */
static void pack_b(const struct product *p, size_t j, size_t k, size_t depth)
{
    const struct sgemm_steps step = p->b_step;
    const size_t columns = p->kernel.columns, first = j * columns;
    const struct packing x = { p->b + k * step.row + first * step.column,
                               step.column,
                               step.row,
                               p->n - first,
                               least(columns, p->n - first),
                               columns,
                               depth };
    openmp_pack(&x, p->b_packed + first * BAND);
}

/* --- multiplying ---------------------------------------------------------- */

/* The register tiles of one block of C: `block` counts blocks by rows. */
static void multiply_block(const struct product *p, size_t block, size_t depth,
                           float beta)
{
    const size_t across = ceil_div(p->b_panels, p->block_b);
    const size_t rows = p->kernel.rows, columns = p->kernel.columns;
    const size_t i0 = block / across * p->block_a;
    const size_t j0 = block % across * p->block_b;
    const size_t i1 = least(i0 + p->block_a, p->a_panels);
    const size_t j1 = least(j0 + p->block_b, p->b_panels);
    for (size_t j = j0 * columns; j < j1 * columns; j += columns)
        for (size_t i = i0 * rows; i < i1 * rows; i += rows) {
            const struct tile c = { .first = p->c + i * p->n + j,
                                    .stride = p->n,
                                    .rows = least(rows, p->m - i),
                                    .columns = least(columns, p->n - j),
                                    .alpha = p->alpha,
                                    .beta = beta };
            p->kernel.multiply(depth, p->a_packed + i * BAND,
                               p->b_packed + j * BAND, &c);
        }
}

/* All of C += one band of K; called by every thread of the team. */
static void multiply_band(const struct product *p, size_t k)
{
    const size_t depth = least(BAND, p->k - k);
    const size_t blocks =
        ceil_div(p->a_panels, p->block_a) * ceil_div(p->b_panels, p->block_b);
    const float beta = k == 0 ? p->beta : 1;
#pragma omp for schedule(static) nowait
    for (size_t i = 0; i < p->a_panels; i++)
        pack_a(p, i, k, depth);
#pragma omp for schedule(static)
    for (size_t j = 0; j < p->b_panels; j++)
        pack_b(p, j, k, depth);
#pragma omp for schedule(nonmonotonic : dynamic, 1)
    for (size_t block = 0; block < blocks; block++)
        multiply_block(p, block, depth, beta);
}

/* K = 0: C = beta C. */
static void scale(const struct product *p)
{
    for (size_t i = 0; i < p->m * p->n; i++)
        p->c[i] = p->beta == 0 ? 0 : p->beta * p->c[i];
}

/* --- small ones ----------------------------------------------------------- */

/* Of K that one panel holds, which B goes through if it lies by columns. */
static bool is_small(const struct product *p)
{
    return p->m * p->k + p->k * p->n + p->m * p->n <= p->kernel.small &&
        p->k <= BAND;
}

static void multiply_small(const struct product *p)
{
    const bool by_rows = p->b_step.column == 1;
    const struct direct d = {
        .m = p->m,
        .n = p->n,
        .k = p->k,
        .alpha = p->alpha,
        .beta = p->beta,
        .a = p->a,
        .b = by_rows ? p->b : p->b_packed,
        .a_step = p->a_step,
        .b_row = by_rows ? p->n : p->kernel.columns,
        .b_column = by_rows ? 1 : BAND,
        .c = p->c,
    };
    const size_t panels = by_rows ? 0 : p->b_panels;
    const size_t tiles = openmp_direct_tiles(&d);
    const size_t length = piece_length(tiles, (size_t)team_size(), 1);
    if (2 * p->m * p->n * p->k <= ALONE_FLOPS) {
        for (size_t j = 0; j < panels; j++)
            pack_b(p, j, 0, p->k);
        openmp_direct(&d, 0, tiles);
        return;
    }
#pragma omp parallel
    {
        if (panels)
#pragma omp for schedule(static)
            for (size_t j = 0; j < panels; j++)
                pack_b(p, j, 0, p->k);
#pragma omp for schedule(static, 1)
        for (size_t t = 0; t < tiles; t += length)
            openmp_direct(&d, t, least(t + length, tiles));
    }
}

static enum status run_blocked(struct job *job)
{
    struct product p = product_of(job);
    p.b_packed = p.a_packed + packed_floats(p.a_panels, p.kernel.rows);
    if (is_small(&p)) {
        multiply_small(&p);
        return STATUS_OK;
    }
    cut_blocks(&p);
    if (p.k == 0) {
        scale(&p);
        return STATUS_OK;
    }
#pragma omp parallel if (2.0 * (double)p.m * (double)p.n * (double)p.k >      \
                         ALONE_FLOPS)
    for (size_t k = 0; k < p.k; k += BAND)
        multiply_band(&p, k);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct product p = product_of(job);
    return (packed_floats(p.a_panels, p.kernel.rows) +
            packed_floats(p.b_panels, p.kernel.columns)) *
        sizeof(float);
}

/* A chain of multiply-adds in each band, then a chain of the bands, each of
 * which alpha has rounded once. */
static double depth_blocked(const struct job *job)
{
    const size_t k = job->problem->dim[2];
    return (double)(least(k, BAND) + ceil_div(k, BAND));
}

extern const struct variant openmp_sgemm[];

const struct variant openmp_sgemm[] = {
    { .name = "blocked",
      .idea = "packed panels, a register tile a time, blocks of C claimed by "
              "free threads; small products where A and B lie",
      .source = "Goto and van de Geijn 2008",
      .best = true,
      .types = TYPE(F32),
      .scratch = scratch_blocked,
      .depth = depth_blocked,
      .run = run_blocked },
    { .name = "openblas",
      .idea = "cblas_sgemm, by as many threads, which are the same",
      .source = "OpenBLAS",
      .types = TYPE(F32),
      .absent = OPENBLAS_ABSENT,
      .library = OPENBLAS(openmp_openblas),
      .refuses = OPENBLAS(openmp_sgemm_openblas_refuses),
      .scratch = OPENBLAS(openmp_sgemm_openblas_scratch),
      .depth = OPENBLAS(openmp_sgemm_openblas_depth),
      .run = OPENBLAS(openmp_sgemm_openblas) },
    { 0 }
};
