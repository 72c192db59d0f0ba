/* list.h - --list: what there is, for people and as JSON. */
#ifndef TETRAD_LIST_H
#define TETRAD_LIST_H

#include <jansson.h>
#include "options/options.h"

/* Prints options->list_what (NULL: an overview) on stdout, of the chosen ops
 * and backends, as JSON when --json was given. machine_open() comes first. */
enum status list_chosen(const struct options *, struct reason *why);

/* list_model.c: one list, an array of objects, as the JSON form has it; NULL
 * with the reason. */
json_t *list_model(const char *what, const struct options *,
                   struct reason *why);

#endif
