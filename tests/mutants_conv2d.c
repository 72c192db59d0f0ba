/* mutants_conv2d.c - conv2d, done wrong in the ways that filters go wrong.
 *
 * One right filter, with knobs; each mutant turns one. */
#include <math.h>

#include "mutants_parts.h"
#include "ops/conv2d.h"

/* Rows and columns of the result that are made, and what is done otherwise. */
struct knobs {
    size_t drop_rows, drop_columns;
    size_t drop_taps; /* the last ones of each row of the filter */
    ptrdiff_t down, along;
    bool turned, transposed;
    int x_bits, f_bits; /* 0: all */
};

static float cut(float x, int bits)
{
    return bits ? of_bits(x, bits) : x;
}

static double pixel(const struct conv2d *c, ptrdiff_t i, ptrdiff_t j, int bits)
{
    const ptrdiff_t row = conv2d_inside(i, c->height, c->clamp);
    const ptrdiff_t column = conv2d_inside(j, c->width, c->clamp);
    return row < 0 || column < 0
        ? 0
        : (double)cut(c->x[(size_t)row * c->width + (size_t)column], bits);
}

static double tap(const struct conv2d *c, size_t u, size_t v,
                  const struct knobs *n)
{
    const size_t last = c->k - 1;
    const size_t at = n->turned ? (last - u) * c->k + (last - v)
        : n->transposed         ? v * c->k + u
                                : u * c->k + v;
    return (double)cut(c->f[at], n->f_bits);
}

static float filtered(const struct conv2d *c, size_t i, size_t j,
                      const struct knobs *n)
{
    const ptrdiff_t top = (ptrdiff_t)(i - c->r) + n->down;
    const ptrdiff_t left = (ptrdiff_t)(j - c->r) + n->along;
    double sum = 0;
    for (size_t u = 0; u < c->k; u++)
        for (size_t v = 0; v + n->drop_taps < c->k; v++)
            sum += tap(c, u, v, n) *
                pixel(c, top + (ptrdiff_t)u, left + (ptrdiff_t)v, n->x_bits);
    return (float)sum;
}

static enum status filter(const struct conv2d *c, struct knobs n)
{
    for (size_t i = 0; i + n.drop_rows < c->height; i++)
        for (size_t j = 0; j + n.drop_columns < c->width; j++)
            c->y[i * c->width + j] = filtered(c, i, j, &n);
    return STATUS_OK;
}

static enum status filter_as(const struct job *job, struct knobs n)
{
    const struct conv2d c = conv2d_of(job);
    return filter(&c, n);
}

static enum status right(struct job *job)
{
    return filter_as(job, (struct knobs){ 0 });
}

/* --- the wrong extent ----------------------------------------------------- */

static enum status drops_row(struct job *job)
{
    return filter_as(job, (struct knobs){ .drop_rows = 1 });
}

static enum status drops_column(struct job *job)
{
    return filter_as(job, (struct knobs){ .drop_columns = 1 });
}

static enum status drops_taps(struct job *job)
{
    return filter_as(job, (struct knobs){ .drop_taps = 1 });
}

/* One of the filter, of which other seeds take another. */
static enum status loses_tap(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    float f[CONV2D_K_MOST * CONV2D_K_MOST];
    struct conv2d less = c;
    for (size_t i = 0; i < c.k * c.k; i++)
        f[i] = c.f[i];
    f[job->problem->seed * 0x9e3779b97f4a7c15u % (c.k * c.k)] = 0;
    less.f = f;
    return filter(&less, (struct knobs){ 0 });
}

/* The last pixel of each row has no neighbours to its right. */
static enum status ends_early(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const struct knobs less = { .drop_taps = c.r };
    right(job);
    for (size_t i = 0; i < c.height; i++)
        c.y[(i + 1) * c.width - 1] = filtered(&c, i, c.width - 1, &less);
    return STATUS_OK;
}

/* --- the wrong place ------------------------------------------------------ */

static enum status a_row_down(struct job *job)
{
    return filter_as(job, (struct knobs){ .down = 1 });
}

static enum status a_column_left(struct job *job)
{
    return filter_as(job, (struct knobs){ .along = -1 });
}

static enum status turns(struct job *job)
{
    return filter_as(job, (struct knobs){ .turned = true });
}

static enum status transposes(struct job *job)
{
    return filter_as(job, (struct knobs){ .transposed = true });
}

/* The border that was not asked for. */
static enum status other_border(struct job *job)
{
    struct conv2d c = conv2d_of(job);
    c.clamp = !c.clamp;
    return filter(&c, (struct knobs){ 0 });
}

/* Of rows alone. */
static enum status wraps_rows(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const ptrdiff_t r = (ptrdiff_t)c.r, all = (ptrdiff_t)(c.height * c.width);
    for (ptrdiff_t at = 0; at < all; at++) {
        double sum = 0;
        for (ptrdiff_t u = -r; u <= r; u++)
            for (ptrdiff_t v = -r; v <= r; v++) {
                const ptrdiff_t from = at + u * (ptrdiff_t)c.width + v;
                if (from >= 0 && from < all)
                    sum += (double)c.x[from] *
                        (double)c.f[(u + r) * (ptrdiff_t)c.k + v + r];
            }
        c.y[at] = (float)sum;
    }
    return STATUS_OK;
}

/* The image as if it had as many rows as it has columns, and the other way
 * round. */
static enum status swaps_extents(struct job *job)
{
    struct conv2d c = conv2d_of(job);
    const size_t height = c.height;
    c.height = c.width;
    c.width = height;
    return filter(&c, (struct knobs){ 0 });
}

/* --- precision ------------------------------------------------------------ */

static enum status image_in_bf16(struct job *job)
{
    return filter_as(job, (struct knobs){ .x_bits = 8 });
}

static enum status image_in_tf32(struct job *job)
{
    return filter_as(job, (struct knobs){ .x_bits = 11 });
}

static enum status filter_in_bf16(struct job *job)
{
    return filter_as(job, (struct knobs){ .f_bits = 8 });
}

static enum status filter_in_tf32(struct job *job)
{
    return filter_as(job, (struct knobs){ .f_bits = 11 });
}

static enum status image_without_last_bit(struct job *job)
{
    return filter_as(job, (struct knobs){ .x_bits = 23 });
}

static enum status filter_without_last_bit(struct job *job)
{
    return filter_as(job, (struct knobs){ .f_bits = 23 });
}

#define PLAIN .types = TYPE(F32), .depth = conv2d_depth
#define OBLONG .settings = { "k=5", "height=19" }, PLAIN
#define CLAMPED .settings = { "k=5", "height=19", "border=clamp" }, PLAIN
#define FACTORS .settings = { "k=5", "height=19", "filter=product" }, PLAIN
/* So many taps that the bound on real data would let much pass. */
#define DEEP .settings = { "k=31", "height=40" }, .most = 33, PLAIN
#define DEEP_FACTORS                                                          \
    .settings = { "k=31", "height=40", "filter=product" }, .most = 33, PLAIN

const size_t mutants_conv2d_sizes[] = { 33, 70, 0 };

const struct mutant mutants_conv2d[] = {
    { "a right filter", FATE_RIGHT, OBLONG, .run = right },
    { "a right filter, clamped", FATE_RIGHT, CLAMPED, .run = right },
    { "a right separable filter", FATE_RIGHT, FACTORS, .run = right },
    { "a right filter of many taps", FATE_RIGHT, DEEP, .run = right },
    { "drops the last row", OBLONG, .run = drops_row },
    { "drops the last column", OBLONG, .run = drops_column },
    { "drops the last column of the filter", OBLONG, .run = drops_taps },
    { "loses one tap", OBLONG, .run = loses_tap },
    { "loses one tap of many", DEEP, .run = loses_tap },
    { "loses one tap of a separable filter", FACTORS, .run = loses_tap },
    { "does not see what is right of the last column", CLAMPED,
      .run = ends_early },
    { "a row too far down", OBLONG, .run = a_row_down },
    { "a column too far to the left", CLAMPED, .run = a_column_left },
    { "turns the filter round", OBLONG, .run = turns },
    { "turns a separable filter round", FACTORS, .run = turns },
    { "turns a filter of many taps round", DEEP, .run = turns },
    { "transposes the filter", OBLONG, .run = transposes },
    { "transposes a separable filter", FACTORS, .run = transposes },
    { "clamps where zeros are", OBLONG, .run = other_border },
    { "has zeros where it is to clamp", CLAMPED, .run = other_border },
    { "goes on in the next row", OBLONG, .run = wraps_rows },
    { "takes the height for the width", OBLONG, .run = swaps_extents },
    { "rounds the image to bf16", OBLONG, .run = image_in_bf16 },
    { "rounds the image to bf16, many taps", DEEP, .run = image_in_bf16 },
    { "rounds the image to TF32, many taps", DEEP, .run = image_in_tf32 },
    { "rounds the image to TF32, separable", DEEP_FACTORS,
      .run = image_in_tf32 },
    { "rounds the filter to bf16", OBLONG, .run = filter_in_bf16 },
    { "rounds the filter to bf16, many taps", DEEP, .run = filter_in_bf16 },
    { "rounds the filter to TF32, many taps", DEEP, .run = filter_in_tf32 },
    { "rounds the filter to TF32, separable", DEEP_FACTORS,
      .run = filter_in_tf32 },
    { "loses the last bit of the image, many taps", DEEP,
      .run = image_without_last_bit },
    { "loses the last bit of the filter, many taps", DEEP,
      .run = filter_without_last_bit },
    { 0 }
};
