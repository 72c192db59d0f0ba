/* spmv_matrix.c - generated matrices: which columns each row has.
 *
 * Where a row begins follows from its number alone, by a power law from the
 * seed too (ops/segments.h). A row of m non-zeros at random has one in each of
 * m even shares of the columns, so that they are in order and all differ. */
#include "ops/spmv_matrix.h"

#include <float.h>
#include <math.h>

#include "digest.h"
#include "random.h"
#include "host/parallel.h"
#include "ops/mtx.h"
#include "ops/segments.h"
#include "ops/spmv.h"
#include "ops/spmv_twin.h"

enum {
    VALUES,
    COLUMNS,
    OFFSETS,
    X,          /* the inputs */
    POINTS = 5, /* of the stencil */
    GROUP = 16  /* rows of matrix=empty-rows, of which one is not */
};

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static enum spmv_matrix matrix_of(const struct problem *p)
{
    return (enum spmv_matrix)p->param[SPMV_PARAM_MATRIX].i;
}

/* --- rows ----------------------------------------------------------------- */

/* The columns of the grid of n points. */
static size_t grid_width(size_t n)
{
    const size_t width = (size_t)ceil(sqrt((double)n));
    return width ? width : 1;
}

/* Non-zeros of the first `row` rows: the points, and their neighbours above and
 * below, left and right. */
static size_t stencil_begin(size_t n, size_t row)
{
    const size_t w = grid_width(n), last = row / w;
    const size_t above = row > w ? row - w : 0;
    const size_t below = n > w ? least(row, n - w) : 0;
    const size_t left = row - (row + w - 1) / w;
    const size_t right = row - last - (row == n && n % w != 0);
    return row + above + below + left + right;
}

/* The first column of the band in a row; it ends where it would begin `each`
 * rows further on. */
static size_t band_begin(const struct spmv_shape *s, size_t row)
{
    const size_t before = s->each ? (s->each - 1) / 2 : 0;
    return row > before ? least(row - before, s->columns) : 0;
}

/* 0 + 1 + ... of n numbers, none above `most`. */
static size_t ramp(size_t n, size_t most)
{
    return n <= most + 1 ? n * (n - 1) / 2
                         : most * (most + 1) / 2 + (n - most - 1) * most;
}

/* The sums of where the bands of the first `row` rows end, and begin. */
static size_t banded_begin(const struct spmv_shape *s, size_t row)
{
    const size_t before = s->each ? (s->each - 1) / 2 : 0;
    const size_t behind = s->each - before;
    const size_t ends =
        ramp(row + behind, s->columns) - ramp(behind, s->columns);
    return ends - (row > before ? ramp(row - before, s->columns) : 0);
}

/* Rows of a group share what they would have, and one of them has it. */
static size_t group_begin(const struct spmv_shape *s, uint64_t seed,
                          size_t row)
{
    const size_t group = row / GROUP, first = group * GROUP;
    const size_t size = least(GROUP, s->rows - first);
    const double share = 1 - random_unit(seed, SPMV_OFFSETS, group);
    const size_t full = first + (size_t)(share * (double)size);
    return s->each * (row > full ? first + size : first);
}

/* Where a row begins, or the last ends; but by a power law. */
static size_t row_begin(const struct problem *p, const struct spmv_shape *s,
                        size_t row)
{
    switch (matrix_of(p)) {
    case SPMV_STENCIL: return stencil_begin(s->rows, row);
    case SPMV_BANDED: return banded_begin(s, row);
    case SPMV_EMPTY_ROWS: return group_begin(s, p->seed, row);
    case SPMV_DENSE_ROW:
        return s->each * row + (row > s->rows / 2 ? s->columns - s->each : 0);
    default: return s->each * row;
    }
}

/* --- shape ---------------------------------------------------------------- */

static enum status check_parameters(const struct problem *p,
                                    const struct spmv_shape *s,
                                    struct reason *why)
{
    const bool stencil = matrix_of(p) == SPMV_STENCIL;
    if (s->rows > UINT32_MAX || s->columns > UINT32_MAX)
        return fail(why, STATUS_USAGE,
                    "%zu rows and %zu columns: spmv takes at most 2^32 - 1 of "
                    "either",
                    s->rows, s->columns);
    if (stencil && s->columns != s->rows)
        return fail(why, STATUS_USAGE,
                    "columns=%zu: matrix=stencil has as many as rows, %zu",
                    s->columns, s->rows);
    return STATUS_OK;
}

static void shape_generated(const struct problem *p, struct spmv_shape *s)
{
    const size_t group = matrix_of(p) == SPMV_EMPTY_ROWS ? GROUP : 1;
    s->each = least((size_t)p->param[SPMV_PARAM_MEAN].i, s->columns / group);
    s->longest = least(s->each * group, s->columns);
    switch (matrix_of(p)) {
    case SPMV_STENCIL: s->longest = POINTS; break;
    case SPMV_POWER:
    case SPMV_DENSE_ROW: s->longest = s->columns; break;
    default:;
    }
    s->count = s->rows ? row_begin(p, s, s->rows) : 0;
}

/* What to change where there are more non-zeros than offsets reach. */
static enum status check_count(const struct spmv_shape *s, const char *advice,
                               struct reason *why)
{
    return s->count <= UINT32_MAX
        ? STATUS_OK
        : fail(why, STATUS_USAGE,
               "%zu non-zeros: offsets of 32 bits reach 2^32 - 1; %s",
               s->count, advice);
}

static enum status shape_of_file(const struct problem *p, struct spmv_shape *s,
                                 struct reason *why)
{
    const struct mtx *m = p->file;
    *s = (struct spmv_shape){ .rows = m->rows,
                              .columns = m->columns,
                              .count = m->count,
                              .longest = m->longest };
    if (matrix_of(p) != SPMV_STENCIL ||
        p->param[SPMV_PARAM_MEAN].i != SPMV_MEAN ||
        p->param[SPMV_PARAM_COLUMNS].i)
        return fail(why, STATUS_USAGE,
                    "matrix=, mean= and columns= are of generated matrices: "
                    "the file says that it is %zu x %zu",
                    m->rows, m->columns);
    if (p->type == ELEM_F32 && m->most > (double)FLT_MAX)
        return fail(why, STATUS_USAGE,
                    "values up to %g are beyond f32: --type f64 takes them",
                    m->most);
    return check_count(s, "a file with fewer has an answer", why);
}

enum status spmv_shape(const struct problem *p, struct spmv_shape *s,
                       struct reason *why)
{
    const size_t columns = (size_t)p->param[SPMV_PARAM_COLUMNS].i;
    enum status status = STATUS_OK;
    *s = (struct spmv_shape){ .rows = p->size,
                              .columns = columns ? columns : p->size };
    if (p->file)
        return shape_of_file(p, s, why);
    status = check_parameters(p, s, why);
    if (status)
        return status;
    shape_generated(p, s);
    return check_count(s, "fewer rows (--size) or a smaller mean= have fewer",
                       why);
}

/* --- filling -------------------------------------------------------------- */

struct filling {
    const struct problem *problem;
    struct spmv_shape shape;
    int which;
    struct spmv_twin twin;
    void *elements;
};

static void put(const struct filling *f, size_t i, double v)
{
    if (f->problem->type == ELEM_F32)
        ((float *)f->elements)[i] = (float)v;
    else
        ((double *)f->elements)[i] = v;
}

/* An entry: what is filled of it. */
static void put_entry(const struct filling *f, size_t i, size_t column)
{
    if (f->which == SPMV_COLUMNS)
        ((uint32_t *)f->elements)[i] = (uint32_t)column;
    else
        put(f, i, spmv_twin_number(&f->twin, SPMV_VALUES, column, i));
}

static void put_stencil_row(const struct filling *f, size_t row, size_t at)
{
    const size_t n = f->shape.rows, w = grid_width(n);
    if (row >= w)
        put_entry(f, at++, row - w);
    if (row % w)
        put_entry(f, at++, row - 1);
    put_entry(f, at++, row);
    if ((row + 1) % w && row + 1 < n)
        put_entry(f, at++, row + 1);
    if (row + w < n)
        put_entry(f, at, row + w);
}

/* Anywhere, one in each of as many shares of the columns. */
static void put_random_row(const struct filling *f, size_t begin, size_t end)
{
    const size_t count = end - begin, columns = f->shape.columns;
    for (size_t k = 0; k < count; k++) {
        const size_t low = k * columns / count;
        const size_t high = (k + 1) * columns / count;
        const double u =
            1 - random_unit(f->problem->seed, SPMV_COLUMNS, begin + k);
        put_entry(f, begin + k, low + (size_t)(u * (double)(high - low)));
    }
}

static void put_row(void *context, size_t row, size_t begin, size_t end)
{
    const struct filling *f = context;
    if (f->which == SPMV_OFFSETS)
        ((uint32_t *)f->elements)[row] = (uint32_t)begin;
    else if (matrix_of(f->problem) == SPMV_STENCIL)
        put_stencil_row(f, row, begin);
    else if (matrix_of(f->problem) == SPMV_BANDED)
        for (size_t k = begin, c = band_begin(&f->shape, row); k < end; k++)
            put_entry(f, k, c++);
    else
        put_random_row(f, begin, end);
}

static void put_rows(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t row = begin, at; row < end; row++) {
        at = row_begin(f->problem, &f->shape, row);
        put_row(context, row, at, row_begin(f->problem, &f->shape, row + 1));
    }
}

/* A row as long as its weight says, but no longer than there are columns: no
 * weight is below 1, so the mean is at least that. */
static void fill_generated(struct filling *f)
{
    const struct spmv_shape *s = &f->shape;
    const struct segments rows = {
        .lengths = SEGMENTS_POWER,
        .elements = s->count,
        .count = s->rows,
        .most = s->each ? ((double)s->columns - 2) / (double)s->each : 0,
    };
    if (matrix_of(f->problem) == SPMV_POWER && rows.most > 1)
        segments_each(f->problem->seed, SPMV_OFFSETS, &rows, put_row, f);
    else
        parallel_for(s->rows, put_rows, f);
}

static void fill_of_file(const struct filling *f, const struct mtx *m)
{
    const bool twin = f->problem->dist == dist_twin;
    for (size_t k = 0, row = 0; k <= m->count && f->which == SPMV_OFFSETS; k++)
        for (; row < m->rows && (k == m->count || m->entry[k].row >= row);
             row++)
            ((uint32_t *)f->elements)[row] = (uint32_t)k;
    for (size_t k = 0; k < m->count && f->which != OFFSETS; k++)
        if (f->which == SPMV_COLUMNS || twin)
            put_entry(f, k, m->entry[k].column);
        else
            put(f, k, m->entry[k].value);
}

/* Raw inputs have columns of their own: there x alone is wide. */
static void put_values_of_raw(void *context, size_t begin, size_t end,
                              int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        put(f, i, digest_word(f->problem->seed, i) & 1 ? 1 : -1);
}

static void put_x(void *context, size_t begin, size_t end, int rank)
{
    const struct filling *f = context;
    (void)rank;
    for (size_t c = begin; c < end; c++)
        put(f, c, spmv_twin_number(&f->twin, SPMV_X, c, c));
}

bool spmv_fill(const struct problem *p, int which, void *elements)
{
    struct filling f = { .problem = p, .which = which, .elements = elements };
    struct reason why;
    const bool twin = p->dist == dist_twin;
    if (which == SPMV_X ? !twin : which == SPMV_VALUES && !twin && !p->file)
        return false;
    spmv_shape(p, &f.shape, &why);
    if (twin)
        f.twin = spmv_twin_of(p, &f.shape);
    if (which == SPMV_X)
        parallel_for(f.shape.columns, put_x, &f);
    else if (which == SPMV_VALUES && spmv_is_raw(p))
        parallel_for(f.shape.count, put_values_of_raw, &f);
    else if (p->file)
        fill_of_file(&f, p->file);
    else
        fill_generated(&f);
    if (which == SPMV_OFFSETS)
        ((uint32_t *)elements)[f.shape.rows] = (uint32_t)f.shape.count;
    return true;
}
