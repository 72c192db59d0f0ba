/* report_row.h - a row as JSON, and back: the parts of report_json.c and
 * report_load.c that know rows. */
#ifndef TETRAD_REPORT_ROW_H
#define TETRAD_REPORT_ROW_H

#include "base/json_read.h"
#include "record/record.h"

/* report_json_row.c */
json_t *report_row_to_json(const struct row *);
json_t *traits_to_json(unsigned traits); /* a list of their names */

/* The key of a roof's rate: "gb_per_s", "gflop_per_s", "accesses_per_s". */
const char *report_rate_name(enum roof_kind);

/* report_load_row.c: into a row of {0}, whose samples are the caller's even
 * when something is wrong. */
void report_row_read(struct json_reader *, const json_t *, struct row *);
/* Of random accesses the kind of the narrowest, past the caches. */
enum roof_kind report_kind_read(struct json_reader *, const char *key,
                                const char *name);

#endif
