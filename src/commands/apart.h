/* apart.h - files of one command that must not be one file. */
#ifndef TETRAD_APART_H
#define TETRAD_APART_H

#include <stdbool.h>
#include <stddef.h>

#include "status.h"

struct named_path {
    const char *flag, *path; /* no path: NULL, or "-" */
};

/* Whether they are one regular file, by whatever names. */
bool same_file(const char *a, const char *b);
/* STATUS_USAGE where one that is written, which are all but the first `reads`,
 * is another of them. */
enum status paths_apart(const struct named_path *, size_t count, size_t reads,
                        struct reason *why);
/* STATUS_USAGE where charts of that name (NULL: none) would be written over
 * one of the files. */
enum status charts_apart(const char *plot, const struct named_path *,
                         size_t count, struct reason *why);

#endif
