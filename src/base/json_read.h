/* json_read.h - fields of JSON that is believed in nothing.
 *
 * Each reader checks type and range. The first field that is wrong writes the
 * reason and sets `bad`; from then on readers find nothing and return zero,
 * so that callers check once, at the end. */
#ifndef TETRAD_JSON_READ_H
#define TETRAD_JSON_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include "status.h"

enum { JSON_SCHEMA = 1 }; /* raised when a name changes its meaning */

/* Where the reading stands, for the message. */
struct json_reader {
    const char *path;
    const char *part;   /* "row", "roof"; NULL: the top level */
    size_t index;       /* which of them, from 1 */
    const char *inside; /* "seconds.", or "" */
    bool bad;
    struct reason *why;
};

/* MAYBE: null, or not there at all, is as good as zero. */
enum json_need { NEEDED, MAYBE };

/* Writes: FILE: row 3: field "n" is not ACCEPTED */
void json_wrong(struct json_reader *, const char *key, const char *accepted);

/* The value; NULL: there is none, or it is null. */
json_t *json_field(struct json_reader *, const json_t *object, const char *key,
                   enum json_need);
json_t *json_object_in(struct json_reader *, const json_t *object,
                       const char *key, enum json_need);
json_t *json_list_in(struct json_reader *, const json_t *object,
                     const char *key);

double json_real_in(struct json_reader *, const json_t *object,
                    const char *key, enum json_need); /* 0 or more */
uint64_t json_whole_in(struct json_reader *, const json_t *object,
                       const char *key, enum json_need);
bool json_bool_in(struct json_reader *, const json_t *object, const char *key,
                  enum json_need, bool otherwise);
void json_text_in(struct json_reader *, const json_t *object, const char *key,
                  enum json_need, char *text, size_t room);
/* Text without control characters. */
void json_name_in(struct json_reader *, const json_t *object, const char *key,
                  enum json_need, char *text, size_t room);
bool json_is_name(const char *text);

#endif
