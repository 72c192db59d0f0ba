/* conv2d.h - conv2d: its parameters, its inputs, and what is beyond the border
 * of an image.
 *
 * y[i][j] = sum over u, v < k of f[u][v] x[i + u - r][j + v - r], for H x W
 * pixels, row by row, where r = (k - 1) / 2. */
#ifndef TETRAD_OPS_CONV2D_H
#define TETRAD_OPS_CONV2D_H

#include "op.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    CONV2D_PARAM_K,
    CONV2D_PARAM_WIDTH,
    CONV2D_PARAM_HEIGHT,
    CONV2D_PARAM_BORDER,
    CONV2D_PARAM_FILTER
};

enum { CONV2D_ZERO, CONV2D_CLAMP };
/* Those behind the first are separable. */
enum { CONV2D_RANDOM, CONV2D_PRODUCT, CONV2D_GAUSS, CONV2D_BOX };

enum { CONV2D_K_LEAST = 3, CONV2D_K_MOST = 31 };

/* The inputs. f is k x k; of a separable filter there are its factors, too, k
 * each: f[u][v] is exactly column[u] row[v]. */
enum { CONV2D_X, CONV2D_F, CONV2D_COLUMN, CONV2D_ROW };

static inline bool conv2d_is_separable(const struct problem *p)
{
    return p->param[CONV2D_PARAM_FILTER].i != CONV2D_RANDOM;
}

/* A problem with its arrays, as a run sees them. */
struct conv2d {
    size_t height, width, k, r;
    bool clamp;                        /* else zeros are outside */
    const float *x, *f, *column, *row; /* no factors: NULL */
    float *y;
};

static inline struct conv2d conv2d_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t k = (size_t)p->param[CONV2D_PARAM_K].i;
    struct conv2d c = { p->dim[0], p->dim[1], k,    (k - 1) / 2, false,
                        NULL,      NULL,      NULL, NULL,        NULL };
    if (!p->out[0].count) /* no rows, whatever their length */
        c.height = 0;
    c.clamp = p->param[CONV2D_PARAM_BORDER].i == CONV2D_CLAMP;
    c.x = (const float *)job->in[CONV2D_X];
    c.f = (const float *)job->in[CONV2D_F];
    c.column = (const float *)job->in[CONV2D_COLUMN];
    c.row = (const float *)job->in[CONV2D_ROW];
    c.y = (float *)job->out[0];
    return c;
}

/* The row or column, of n, that stands for one that may lie outside; -1: zeros
 * do. */
static inline ptrdiff_t conv2d_inside(ptrdiff_t i, size_t n, bool clamp)
{
    const ptrdiff_t last = (ptrdiff_t)n - 1;
    return i >= 0 && i <= last ? i : !clamp ? -1 : i < 0 ? 0 : last;
}

/* Why a variant that takes two passes refuses a problem; NULL: it does not. */
static inline const char *conv2d_needs_factors(const struct problem *p)
{
    return conv2d_is_separable(p)
        ? NULL
        : "the filter has no factors: it takes filter=product, gauss or box";
}

/* The longest chains of roundings of one pass, and of two. */
static inline double conv2d_depth(const struct job *job)
{
    const double k = (double)job->problem->param[CONV2D_PARAM_K].i;
    return k * k;
}

static inline double conv2d_depth_separable(const struct job *job)
{
    return 2 * (double)job->problem->param[CONV2D_PARAM_K].i;
}

#ifdef __cplusplus
}
#endif
#endif
