/* conv2d.c - what conv2d is: an f32 image filtered with k x k taps, k odd.
 *
 * It is what image processing calls a filter and mathematics a correlation: f
 * is not turned round (as in Kirk and Hwu, Programming Massively Parallel
 * Processors, and cuDNN's cross-correlation).
 *
 * The right answer is computed in double, so with an error 2^29 times smaller
 * than what is checked: |y - want| <= gamma(depth) sum |f||x| elementwise
 * (Higham, Accuracy and Stability, 2nd ed., section 3.1). Of whole numbers no
 * sum of some of the terms is beyond that of the positive or of the negative
 * ones, (sum |f||x| + |want|) / 2 at most: where f32 counts that far, the
 * result is exact in any order. */
#include "ops/conv2d.h"

#include <float.h>
#include <math.h>

#include "problem.h"
#include "verdict.h"
#include "ops/conv2d_fill.h"
#include "ops/conv2d_image.h"
#include "ops/conv2d_oracle.h"
#include "ops/magnitude.h"
#include "ops/pgm.h"

static const char *const borders[] = { "zero", "clamp", NULL };
static const char *const filters[] = { "random", "product", "gauss", "box",
                                       NULL };

static const struct param params[] = {
    [CONV2D_PARAM_K] = { .name = "k",
                         .kind = PARAM_INT,
                         .preset = "9",
                         .help = "rows and columns of the filter, an odd "
                                 "number",
                         .low = CONV2D_K_LEAST,
                         .high = CONV2D_K_MOST },
    [CONV2D_PARAM_WIDTH] = { .name = "width",
                             .kind = PARAM_INT,
                             .preset = "0",
                             .help = "columns of the image; 0: as --size",
                             .high = INT32_MAX,
                             .follows_size = true },
    [CONV2D_PARAM_HEIGHT] = { .name = "height",
                              .kind = PARAM_INT,
                              .preset = "0",
                              .help = "rows of the image; 0: as --size",
                              .high = INT32_MAX,
                              .follows_size = true },
    [CONV2D_PARAM_BORDER] = { .name = "border",
                              .kind = PARAM_CHOICE,
                              .preset = "zero",
                              .help = "outside the image are zeros, or the "
                                      "nearest pixel",
                              .choices = borders },
    [CONV2D_PARAM_FILTER] = { .name = "filter",
                              .kind = PARAM_CHOICE,
                              .preset = "random",
                              .help = "taps at random from -1 to 1, or "
                                      "separable: products of random "
                                      "factors, a Gaussian of deviation "
                                      "k / 6, a mean",
                              .choices = filters },
    { 0 }
};

static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

/* --- shape ---------------------------------------------------------------- */

/* An image in a file is as wide and high as it is. */
static enum status take_extents(struct problem *p, struct reason *why)
{
    const struct pgm *image = p->file;
    const size_t width = (size_t)p->param[CONV2D_PARAM_WIDTH].i;
    int64_t *height = &p->param[CONV2D_PARAM_HEIGHT].i;
    if (image &&
        ((width && width != image->width) ||
         (*height && (size_t)*height != image->height)))
        return fail(why, STATUS_USAGE,
                    "the image of --input has width=%zu and height=%zu, and "
                    "cannot have others",
                    image->width, image->height);
    if (image) {
        p->size = image->width;
        *height = (int64_t)image->height;
    }
    p->dim[0] = *height ? (size_t)*height : p->size;
    p->dim[1] = width ? width : p->size;
    p->dim[2] = 1;
    return STATUS_OK;
}

static enum status shape(struct problem *p, struct reason *why)
{
    const int64_t k = p->param[CONV2D_PARAM_K].i;
    if (k % 2 == 0)
        return fail(why, STATUS_USAGE,
                    "k=%d is even, and such a filter has no middle: expected "
                    "%d or %d",
                    (int)k, (int)k - 1, (int)k + 1);
    const enum status status = take_extents(p, why);
    if (status)
        return status;
    const size_t pixels = count_product(p->dim[0], p->dim[1]), n = (size_t)k;
    const bool separable = conv2d_is_separable(p);
    p->in[CONV2D_X] =
        (struct array){ .name = "x", .type = ELEM_F32, .count = pixels };
    p->in[CONV2D_F] =
        (struct array){ .name = "f", .type = ELEM_F32, .count = n * n };
    p->in[CONV2D_COLUMN] =
        (struct array){ .name = "column", .type = ELEM_F32, .count = n };
    p->in[CONV2D_ROW] =
        (struct array){ .name = "row", .type = ELEM_F32, .count = n };
    p->in_count = separable ? 4 : 2;
    p->out[0] =
        (struct array){ .name = "y", .type = ELEM_F32, .count = pixels };
    p->out_count = 1;
    return STATUS_OK;
}

/* --- inputs without a right answer ---------------------------------------- */

static enum status check_factors(const struct problem *p,
                                 const void *const in[], struct reason *why)
{
    const size_t k = (size_t)p->param[CONV2D_PARAM_K].i;
    const float *f = in[CONV2D_F], *column = in[CONV2D_COLUMN];
    const float *row = in[CONV2D_ROW];
    for (size_t i = 0; i < k * k; i++) {
        const double product = (double)column[i / k] * (double)row[i % k];
        if (product != (double)f[i])
            return fail(why, STATUS_USAGE,
                        "f[%zu][%zu] is %.9g: expected column[%zu] row[%zu], "
                        "%.17g, exactly",
                        i / k, i % k, (double)f[i], i / k, i % k, product);
    }
    return STATUS_OK;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    double most[4] = { 0 };
    for (int i = 0; i < p->in_count; i++) {
        const enum status status = magnitude(p, i, in[i], &most[i], why);
        if (status)
            return status;
    }
    /* Half of what fits: partial sums round up too. */
    if (most[CONV2D_X] * most[CONV2D_F] * (double)p->in[CONV2D_F].count >
        FLT_MAX / 2)
        return fail(why, STATUS_USAGE,
                    "elements are so large (%g in x, %g in f) that sums could "
                    "overflow f32",
                    most[CONV2D_X], most[CONV2D_F]);
    return conv2d_is_separable(p) ? check_factors(p, in, why) : STATUS_OK;
}

/* --- cost and check ------------------------------------------------------- */

/* How many of the k neighbours along one extent, of all n places, count. */
static double neighbours(const struct problem *p, size_t n)
{
    const double k = (double)p->param[CONV2D_PARAM_K].i, all = (double)n;
    const double beyond = fmin((k - 1) / 2, all); /* steps that matter */
    if (p->param[CONV2D_PARAM_BORDER].i == CONV2D_CLAMP)
        return k * all;
    return all + 2 * (beyond * all - beyond * (beyond + 1) / 2);
}

static struct cost cost(const struct problem *p, const void *want)
{
    const double height = (double)p->dim[0], width = (double)p->dim[1];
    const double k = (double)p->param[CONV2D_PARAM_K].i;
    const double down = neighbours(p, p->dim[0]);
    const double along = neighbours(p, p->dim[1]);
    const bool separable = conv2d_is_separable(p);
    (void)want;
    return (struct cost){
        .read = sizeof(float) * (height * width + (separable ? 2 * k : k * k)),
        .written = sizeof(float) * height * width,
        .flops =
            2 * (separable ? down * width + along * height : down * along),
        .items = height * width,
    };
}

struct checking {
    const double *want, *norm;
    const float *got;
    double depth, growth;
    bool exact; /* where f32 counts that far */
};

static void check_block(const void *context, size_t first, size_t last,
                        struct verdict *v)
{
    const struct checking *c = context;
    const double counts = ldexp(1, FLT_MANT_DIG);
    v->depth = c->depth;
    for (size_t at = first; at < last; at++) {
        const double reach = (c->norm[at] + fabs(c->want[at])) / 2;
        const double bound =
            c->growth * c->norm[at] + (c->depth + 1) * FLT_TRUE_MIN;
        verdict_near(v, 0, at, ELEM_F32, &c->got[at], c->want[at], 0,
                     c->exact && reach <= counts ? 0 : bound);
    }
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    /* Of the twin, what rounds does so once a tap at most; two passes of one
     * tap do so twice. */
    const double taps = (double)p->in[CONV2D_F].count;
    const double depth = verdict_chain(promise, taps + 1);
    const struct checking c = { .want = want,
                                .norm = conv2d_norms(p, want),
                                .got = got[0],
                                .depth = depth,
                                .growth = verdict_gamma(
                                    ELEM_F32, depth > 0 ? depth : taps),
                                .exact = depth == 0 && conv2d_whole(p, want) };
    verdict_clear(v);
    verdict_parallel(v, p->out[0].count, check_block, &c);
}

const struct op op_conv2d = {
    .name = "conv2d",
    .summary = "an image filtered with k x k taps",
    .types = TYPE(F32),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "512:4096:x2",
    .size_means = "rows and columns of the image",
    .formulae =
        "y[i][j] = sum over u, v < k of f[u][v] x[i + u - r][j + v - r], "
        "r = (k - 1) / 2:\n"
        "a correlation, so f is not turned round\n"
        "bytes: 8 H W + 4 k^2: each pixel read once and written once, and the "
        "filter (separable: 8 k)\n"
        "FLOPs: 2 k^2 a pixel, but 4 k if the filter is separable; with "
        "border=zero without those\n"
        "of what is outside\n"
        "items: H W pixels",
    .headline = HEADLINE_FLOPS,
    .item = "pixels",
    .read = pgm_input,
    .read_ending = ".pgm",
    .read_begins = pgm_begins,
    .forget = pgm_forget,
    .shape = shape,
    .fill = conv2d_fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = conv2d_want_bytes,
    .oracle = conv2d_oracle,
    .cost = cost,
    .check = check,
    .image = conv2d_image,
};
