/* sgemm_oracle.c - the right answer of sgemm, in double, on all threads.
 *
 * C goes by tiles whose sums stay in registers; a band of K times a strip of B
 * is converted to double once and stays in the second-level cache while the
 * thread's rows of A pass over it. */
#include "ops/sgemm_oracle.h"

#include <math.h>

#include "simd.h"
#include "host/parallel.h"
#include "ops/sgemm.h"

float sgemm_alpha(const struct problem *p)
{
    return (float)p->param[SGEMM_PARAM_ALPHA].r;
}

float sgemm_beta(const struct problem *p)
{
    return (float)p->param[SGEMM_PARAM_BETA].r;
}

size_t sgemm_want_bytes(const struct problem *p)
{
    const size_t m = p->dim[0], n = p->dim[1];
    return (m * n + m + n) * sizeof(double);
}

const double *sgemm_row_norms(const struct problem *p, const double *want)
{
    return want + p->dim[0] * p->dim[1];
}

const double *sgemm_column_norms(const struct problem *p, const double *want)
{
    return sgemm_row_norms(p, want) + p->dim[0];
}

/* A parallel_for over ranks, for loops whose count is small but whose
 * iterations are long: body gets its rank's share of n itself. */
static void for_shares(void (*body)(void *, size_t, size_t, int),
                       void *context)
{
    parallel_for((size_t)parallel_threads(), body, context);
}

static size_t share(size_t n, size_t rank)
{
    return n * rank / (size_t)parallel_threads();
}

/* The oracle goes through tiles of ROWS x COLUMNS of C and DEPTH of K: tile
 * sums stay in registers, DEPTH x WIDTH of B in the second-level cache. */
enum { ROWS = 4, COLUMNS = 8, DEPTH = 128, WIDTH = 64 };

/* One tile, c = a b: a is depth x ROWS, rows of b and of c are WIDTH apart. */
SIMD_CLONES
static void tile(const double *restrict a, const double *restrict b,
                 size_t depth, double *restrict c)
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

/* An operand, which may lie by columns. */
struct operand {
    const float *at; /* its first element, or that of a part */
    struct sgemm_steps step;
};

static double element(const struct operand *x, size_t i, size_t j)
{
    return (double)x->at[i * x->step.row + j * x->step.column];
}

static struct operand part(const struct operand *x, size_t i, size_t j)
{
    return (struct operand){ x->at + i * x->step.row + j * x->step.column,
                             x->step };
}

/* The first rows x columns of x as doubles, zeros around them. */
static void take(const struct operand *x, size_t rows, size_t columns,
                 double to[DEPTH][WIDTH])
{
    for (size_t i = 0; i < DEPTH; i++)
        for (size_t j = 0; j < WIDTH; j++)
            to[i][j] = i < rows && j < columns ? element(x, i, j) : 0;
}

/* The same transposed, at most ROWS x DEPTH. */
static void take_rows(const struct operand *x, size_t rows, size_t columns,
                      double to[DEPTH][ROWS])
{
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < ROWS; i++)
            to[j][i] = i < rows ? element(x, i, j) : 0;
}

struct oracle_work {
    const struct problem *problem;
    struct operand a, b;
    const float *c;
    double *want, *row_norm, *column_norm;
};

/* want[first..last)[j..j + WIDTH) += A[..)[k..k + DEPTH) B[k..)[j..) */
static void add_panel(const struct oracle_work *w, size_t first, size_t last,
                      size_t j, size_t k)
{
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const size_t width = cols - j < WIDTH ? cols - j : WIDTH;
    const size_t depth = inner - k < DEPTH ? inner - k : DEPTH;
    double a[DEPTH][ROWS], b[DEPTH][WIDTH], c[ROWS][WIDTH];
    const struct operand from_b = part(&w->b, k, j);
    take(&from_b, depth, width, b);
    for (size_t i = first; i < last; i += ROWS) {
        const size_t rows = last - i < ROWS ? last - i : ROWS;
        const struct operand from_a = part(&w->a, i, k);
        take_rows(&from_a, rows, depth, a);
        for (size_t jj = 0; jj < WIDTH; jj += COLUMNS)
            tile(a[0], b[0] + jj, depth, c[0] + jj);
        for (size_t ii = 0; ii < rows; ii++)
            for (size_t jj = 0; jj < width; jj++)
                w->want[(i + ii) * cols + j + jj] += c[ii][jj];
    }
}

static void finish_row(const struct oracle_work *w, size_t i)
{
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const double alpha = (double)sgemm_alpha(w->problem);
    const double beta = (double)sgemm_beta(w->problem);
    double *want = w->want + i * cols;
    double norm = 0;
    for (size_t j = 0; j < cols; j++)
        want[j] =
            alpha * want[j] + (w->c ? beta * (double)w->c[i * cols + j] : 0);
    for (size_t k = 0; k < inner; k++) {
        const double x = element(&w->a, i, k);
        norm += x * x;
    }
    w->row_norm[i] = sqrt(norm);
}

static void work_rows(void *context, size_t begin, size_t end, int rank)
{
    const struct oracle_work *w = context;
    const size_t *dim = w->problem->dim;
    const size_t first = share(dim[0], begin), last = share(dim[0], end);
    (void)rank;
    for (size_t j = 0; first < last && j < dim[1]; j += WIDTH)
        for (size_t k = 0; k < dim[2]; k += DEPTH)
            add_panel(w, first, last, j, k);
    for (size_t i = first; i < last; i++)
        finish_row(w, i);
}

static void work_columns(void *context, size_t begin, size_t end, int rank)
{
    const struct oracle_work *w = context;
    const size_t cols = w->problem->dim[1], inner = w->problem->dim[2];
    const size_t first = share(cols, begin), last = share(cols, end);
    double *norm = w->column_norm;
    (void)rank;
    for (size_t k = 0; k < inner; k++)
        for (size_t j = first; j < last; j++) {
            const double x = element(&w->b, k, j);
            norm[j] += x * x;
        }
    for (size_t j = first; j < last; j++)
        norm[j] = sqrt(norm[j]);
}

void sgemm_oracle(const struct problem *p, const void *const in[], void *want)
{
    struct oracle_work w = { .problem = p,
                             .a = { in[0], sgemm_steps(p, SGEMM_A) },
                             .b = { in[1], sgemm_steps(p, SGEMM_B) },
                             .c = sgemm_beta(p) != 0 ? in[2] : NULL,
                             .want = want,
                             .row_norm = (double *)sgemm_row_norms(p, want),
                             .column_norm =
                                 (double *)sgemm_column_norms(p, want) };
    for_shares(work_rows, &w);
    for_shares(work_columns, &w);
}
