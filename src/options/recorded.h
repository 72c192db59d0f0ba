/* recorded.h - the command of saved results, read back.
 *
 * It is text from a file: it is cut into words and parsed as a command line,
 * and that is all. Nothing is run, printed or written. */
#ifndef TETRAD_RECORDED_H
#define TETRAD_RECORDED_H

#include "options/options.h"
#include "record/record.h"

struct recorded {
    struct options options; /* borrow from words */
    char **words;
};

/* STATUS_USAGE: the command is not one that this version measures by. Close
 * it even then. */
enum status recorded_open(struct recorded *, const struct record *,
                          struct reason *why);
void recorded_close(struct recorded *);

#endif
