/* sgemm.c - sgemm on one core.
 *
 * The loops in the order i, k, j: the innermost one goes along rows of B and C,
 * so every access is contiguous and the compiler vectorises it. K is taken in
 * bands whose rows of B stay in the second-level cache for all i. A B that is
 * given transposed is first transposed back; of such an A, columns are read. */
#include "ops/sgemm.h"

#include "op.h"
#include "simd.h"

enum {
    BAND_BYTES = 256 * 1024, /* of B, in the second-level cache */
    UNROLL = 4,              /* rows of B a pass over a row of C takes */
    TILE = 16                /* rows and columns: lines of a cache */
};

/* c += a[0] b[0][] + ... + a[UNROLL - 1] b[UNROLL - 1][] */
SIMD_CLONES
static void add_rows(float *restrict c, const float a[UNROLL],
                     const float *restrict b, size_t n)
{
    const float *b1 = b + n, *b2 = b1 + n, *b3 = b2 + n;
    for (size_t j = 0; j < n; j++) {
        float sum = c[j];
        sum += a[0] * b[j];
        sum += a[1] * b1[j];
        sum += a[2] * b2[j];
        sum += a[3] * b3[j];
        c[j] = sum;
    }
}

SIMD_CLONES
static void add_row(float *restrict c, float a, const float *restrict b,
                    size_t n)
{
    for (size_t j = 0; j < n; j++)
        c[j] += a * b[j];
}

/* c = beta c, which beta = 0 does not read. */
static void scale(float *c, float beta, size_t count)
{
    if (beta == 1)
        return;
    for (size_t j = 0; j < count; j++)
        c[j] = beta == 0 ? 0 : beta * c[j];
}

/* Row i of C += alpha times columns [k, end) of A's row, whose elements are
 * `step` apart, times B's band. */
static void add_band(float *c, const float *a, size_t step, size_t k,
                     size_t end, const float *b, size_t n, float alpha)
{
    for (; k + UNROLL <= end; k += UNROLL) {
        const float *of = a + k * step;
        const float factor[UNROLL] = { alpha * of[0], alpha * of[step],
                                       alpha * of[2 * step],
                                       alpha * of[3 * step] };
        add_rows(c, factor, b + k * n, n);
    }
    for (; k < end; k++)
        add_row(c, alpha * a[k * step], b + k * n, n);
}

/* to = from transposed, rows x columns, by tiles that caches hold both of. */
static void transpose(const float *from, size_t rows, size_t columns,
                      float *to)
{
    for (size_t i0 = 0; i0 < rows; i0 += TILE)
        for (size_t j0 = 0; j0 < columns; j0 += TILE)
            for (size_t i = i0; i < rows && i < i0 + TILE; i++)
                for (size_t j = j0; j < columns && j < j0 + TILE; j++)
                    to[j * rows + i] = from[i * columns + j];
}

/* B by rows. */
static const float *rows_of_b(const struct job *job)
{
    const size_t *dim = job->problem->dim;
    if (!sgemm_is_transposed(job->problem, SGEMM_B))
        return job->in[1];
    transpose(job->in[1], dim[1], dim[2], job->scratch);
    return job->scratch;
}

static enum status run_ikj(struct job *job)
{
    const struct problem *p = job->problem;
    const size_t rows = p->dim[0], n = p->dim[1], inner = p->dim[2];
    const float alpha = (float)p->param[SGEMM_PARAM_ALPHA].r;
    const float beta = (float)p->param[SGEMM_PARAM_BETA].r;
    const struct sgemm_steps step = sgemm_steps(p, SGEMM_A);
    const float *a = job->in[0], *b = rows_of_b(job);
    float *c = job->out[0];
    const size_t fit = n ? BAND_BYTES / (n * sizeof b[0]) : 0;
    const size_t band = fit < UNROLL ? UNROLL : fit;
    scale(c, beta, rows * n);
    for (size_t k = 0; k < inner; k += band)
        for (size_t i = 0; i < rows; i++)
            add_band(c + i * n, a + i * step.row, step.column, k,
                     inner - k < band ? inner : k + band, b, n, alpha);
    return STATUS_OK;
}

static size_t scratch_ikj(const struct job *job)
{
    const struct problem *p = job->problem;
    return sgemm_is_transposed(p, SGEMM_B) ? p->in[1].count * sizeof(float)
                                           : 0;
}

/* A chain of K multiply-adds; alpha and beta are the operation's own. */
static double depth_ikj(const struct job *job)
{
    return (double)job->problem->dim[2];
}

extern const struct variant reference_sgemm[];

const struct variant reference_sgemm[] = {
    { .name = "ikj",
      .idea = "loops ordered so that the innermost runs along rows",
      .source = "Golub and Van Loan, Matrix Computations, section 1.1",
      .best = true,
      .types = TYPE(F32),
      .scratch = scratch_ikj,
      .depth = depth_ikj,
      .run = run_ikj },
    { 0 }
};
