/* outputs.h - where results go: named files, or a fresh set under runs/. */
#ifndef TETRAD_OUTPUTS_H
#define TETRAD_OUTPUTS_H

#include "options/options.h"
#include "record/record.h"
#include "report/report.h"

enum { OUTPUT_PATH = 256 };

struct outputs {
    char json[OUTPUT_PATH], plot[OUTPUT_PATH]; /* "": none */
    char reserved[OUTPUT_PATH]; /* empty, so that no other run takes it */
};

/* Settles the paths and finds out now whether they can be written: an error
 * for a path the user named, a warning on stderr for our own. */
enum status outputs_open(struct outputs *, const struct options *,
                         struct reason *why);
/* Removes what was reserved and got no results. */
void outputs_close(const struct outputs *);
/* How a table on stdout looks: as --color and --verbose say, and as wide as
 * the terminal. */
struct table_style outputs_style(const struct options *);
/* Writes everything asked for: files first, which then are safe, then the
 * table, charts, and on stderr where they went. */
enum status outputs_write(const struct outputs *, const struct options *,
                          const struct record *, struct reason *why);

#endif
