/* report_json.c - a record as JSON.
 *
 * What was not measured is null; a row that is not right has no speed. */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "json_read.h"
#include "text.h"

/* --- values --------------------------------------------------------------- */

static json_t *real_or_null(double value)
{
    return isfinite(value) ? json_real(value) : json_null();
}

/* Null for zero too: how the record says "unknown". */
static json_t *known(double value)
{
    return value > 0 ? real_or_null(value) : json_null();
}

static json_t *giga(double rate)
{
    return known(rate / 1e9);
}

/* Whole numbers of up to 64 bits; a JSON integer has 63 of them. */
static json_t *whole(uint64_t value)
{
    char text[24];
    if (value <= INT64_MAX)
        return json_integer((json_int_t)value);
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    return json_string(text);
}

/* Text as JSON can hold it: bytes that are no UTF-8 (a cut character, a file
 * name) become '?', one each, so that nothing grows. */
static json_t *text(const char *bytes)
{
    json_t *string = json_string(bytes);
    if (string)
        return string;
    char *copy = strdup(bytes);
    for (char *c = copy; c && *c; c++)
        if (*c & 0x80)
            *c = '?';
    string = copy ? json_string(copy) : NULL;
    free(copy);
    return string;
}

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
    return text(value);
}

static json_t *params_object(const struct row *row)
{
    json_t *params = json_object();
    for (int i = 0; i < row->param_count; i++)
        json_object_set_new(params, row->params[i].name,
                            param_value(row->params[i].value));
    return params;
}

/* --- rows ----------------------------------------------------------------- */

/* An end of a confidence interval that ends at `high`; 0: there is none. */
static json_t *interval_or_null(double end, double high)
{
    return high > 0 ? real_or_null(end) : json_null();
}

static json_t *seconds_object(const struct row *row)
{
    if (!row_measured(row))
        return json_null();
    const struct estimate *s = &row->seconds;
    return json_pack("{s:o, s:o, s:o, s:o, s:o}",
                     "median", real_or_null(s->median),
                     "ci_low", interval_or_null(s->ci_low, s->ci_high),
                     "ci_high", interval_or_null(s->ci_high, s->ci_high),
                     "min", real_or_null(s->min),
                     "iqr", real_or_null(s->iqr));
}

static json_t *samples_list(const struct row *row)
{
    json_t *samples = json_array();
    for (size_t i = 0; row_measured(row) && i < row->sample_count; i++)
        json_array_append_new(samples, real_or_null(row->samples[i]));
    return samples;
}

static json_t *roof_text(const struct row *row)
{
    char name[32];
    if (!row->roof_device[0])
        return json_null();
    snprintf(name, sizeof name, "%s %s", row->roof_device,
             roof_kind_name(row->roof));
    return text(name);
}

static json_t *speedup_object(const struct row *row)
{
    if (!row_measured(row) || !row->speedup.over[0])
        return json_null();
    return json_pack("{s:o, s:o, s:o, s:o}", "over", text(row->speedup.over),
                     "ratio", real_or_null(row->speedup.ratio),
                     "ci_low", interval_or_null(row->speedup.ci_low,
                                                row->speedup.ci_high),
                     "ci_high", interval_or_null(row->speedup.ci_high,
                                                 row->speedup.ci_high));
}

static json_t *check_object(const struct row *row)
{
    return json_pack(
        "{s:o, s:o, s:o}",
        "ok", row->checked ? json_boolean(row->check_ok) : json_null(),
        "max_ulp", row->checked ? real_or_null(row->max_ulp) : json_null(),
        "first_bad", row->first_bad >= 0 ? json_integer(row->first_bad)
                                         : json_null());
}

/* The fields that say what the row is. */
static void set_case(json_t *json, const struct row *row)
{
    json_object_set_new(json, "op", text(row->op));
    json_object_set_new(json, "backend", text(row->backend));
    json_object_set_new(json, "variant", text(row->variant));
    json_object_set_new(json, "ladder",
                        row->ladder[0] ? text(row->ladder) : json_null());
    json_object_set_new(json, "step", json_integer(row->step));
    json_object_set_new(json, "best", json_boolean(row->best));
    json_object_set_new(json, "type", text(row->type));
    json_object_set_new(json, "n", whole(row->n));
    json_object_set_new(json, "dist", text(row->dist));
    json_object_set_new(json, "params", params_object(row));
    json_object_set_new(json, "cache", text(row->cache));
}

/* The fields that say how it went. */
static void set_result(json_t *json, const struct row *row)
{
    json_object_set_new(json, "status", text(row_status_name(row->status)));
    json_object_set_new(json, "reason", text(row->reason));
    json_object_set_new(json, "verified", json_boolean(row->checked));
    json_object_set_new(json, "check", check_object(row));
    json_object_set_new(json, "repeatable",
                        row->repeatable < 0 ? json_null()
                                            : json_boolean(row->repeatable));
    json_object_set_new(json, "seconds", seconds_object(row));
    json_object_set_new(json, "stopped_by", row->stopped_by[0]
                                                ? text(row->stopped_by)
                                                : json_null());
    json_object_set_new(json, "dropped", whole(row->dropped));
}

static void set_rates(json_t *json, const struct row *row)
{
    json_object_set_new(json, "bytes", real_or_null(row->bytes));
    json_object_set_new(json, "flops", real_or_null(row->flops));
    json_object_set_new(json, "items", real_or_null(row->items));
    json_object_set_new(json, "gb_per_s", giga(row_bytes_rate(row)));
    json_object_set_new(json, "gflop_per_s", giga(row_flops_rate(row)));
    json_object_set_new(json, "items_per_s", known(row_items_rate(row)));
    json_object_set_new(json, "roof", roof_text(row));
    json_object_set_new(json, "roof_share", row_measured(row)
                                                ? known(row->roof_share)
                                                : json_null());
    json_object_set_new(json, "speedup", speedup_object(row));
    json_object_set_new(json, "samples", samples_list(row));
}

static json_t *row_object(const struct row *row)
{
    json_t *json = json_object();
    set_case(json, row);
    set_result(json, row);
    set_rates(json, row);
    return json;
}

static json_t *roof_object(const struct roof *roof)
{
    const bool flops = roof->kind == ROOF_FMA;
    return json_pack("{s:o, s:s, s:o, s:o}", "device", text(roof->device),
                     "kind", roof_kind_name(roof->kind),
                     flops ? "gflop_per_s" : "gb_per_s", giga(roof->rate),
                     flops ? "peak_gflop_per_s" : "peak_gb_per_s",
                     giga(roof->peak));
}

json_t *record_to_json(const struct record *record)
{
    json_t *json = json_object(), *roofs = json_array(), *rows = json_array();
    json_object_set_new(json, "schema", json_integer(JSON_SCHEMA));
    json_object_set_new(json, "command",
                        text(record->command ? record->command : ""));
    json_object_set_new(json, "seed", whole(record->seed));
    json_object_set_new(json, "started", text(record->started));
    if (record->environment)
        json_object_set(json, "environment", record->environment);
    else
        json_object_set_new(json, "environment", json_object());
    for (size_t i = 0; i < record->roof_count; i++)
        json_array_append_new(roofs, roof_object(&record->roofs[i]));
    for (size_t i = 0; i < record->row_count; i++)
        json_array_append_new(rows, row_object(&record->rows[i]));
    json_object_set_new(json, "roofs", roofs);
    if (json_object_set_new(json, "rows", rows)) {
        json_decref(json);
        return NULL;
    }
    return json;
}
