/* sgemm.c - what sgemm is: C = alpha op(A) op(B) + beta C in f32, row by row.
 *
 * op(A) is M x K, op(B) is K x N, C is M x N, rows contiguous; op(X) is X, or
 * X transposed. Below A and B stand for op(A) and op(B). alpha and beta are
 * rounded to f32 first. With beta = 0 C is output alone and never read (BLAS).
 *
 * The right answer is computed in double, so with an error 2^29 times smaller
 * than what is checked: |C - want| <= gamma(K + 3) (|alpha| |A||B| + |beta C|)
 * elementwise (Higham, Accuracy and Stability, 2nd ed., section 3.5), with
 * (|A||B|)ij bounded by the norms of row i of A and column j of B. */
#include "ops/sgemm.h"
#include "ops/sgemm_oracle.h"
#include "ops/sgemm_twin.h"

#include <float.h>
#include <math.h>

#include "op.h"
#include "problem.h"
#include "random.h"
#include "verdict.h"
#include "ops/magnitude.h"

enum { MAX_EXTENT = 1 << 20 };

static const char *const transposes[] = { [SGEMM_NONE] = "none",
                                          [SGEMM_A] = "a",
                                          [SGEMM_B] = "b",
                                          [SGEMM_BOTH] = "both",
                                          NULL };

static const struct param params[] = {
    [SGEMM_PARAM_M] = { .name = "m",
                        .kind = PARAM_INT,
                        .preset = "0",
                        .help = "rows of A and C; 0: as --size",
                        .high = MAX_EXTENT,
                        .follows_size = true },
    [SGEMM_PARAM_N] = { .name = "n",
                        .kind = PARAM_INT,
                        .preset = "0",
                        .help = "columns of B and C; 0: as --size",
                        .high = MAX_EXTENT,
                        .follows_size = true },
    [SGEMM_PARAM_K] = { .name = "k",
                        .kind = PARAM_INT,
                        .preset = "0",
                        .help = "columns of A, rows of B; 0: as --size",
                        .high = MAX_EXTENT,
                        .follows_size = true },
    [SGEMM_PARAM_ALPHA] = { .name = "alpha",
                            .kind = PARAM_REAL,
                            .preset = "1",
                            .help = "factor of A B",
                            .low = -1e6,
                            .high = 1e6 },
    [SGEMM_PARAM_BETA] = { .name = "beta",
                           .kind = PARAM_REAL,
                           .preset = "0",
                           .help = "factor of the C that is there before; 0: "
                                   "C is not read",
                           .low = -1e6,
                           .high = 1e6 },
    [SGEMM_PARAM_TRANSPOSE] = { .name = "transpose",
                                .kind = PARAM_CHOICE,
                                .preset = "none",
                                .help = "what is given transposed: A as K x "
                                        "M, B as N x K, or both",
                                .choices = transposes,
                                .silent = true },
    { 0 }
};

static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

/* --- shape ---------------------------------------------------------------- */

static enum status shape(struct problem *p, struct reason *why)
{
    for (int i = 0; i < 3; i++) {
        const size_t given = (size_t)p->param[SGEMM_PARAM_M + i].i;
        p->dim[i] = given ? given : p->size;
        if (p->dim[i] > MAX_EXTENT)
            return fail(why, STATUS_USAGE,
                        "%s=%zu is more than sgemm's "
                        "largest extent, %d",
                        params[i].name, p->dim[i], MAX_EXTENT);
    }
    const size_t m = p->dim[0], n = p->dim[1], k = p->dim[2];
    const bool reads_c = sgemm_beta(p) != 0;
    p->in[0] = (struct array){ .name = "A",
                               .type = ELEM_F32,
                               .count = count_product(m, k),
                               .twin_most = sgemm_twin_most(p, 0) };
    p->in[1] = (struct array){ .name = "B",
                               .type = ELEM_F32,
                               .count = count_product(k, n),
                               .twin_most = sgemm_twin_most(p, 1) };
    p->in[2] = (struct array){ .name = "C",
                               .type = ELEM_F32,
                               .count = count_product(m, n),
                               .twin_most = sgemm_twin_most(p, 2) };
    p->in_count = reads_c ? 3 : 2;
    p->out[0] = (struct array){ .name = "C",
                                .type = ELEM_F32,
                                .count = count_product(m, n),
                                .from = reads_c ? INPUT(2) : 0 };
    p->out_count = 1;
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    return p->dist == dist_twin && sgemm_twin_fill(p, which, elements);
}

/* --- inputs without a right answer --------------------------------------- */

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    double most[3] = { 0 };
    for (int i = 0; i < p->in_count; i++) {
        const enum status status = magnitude(p, i, in[i], &most[i], why);
        if (status)
            return status;
    }
    const double alpha = fmax(1, fabs((double)sgemm_alpha(p)));
    const double product = alpha * most[0] * most[1] * (double)p->dim[2];
    /* Half of what fits: partial sums round up too. */
    if (product + fabs((double)sgemm_beta(p)) * most[2] > FLT_MAX / 2)
        return fail(why, STATUS_USAGE,
                    "elements are so large (%g in A, %g in "
                    "B) that sums could overflow f32",
                    most[0], most[1]);
    return STATUS_OK;
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const double m = (double)p->dim[0], n = (double)p->dim[1];
    const double k = (double)p->dim[2];
    const double c = m * n * sizeof(float);
    (void)want;
    return (struct cost){
        .read = (m * k + k * n) * sizeof(float) + (sgemm_beta(p) != 0 ? c : 0),
        .written = c,
        .flops = 2 * m * n * k,
        .items = m * n,
    };
}

struct checking {
    const struct problem *problem;
    const double *want;
    const float *got;
    double depth;
    double growth; /* gamma of the roundings, 0: exact */
};

/* Elements [first, last) of C. |beta C| needs no copy of C: it is at most
 * |want| + |alpha A B|. */
static void check_block(const void *context, size_t first, size_t last,
                        struct verdict *v)
{
    const struct checking *c = context;
    const struct problem *p = c->problem;
    const double *row = sgemm_row_norms(p, c->want);
    const double *column = sgemm_column_norms(p, c->want);
    const double alpha = fabs((double)sgemm_alpha(p));
    const double least =
        c->growth > 0 ? ((double)p->dim[2] + 3) * FLT_TRUE_MIN : 0;
    v->depth = c->depth;
    for (size_t at = first; at < last; at++) {
        const double product =
            alpha * row[at / p->dim[1]] * column[at % p->dim[1]];
        const double size =
            sgemm_beta(p) != 0 ? 2 * product + fabs(c->want[at]) : product;
        verdict_near(v, 0, at, ELEM_F32, &c->got[at], c->want[at], 0,
                     (size > 0 ? c->growth * size : 0) + least);
    }
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const double depth = verdict_chain(promise, (double)p->dim[2] + 2);
    const bool exact = depth == 0 && sgemm_twin_exact(p);
    /* Other factors may round A or B beforehand: then every sum rounds, of
     * the twin too, at most K times. */
    const double chain = depth > 0 ? depth : (double)p->dim[2];
    const struct checking c = { .problem = p,
                                .want = want,
                                .got = got[0],
                                .depth = exact ? 0 : chain,
                                .growth = exact
                                    ? 0
                                    : verdict_gamma(ELEM_F32, chain + 3) };
    verdict_clear(v);
    verdict_parallel(v, p->out[0].count, check_block, &c);
}

const struct op op_sgemm = {
    .name = "sgemm",
    .summary = "C = alpha op(A) op(B) + beta C, dense matrices, as they are "
               "or transposed",
    .types = TYPE(F32),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "256:2048:x2",
    .size_means = "rows and columns: M = N = K",
    .formulae = "FLOPs: 2 M N K\n"
                "bytes: 4 (M K + K N + M N), and 4 M N more to read C when "
                "beta is not 0\n"
                "items: M N elements of C",
    .headline = HEADLINE_FLOPS,
    .item = "elements",
    .shape = shape,
    .fill = fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = sgemm_want_bytes,
    .oracle = sgemm_oracle,
    .cost = cost,
    .check = check,
};
