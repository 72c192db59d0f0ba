/* conv2d_fill.h - images and filters. */
#ifndef TETRAD_OPS_CONV2D_FILL_H
#define TETRAD_OPS_CONV2D_FILL_H

#include "op.h"

/* Fills an input of conv2d; false: the image is a distribution's. */
bool conv2d_fill(const struct problem *, int which, void *elements);

#endif
