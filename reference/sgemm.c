/* sgemm.c - sgemm on one core.
 *
 * The loops in the order i, k, j: the innermost one goes along rows of B and C,
 * so every access is contiguous and the compiler vectorises it. K is taken in
 * bands whose rows of B stay in the second-level cache for all i. */
#include "ops/sgemm.h"

#include "op.h"
#include "simd.h"

enum {
    BAND_BYTES = 256 * 1024, /* of B, in the second-level cache */
    UNROLL = 4               /* rows of B a pass over a row of C takes */
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

/* Row i of C += alpha times columns [k, end) of A's row times B's band. */
static void add_band(float *c, const float *a, size_t k, size_t end,
                     const float *b, size_t n, float alpha)
{
    for (; k + UNROLL <= end; k += UNROLL) {
        const float factor[UNROLL] = { alpha * a[k], alpha * a[k + 1],
                                       alpha * a[k + 2], alpha * a[k + 3] };
        add_rows(c, factor, b + k * n, n);
    }
    for (; k < end; k++)
        add_row(c, alpha * a[k], b + k * n, n);
}

static enum status run_ikj(struct job *job)
{
    const struct problem *p = job->problem;
    const size_t rows = p->dim[0], n = p->dim[1], inner = p->dim[2];
    const float alpha = (float)p->param[SGEMM_PARAM_ALPHA].r;
    const float beta = (float)p->param[SGEMM_PARAM_BETA].r;
    const float *a = job->in[0], *b = job->in[1];
    float *c = job->out[0];
    const size_t fit = n ? BAND_BYTES / (n * sizeof b[0]) : 0;
    const size_t band = fit < UNROLL ? UNROLL : fit;
    scale(c, beta, rows * n);
    for (size_t k = 0; k < inner; k += band)
        for (size_t i = 0; i < rows; i++)
            add_band(c + i * n, a + i * inner, k,
                     inner - k < band ? inner : k + band, b, n, alpha);
    return STATUS_OK;
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
      .depth = depth_ikj,
      .run = run_ikj },
    { 0 }
};
