/* input.h - the file of --input: raw little-endian arrays, the problem's inputs
 * one behind the other. */
#ifndef TETRAD_INPUT_H
#define TETRAD_INPUT_H

#include "options/options.h"

/* That it is a file that can be read, and no pipe: opening one would wait for
 * its writer. STATUS_IO, with the reason. */
enum status input_regular(const char *path, struct reason *why);

/* The size that the file has, for an op of one input; STATUS_USAGE for others,
 * which need --size. */
enum status input_size(const struct options *, const struct op *, enum elem,
                       size_t *size, struct reason *why);

/* STATUS_IO when the file holds another number of bytes; the reason names the
 * arrays that it should hold. */
enum status input_fits(const struct problem *, struct reason *why);

/* Reads such a file, and has the op look for what has no right answer. */
enum status input_valid(const struct problem *, struct reason *why);

#endif
