/* sizes.h - sizes as users write them: 1M, 64Ki, 2^20+1, 2^16:2^28:x4. */
#ifndef TETRAD_SIZES_H
#define TETRAD_SIZES_H

#include <stddef.h>
#include "status.h"

enum { MAX_SIZES = 256 };

/* Parses one --size list, keeping its order, each size once; the reason
 * names the bad part. */
enum status sizes_parse(const char *text, size_t sizes[MAX_SIZES], int *count,
                        struct reason *why);

/* Parses one size, no list and no range. */
enum status size_parse(const char *text, size_t length, size_t *size,
                       struct reason *why);

#endif
