/* save.h - results to files.
 *
 * A file without a name is written in the directory of `path`, synced and put
 * in its place, so that a reader finds the old file or the new one, whole, a
 * full disk leaves the old one as it was, and a process that is killed leaves
 * nothing beside it. What is not a regular file is written to directly; "-" is
 * standard output. */
#ifndef TETRAD_SAVE_H
#define TETRAD_SAVE_H

#include <stdbool.h>
#include <stdio.h>
#include "status.h"

/* print: false, no memory; what the stream itself says need not be looked
 * at. */
enum status save_file(const char *path, bool (*print)(FILE *, const void *),
                      const void *what, struct reason *why);
/* Whether `path` could be written as a regular file: 0, or an errno. */
int save_try(const char *path);
/* Not synced, as it will soon be replaced. taken: not NULL, a file that is
 * there is left as it is, and that is told there. */
enum status save_for_now(const char *path, bool *taken,
                         bool (*print)(FILE *, const void *), const void *what,
                         struct reason *why);

#endif
