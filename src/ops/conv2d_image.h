/* conv2d_image.h - the filtered image as a file. */
#ifndef TETRAD_OPS_CONV2D_IMAGE_H
#define TETRAD_OPS_CONV2D_IMAGE_H

#include "op.h"

/* The operation's `image`. */
void conv2d_image(const struct problem *, const void *const got[], FILE *,
                  struct reason *remark);

#endif
