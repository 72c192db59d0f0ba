/* pgm.h - grey images: Netpbm's PGM files, P5 (raw) and P2 (plain). */
#ifndef TETRAD_OPS_PGM_H
#define TETRAD_OPS_PGM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

struct pgm {
    size_t width, height; /* both at least 1 */
    unsigned most;        /* what stands for white, 1 to 65535 */
    bool wide;            /* samples are u16, else u8 */
    void *samples;        /* width * height, a row after another from the top,
                             none above `most` */
};

/* Reads a file that holds one image and no more. STATUS_IO: it cannot be read,
 * or is no such file, and where in it. What it made is pgm_free()'s to
 * free. */
enum status pgm_read(const char *path, struct pgm *, struct reason *why);
/* The same of `size` bytes of text, behind which there is a 0. */
enum status pgm_parse(const char *text, size_t size, struct pgm *,
                      struct reason *why);
void pgm_free(struct pgm *); /* takes what is all 0 */

/* What is black and what is white in grey values that are to be printed: they
 * go to 0 and to `most`, 1 to 65535. */
struct pgm_range {
    double black, white;
    unsigned most;
};

/* Prints width * height values, a row after another from the top, as P5: each
 * as the nearest number of 0 to `most`. How many of the nearest numbers were
 * beyond that; what is no number is black. */
size_t pgm_print(FILE *, const float *values, size_t width, size_t height,
                 const struct pgm_range *);

/* An operation's `read`, `read_begins` and `forget`: a file whose name ends in
 * .pgm is a struct pgm; of others nothing is made. */
extern const char *const pgm_begins[];
enum status pgm_input(const char *path, void **file, struct reason *why);
void pgm_forget(void *file);

/* Sample i, in the order of `samples`. */
static inline unsigned pgm_at(const struct pgm *image, size_t i)
{
    return image->wide ? ((const uint16_t *)image->samples)[i]
                       : ((const uint8_t *)image->samples)[i];
}

#ifdef __cplusplus
}
#endif
#endif
