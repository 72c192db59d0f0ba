/* report.h - a record as a table, JSON, CSV, Markdown and charts. */
#ifndef TETRAD_REPORT_H
#define TETRAD_REPORT_H

#include <stdio.h>
#include "record/record.h"

/* report_table.c: for people. columns: of the terminal, 0: unlimited. */
struct table_style {
    bool color, verbose;
    int columns;
};
void report_table(FILE *, const struct record *, const struct table_style *);
void report_markdown(FILE *, const struct record *);
void report_csv(FILE *, const struct record *);

/* report_json.c, report_save.c, report_load.c: the names other programs read.
 * save writes a temporary file beside `path`, syncs and renames it, so that a
 * full disk leaves the old file as it was; what is not a regular file is
 * written to directly. "-" is stdout, and stdin. record_to_json: NULL, no
 * memory. record_load believes nothing: it sets the record only when every
 * field is sound, and else says which row and field is not; times that are not
 * those of the samples beside them are taken from these, and stderr warns. */
json_t *record_to_json(const struct record *);
enum status record_save(const struct record *, const char *path,
                        struct reason *why);
/* For now: replaced again soon, so that it need not be on disk, only in the
 * file system. taken: not NULL, an existing file is left as it is, and that is
 * told there. */
enum status record_keep(const struct record *, const char *path, bool *taken,
                        struct reason *why);
/* Any document, which it frees, in the same way, with blanks and all digits or
 * without; NULL: no memory. */
enum status report_save(json_t *, const char *path, struct reason *why);
enum status report_save_terse(json_t *, const char *path, struct reason *why);
enum status record_load(struct record *, const char *path, struct reason *why);

/* report_publish.c: rounds what was measured, samples to four significant
 * digits, and saves. */
enum status record_publish(struct record *, const char *path,
                           struct reason *why);

/* chart.c: data files and gnuplot. Draws what the record has material for:
 * `path` itself is the bandwidth (or FLOP rate) chart against n; beside it
 * STEM-ladder.EXT when a ladder was run, STEM-roofline.EXT, and
 * STEM-threads.EXT of a thread sweep. Of a record of crossovers `path` is
 * their chart, and there is no other. A record of several series (ops, types,
 * ...) has a set of each, STEM-WHAT.EXT and so on, where WHAT is in what they
 * differ. Each chart has its data
 * file beside it, with .dat for .EXT. Prints each chart's path on `log` (NULL:
 * nowhere). Without gnuplot the data files are written, `log` says how to draw
 * them later, and that is no error. */
enum status chart_draw(const struct record *, const char *path, FILE *log,
                       struct reason *why);
enum { CHART_PATH = 4096 };
/* The files that chart_draw(path) may write for records of one series, from
 * index 0 on: pictures and data; false: no more. */
bool chart_file(const char *path, size_t index, char name[CHART_PATH]);
/* Whether `path` ends in a format charts can have (.svg .png .pdf). */
bool chart_format_known(const char *path);

/* explain.c */
void explain_print(FILE *, const struct op *);

#endif
