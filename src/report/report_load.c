/* report_load.c - results back from a file that is believed in nothing.
 *
 * Every field is checked for its type and range before it is used. The first
 * one that is wrong is named, with its row, and the record stays as it was. */
#include "report/report.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/json_write.h"
#include "record/at_odds.h"
#include "record/starts.h"
#include "report/report_row.h"

/* What older files lack. */
static json_t *maybe_list(struct json_reader *in, const json_t *json,
                          const char *key)
{
    json_t *list = json_field(in, json, key, MAYBE);
    if (list && !json_is_array(list))
        json_wrong(in, key, "a list");
    return in->bad ? NULL : list;
}

/* --- roofs and floors ----------------------------------------------------- */

/* Of a key in two parts, in the unit of the kind. */
static double read_rate(struct json_reader *in, const json_t *json,
                        enum roof_kind kind, const char *begin,
                        const char *end)
{
    char key[40];
    snprintf(key, sizeof key, "%s%s%s", begin, report_rate_name(kind), end);
    return json_from_units(json_real_in(in, json, key, MAYBE),
                           roof_unit(kind));
}

static void read_passes(struct json_reader *in, const json_t *json,
                        struct roof *roof)
{
    size_t i;
    json_t *value;
    const json_t *passes = maybe_list(in, json, "passes");
    if (json_array_size(passes) > ROOF_PASSES) {
        json_wrong(in, "passes", "a list of 64 or fewer");
        return;
    }
    json_array_foreach(passes, i, value)
    {
        const double rate = json_number_value(value);
        if (!json_is_number(value) || !(rate > 0))
            json_wrong(in, "passes", "a list of rates");
        roof->pass[roof->pass_count++] =
            json_from_units(rate, roof_unit(roof->kind));
    }
}

/* Of a roof of random accesses, which of its name it is. */
static void read_access(struct json_reader *in, const json_t *json,
                        struct roof *roof)
{
    const uint64_t width = json_whole_in(in, json, "width", NEEDED);
    const bool resident = json_bool_in(in, json, "resident", NEEDED, false);
    if (width != 4 && width != 8)
        json_wrong(in, "width", "4 or 8");
    roof->kind = roof_of_access(
        (struct access){ .scatter = roof_access(roof->kind).scatter,
                         .width = (int)width,
                         .resident = resident });
}

/* What is reached is between the slowest pass and the fastest. */
static void hold_to_passes(struct json_reader *in, const struct roof *roof)
{
    const double digit = 1e-3;
    double least = INFINITY, most = 0;
    for (int i = 0; i < roof->pass_count; i++) {
        least = fmin(least, roof->pass[i]);
        most = fmax(most, roof->pass[i]);
    }
    if (roof->pass_count &&
        (roof->rate < least * (1 - digit) || roof->rate > most * (1 + digit)))
        json_wrong(in, report_rate_name(roof->kind),
                   "what its passes reached");
}

static void read_roof(struct json_reader *in, const json_t *json,
                      struct roof *roof)
{
    char kind[16];
    json_name_in(in, json, "device", NEEDED, roof->device,
                 sizeof roof->device);
    json_name_in(in, json, "kind", NEEDED, kind, sizeof kind);
    roof->kind = report_kind_read(in, "kind", kind);
    if (roof_is_random(roof->kind))
        read_access(in, json, roof);
    roof->rate = read_rate(in, json, roof->kind, "", "");
    roof->low = read_rate(in, json, roof->kind, "", "_low");
    roof->high = read_rate(in, json, roof->kind, "", "_high");
    roof->peak = read_rate(in, json, roof->kind, "peak_", "");
    json_name_in(in, json, "stores", MAYBE, roof->stores, sizeof roof->stores);
    roof->copier = json_real_in(in, json, "copy_as_row", MAYBE);
    roof->copier_low = json_real_in(in, json, "copy_as_row_low", MAYBE);
    roof->copier_high = json_real_in(in, json, "copy_as_row_high", MAYBE);
    read_passes(in, json, roof);
    hold_to_passes(in, roof);
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

static void read_floors(struct json_reader *in, const json_t *list,
                        struct record *record)
{
    in->part = "floor";
    for (size_t i = 0; i < json_array_size(list) && !in->bad; i++) {
        const json_t *json = json_array_get(list, i);
        struct base base = { .seconds = 0 };
        in->index = i + 1;
        json_name_in(in, json, "backend", NEEDED, base.backend,
                     sizeof base.backend);
        base.seconds = json_real_in(in, json, "seconds", MAYBE);
        if (!in->bad && !record_add_base(record, &base))
            json_wrong(in, "backend", "in memory: there is too little");
    }
    in->part = NULL;
}

/* --- the whole ------------------------------------------------------------ */

static bool near(double told, double is, double within)
{
    return fabs(told - is) <= within;
}

/* Ends of an interval are reckoned from the medians of starts, and move by
 * several times as much as these do. */
static bool same_interval(const struct estimate *told,
                          const struct estimate *is)
{
    return near(told->ci_low, is->ci_low, 5e-3 * is->ci_low) &&
        near(told->ci_high, is->ci_high, 5e-3 * is->ci_high) &&
        (!(is->ci_high > 0) ||
         (told->ci_low <= told->median && told->median <= told->ci_high));
}

/* Takes a row's time from its samples where the one beside them is another,
 * and says whether it was. In published files samples have four digits, and so
 * have then the median and the least of them, about, and the quartiles. An
 * interval alone may be of an older version, which made it in another way: it
 * is made anew. */
static bool hold_to_samples(struct json_reader *in, struct row *row)
{
    if (in->bad || !row->sample_count || row->status != ROW_OK)
        return false;
    const struct estimate told = row->seconds, is = starts_estimate(row);
    const double digit = 1e-3;
    if (!(is.median > 0))
        json_wrong(in, "samples", "of more than 0 s");
    if (!near(told.median, is.median, digit * is.median) ||
        !near(told.min, is.min, digit * is.min) ||
        !near(told.iqr, is.iqr, digit * (is.median + is.iqr))) {
        row->seconds = is;
        return true;
    }
    if (!same_interval(&told, &is)) {
        row->seconds.ci_low = fmin(is.ci_low, told.median);
        row->seconds.ci_high =
            is.ci_high > 0 ? fmax(is.ci_high, told.median) : 0;
    }
    return false;
}

/* Also cut short, as options may be. */
static bool is_unchecked(const char *command)
{
    static const char option[] = "--no-check", least[] = " --no-c";
    for (const char *at = command; (at = strstr(at, least)); at++) {
        const size_t length = strcspn(at + 1, " ");
        if (length < sizeof option && !strncmp(at + 1, option, length))
            return true;
    }
    return false;
}

static void read_rows(struct json_reader *in, const json_t *list,
                      struct record *record)
{
    const bool unchecked = record->command && is_unchecked(record->command);
    size_t restated = 0;
    in->part = "row";
    for (size_t i = 0; i < json_array_size(list) && !in->bad; i++) {
        struct row row = { 0 };
        in->index = i + 1;
        report_row_read(in, json_array_get(list, i), &row);
        if (unchecked && row.checked)
            json_wrong(in, "verified", "false: its command has --no-check");
        restated += hold_to_samples(in, &row);
        if (!(row.peak_share > 0)) /* older files have the roofs' peaks */
            row.peak_share = record_peak_share(record, &row);
        if (!in->bad && !record_add_row(record, &row))
            json_wrong(in, "op", "in memory: there is too little");
        if (in->bad)
            free(row.samples);
    }
    in->part = NULL;
    if (restated && !in->bad)
        fprintf(stderr,
                "warning: %s: the times of %zu of %zu rows are not those of "
                "their samples, and are taken from the samples\n",
                in->path, restated, record->row_count);
    const size_t odd = in->bad ? 0 : rows_at_odds(record);
    if (odd)
        fprintf(
            stderr,
            "warning: %s: what %zu of %zu rows say of roofs, of speed-ups, "
            "of ties or of their work is not what their times say, or "
            "other rows\n",
            in->path, odd, record->row_count);
}

/* Plain objects of printable text, numbers and nothing else. */
static void read_crossover(struct json_reader *in, const json_t *json,
                           struct record *record)
{
    size_t i;
    const char *key;
    json_t *item, *value, *list = maybe_list(in, json, "crossover");
    json_array_foreach(list, i, item)
    {
        if (!json_is_object(item))
            json_wrong(in, "crossover", "a list of objects");
        json_object_foreach(
            item, key, value) if (json_is_object(value) ||
                                  json_is_array(value) ||
                                  (json_is_string(value) &&
                                   !json_is_name(json_string_value(value))))
            json_wrong(in, "crossover", "of printable text and numbers");
    }
    if (list && !in->bad)
        record->crossover = json_incref(list);
}

static void read_record(struct json_reader *in, const json_t *json,
                        struct record *record)
{
    const json_t *schema = json_field(in, json, "schema", NEEDED);
    if (!json_is_integer(schema))
        json_wrong(in, "schema", "a whole number");
    else if (json_integer_value(schema) != JSON_SCHEMA)
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
    read_floors(in, maybe_list(in, json, "floors"), record);
    read_crossover(in, json, record);
    read_rows(in, json_list_in(in, json, "rows"), record);
}

static json_t *parse(const char *path, struct reason *why)
{
    json_error_t error;
    const bool on_stdin = !strcmp(path, "-");
    struct stat info;
    if (!on_stdin && !stat(path, &info) && S_ISDIR(info.st_mode)) {
        fail(why, STATUS_IO,
             "%s is a directory; expected a file of results, such as "
             "%s/NAME.json",
             path, path);
        return NULL;
    }
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
