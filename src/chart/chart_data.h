/* chart_data.h - the data files that the scripts of plots/ read.
 *
 * Blocks are two blank lines apart (gnuplot's index). Block 0 is what the
 * chart says of itself, KEY "VALUE" a line; blocks without anything to draw
 * hold one line of NaN, so that the numbering stays. Each call writes one file
 * for rows of one series (sorted, as by record_sorted) and tells whether there
 * was anything to draw; if not, nothing is written. */
#ifndef TETRAD_CHART_DATA_H
#define TETRAD_CHART_DATA_H

#include <stdio.h>
#include "record/record.h"

enum {
    CHART_VARIANTS = 8, /* beyond that one line a backend */
    CHART_LINES = 20    /* of them and of their transfers */
};

/* One line of a chart: a variant over all n, with transfers or without; or of
 * a library, of whose rows a chart has but the fastest of each n, all of
 * these. */
struct chart_line {
    const struct row *row; /* any row of it */
    int rank;              /* among the lines of its backend, from 0 */
    bool library;          /* the fastest rows of row's backend */
};

struct chart {
    const struct record *record;
    const struct row *const *rows; /* of one series */
    size_t count;
    enum headline lead; /* the rate that is drawn */
    char unit[32];      /* "GB/s" */
    struct chart_line line[CHART_LINES];
    int line_count;
};

/* What rows a chart is of: all; of a thread sweep those of the most threads,
 * and of a library beside other backends the fastest at each n; those of the
 * most threads without transfers. */
enum chart_rows { CHART_ALL, CHART_WIDEST, CHART_RESIDENT };
/* `chosen` has room for all; returns how many they are. */
size_t chart_choose(const struct row **chosen, const struct row *const *rows,
                    size_t count, enum chart_rows);

/* Chooses the lines; line_count 0: nothing was measured. */
void chart_of(struct chart *, const struct record *,
              const struct row *const *rows, size_t count);
void chart_rank(struct chart *); /* of lines that a chart chose itself */
bool chart_on_line(const struct chart_line *, const struct row *);
double chart_rate(const struct chart *, const struct row *); /* in 1e9/s */
const char *chart_rate_name(const struct chart *);           /* "bandwidth" */
/* The one n that all rows with a rate have; 0: there are several, or none. */
size_t chart_only_size(const struct chart *);
/* Whether a roof is one of the rate that is drawn. */
bool chart_has_roof(const struct chart *, enum roof_kind);

/* Block 0, its opening: comment, title, subtitle, the lines. */
void chart_print_opening(FILE *, const struct chart *, const char *what);
/* `text` in double quotes, without what gnuplot would make of it; powers are
 * raised. */
void chart_print_quoted(FILE *, const char *text);
void chart_print_word(FILE *, const char *name); /* without blanks, quotes */
/* "# NAME: what its numbers are", after the blank lines of a new block. */
void chart_print_heading(FILE *, const struct chart_line *,
                         const char *numbers);

/* A label near the height of its value, on an axis up to `top` on which labels
 * must be a `gap` apart (in octaves when the axis is logarithmic). */
struct chart_label {
    double value, at;
    char device[16], text[64];
};
/* "VALUE AT DEVICE "TEXT"", a line. */
void chart_print_label(FILE *, const struct chart_label *);
void chart_spread(struct chart_label *, int count, bool log, double gap,
                  double top);

struct chart_range {
    double low, high;
};
void chart_extend(struct chart_range *, double value);

bool chart_speed_data(FILE *, const struct chart *);     /* chart_speed.c */
bool chart_bars_data(FILE *, const struct chart *);      /* chart_bars.c */
bool chart_ladder_data(FILE *, const struct chart *);    /* chart_ladder.c */
bool chart_roofline_data(FILE *, const struct chart *);  /* ..._roofline.c */
bool chart_threads_data(FILE *, const struct chart *);   /* ..._threads.c */
bool chart_crossover_data(FILE *, const struct chart *); /* ..._crossover.c */

#endif
