/* report_json.c - a record as JSON: all of it but what a row is.
 *
 * What was not measured is null; a row that is not right has no speed. */
#include "report/report.h"

#include <stdio.h>
#include "base/json_write.h"
#include "report/report_row.h"

static json_t *passes_list(const struct roof *roof)
{
    json_t *passes = json_array();
    for (int i = 0; i < roof->pass_count; i++)
        json_array_append_new(
            passes, json_of_units(roof->pass[i], roof_unit(roof->kind)));
    return passes;
}

static void put(json_t *json, const char *rate, const char *end, json_t *value)
{
    char key[40];
    snprintf(key, sizeof key, "%s%s", rate, end);
    json_object_set_new(json, key, value);
}

static json_t *roof_object(const struct roof *roof)
{
    const double unit = roof_unit(roof->kind);
    const char *rate = report_rate_name(roof->kind);
    json_t *json = json_object();
    put(json, "device", "", json_of_text(roof->device));
    put(json, "kind", "", json_string(roof_kind_name(roof->kind)));
    if (roof_is_random(roof->kind)) {
        const struct access access = roof_access(roof->kind);
        put(json, "width", "", json_integer(access.width));
        put(json, "resident", "", json_boolean(access.resident));
    }
    put(json, rate, "", json_of_units(roof->rate, unit));
    put(json, rate, "_low", json_of_end(roof->low, roof->high, unit));
    put(json, rate, "_high", json_of_end(roof->high, roof->high, unit));
    if (!roof_is_accesses(roof->kind)) {
        put(json, "peak_", rate, json_of_units(roof->peak, unit));
        put(json, "stores", "", json_of_name(roof->stores));
        put(json, "copy_as_row", "", json_of_known(roof->copier));
        put(json, "copy_as_row", "_low", json_of_known(roof->copier_low));
        put(json, "copy_as_row", "_high", json_of_known(roof->copier_high));
    }
    put(json, "passes", "", passes_list(roof));
    return json;
}

static json_t *roofs_list(const struct record *record)
{
    json_t *roofs = json_array();
    for (size_t i = 0; i < record->roof_count; i++)
        json_array_append_new(roofs, roof_object(&record->roofs[i]));
    return roofs;
}

static json_t *floors_list(const struct record *record)
{
    json_t *floors = json_array();
    for (size_t i = 0; i < record->base_count; i++)
        json_array_append_new(
            floors,
            json_pack("{s:o, s:o}", "backend",
                      json_of_text(record->bases[i].backend), "seconds",
                      json_of_known(record->bases[i].seconds)));
    return floors;
}

static json_t *rows_list(const struct record *record)
{
    json_t *rows = json_array();
    for (size_t i = 0; i < record->row_count; i++)
        json_array_append_new(rows, report_row_to_json(&record->rows[i]));
    return rows;
}

json_t *record_to_json(const struct record *record)
{
    json_t *json = json_object();
    json_object_set_new(json, "schema", json_integer(JSON_SCHEMA));
    json_object_set_new(json, "command",
                        json_of_text(record->command ? record->command : ""));
    json_object_set_new(json, "seed", json_of_whole(record->seed));
    json_object_set_new(json, "started", json_of_text(record->started));
    if (record->environment)
        json_object_set(json, "environment", record->environment);
    else
        json_object_set_new(json, "environment", json_object());
    json_object_set_new(json, "roofs", roofs_list(record));
    json_object_set_new(json, "floors", floors_list(record));
    if (record->crossover)
        json_object_set(json, "crossover", record->crossover);
    if (json_object_set_new(json, "rows", rows_list(record))) {
        json_decref(json);
        return NULL;
    }
    return json;
}
