/* spmv.c - what spmv is: y = A x, A sparse, row by row.
 *
 * However the m terms of a row are added, none goes through more than its own
 * rounding and m - 1 of additions: |y - want| <= gamma(m) sum|a||x|, or of the
 * variant's depth where that is less, and what products lose below the least
 * normal number (Higham, Accuracy and Stability, 2nd ed., section 3.1). An
 * empty row is 0. */
#include "ops/spmv.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "op.h"
#include "verdict.h"
#include "host/parallel.h"
#include "ops/indices.h"
#include "ops/magnitude.h"
#include "ops/mtx.h"
#include "ops/spmv_matrix.h"

static const char *const matrices[] = { "stencil", "uniform",   "power",
                                        "banded",  "dense-row", "empty-rows",
                                        NULL };

static const struct param params[] = {
    [SPMV_PARAM_MATRIX] = { .name = "matrix",
                            .kind = PARAM_CHOICE,
                            .preset = "stencil",
                            .generates = true,
                            .help = "where a generated matrix has non-zeros",
                            .choices = matrices },
    [SPMV_PARAM_MEAN] = { .name = "mean",
                          .kind = PARAM_INT,
                          .preset = SPMV_MEAN_PRESET,
                          .generates = true,
                          .help = "non-zeros of a row, on average; a stencil "
                                  "has 5",
                          .high = UINT32_MAX,
                          .of = SPMV_PARAM_MATRIX,
                          .where = ~(1u << SPMV_STENCIL) },
    [SPMV_PARAM_COLUMNS] = { .name = "columns",
                             .kind = PARAM_INT,
                             .preset = "0",
                             .help = "elements of x; 0: as many as rows",
                             .high = UINT32_MAX,
                             .follows_size = true },
    { 0 }
};

/* --- inputs --------------------------------------------------------------- */

static const char *const matrix_begins[] = { "%%MatrixMarket ", NULL };

static bool is_matrix(const char *path)
{
    const size_t length = strlen(path);
    return length >= 4 && !strcasecmp(path + length - 4, ".mtx");
}

/* A name that ends in .mtx is a matrix'; other files are raw inputs. */
static enum status read_input(const char *path, void **file,
                              struct reason *why)
{
    if (!is_matrix(path))
        return STATUS_OK;
    struct mtx *matrix = malloc(sizeof *matrix);
    if (!matrix)
        return fail(why, STATUS_MEMORY, "no memory");
    const enum status status = mtx_read(path, matrix, why);
    if (status)
        free(matrix);
    else
        *file = matrix;
    return status;
}

static void forget(void *file)
{
    mtx_free(file);
    free(file);
}

static enum status shape(struct problem *p, struct reason *why)
{
    struct spmv_shape s;
    const enum status status = spmv_shape(p, &s, why);
    if (status)
        return status;
    p->size = p->dim[0] = s.rows;
    p->dim[1] = s.columns;
    p->dim[2] = s.count;
    p->in_count = 4;
    p->in[0] =
        (struct array){ .name = "values", .type = p->type, .count = s.count };
    p->in[1] = (struct array){ .name = "columns",
                               .type = ELEM_U32,
                               .count = s.count };
    p->in[2] = (struct array){ .name = "offsets",
                               .type = ELEM_U32,
                               .count = s.rows + 1 };
    p->in[3] =
        (struct array){ .name = "x", .type = p->type, .count = s.columns };
    p->out_count = 1;
    p->out[0] =
        (struct array){ .name = "y", .type = p->type, .count = s.rows };
    return STATUS_OK;
}

/* --- inputs without a right answer ---------------------------------------- */

/* Every sum of products rounds. */
static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static enum status check_offsets(const struct problem *p,
                                 const uint32_t *offsets, struct reason *why)
{
    const size_t rows = p->dim[0];
    if (offsets[0] != 0)
        return fail(why, STATUS_USAGE,
                    "offset 0 is %" PRIu32 ": the first row begins at 0",
                    offsets[0]);
    for (size_t row = 0; row < rows; row++)
        if (offsets[row + 1] < offsets[row])
            return fail(why, STATUS_USAGE,
                        "offset %zu is %" PRIu32 ", less than offset %zu, "
                        "which is %" PRIu32,
                        row + 1, offsets[row + 1], row, offsets[row]);
    if (offsets[rows] != p->dim[2])
        return fail(why, STATUS_USAGE,
                    "offset %zu is %" PRIu32 ": the last row ends at %zu, as "
                    "many as there are non-zeros",
                    rows, offsets[rows], p->dim[2]);
    return STATUS_OK;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    static const struct problem narrow = { 0 }; /* indices of 32 bits */
    double most[2] = { 0 };
    enum status status = check_offsets(p, in[2], why);
    if (!status)
        status = indices_validate(&narrow, in[1], p->dim[2], p->dim[1], why);
    if (!status)
        status = magnitude(p, 0, in[0], &most[0], why);
    if (!status)
        status = magnitude(p, 3, in[3], &most[1], why);
    const double largest =
        p->type == ELEM_F32 ? (double)FLT_MAX : (double)DBL_MAX;
    /* Half of what fits: partial sums round up too. */
    const double room = largest / 2 / fmax(1, (double)p->dim[2]);
    if (!status && most[0] > 0 && most[1] > room / most[0])
        return fail(why, STATUS_USAGE,
                    "elements are so large (%g in values, %g in x) that sums "
                    "could overflow %s",
                    most[0], most[1], elem_name(p->type));
    return status;
}

/* --- the right answer ----------------------------------------------------- */

/* What answers are made of. */
struct work {
    const void *values, *x;
    const uint32_t *columns, *offsets;
    struct answer_row *rows;
};

/* The answer: this, then the rows. */
struct answer {
    struct indices_traffic traffic;
};

struct answer_row {
    double value;     /* rounded to a double, */
    double magnitude; /* the sum of |a||x|, rounded up, */
    uint32_t terms;   /* and how many there are */
};

/* What the sum of so many magnitudes may be below the true one. */
#define MAGNITUDE_SLACK (1 + 0x1p33 * DBL_EPSILON)

#define ELEM_TEMPLATE "ops/spmv_tmpl.h"
#include "elem_each_floats.h"
#undef ELEM_TEMPLATE

static size_t want_bytes(const struct problem *p)
{
    return sizeof(struct answer) + p->dim[0] * sizeof(struct answer_row);
}

static struct answer_row *rows_of(const void *want)
{
    return (struct answer_row *)((struct answer *)(uintptr_t)want + 1);
}

struct answering {
    struct work work;
    void (*row)(const struct work *, size_t);
};

static void answer_block(void *context, size_t begin, size_t end, int rank)
{
    const struct answering *a = context;
    (void)rank;
    for (size_t row = begin; row < end; row++)
        a->row(&a->work, row);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    static void (*const answer_row[ELEM_COUNT])(const struct work *, size_t) =
        EACH(FLOATS, answer_row);
    static const struct problem narrow = { 0 }; /* indices of 32 bits */
    struct answer *answer = want;
    struct answering a = { .work = { .values = in[0],
                                     .columns = in[1],
                                     .offsets = in[2],
                                     .x = in[3],
                                     .rows = rows_of(want) },
                           .row = answer_row[p->type] };
    answer->traffic =
        indices_traffic(&narrow, in[1], p->dim[2], elem_size(p->type));
    parallel_for(p->dim[0], answer_block, &a);
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const struct indices_traffic *t = &((const struct answer *)want)->traffic;
    const double rows = (double)p->dim[0], count = (double)p->dim[2];
    const double size = (double)elem_size(p->type);
    const double taken = fmin(count, (double)p->dim[1]) * size;
    const double matrix =
        count * (size + sizeof(uint32_t)) + (rows + 1) * sizeof(uint32_t);
    const double sectors = (double)t->sectors * INDICES_SECTOR;
    return (struct cost){
        .read = matrix + taken,
        .written = rows * size,
        .flops = 2 * count,
        .items = count,
        .moved = matrix + fmax(sectors, taken) + rows * size,
        .gathers = (double)t->jumps,
        .width = (int)elem_size(p->type),
        .span = p->dim[1] * elem_size(p->type),
    };
}

struct checking {
    const struct problem *problem;
    const struct answer_row *rows;
    const char *got;
    double depth; /* of the variant; 0: the twin's */
};

static void check_row(const struct checking *c, size_t row, struct verdict *v)
{
    const struct answer_row *a = &c->rows[row];
    const enum elem type = c->problem->type;
    const double least =
        ldexp(1, elem_least_exponent(type) - 1) * 2 * verdict_roundoff(type);
    v->depth = fmin((double)a->terms, c->depth);
    const double growth = verdict_gamma(type, v->depth);
    verdict_near(v, 0, row, type, c->got + row * elem_size(type), a->value, 0,
                 growth > 0 ? growth * a->magnitude +
                         DBL_EPSILON / 2 * fabs(a->value) +
                         (double)a->terms * least
                            : 0);
}

static void check_block(const void *context, size_t begin, size_t end,
                        struct verdict *v)
{
    for (size_t row = begin; row < end; row++)
        check_row(context, row, v);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const struct checking c = { .problem = p,
                                .rows = rows_of(want),
                                .got = got[0],
                                .depth = promise->depth };
    verdict_clear(v);
    verdict_parallel(v, p->dim[0], check_block, &c);
}

const struct op op_spmv = {
    .name = "spmv",
    .summary = "y = A x, A sparse, by compressed rows (CSR)",
    .types = TYPES(FLOATS),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^10:2^22:x4",
    .size_means = "rows of A and elements of y; of x too, unless columns= "
                  "says otherwise",
    .formulae =
        "FLOPs: 2 z, z the number of non-zeros\n"
        "bytes: z (s + 4) of values and columns, 4 (rows + 1) of offsets, s "
        "rows of y and\n"
        "s columns of x (s = sizeof type), each once; of more columns than "
        "non-zeros only so many\n"
        "moved: 32 bytes a sector of x that columns lead to and that is not "
        "among those moved\n"
        "last, instead of s columns\n"
        "items: z non-zeros",
    .item = "non-zeros",
    .read = read_input,
    .read_ending = ".mtx",
    .read_begins = matrix_begins,
    .forget = forget,
    .shape = shape,
    .fill = spmv_fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = cost,
    .check = check,
    .planned = true,
};
