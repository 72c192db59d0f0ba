/* gnuplot.h - running gnuplot on a script of plots/ and a data file. */
#ifndef TETRAD_GNUPLOT_H
#define TETRAD_GNUPLOT_H

#include <stdio.h>
#include "status.h"

enum { GNUPLOT_PATH_ROOM = 4096 };

/* One chart: script "bandwidth.gp", the data it reads, the picture it
 * writes. */
struct drawing {
    const char *script, *data, *picture;
};

/* STATUS_MISSING: there is no gnuplot; STATUS_IO: it failed, and this is what
 * it said. The environment variables GNUPLOT and TETRAD_PLOTS name another
 * program and another directory of scripts. */
enum status gnuplot_draw(const struct drawing *, struct reason *why);
/* The command line that does the same, for a shell. */
void gnuplot_print_command(FILE *, const struct drawing *);

#endif
