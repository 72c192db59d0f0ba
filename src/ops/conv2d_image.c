/* conv2d_image.c - the filtered image as PGM: of an image from a file with the
 * values of that file, else from the least value to the largest. */
#include "ops/conv2d_image.h"

#include <math.h>

#include "ops/pgm.h"

enum { GREYS = 255 }; /* of an image that no file says it of */

static struct pgm_range whole_range(const float *y, size_t count)
{
    struct pgm_range range = { .most = GREYS };
    range.black = range.white = count ? (double)y[0] : 0;
    for (size_t i = 0; i < count; i++) {
        range.black = fmin(range.black, (double)y[i]);
        range.white = fmax(range.white, (double)y[i]);
    }
    return range;
}

void conv2d_image(const struct problem *p, const void *const got[], FILE *file,
                  struct reason *remark)
{
    const float *y = got[0];
    const size_t count = p->out[0].count;
    const struct pgm *input = p->file;
    const struct pgm_range range = input
        ? (struct pgm_range){ 0, input->most, input->most }
        : whole_range(y, count);
    const size_t beyond = pgm_print(file, y, p->dim[1], p->dim[0], &range);
    if (!input)
        snprintf(remark->text, sizeof remark->text,
                 "%.6g is black and %.6g white", range.black, range.white);
    else if (beyond)
        snprintf(remark->text, sizeof remark->text,
                 "%zu of %zu pixels are beyond it, below 0 or above %u",
                 beyond, count, range.most);
}
