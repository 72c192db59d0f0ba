/* report_json_row.c - a row as JSON: the names that other programs read. */
#include "report/report_row.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json_write.h"
#include "base/text.h"

static const double GIGA = 1e9, MEGA = 1e6;

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

static void put_case(json_t *json, const struct row *row)
{
    put(json, "op", json_of_text(row->op));
    put(json, "backend", json_of_text(row->backend));
    put(json, "variant", json_of_text(row->variant));
    put(json, "ladder", json_of_name(row->ladder));
    put(json, "step", json_integer(row->step));
    put(json, "best", json_boolean(row->best));
    put(json, "type", json_of_text(row->type));
    put(json, "n", json_of_whole(row->n));
    put(json, "dist", json_of_text(row->dist));
    put(json, "params", params_object(row));
    put(json, "cache", json_of_text(row->cache));
    put(json, "threads",
        row->threads > 0 ? json_integer(row->threads) : json_null());
    put(json, "transfers", json_of_name(row->transfers));
    put(json, "device", json_of_name(row->device));
}

/* --- how it went ---------------------------------------------------------- */

static json_t *seconds_object(const struct row *row)
{
    const struct estimate *s = &row->seconds;
    if (!row_measured(row))
        return json_null();
    json_t *seconds = json_object();
    put(seconds, "median", json_of_real(s->median));
    put(seconds, "ci_low", json_of_end(s->ci_low, s->ci_high, 1));
    put(seconds, "ci_high", json_of_end(s->ci_high, s->ci_high, 1));
    put(seconds, "min", json_of_real(s->min));
    put(seconds, "iqr", json_of_real(s->iqr));
    return seconds;
}

static json_t *samples_list(const struct row *row)
{
    json_t *samples = json_array();
    for (size_t i = 0; row_measured(row) && i < row->sample_count; i++)
        json_array_append_new(samples, json_of_real(row->samples[i]));
    return samples;
}

static json_t *check_object(const struct row *row)
{
    json_t *check = json_object();
    put(check, "ok", row->checked ? json_boolean(row->check_ok) : json_null());
    put(check, "max_ulp",
        row->checked ? json_of_real(row->max_ulp) : json_null());
    put(check, "first_bad",
        row->first_bad >= 0 ? json_integer(row->first_bad) : json_null());
    return check;
}

/* Seconds of fixed work: a list of each kind that was done. */
static json_t *pace_object(const struct row *row)
{
    if (!row->pace_count)
        return json_null();
    json_t *compute = json_array(), *memory = json_array();
    for (int i = 0; i < row->pace_count; i++) {
        json_array_append_new(compute, json_of_real(row->pace[i].compute));
        json_array_append_new(memory, json_of_real(row->pace[i].memory));
    }
    json_t *pace = json_object();
    put(pace, "compute_s", compute);
    put(pace, "memory_s", memory);
    return pace;
}

static json_t *energy_object(const struct row *row)
{
    if (!row_measured(row) || !(row->joules > 0))
        return json_null();
    json_t *energy = json_object();
    put(energy, "joules", json_of_real(row->joules));
    put(energy, "joules_per_gb",
        row->bytes > 0 ? json_of_real(row->joules / (row->bytes / GIGA))
                       : json_null());
    return energy;
}

static void put_result(json_t *json, const struct row *row)
{
    put(json, "status", json_of_text(row_status_name(row->status)));
    put(json, "reason", json_of_text(row->reason));
    put(json, "verified", json_boolean(row->checked));
    put(json, "check", check_object(row));
    put(json, "repeatable",
        row->repeatable < 0 ? json_null() : json_boolean(row->repeatable));
    put(json, "seconds", seconds_object(row));
    put(json, "stopped_by", json_of_name(row->stopped_by));
    put(json, "dropped", json_of_whole(row->dropped));
    put(json, "clock_mhz", json_of_units(row->clock, MEGA));
    put(json, "pace", pace_object(row));
    put(json, "overhead_s", json_of_known(row->overhead));
    put(json, "energy", energy_object(row));
    put(json, "energy_reason", json_of_name(row->energy_reason));
}

/* --- what it amounts to --------------------------------------------------- */

static json_t *roof_text(const struct row *row)
{
    char name[32];
    if (!row->roof_device[0])
        return json_null();
    snprintf(name, sizeof name, "%s %s", row->roof_device,
             roof_kind_name(row->roof));
    return json_of_text(name);
}

static json_t *why_object(const struct row *row)
{
    if (!row_measured(row) || !row->why.bound[0])
        return json_null();
    json_t *why = json_object();
    put(why, "bound", json_of_text(row->why.bound));
    put(why, "launch", json_of_known(row->why.launch));
    put(why, "memory", json_of_known(row->why.memory));
    put(why, "compute", json_of_known(row->why.compute));
    put(why, "transfer", json_of_known(row->why.transfer));
    return why;
}

static json_t *speedup_object(const struct row *row)
{
    const double low = row->speedup.ci_low, high = row->speedup.ci_high;
    if (!row_measured(row) || !row->speedup.over[0])
        return json_null();
    json_t *speedup = json_object();
    put(speedup, "over", json_of_text(row->speedup.over));
    put(speedup, "ratio", json_of_real(row->speedup.ratio));
    put(speedup, "ci_low", json_of_end(low, high, 1));
    put(speedup, "ci_high", json_of_end(high, high, 1));
    put(speedup, "verdict", json_of_name(row->speedup.verdict));
    return speedup;
}

static void put_amounts(json_t *json, const struct row *row)
{
    put(json, "bytes", json_of_real(row->bytes));
    put(json, "bytes_written", json_of_real(row->written));
    put(json, "moved_in", json_of_real(row->moved_in));
    put(json, "moved_out", json_of_real(row->moved_out));
    put(json, "flops", json_of_real(row->flops));
    put(json, "items", json_of_real(row->items));
}

static void put_rates(json_t *json, const struct row *row)
{
    put(json, "gb_per_s", json_of_units(row_bytes_rate(row), GIGA));
    put(json, "gflop_per_s", json_of_units(row_flops_rate(row), GIGA));
    put(json, "items_per_s", json_of_known(row_items_rate(row)));
    put(json, "roof", roof_text(row));
    put(json, "roof_share",
        row_measured(row) ? json_of_known(row->roof_share) : json_null());
    put(json, "peak_share",
        row_measured(row) ? json_of_known(row->peak_share) : json_null());
    put(json, "published_share", json_of_known(row->published_share));
    put(json, "why", why_object(row));
    put(json, "tied", json_boolean(row->tied));
    put(json, "speedup", speedup_object(row));
}

json_t *report_row_to_json(const struct row *row)
{
    json_t *json = json_object();
    put_case(json, row);
    put_result(json, row);
    put_amounts(json, row);
    put_rates(json, row);
    put(json, "samples", samples_list(row));
    return json;
}
