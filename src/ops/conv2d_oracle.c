/* conv2d_oracle.c - the right answer of conv2d, in double, on all threads, tap
 * by tap whatever the filter. */
#include "ops/conv2d_oracle.h"

#include <math.h>

#include "simd.h"
#include "host/parallel.h"
#include "ops/conv2d.h"

enum { STEP = 16 }; /* pixels whose sums stay in registers */

size_t conv2d_want_bytes(const struct problem *p)
{
    return (2 * p->out[0].count + 1) * sizeof(double);
}

const double *conv2d_norms(const struct problem *p, const double *want)
{
    return want + p->out[0].count;
}

static double *whole_of(const struct problem *p, double *want)
{
    return want + 2 * p->out[0].count;
}

bool conv2d_whole(const struct problem *p, const double *want)
{
    return want[2 * p->out[0].count] > 0;
}

/* STEP pixels: `line` holds what is under each row of the filter, one behind
 * the other; norm gets the magnitudes. */
SIMD_CLONES
static void step(size_t k, const double *restrict f,
                 const double *restrict line, double *restrict sum,
                 double *restrict norm)
{
    double s[STEP] = { 0 }, m[STEP] = { 0 };
    for (size_t u = 0; u < k; u++)
        for (size_t v = 0; v < k; v++)
            for (size_t j = 0; j < STEP; j++) {
                const double term =
                    f[u * k + v] * line[u * (STEP + k - 1) + v + j];
                s[j] += term;
                m[j] += fabs(term);
            }
    for (size_t j = 0; j < STEP; j++) {
        sum[j] = s[j];
        norm[j] = m[j];
    }
}

struct work {
    const struct problem *problem;
    size_t height, width, k;
    bool clamp;
    const float *x;
    double f[CONV2D_K_MOST * CONV2D_K_MOST];
    double *want, *norm;
    bool fraction; /* there is a number that is not whole */
};

/* What pixels j to j + STEP - 1 of row i have under the filter. */
static void take(const struct work *w, size_t i, size_t j, double *line)
{
    const ptrdiff_t r = (ptrdiff_t)w->k / 2;
    for (size_t u = 0; u < w->k; u++) {
        const ptrdiff_t row =
            conv2d_inside((ptrdiff_t)(i + u) - r, w->height, w->clamp);
        for (size_t v = 0; v < STEP + w->k - 1; v++) {
            const ptrdiff_t column =
                conv2d_inside((ptrdiff_t)(j + v) - r, w->width, w->clamp);
            *line++ = row < 0 || column < 0
                ? 0
                : (double)w->x[(size_t)row * w->width + (size_t)column];
        }
    }
}

static void work_rows(void *context, size_t begin, size_t end, int rank)
{
    struct work *w = context;
    double line[CONV2D_K_MOST * (STEP + CONV2D_K_MOST - 1)];
    double sum[STEP], norm[STEP];
    bool fraction = false;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        for (size_t j = 0; j < w->width; j += STEP) {
            const size_t at = i * w->width + j;
            take(w, i, j, line);
            step(w->k, w->f, line, sum, norm);
            for (size_t e = 0; e < STEP && j + e < w->width; e++) {
                w->want[at + e] = sum[e];
                w->norm[at + e] = norm[e];
                fraction |= rintf(w->x[at + e]) != w->x[at + e];
            }
        }
    if (fraction)
        __atomic_store_n(&w->fraction, true, __ATOMIC_RELAXED);
}

void conv2d_oracle(const struct problem *p, const void *const in[], void *want)
{
    struct work w = { .problem = p,
                      .height = p->dim[0],
                      .width = p->dim[1],
                      .k = (size_t)p->param[CONV2D_PARAM_K].i,
                      .clamp = p->param[CONV2D_PARAM_BORDER].i == CONV2D_CLAMP,
                      .x = in[CONV2D_X],
                      .want = want,
                      .norm = (double *)want + p->out[0].count };
    for (size_t i = 0; i < p->in[CONV2D_F].count; i++) {
        w.f[i] = (double)((const float *)in[CONV2D_F])[i];
        w.fraction |= rint(w.f[i]) != w.f[i];
    }
    parallel_for(w.height, work_rows, &w);
    *whole_of(p, want) = w.fraction ? 0 : 1;
}
