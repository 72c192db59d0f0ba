/* report_load.c - results back from a file that is believed in nothing.
 *
 * Every field is checked for its type and range before it is used. The first
 * one that is wrong is named, with its row, and the record stays as it was. */
#include "report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "json_read.h"
#include "text.h"

enum { MOST_STEPS = 1000 };

/* Rates are saved in units of 1e9: the value that is saved as `giga` again. */
static double from_giga(double giga)
{
    const double rate = giga * 1e9;
    if (rate / 1e9 == giga || !isfinite(rate))
        return rate;
    const double above = nextafter(rate, INFINITY);
    return above / 1e9 == giga ? above : nextafter(rate, 0);
}

/* --- what a row is -------------------------------------------------------- */

static enum row_status find_status(struct json_reader *in, const char *name)
{
    for (int status = ROW_OK; status <= ROW_SKIPPED; status++)
        if (!strcmp(name, row_status_name((enum row_status)status)))
            return (enum row_status)status;
    json_wrong(in, "status", "ok, wrong, failed or skipped");
    return ROW_FAILED;
}

static enum roof_kind find_kind(struct json_reader *in, const char *key,
                                const char *name)
{
    for (int kind = 0; kind < ROOF_KINDS; kind++)
        if (!strcmp(name, roof_kind_name((enum roof_kind)kind)))
            return (enum roof_kind)kind;
    json_wrong(in, key, "of kind read, copy, write or fma");
    return ROOF_READ;
}

static bool copy_name(char *to, size_t room, const char *name)
{
    const size_t length = name ? strlen(name) : room;
    if (length >= room || !json_is_name(name))
        return false;
    memcpy(to, name, length + 1);
    return true;
}

static void read_param(struct json_reader *in, struct row *row,
                       const char *name, const json_t *value)
{
    char number[TEXT_ROOM];
    const char *text = json_string_value(value);
    if (json_is_integer(value))
        snprintf(number, sizeof number, "%lld",
                 (long long)json_integer_value(value));
    if (json_is_real(value))
        text_exact(number, json_real_value(value));
    if (json_is_number(value))
        text = number;

    const int i = row->param_count++;
    if (!copy_name(row->params[i].name, sizeof row->params[i].name, name) ||
        !copy_name(row->params[i].value, sizeof row->params[i].value, text))
        json_wrong(in, name, "a short text or number");
}

static void read_params(struct json_reader *in, const json_t *json,
                        struct row *row)
{
    const char *name;
    json_t *value, *params = json_object_in(in, json, "params", NEEDED);
    if (json_object_size(params) > OP_PARAMS) {
        json_wrong(in, "params", "an object of at most 8 members");
        return;
    }
    in->inside = "params.";
    json_object_foreach(params, name, value)
        read_param(in, row, name, value);
    in->inside = "";
}

static void read_case(struct json_reader *in, const json_t *json,
                      struct row *row)
{
    json_name_in(in, json, "op", NEEDED, row->op, sizeof row->op);
    json_name_in(in, json, "backend", NEEDED, row->backend,
                 sizeof row->backend);
    json_name_in(in, json, "variant", NEEDED, row->variant,
                 sizeof row->variant);
    json_name_in(in, json, "type", NEEDED, row->type, sizeof row->type);
    json_name_in(in, json, "dist", NEEDED, row->dist, sizeof row->dist);
    json_name_in(in, json, "cache", NEEDED, row->cache, sizeof row->cache);
    row->n = (size_t)json_whole_in(in, json, "n", NEEDED);
    read_params(in, json, row);
    json_name_in(in, json, "ladder", MAYBE, row->ladder, sizeof row->ladder);
    const uint64_t step = json_whole_in(in, json, "step", MAYBE);
    if (step > MOST_STEPS)
        json_wrong(in, "step", "1000 or less");
    else
        row->step = (int)step;
    row->best = json_bool_in(in, json, "best", MAYBE, false);
}

/* --- how it went ---------------------------------------------------------- */

static void read_seconds(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    const json_t *seconds = json_object_in(in, json, "seconds", MAYBE);
    if (!seconds)
        return;
    in->inside = "seconds.";
    row->seconds = (struct estimate){
        .median = json_real_in(in, seconds, "median", NEEDED),
        .ci_low = json_real_in(in, seconds, "ci_low", MAYBE),
        .ci_high = json_real_in(in, seconds, "ci_high", MAYBE),
        .min = json_real_in(in, seconds, "min", NEEDED),
        .iqr = json_real_in(in, seconds, "iqr", NEEDED)
    };
    in->inside = "";
}

static void read_samples(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    size_t i;
    json_t *value;
    const json_t *samples = json_list_in(in, json, "samples");
    const size_t count = json_array_size(samples);
    if (count && !(row->seconds.median > 0))
        json_wrong(in, "seconds", "there, though samples are");
    if (!count || in->bad)
        return;
    row->samples = calloc(count, sizeof *row->samples);
    if (!row->samples) {
        json_wrong(in, "samples", "short enough for memory");
        return;
    }
    row->sample_count = count;
    json_array_foreach(samples, i, value) {
        row->samples[i] = json_number_value(value);
        if (!json_is_number(value) || !(row->samples[i] >= 0))
            json_wrong(in, "samples", "a list of seconds");
    }
}

static void read_check(struct json_reader *in, const json_t *json,
                       struct row *row)
{
    const json_t *check = json_object_in(in, json, "check", NEEDED);
    row->first_bad = -1;
    if (!check)
        return;
    in->inside = "check.";
    const bool judged = json_field(in, check, "ok", MAYBE) != NULL;
    row->check_ok = json_bool_in(in, check, "ok", MAYBE, false);
    row->max_ulp = json_real_in(in, check, "max_ulp", MAYBE);
    /* JSON has no infinity: the error of a NaN is saved as null. */
    if (judged && !json_field(in, check, "max_ulp", MAYBE))
        row->max_ulp = INFINITY;
    if (json_field(in, check, "first_bad", MAYBE))
        row->first_bad =
            (int64_t)json_whole_in(in, check, "first_bad", MAYBE);
    if (row->first_bad < -1)
        json_wrong(in, "first_bad", "an index");
    in->inside = "";
    row->checked = json_bool_in(in, json, "verified", MAYBE, judged);
}

static void read_roof_of(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    char name[sizeof row->roof_device + 8];
    json_name_in(in, json, "roof", MAYBE, name, sizeof name);
    char *space = strrchr(name, ' ');
    if (!name[0])
        return;
    if (space)
        *space = 0;
    if (!space ||
        !copy_name(row->roof_device, sizeof row->roof_device, name))
        json_wrong(in, "roof", "a device and a kind, as in \"gpu read\"");
    else
        row->roof = find_kind(in, "roof", space + 1);
}

static void read_speedup(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    const json_t *speedup = json_object_in(in, json, "speedup", MAYBE);
    if (!speedup)
        return;
    in->inside = "speedup.";
    json_name_in(in, speedup, "over", NEEDED, row->speedup.over,
                 sizeof row->speedup.over);
    row->speedup.ratio = json_real_in(in, speedup, "ratio", MAYBE);
    row->speedup.ci_low = json_real_in(in, speedup, "ci_low", MAYBE);
    row->speedup.ci_high = json_real_in(in, speedup, "ci_high", MAYBE);
    in->inside = "";
}

static void read_row(struct json_reader *in, const json_t *json,
                     struct row *row)
{
    char status[16];
    read_case(in, json, row);
    json_name_in(in, json, "status", NEEDED, status, sizeof status);
    row->status = find_status(in, status);
    json_text_in(in, json, "reason", MAYBE, row->reason, sizeof row->reason);
    read_check(in, json, row);
    row->repeatable = json_field(in, json, "repeatable", MAYBE)
                          ? json_bool_in(in, json, "repeatable", MAYBE, 0)
                          : -1;
    read_seconds(in, json, row);
    read_samples(in, json, row);
    json_name_in(in, json, "stopped_by", MAYBE, row->stopped_by,
                 sizeof row->stopped_by);
    row->dropped = (size_t)json_whole_in(in, json, "dropped", MAYBE);
    row->bytes = json_real_in(in, json, "bytes", MAYBE);
    row->flops = json_real_in(in, json, "flops", MAYBE);
    row->items = json_real_in(in, json, "items", MAYBE);
    read_roof_of(in, json, row);
    row->roof_share = json_real_in(in, json, "roof_share", MAYBE);
    read_speedup(in, json, row);
}

/* --- the whole ------------------------------------------------------------ */

static void read_roof(struct json_reader *in, const json_t *json,
                      struct roof *roof)
{
    char kind[16];
    json_name_in(in, json, "device", NEEDED, roof->device,
                 sizeof roof->device);
    json_name_in(in, json, "kind", NEEDED, kind, sizeof kind);
    roof->kind = find_kind(in, "kind", kind);
    const bool flops = roof->kind == ROOF_FMA;
    roof->rate = from_giga(json_real_in(
        in, json, flops ? "gflop_per_s" : "gb_per_s", MAYBE));
    roof->peak = from_giga(json_real_in(
        in, json, flops ? "peak_gflop_per_s" : "peak_gb_per_s", MAYBE));
}

static void read_roofs(struct json_reader *in, const json_t *list,
                       struct record *record)
{
    in->part = "roof";
    for (size_t i = 0; i < json_array_size(list) && !in->bad; i++) {
        struct roof roof = { 0 };
        in->index = i + 1;
        read_roof(in, json_array_get(list, i), &roof);
        if (!in->bad && !record_add_roof(record, &roof))
            json_wrong(in, "device", "in memory: there is too little");
    }
    in->part = NULL;
}

static void read_rows(struct json_reader *in, const json_t *list,
                      struct record *record)
{
    in->part = "row";
    for (size_t i = 0; i < json_array_size(list) && !in->bad; i++) {
        struct row row = { 0 };
        in->index = i + 1;
        read_row(in, json_array_get(list, i), &row);
        if (!in->bad && !record_add_row(record, &row))
            json_wrong(in, "op", "in memory: there is too little");
        if (in->bad)
            free(row.samples);
    }
    in->part = NULL;
}

static void read_record(struct json_reader *in, const json_t *json,
                        struct record *record)
{
    const uint64_t schema = json_whole_in(in, json, "schema", NEEDED);
    if (schema != JSON_SCHEMA)
        json_wrong(in, "schema", "1, the one that this version reads");
    const json_t *command = json_field(in, json, "command", NEEDED);
    if (command && !json_is_string(command))
        json_wrong(in, "command", "text");
    if (json_is_string(command))
        record->command = strdup(json_string_value(command));
    record->seed = json_whole_in(in, json, "seed", NEEDED);
    json_name_in(in, json, "started", NEEDED, record->started,
                 sizeof record->started);
    record->environment =
        json_incref(json_object_in(in, json, "environment", NEEDED));
    read_roofs(in, json_list_in(in, json, "roofs"), record);
    read_rows(in, json_list_in(in, json, "rows"), record);
}

static json_t *parse(const char *path, struct reason *why)
{
    json_error_t error;
    const bool on_stdin = !strcmp(path, "-");
    FILE *file = on_stdin ? stdin : fopen(path, "r");
    if (!file) {
        fail(why, STATUS_IO, "%s cannot be read: %s", path, strerror(errno));
        return NULL;
    }
    json_t *json = json_loadf(file, JSON_REJECT_DUPLICATES, &error);
    if (!json)
        fail(why, STATUS_IO, "%s: line %d, column %d: not JSON: %s", path,
             error.line, error.column, error.text);
    if (!on_stdin)
        fclose(file);
    return json;
}

enum status record_load(struct record *record, const char *path,
                        struct reason *why)
{
    struct record found = { 0 };
    struct json_reader in = { .path = path, .inside = "", .why = why };
    json_t *json = parse(path, why);
    if (!json)
        return STATUS_IO;
    if (json_is_object(json)) {
        read_record(&in, json, &found);
    } else {
        in.bad = true;
        fail(why, STATUS_IO, "%s: not a results file: no object", path);
    }
    json_decref(json);
    if (in.bad) {
        record_free(&found);
        return STATUS_IO;
    }
    *record = found;
    return STATUS_OK;
}
