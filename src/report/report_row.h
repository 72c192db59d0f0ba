/* report_row.h - a row as JSON, and back: the parts of report_json.c and
 * report_load.c that know rows. */
#ifndef TETRAD_REPORT_ROW_H
#define TETRAD_REPORT_ROW_H

#include "base/json_read.h"
#include "record/record.h"

/* report_json_row.c */
json_t *report_row_to_json(const struct row *);
json_t *traits_to_json(unsigned traits); /* a list of their names */

/* report_load_row.c: into a row of {0}, whose samples are the caller's even
 * when something is wrong. */
void report_row_read(struct json_reader *, const json_t *, struct row *);
enum roof_kind report_kind_read(struct json_reader *, const char *key,
                                const char *name);

#endif
