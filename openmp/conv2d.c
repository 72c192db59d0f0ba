/* conv2d.c - conv2d on all cores.
 *
 * The image is cut into strips of columns, of which the rows under the filter
 * fit the second-level cache, and these into pieces of rows; a thread goes
 * through a piece tile by tile, from the top down. */
#include "ops/conv2d.h"

#include <string.h>

#include "op.h"
#include "conv2d_tile.h"
#include "prefix.h"
#include "team.h"

enum {
    NEAR_BYTES = 256 * 1024, /* of the second-level cache, for rows */
    BAND = 2 * TILE_ROWS,    /* rows of the first pass at a time */
    ALONE_FLOPS = 1 << 19    /* images up to this go to one thread */
};

/* --- pieces --------------------------------------------------------------- */

/* Numbered strip by strip. */
struct cut {
    size_t rows, columns; /* of a piece */
    size_t down, pieces;  /* of a strip, in all */
};

/* A piece of rows a thread; where there are too few rows for all threads, more
 * strips. `near`: rows that are to stay near. */
static struct cut cut_of(const struct conv2d *c, size_t rows, size_t near)
{
    const size_t team = (size_t)team_size();
    const size_t fit =
        NEAR_BYTES / sizeof(float) / near / TILE_COLUMNS * TILE_COLUMNS;
    struct cut cut = { .rows = piece_length(c->height, team, rows) };
    cut.down = ceil_div(c->height, cut.rows);
    const size_t strips = cut.down ? ceil_div(team, cut.down) : 1;
    cut.columns = least(fit, piece_length(c->width, strips, TILE_COLUMNS));
    cut.pieces = cut.down * ceil_div(c->width, cut.columns);
    return cut;
}

/* Rows [top, bottom) and columns [left, right) of the image. */
struct piece {
    size_t top, bottom, left, right;
};

static struct piece piece_of(const struct conv2d *c, const struct cut *cut,
                             size_t number)
{
    const size_t top = number % cut->down * cut->rows;
    const size_t left = number / cut->down * cut->columns;
    return (struct piece){ top, least(top + cut->rows, c->height), left,
                           least(left + cut->columns, c->width) };
}

static inline bool is_small(const struct conv2d *c)
{
    return 2.0 * (double)(c->height * c->width * c->k) * (double)c->k <=
        ALONE_FLOPS;
}

/* Asks for what the tile below (i, j) reads besides: rows are too short for
 * prefetchers. Of 1000^2 pixels and 3 x 3 taps that takes 0.85 of the time, of
 * 9 x 9 0.92 (two cores of an EPYC, Zen 4). */
static void ask_below(const struct tiler *t, const struct image *image,
                      size_t ku, size_t i, size_t j)
{
    const size_t begin = i + t->rows + ku / 2;
    const size_t end = least(begin + t->rows, image->height);
    for (size_t row = begin; row < end; row++) {
        const float *line = image->x + row * image->width + j;
        for (size_t b = 0; b < t->columns * sizeof *line; b += LINE_BYTES)
            prefetch_line(line, (ptrdiff_t)b);
    }
}

/* The piece filtered, to where the canvas begins; `far`: no core has the image.
 */
static void filter_piece(const struct tiler *t, const struct image *image,
                         const struct taps *taps, const struct piece *p,
                         struct canvas to, bool far)
{
    struct canvas at = to;
    for (size_t i = p->top; i < p->bottom; i += t->rows)
        for (size_t j = p->left; j < p->right; j += t->columns) {
            at.y = to.y + (i - p->top) * to.stride + (j - p->left);
            if (far)
                ask_below(t, image, taps->ku, i, j);
            filter_tile(t, image, taps, i, j, least(t->rows, p->bottom - i),
                        least(t->columns, p->right - j), at);
        }
}

/* Of the result, from the first pixel of a piece on. */
static struct canvas canvas_of(const struct conv2d *c, const struct piece *p)
{
    return (
        struct canvas){ c->y + p->top * c->width + p->left, c->width,
                        openmp_streams(c->height * c->width * sizeof *c->y) };
}

/* --- one pass ------------------------------------------------------------- */

static struct image image_of(const struct conv2d *c)
{
    return (struct image){ c->x, c->height, c->width, c->clamp };
}

static void filter(const struct conv2d *c, struct tiler t)
{
    const struct image image = image_of(c);
    const struct taps taps = { c->f, c->k, c->k };
    const struct cut cut = cut_of(c, t.rows, t.rows + c->k - 1);
#pragma omp parallel for schedule(static) if (!is_small(c))
    for (size_t k = 0; k < cut.pieces; k++) {
        const struct piece p = piece_of(c, &cut, k);
        const struct canvas to = canvas_of(c, &p);
        filter_piece(&t, &image, &taps, &p, to, true);
        finish_tiles(&to);
    }
}

static enum status run_direct(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    filter(&c, tiler_of_row());
    return STATUS_OK;
}

/* --- two passes ----------------------------------------------------------- */

/* What the first pass leaves of BAND rows and those around them, for the
 * second. */
struct band {
    struct tiler along, down;
    size_t stride;
    float *rows;
};

static size_t band_rows(const struct conv2d *c)
{
    return BAND + c->k - 1;
}

/* Row i of the first pass, which may lie outside, to row `to` of the band. */
static void pass_along(const struct conv2d *c, const struct band *b,
                       const struct piece *p, ptrdiff_t i, size_t to)
{
    const struct image image = image_of(c);
    const struct taps taps = { c->row, 1, c->k };
    const ptrdiff_t row = conv2d_inside(i, c->height, c->clamp);
    const struct piece line = { (size_t)row, (size_t)row + 1, p->left,
                                p->right };
    const struct canvas y = { b->rows + to * b->stride, b->stride, false };
    if (row < 0)
        memset(y.y, 0, (p->right - p->left) * sizeof *y.y);
    else
        filter_piece(&b->along, &image, &taps, &line, y, true);
}

/* Rows [top, bottom) of a piece, at most BAND. */
static void pass_down(const struct conv2d *c, const struct band *b,
                      const struct piece *p)
{
    const struct image rows = { b->rows, band_rows(c), b->stride, false };
    const struct taps taps = { c->column, c->k, 1 };
    const struct piece own = { c->r, c->r + p->bottom - p->top, 0,
                               p->right - p->left };
    const struct canvas to = canvas_of(c, p);
    filter_piece(&b->down, &rows, &taps, &own, to, false);
    finish_tiles(&to);
}

/* Rows that the last band had, too, are moved, not made again. */
static void pass_both(const struct conv2d *c, const struct band *b,
                      const struct piece *p)
{
    const size_t kept = c->k - 1;
    struct piece part = *p;
    for (; part.top < p->bottom; part.top += BAND) {
        const size_t first = part.top == p->top ? 0 : kept;
        part.bottom = least(part.top + BAND, p->bottom);
        if (first)
            memmove(b->rows, b->rows + BAND * b->stride,
                    kept * b->stride * sizeof *b->rows);
        for (size_t u = first; u < part.bottom - part.top + kept; u++)
            pass_along(c, b, &part, (ptrdiff_t)(part.top + u - c->r), u);
        pass_down(c, b, &part);
    }
}

static void filter_twice(const struct job *job, struct tiler down)
{
    const struct conv2d c = conv2d_of(job);
    const struct cut cut = cut_of(&c, down.rows, band_rows(&c));
    const size_t own = band_rows(&c) * cut.columns;
#pragma omp parallel for schedule(static) if (!is_small(&c))
    for (size_t k = 0; k < cut.pieces; k++) {
        const struct piece p = piece_of(&c, &cut, k);
        const struct band b = { tiler_of_row(), down, cut.columns,
                                (float *)job->scratch + team_rank() * own };
        pass_both(&c, &b, &p);
    }
}

static size_t scratch_twice(const struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const size_t most = NEAR_BYTES + LINE_BYTES;
    return c.height && conv2d_is_separable(job->problem)
        ? (size_t)team_size() * most
        : 0;
}

static enum status run_separable(struct job *job)
{
    filter_twice(job, tiler_of_row());
    return STATUS_OK;
}

/* --- best ----------------------------------------------------------------- */

static enum status run_blocked(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    if (conv2d_is_separable(job->problem))
        filter_twice(job, tiler_of_rows(c.k));
    else
        filter(&c, tiler_of_rows(c.k));
    return STATUS_OK;
}

static double depth_blocked(const struct job *job)
{
    return conv2d_is_separable(job->problem) ? conv2d_depth_separable(job)
                                             : conv2d_depth(job);
}

extern const struct variant openmp_conv2d[];

const struct variant openmp_conv2d[] = {
    { .name = "direct",
      .idea = "a piece of a row a time, whose sums stay in registers",
      .source = "Hwu, Kirk and El Hajj 2022, chapter 7",
      .types = TYPE(F32),
      .depth = conv2d_depth,
      .run = run_direct },
    { .name = "separable",
      .idea = "two passes, of 1 x k and k x 1 taps, a band of rows between "
              "them near the core",
      .source = "Podlozhnyuk 2007",
      .types = TYPE(F32),
      .refuses = conv2d_needs_factors,
      .scratch = scratch_twice,
      .depth = conv2d_depth_separable,
      .run = run_separable },
    { .name = "blocked",
      .idea = "tiles of several rows, so that a row is read once for all; two "
              "passes where the filter is separable",
      .source = "",
      .best = true,
      .types = TYPE(F32),
      .scratch = scratch_twice,
      .depth = depth_blocked,
      .run = run_blocked },
    { 0 }
};
