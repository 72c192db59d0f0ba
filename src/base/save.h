/* save.h - results to files.
 *
 * A temporary file beside `path` is written, synced and renamed, so that a
 * reader finds the old file or the new one, whole, and a full disk leaves the
 * old one as it was. What is not a regular file is written to directly; "-" is
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

#endif
