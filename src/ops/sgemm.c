/* sgemm.c - what sgemm is: C = alpha A B + beta C in f32, row by row.
 *
 * A is M x K, B is K x N, C is M x N, rows contiguous. alpha and beta are
 * rounded to f32 first. With beta = 0 C is output alone and never read (BLAS).
 *
 * The right answer is computed in double, so with an error 2^29 times smaller
 * than what is checked: |C - want| <= gamma(K + 3) (|alpha| |A||B| + |beta C|)
 * elementwise (Higham, Accuracy and Stability, 2nd ed., section 3.5), with
 * (|A||B|)ij bounded by the norms of row i of A and column j of B. */
#include "ops/sgemm.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "op.h"
#include "parallel.h"
#include "simd.h"
#include "verdict.h"

enum { MAX_EXTENT = 1 << 20 }; /* the twin's sums, to 16 K, stay exact */

static const struct param params[] = {
    [SGEMM_PARAM_M] = { .name = "m", .kind = PARAM_INT, .preset = "0",
        .help = "rows of A and C; 0: as --size", .high = MAX_EXTENT },
    [SGEMM_PARAM_N] = { .name = "n", .kind = PARAM_INT, .preset = "0",
        .help = "columns of B and C; 0: as --size", .high = MAX_EXTENT },
    [SGEMM_PARAM_K] = { .name = "k", .kind = PARAM_INT, .preset = "0",
        .help = "columns of A, rows of B; 0: as --size", .high = MAX_EXTENT },
    [SGEMM_PARAM_ALPHA] = { .name = "alpha", .kind = PARAM_REAL,
        .preset = "1", .help = "factor of A B", .low = -1e6, .high = 1e6 },
    [SGEMM_PARAM_BETA] = { .name = "beta", .kind = PARAM_REAL, .preset = "0",
        .help = "factor of the C that is there before; 0: C is not read",
        .low = -1e6, .high = 1e6 },
    { 0 }
};

static float alpha_of(const struct problem *const p)
{
    return (float)p->param[SGEMM_PARAM_ALPHA].r;
}

static float beta_of(const struct problem *const p)
{
    return (float)p->param[SGEMM_PARAM_BETA].r;
}

static enum status shape(struct problem *const p, struct reason *const why)
{
    for (int i = 0; i < 3; i++) {
        const size_t given = (size_t)p->param[SGEMM_PARAM_M + i].i;
        p->dim[i] = given ? given : p->size;
        if (p->dim[i] > MAX_EXTENT)
            return fail(why, STATUS_USAGE, "%s=%zu is more than sgemm's "
                        "largest extent, %d", params[i].name, p->dim[i],
                        MAX_EXTENT);
    }
    const size_t m = p->dim[0], n = p->dim[1], k = p->dim[2];
    const bool reads_c = beta_of(p) != 0;
    p->in[0] = (struct array){ "A", ELEM_F32, m * k, -1, -1 };
    p->in[1] = (struct array){ "B", ELEM_F32, k * n, -1, -1 };
    p->in[2] = (struct array){ "C", ELEM_F32, m * n, -1, -1 };
    p->in_count = reads_c ? 3 : 2;
    p->out[0] = (struct array){ "C", ELEM_F32, m * n, -1, reads_c ? 2 : -1 };
    p->out_count = 1;
    return STATUS_OK;
}

static bool rounds(const struct problem *const p)
{
    (void)p;
    return true;
}

/* A parallel_for over ranks, for loops whose count is small but whose
 * iterations are long: body gets its rank's share of n itself. */
static void for_shares(void (*const body)(void *, size_t, size_t, int),
                       void *const context)
{
    parallel_for((size_t)parallel_threads(), body, context);
}

static size_t share(const size_t n, const size_t rank)
{
    return n * rank / (size_t)parallel_threads();
}

/* --- inputs without a right answer ---------------------------------------- */

/* The largest |x|, as bits: without the sign, the bit patterns of floats order
 * like the numbers, infinity above them and NaN above infinity. */
SIMD_CLONES
static uint32_t largest(const float *const x, const size_t n)
{
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        bits &= INT32_MAX;
        most = bits > most ? bits : most;
    }
    return most;
}

struct search {
    pthread_mutex_t lock;
    const float *x;
    uint32_t most;
};

static void search_block(void *const context, const size_t begin,
                         const size_t end, const int rank)
{
    struct search *const s = context;
    const uint32_t most = largest(s->x + begin, end - begin);
    (void)rank;
    pthread_mutex_lock(&s->lock);
    if (most > s->most)
        s->most = most;
    pthread_mutex_unlock(&s->lock);
}

/* The largest |x| of one input, or the reason why it is not finite. */
static enum status magnitude(const struct array *const array,
                             const void *const elements, double *const most,
                             struct reason *const why)
{
    struct search s = { .x = elements };
    pthread_mutex_init(&s.lock, NULL);
    parallel_for(array->count, search_block, &s);
    pthread_mutex_destroy(&s.lock);
    float value;
    memcpy(&value, &s.most, sizeof value);
    *most = (double)value;
    for (size_t i = 0; !isfinite(value) && i < array->count; i++)
        if (!isfinite(s.x[i]))
            return fail(why, STATUS_USAGE, "element %zu of %s is %g: sgemm "
                        "takes finite numbers", i, array->name,
                        (double)s.x[i]);
    return STATUS_OK;
}

static enum status validate(const struct problem *const p,
                            const void *const in[], struct reason *const why)
{
    double most[3] = { 0 };
    for (int i = 0; i < p->in_count; i++) {
        const enum status status = magnitude(&p->in[i], in[i], &most[i], why);
        if (status)
            return status;
    }
    const double alpha = fmax(1, fabs((double)alpha_of(p)));
    const double product = alpha * most[0] * most[1] * (double)p->dim[2];
    if (product + fabs((double)beta_of(p)) * most[2] > FLT_MAX)
        return fail(why, STATUS_USAGE, "elements are so large (%g in A, %g in "
                    "B) that sums could overflow f32", most[0], most[1]);
    return STATUS_OK;
}

/* --- the right answer ------------------------------------------------------ */

/* `want`: M x N doubles, then the norms of A's rows and of B's columns. */
static size_t want_bytes(const struct problem *const p)
{
    const size_t m = p->dim[0], n = p->dim[1];
    return (m * n + m + n) * sizeof(double);
}

static const double *row_norms(const struct problem *const p,
                               const double *const want)
{
    return want + p->dim[0] * p->dim[1];
}

static const double *column_norms(const struct problem *const p,
                                  const double *const want)
{
    return row_norms(p, want) + p->dim[0];
}

/* The oracle goes through tiles of ROWS x COLUMNS of C and DEPTH of K: tile
 * sums stay in registers, DEPTH x WIDTH of B in the second-level cache. */
enum { ROWS = 4, COLUMNS = 8, DEPTH = 128, WIDTH = 64 };

/* c[ROWS][stride] += a b, a: DEPTH x ROWS, b: DEPTH x WIDTH, as doubles. */
SIMD_CLONES
static void tile(const double *const restrict a, const double *const restrict b,
                 const size_t depth, double *const restrict c)
{
    double sum[ROWS][COLUMNS] = { { 0 } };
    for (size_t k = 0; k < depth; k++)
        for (size_t i = 0; i < ROWS; i++)
            for (size_t j = 0; j < COLUMNS; j++)
                sum[i][j] += a[k * ROWS + i] * b[k * WIDTH + j];
    for (size_t i = 0; i < ROWS; i++)
        for (size_t j = 0; j < COLUMNS; j++)
            c[i * WIDTH + j] = sum[i][j];
}

/* rows x columns of x, `stride` apart, as doubles, zeros around them. */
static void take(const float *const x, const size_t stride, const size_t rows,
                 const size_t columns, double to[DEPTH][WIDTH])
{
    for (size_t i = 0; i < DEPTH; i++)
        for (size_t j = 0; j < WIDTH; j++)
            to[i][j] = i < rows && j < columns ? (double)x[i * stride + j] : 0;
}

/* The same transposed, at most ROWS x DEPTH. */
static void take_rows(const float *const x, const size_t stride,
                      const size_t rows, const size_t columns,
                      double to[DEPTH][ROWS])
{
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < ROWS; i++)
            to[j][i] = i < rows ? (double)x[i * stride + j] : 0;
}

struct oracle_work {
    const struct problem *problem;
    const float *a, *b, *c;
    double *want;
};

/* want[first..last)[j..j + WIDTH) += A[..)[k..k + DEPTH) B[k..)[j..) */
static void add_panel(const struct oracle_work *const w, const size_t first,
                      const size_t last, const size_t j, const size_t k)
{
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const size_t width = cols - j < WIDTH ? cols - j : WIDTH;
    const size_t depth = inner - k < DEPTH ? inner - k : DEPTH;
    double a[DEPTH][ROWS], b[DEPTH][WIDTH], c[ROWS][WIDTH];
    take(w->b + k * cols + j, cols, depth, width, b);
    for (size_t i = first; i < last; i += ROWS) {
        const size_t rows = last - i < ROWS ? last - i : ROWS;
        take_rows(w->a + i * inner + k, inner, rows, depth, a);
        for (size_t jj = 0; jj < WIDTH; jj += COLUMNS)
            tile(a[0], b[0] + jj, depth, c[0] + jj);
        for (size_t ii = 0; ii < rows; ii++)
            for (size_t jj = 0; jj < width; jj++)
                w->want[(i + ii) * cols + j + jj] += c[ii][jj];
    }
}

static void finish_row(const struct oracle_work *const w, const size_t i)
{
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const double alpha = (double)alpha_of(w->problem);
    const double beta = (double)beta_of(w->problem);
    double *const want = w->want + i * cols;
    double norm = 0;
    for (size_t j = 0; j < cols; j++)
        want[j] = alpha * want[j]
            + (w->c ? beta * (double)w->c[i * cols + j] : 0);
    for (size_t k = 0; k < inner; k++)
        norm += (double)w->a[i * inner + k] * (double)w->a[i * inner + k];
    ((double *)row_norms(w->problem, w->want))[i] = sqrt(norm);
}

static void work_rows(void *const context, const size_t begin,
                      const size_t end, const int rank)
{
    const struct oracle_work *const w = context;
    const size_t *const dim = w->problem->dim;
    const size_t first = share(dim[0], begin), last = share(dim[0], end);
    (void)rank;
    for (size_t j = 0; first < last && j < dim[1]; j += WIDTH)
        for (size_t k = 0; k < dim[2]; k += DEPTH)
            add_panel(w, first, last, j, k);
    for (size_t i = first; i < last; i++)
        finish_row(w, i);
}

static void work_columns(void *const context, const size_t begin,
                         const size_t end, const int rank)
{
    const struct oracle_work *const w = context;
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const size_t first = share(cols, begin), last = share(cols, end);
    double *const norm = (double *)column_norms(w->problem, w->want);
    (void)rank;
    for (size_t k = 0; k < inner; k++)
        for (size_t j = first; j < last; j++) {
            const double x = (double)w->b[k * cols + j];
            norm[j] += x * x;
        }
    for (size_t j = first; j < last; j++)
        norm[j] = sqrt(norm[j]);
}

static void oracle(const struct problem *const p, const void *const in[],
                   void *const want)
{
    struct oracle_work w = { p, in[0], in[1],
                             beta_of(p) != 0 ? in[2] : NULL, want };
    for_shares(work_rows, &w);
    for_shares(work_columns, &w);
}

/* --- cost and check -------------------------------------------------------- */

static struct cost cost(const struct problem *const p, const void *const want)
{
    const double m = (double)p->dim[0], n = (double)p->dim[1];
    const double k = (double)p->dim[2];
    const double c = m * n * sizeof(float);
    (void)want;
    return (struct cost){
        .read = (m * k + k * n) * sizeof(float) + (beta_of(p) != 0 ? c : 0),
        .written = c,
        .flops = 2 * m * n * k,
        .items = m * n,
    };
}

/* Whether factors are such that small integers stay exact. */
static bool factor_exact(const float x)
{
    return x == 0 || x == 1 || x == -1;
}

struct checking {
    pthread_mutex_t lock;
    const struct problem *problem;
    const double *want;
    const float *got;
    double growth; /* gamma of the roundings, 0: exact */
    struct verdict *verdict;
};

/* |beta C| needs no copy of C: it is at most |want| + |alpha A B|. */
static void check_row(const struct checking *const c, const size_t i,
                      struct verdict *const v)
{
    const size_t cols = c->problem->dim[1];
    const double *const column = column_norms(c->problem, c->want);
    const double row = fabs((double)alpha_of(c->problem))
        * row_norms(c->problem, c->want)[i];
    const double least = c->growth > 0
        ? ((double)c->problem->dim[2] + 3) * FLT_TRUE_MIN : 0;
    for (size_t j = 0; j < cols; j++) {
        const size_t at = i * cols + j;
        const double product = row * column[j];
        const double size = beta_of(c->problem) != 0
            ? 2 * product + fabs(c->want[at]) : product;
        verdict_near(v, 0, at, ELEM_F32, &c->got[at], c->want[at], 0,
                     (size > 0 ? c->growth * size : 0) + least);
    }
}

static void check_rows(void *const context, const size_t begin,
                       const size_t end, const int rank)
{
    struct checking *const c = context;
    const size_t rows = c->problem->dim[0];
    struct verdict v;
    (void)rank;
    verdict_clear(&v);
    for (size_t i = share(rows, begin); i < share(rows, end); i++)
        check_row(c, i, &v);
    pthread_mutex_lock(&c->lock);
    verdict_merge(c->verdict, &v);
    pthread_mutex_unlock(&c->lock);
}

static void check(const struct problem *const p, const double depth,
                  const void *const want, const void *const got[],
                  struct verdict *const v)
{
    const bool exact = depth == 0 && factor_exact(alpha_of(p))
        && factor_exact(beta_of(p));
    struct checking c = {
        .problem = p, .want = want, .got = got[0], .verdict = v,
        .growth = exact ? 0 : verdict_gamma(ELEM_F32, depth + 3) };
    verdict_clear(v);
    pthread_mutex_init(&c.lock, NULL);
    for_shares(check_rows, &c);
    pthread_mutex_destroy(&c.lock);
}

const struct op op_sgemm = {
    .name = "sgemm",
    .summary = "C = alpha A B + beta C, dense matrices",
    .types = TYPE(F32),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "256:2048:x2",
    .size_means = "rows and columns: M = N = K",
    .formulae = "FLOPs: 2 M N K\n"
                "bytes: 4 (M K + K N + M N), and 4 M N more to read C when "
                "beta is not 0\n"
                "items: M N elements of C",
    .shape = shape,
    .validate = validate,
    .rounds = rounds,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
};
