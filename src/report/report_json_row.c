/* report_json_row.c - a row as JSON: the names that other programs read. */
#include "report/report_row.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json_write.h"
#include "base/text.h"
#include "report/fields.h"
#include "traits.h"

static void put(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

/* --- what the row is ------------------------------------------------------ */

/* A parameter: a number when its text is exactly how that number is read back
 * (text_exact). */
static json_t *param_value(const char *value)
{
    char again[TEXT_ROOM], *end;
    errno = 0;
    const long long integer = strtoll(value, &end, 10);
    if (!*end && !errno) {
        snprintf(again, sizeof again, "%lld", integer);
        if (!strcmp(again, value))
            return json_integer(integer);
    }
    const double real = strtod(value, &end);
    if (!*end && isfinite(real)) {
        text_exact(again, real);
        if (!strcmp(again, value))
            return json_real(real);
    }
    return json_of_text(value);
}

static json_t *params_object(const struct row *row)
{
    json_t *params = json_object();
    for (int i = 0; i < row->param_count; i++)
        put(params, row->params[i].name, param_value(row->params[i].value));
    return params;
}

json_t *traits_to_json(unsigned set)
{
    json_t *list = json_array();
    for (const struct trait_words *t = traits; t->name; t++)
        if (set & t->trait)
            json_array_append_new(list, json_string(t->name));
    return list;
}

/* --- what came of it ------------------------------------------------------ */

static json_t *samples_list(const struct row *row)
{
    json_t *samples = json_array();
    for (size_t i = 0; row_measured(row) && i < row->sample_count; i++)
        json_array_append_new(samples, json_of_real(row->samples[i]));
    return samples;
}

static json_t *starts_list(const struct row *row)
{
    json_t *starts = json_array();
    for (int i = 0; i < row->start_count; i++)
        json_array_append_new(starts, json_of_whole(row->start[i]));
    return starts;
}

/* Seconds of fixed work: a list of each kind. */
static json_t *pace_object(const struct row *row)
{
    json_t *pace = json_object();
    for (int kind = 0; kind < PACES; kind++) {
        json_t *seconds = json_array();
        for (int i = 0; i < row->pace_count; i++)
            json_array_append_new(seconds,
                                  json_of_real(row->pace[i].seconds[kind]));
        put(pace, fields_paces[kind], seconds);
    }
    return pace;
}

/* Shares of a run. */
static json_t *parts_object(const struct row *row)
{
    json_t *parts = json_object();
    for (int i = 0; i < row->part_count; i++)
        put(parts, row->parts[i].name, json_of_real(row->parts[i].share));
    return parts;
}

const char *report_rate_name(enum roof_kind kind)
{
    return kind == ROOF_FMA      ? "gflop_per_s"
        : roof_is_accesses(kind) ? "accesses_per_s"
                                 : "gb_per_s";
}

static json_t *roof_text(const struct row *row)
{
    char name[32];
    snprintf(name, sizeof name, "%s %s", row->roof_device,
             roof_kind_name(row->roof));
    return json_of_text(name);
}

/* --- by the table --------------------------------------------------------- */

/* Of a field that is known. */
static json_t *value_of(const struct field *field, const struct row *row)
{
    const void *member = (const char *)row + field->offset;
    switch (field->kind) {
    case FIELD_TEXT:
    case FIELD_NAME: return json_of_text(member);
    case FIELD_INT: return json_integer(*(const int *)member);
    case FIELD_SIZE: return json_of_whole(*(const size_t *)member);
    case FIELD_INDEX: return json_integer(*(const int64_t *)member);
    case FIELD_BOOL: return json_boolean(*(const bool *)member);
    case FIELD_MAYBE: return json_boolean(*(const int *)member);
    case FIELD_REAL:
    case FIELD_DERIVED: return json_real(field_number(field, row));
    case FIELD_STATUS: return json_of_text(row_status_name(row->status));
    case FIELD_TRAITS: return traits_to_json(row->traits);
    case FIELD_ROOF: return roof_text(row);
    case FIELD_PARAMS: return params_object(row);
    case FIELD_STARTS: return starts_list(row);
    case FIELD_PACE: return pace_object(row);
    case FIELD_PARTS: return parts_object(row);
    case FIELD_SAMPLES: return samples_list(row);
    }
    return json_null();
}

/* The object that a field stands in, made with the first of them; NULL: the
 * row has none. */
static json_t *home_of(const struct field *field, const struct row *row,
                       json_t *json)
{
    const struct group *group = &groups[field->group];
    if (field->group == GROUP_NONE)
        return json;
    json_t *object = json_object_get(json, group->name);
    if (object)
        return json_is_object(object) ? object : NULL;
    const bool known = !group->known || group->known(row);
    if (!known && group->sparse)
        return NULL;
    put(json, group->name, known ? json_object() : json_null());
    return known ? json_object_get(json, group->name) : NULL;
}

json_t *report_row_to_json(const struct row *row)
{
    json_t *json = json_object();
    for (const struct field *f = fields; f->name; f++) {
        json_t *home = home_of(f, row, json);
        if (home && (!f->sparse || field_known(f, row)))
            put(home, f->name,
                field_known(f, row) ? value_of(f, row) : json_null());
    }
    return json;
}
