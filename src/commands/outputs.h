/* outputs.h - where results go: named files, or a fresh set under runs/. */
#ifndef TETRAD_OUTPUTS_H
#define TETRAD_OUTPUTS_H

#include "options/options.h"
#include "record/record.h"
#include "report/report.h"

enum { OUTPUT_PATH = 4096 /* as the system's longest */ };

struct outputs {
    char json[OUTPUT_PATH], plot[OUTPUT_PATH]; /* "": none (yet) */
    char own[OUTPUT_PATH / 2]; /* names of ours begin so; "" : none is */
    int number;                /* and go on so, from the second try on */
    bool fresh;                /* json is ours, and no file has it yet */
    size_t kept;               /* rows that outputs_keep() last saved, */
    double kept_at;            /* and when, by host_clock() */
};

/* Settles the paths and finds out now whether they can be written: an error
 * for a path the user named, a warning on stderr for our own. */
enum status outputs_open(struct outputs *, const struct options *,
                         struct reason *why);
/* Saves what is finished so far, as JSON, so that it survives whatever comes:
 * rows that have come at once, what later starts add to them each second. An
 * error is left to outputs_write(). */
void outputs_keep(struct outputs *, const struct record *so_far);
/* How a table on stdout looks: as --color and --verbose say, and as wide as
 * the terminal. */
struct table_style outputs_style(const struct options *);
/* Writes everything asked for: files first, which then are safe, then the
 * table, charts, and on stderr where they went. Of a run that was interrupted
 * there are no charts, and no file of our own without rows. */
enum status outputs_write(struct outputs *, const struct options *,
                          const struct record *, struct reason *why);

#endif
