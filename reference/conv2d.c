/* conv2d.c - conv2d on one core.
 *
 * A tap at a time, from the top left on: it adds a piece of a row of the image
 * to a row of the result, so the innermost loop is contiguous and the compiler
 * vectorises it. */
#include "ops/conv2d.h"

#include <string.h>

#include "op.h"
#include "simd.h"

/* y += a x */
SIMD_CLONES
static void add(float *restrict y, float a, const float *restrict x, size_t n)
{
    for (size_t j = 0; j < n; j++)
        y[j] += a * x[j];
}

static void add_constant(float *y, float a, size_t n)
{
    for (size_t j = 0; j < n; j++)
        y[j] += a;
}

/* y += the row x, which is n long, under k taps in a row. */
static void add_row(float *y, const float *taps, const float *x,
                    const struct conv2d *c)
{
    const size_t n = c->width;
    for (size_t v = 0; v < c->k; v++) {
        const size_t left = v < c->r ? c->r - v : 0;  /* places before x[0] */
        const size_t right = v > c->r ? v - c->r : 0; /* behind its last */
        const size_t first = left < n ? left : n;
        const size_t last = right < n ? n - right : 0;
        if (first < last)
            add(y + first, taps[v], x + right, last - first);
        if (!c->clamp)
            continue;
        add_constant(y, taps[v] * x[0], first);
        add_constant(y + last, taps[v] * x[n - 1], n - last);
    }
}

/* The row of x that row u of the filter is on for row i of the result; NULL:
 * zeros. */
static const float *row_under(const struct conv2d *c, const float *x, size_t i,
                              size_t u)
{
    const ptrdiff_t row =
        conv2d_inside((ptrdiff_t)(i + u - c->r), c->height, c->clamp);
    return row < 0 ? NULL : x + (size_t)row * c->width;
}

static enum status run_direct(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    for (size_t i = 0; i < c.height; i++) {
        float *y = c.y + i * c.width;
        memset(y, 0, c.width * sizeof *y);
        for (size_t u = 0; u < c.k; u++) {
            const float *x = row_under(&c, c.x, i, u);
            if (x)
                add_row(y, c.f + u * c.k, x, &c);
        }
    }
    return STATUS_OK;
}

/* Rows first, into scratch; then columns, whose taps take whole rows. */
static enum status run_separable(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    float *along = job->scratch;
    memset(along, 0, c.height * c.width * sizeof *along);
    for (size_t i = 0; i < c.height; i++)
        add_row(along + i * c.width, c.row, c.x + i * c.width, &c);
    for (size_t i = 0; i < c.height; i++) {
        float *y = c.y + i * c.width;
        memset(y, 0, c.width * sizeof *y);
        for (size_t u = 0; u < c.k; u++) {
            const float *x = row_under(&c, along, i, u);
            if (x)
                add(y, c.column[u], x, c.width);
        }
    }
    return STATUS_OK;
}

static size_t scratch_separable(const struct job *job)
{
    return job->problem->out[0].count * sizeof(float);
}

extern const struct variant reference_conv2d[];

const struct variant reference_conv2d[] = {
    { .name = "direct",
      .idea = "each tap adds a row of the image to a row of the result",
      .source = "Hwu, Kirk and El Hajj 2022, chapter 7",
      .best = true,
      .types = TYPE(F32),
      .depth = conv2d_depth,
      .run = run_direct },
    { .name = "separable",
      .idea = "two passes, of 1 x k and k x 1 taps, through scratch",
      .source = "Podlozhnyuk 2007",
      .types = TYPE(F32),
      .refuses = conv2d_needs_factors,
      .scratch = scratch_separable,
      .depth = conv2d_depth_separable,
      .run = run_separable },
    { 0 }
};
