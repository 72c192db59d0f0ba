/* report_load_row.c - a row back from a file that is believed in nothing.
 *
 * What files of older versions lack is unknown. */
#include "report/report_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json_write.h"
#include "base/text.h"

enum { MOST_STEPS = 1000, MOST_THREADS = 1 << 20 };
static const double MEGA = 1e6;

/* --- what a row is -------------------------------------------------------- */

static enum row_status find_status(struct json_reader *in, const char *name)
{
    for (int status = ROW_OK; status <= ROW_SKIPPED; status++)
        if (!strcmp(name, row_status_name((enum row_status)status)))
            return (enum row_status)status;
    json_wrong(in, "status", "ok, wrong, failed or skipped");
    return ROW_FAILED;
}

enum roof_kind report_kind_read(struct json_reader *in, const char *key,
                                const char *name)
{
    for (int kind = 0; kind < ROOF_KINDS; kind++)
        if (!strcmp(name, roof_kind_name((enum roof_kind)kind)))
            return (enum roof_kind)kind;
    json_wrong(in, key, "of kind read, copy, write, fma, h2d or d2h");
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
    json_object_foreach(params, name, value) read_param(in, row, name, value);
    in->inside = "";
}

static int read_int(struct json_reader *in, const json_t *json,
                    const char *key, int most)
{
    char accepted[32];
    const uint64_t whole = json_whole_in(in, json, key, MAYBE);
    if (whole <= (uint64_t)most)
        return (int)whole;
    snprintf(accepted, sizeof accepted, "%d or less", most);
    json_wrong(in, key, accepted);
    return 0;
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
    row->step = read_int(in, json, "step", MOST_STEPS);
    row->best = json_bool_in(in, json, "best", MAYBE, false);
    row->threads = read_int(in, json, "threads", MOST_THREADS);
    json_name_in(in, json, "transfers", MAYBE, row->transfers,
                 sizeof row->transfers);
    json_name_in(in, json, "device", MAYBE, row->device, sizeof row->device);
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
    json_array_foreach(samples, i, value)
    {
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
        row->first_bad = (int64_t)json_whole_in(in, check, "first_bad", MAYBE);
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
    if (!space || !copy_name(row->roof_device, sizeof row->roof_device, name))
        json_wrong(in, "roof", "a device and a kind, as in \"gpu read\"");
    else
        row->roof = report_kind_read(in, "roof", space + 1);
}

/* One of `words`, or none. */
static void read_word(struct json_reader *in, const json_t *json,
                      const char *key, const char *const *words, char *word,
                      size_t room)
{
    char accepted[64] = "one of";
    size_t at = strlen(accepted);
    json_name_in(in, json, key, MAYBE, word, room);
    for (size_t i = 0; words[i]; i++) {
        if (!strcmp(word, words[i]))
            return;
        at += (size_t)snprintf(accepted + at, sizeof accepted - at, " %s",
                               words[i]);
    }
    if (word[0])
        json_wrong(in, key, accepted);
}

static void read_why(struct json_reader *in, const json_t *json,
                     struct row *row)
{
    static const char *const bounds[] = { "launch",  "cache",    "memory",
                                          "compute", "transfer", "none",
                                          NULL };
    const json_t *why = json_object_in(in, json, "why", MAYBE);
    if (!why)
        return;
    in->inside = "why.";
    read_word(in, why, "bound", bounds, row->why.bound, sizeof row->why.bound);
    row->why.launch = json_real_in(in, why, "launch", MAYBE);
    row->why.memory = json_real_in(in, why, "memory", MAYBE);
    row->why.compute = json_real_in(in, why, "compute", MAYBE);
    row->why.transfer = json_real_in(in, why, "transfer", MAYBE);
    in->inside = "";
}

static void read_speedup(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    static const char *const verdicts[] = { "faster", "slower", "same",
                                            "unclear", NULL };
    const json_t *speedup = json_object_in(in, json, "speedup", MAYBE);
    if (!speedup)
        return;
    in->inside = "speedup.";
    json_name_in(in, speedup, "over", NEEDED, row->speedup.over,
                 sizeof row->speedup.over);
    row->speedup.ratio = json_real_in(in, speedup, "ratio", MAYBE);
    row->speedup.ci_low = json_real_in(in, speedup, "ci_low", MAYBE);
    row->speedup.ci_high = json_real_in(in, speedup, "ci_high", MAYBE);
    read_word(in, speedup, "verdict", verdicts, row->speedup.verdict,
              sizeof row->speedup.verdict);
    in->inside = "";
}

/* Joules per GB follow from the bytes; they too must be sound. */
static void read_pace(struct json_reader *in, const json_t *json,
                      struct row *row)
{
    const json_t *pace = json_object_in(in, json, "pace", MAYBE);
    if (!pace)
        return;
    in->inside = "pace.";
    const json_t *compute = json_list_in(in, pace, "compute_s");
    const json_t *memory = json_list_in(in, pace, "memory_s");
    const size_t count = json_array_size(compute);
    if (count > PACE_BLOCKS || json_array_size(memory) != count)
        json_wrong(in, "memory_s", "as long as compute_s, at most 10");
    else
        row->pace_count = (int)count;
    for (int i = 0; i < row->pace_count; i++) {
        struct pace *part = &row->pace[i];
        part->compute = json_number_value(json_array_get(compute, (size_t)i));
        part->memory = json_number_value(json_array_get(memory, (size_t)i));
        if (!(part->compute >= 0) || !(part->memory >= 0))
            json_wrong(in, "compute_s", "a list of seconds");
    }
    in->inside = "";
}

static void read_energy(struct json_reader *in, const json_t *json,
                        struct row *row)
{
    const json_t *energy = json_object_in(in, json, "energy", MAYBE);
    json_name_in(in, json, "energy_reason", MAYBE, row->energy_reason,
                 sizeof row->energy_reason);
    if (!energy)
        return;
    in->inside = "energy.";
    row->joules = json_real_in(in, energy, "joules", NEEDED);
    json_real_in(in, energy, "joules_per_gb", MAYBE);
    in->inside = "";
}

static void read_amounts(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    row->bytes = json_real_in(in, json, "bytes", MAYBE);
    row->written = json_real_in(in, json, "bytes_written", MAYBE);
    row->moved_in = json_real_in(in, json, "moved_in", MAYBE);
    row->moved_out = json_real_in(in, json, "moved_out", MAYBE);
    row->flops = json_real_in(in, json, "flops", MAYBE);
    row->items = json_real_in(in, json, "items", MAYBE);
}

static void read_outcome(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    char status[16];
    json_name_in(in, json, "status", NEEDED, status, sizeof status);
    row->status = find_status(in, status);
    json_text_in(in, json, "reason", MAYBE, row->reason, sizeof row->reason);
    read_check(in, json, row);
    row->repeatable = json_field(in, json, "repeatable", MAYBE)
        ? json_bool_in(in, json, "repeatable", MAYBE, 0)
        : -1;
}

void report_row_read(struct json_reader *in, const json_t *json,
                     struct row *row)
{
    read_case(in, json, row);
    read_outcome(in, json, row);
    read_seconds(in, json, row);
    read_samples(in, json, row);
    json_name_in(in, json, "stopped_by", MAYBE, row->stopped_by,
                 sizeof row->stopped_by);
    row->dropped = (size_t)json_whole_in(in, json, "dropped", MAYBE);
    row->clock =
        json_from_units(json_real_in(in, json, "clock_mhz", MAYBE), MEGA);
    read_pace(in, json, row);
    row->overhead = json_real_in(in, json, "overhead_s", MAYBE);
    read_amounts(in, json, row);
    read_energy(in, json, row);
    read_roof_of(in, json, row);
    row->roof_share = json_real_in(in, json, "roof_share", MAYBE);
    row->peak_share = json_real_in(in, json, "peak_share", MAYBE);
    row->published_share = json_real_in(in, json, "published_share", MAYBE);
    read_why(in, json, row);
    row->tied = json_bool_in(in, json, "tied", MAYBE, false);
    read_speedup(in, json, row);
}
