/* magnitude.h - how large the numbers of an input are. */
#ifndef TETRAD_OPS_MAGNITUDE_H
#define TETRAD_OPS_MAGNITUDE_H

#include "op.h"

/* The largest |x| of input `which`, of floats, on all threads; or STATUS_USAGE
 * and the first that is not finite. */
enum status magnitude(const struct problem *, int which, const void *elements,
                      double *most, struct reason *why);

#endif
