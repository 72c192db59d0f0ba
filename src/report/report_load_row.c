/* report_load_row.c - a row back from a file that is believed in nothing.
 *
 * What files of older versions lack is unknown. */
#include "report/report_row.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/json_write.h"
#include "base/text.h"
#include "report/fields.h"
#include "traits.h"

/* --- what a row is -------------------------------------------------------- */

static enum row_status find_status(struct json_reader *in, const char *name)
{
    for (int status = ROW_OK; status <= ROW_SKIPPED; status++)
        if (!strcmp(name, row_status_name((enum row_status)status)))
            return (enum row_status)status;
    json_wrong(in, "status", "ok, wrong, failed or skipped");
    return ROW_FAILED;
}

static void read_status(struct json_reader *in, const json_t *json,
                        struct row *row)
{
    char status[16];
    json_name_in(in, json, "status", NEEDED, status, sizeof status);
    row->status = find_status(in, status);
}

enum roof_kind report_kind_read(struct json_reader *in, const char *key,
                                const char *name)
{
    for (int kind = 0; kind < ROOF_KINDS; kind++)
        if (!strcmp(name, roof_kind_name((enum roof_kind)kind)))
            return (enum roof_kind)kind;
    json_wrong(in, key,
               "of kind read, copy, write, fma, h2d, d2h, shared-atomic, "
               "gather or scatter");
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

static void read_traits(struct json_reader *in, const json_t *json,
                        struct row *row)
{
    size_t i;
    json_t *value;
    const json_t *list = json_field(in, json, "traits", MAYBE);
    if (list && !json_is_array(list))
        json_wrong(in, "traits", "a list");
    json_array_foreach(list, i, value)
    {
        const char *name = json_string_value(value);
        const unsigned trait = name ? trait_find(name) : 0;
        row->traits |= trait;
        if (!trait)
            json_wrong(in, "traits", "a list of names of traits");
    }
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

/* --- how it went ---------------------------------------------------------- */

static void read_samples(struct json_reader *in, const json_t *json,
                         struct row *row)
{
    size_t i;
    json_t *value;
    const json_t *samples = json_list_in(in, json, "samples");
    const size_t count = json_array_size(samples);
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
        if (!json_is_number(value) || !(row->samples[i] > 0))
            json_wrong(in, "samples", "a list of seconds, more than 0");
    }
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
    char accepted[96] = "one of";
    size_t at = strlen(accepted);
    json_name_in(in, json, key, MAYBE, word, room);
    for (size_t i = 0; words[i]; i++) {
        if (!strcmp(word, words[i]))
            return;
        at += (size_t)snprintf(accepted + at, sizeof accepted - at, "%s %s",
                               i ? "," : "", words[i]);
    }
    if (word[0])
        json_wrong(in, key, accepted);
}

/* How the samples, which are read already, fall to processes. */
static void read_starts(struct json_reader *in, const json_t *json,
                        struct row *row)
{
    static const char accepted[] =
        "a list of at most 32 whole numbers, as many in all as samples";
    _Static_assert(STARTS_MOST == 32, "and paces, below");
    size_t i, all = 0;
    json_t *value;
    const json_t *starts = json_field(in, json, "starts", MAYBE);
    const size_t count = json_array_size(starts);
    const size_t total = json_array_size(json_object_get(json, "samples"));
    if (!starts)
        return;
    bool good = json_is_array(starts) && count <= STARTS_MOST;
    for (i = 0; i < count && good; i++) {
        value = json_array_get(starts, i);
        good = json_is_integer(value) && json_integer_value(value) > 0 &&
            (uint64_t)json_integer_value(value) <= total - all;
        row->start[i] = good ? (size_t)json_integer_value(value) : 0;
        all += row->start[i];
    }
    if (!good || all != total)
        json_wrong(in, "starts", accepted);
    else
        row->start_count = (int)count;
}

static void read_parts(struct json_reader *in, const json_t *json,
                       struct row *row)
{
    const char *name;
    json_t *value, *parts = json_object_in(in, json, "parts", MAYBE);
    if (json_object_size(parts) > OP_PARTS) {
        json_wrong(in, "parts", "an object of at most 8 members");
        return;
    }
    json_object_foreach(parts, name, value)
    {
        const double share = json_number_value(value);
        const int at = row->part_count++;
        if (!name[0] || !json_is_number(value) ||
            !(share >= 0 && share <= 1) ||
            !copy_name(row->parts[at].name, sizeof row->parts[at].name, name))
            json_wrong(in, "parts", "names with shares from 0 to 1");
        row->parts[at].share = share;
    }
}

/* Runs of earlier versions know no branches: zeros. */
static void read_pace_kind(struct json_reader *in, const json_t *pace,
                           enum pace_kind kind, struct row *row)
{
    const char *name = fields_paces[kind];
    if (kind == PACE_BRANCH && !json_object_get(pace, name))
        return;
    const json_t *seconds = json_list_in(in, pace, name);
    const size_t count = json_array_size(seconds);
    if (kind == 0 && count <= STARTS_MOST)
        row->pace_count = (int)count;
    if ((int)count != row->pace_count)
        json_wrong(in, name, "as long as compute_s, at most 32");
    for (size_t i = 0; !in->bad && i < count; i++) {
        const double value = json_number_value(json_array_get(seconds, i));
        if (!(value >= 0))
            json_wrong(in, name, "a list of seconds");
        row->pace[i].seconds[kind] = value;
    }
}

static void read_pace(struct json_reader *in, const json_t *json,
                      struct row *row)
{
    const json_t *pace = json_object_in(in, json, "pace", MAYBE);
    if (!pace)
        return;
    in->inside = "pace.";
    for (int kind = 0; kind < PACES; kind++)
        read_pace_kind(in, pace, (enum pace_kind)kind, row);
    in->inside = "";
}

/* --- by the table --------------------------------------------------------- */

static void read_name(struct json_reader *in, const json_t *home,
                      const struct field *field, struct row *row)
{
    char *text = field_of(field, row);
    if (field->words)
        read_word(in, home, field->name, field->words, text, field->room);
    else
        json_name_in(in, home, field->name, field->need, text, field->room);
}

static void read_index(struct json_reader *in, const json_t *home,
                       const struct field *field, int64_t *index)
{
    *index = -1;
    if (!json_field(in, home, field->name, field->need))
        return;
    *index = (int64_t)json_whole_in(in, home, field->name, field->need);
    if (*index < 0)
        json_wrong(in, field->name, "an index");
}

/* What is derived is not kept, but must be sound as well. */
static void read_number(struct json_reader *in, const json_t *home,
                        const struct field *field, struct row *row)
{
    const double saved = json_real_in(in, home, field->name, field->need);
    if (!field->derive)
        *(double *)field_of(field, row) =
            field->unit > 0 ? json_from_units(saved, field->unit) : saved;
}

static void read_field(struct json_reader *in, const json_t *home,
                       const struct field *field, struct row *row)
{
    void *member = field_of(field, row);
    const char *name = field->name;
    switch (field->kind) {
    case FIELD_TEXT:
        json_text_in(in, home, name, field->need, member, field->room);
        break;
    case FIELD_NAME: read_name(in, home, field, row); break;
    case FIELD_INT:
        *(int *)member = read_int(in, home, name, field->most);
        break;
    case FIELD_SIZE:
        *(size_t *)member = (size_t)json_whole_in(in, home, name, field->need);
        break;
    case FIELD_INDEX: read_index(in, home, field, member); break;
    case FIELD_BOOL:
        *(bool *)member = json_bool_in(in, home, name, field->need, false);
        break;
    case FIELD_MAYBE:
        *(int *)member = json_field(in, home, name, field->need)
            ? json_bool_in(in, home, name, field->need, false)
            : -1;
        break;
    case FIELD_REAL:
    case FIELD_DERIVED: read_number(in, home, field, row); break;
    case FIELD_STATUS: read_status(in, home, row); break;
    case FIELD_TRAITS: read_traits(in, home, row); break;
    case FIELD_ROOF: read_roof_of(in, home, row); break;
    case FIELD_PARAMS: read_params(in, home, row); break;
    case FIELD_STARTS: read_starts(in, home, row); break;
    case FIELD_PACE: read_pace(in, home, row); break;
    case FIELD_PARTS: read_parts(in, home, row); break;
    case FIELD_SAMPLES: read_samples(in, home, row); break;
    }
}

/* Which of the roofs of that name it is, its accesses tell. */
static void complete_roof(struct row *row)
{
    if (row->roof_device[0] && roof_is_random(row->roof))
        row->roof = roof_of_access(
            (struct access){ .scatter = roof_access(row->roof).scatter,
                             .width = row->width,
                             .resident = row->resident });
}

/* What is not there says something, too. */
static void complete(struct json_reader *in, const json_t *json,
                     struct row *row)
{
    const json_t *check = json_object_in(in, json, "check", NEEDED);
    const bool judged = json_field(in, check, "ok", MAYBE) != NULL;
    if (!json_field(in, json, "verified", MAYBE))
        row->checked = judged;
    /* JSON has no infinity: the error of a NaN is saved as null. */
    if (judged && !json_field(in, check, "max_ulp", MAYBE))
        row->max_ulp = INFINITY;
    if (row->checked && !judged)
        json_wrong(in, "check", "there, as the row is verified");
    if (judged && !row->check_ok && row->status == ROW_OK)
        json_wrong(in, "status", "another one, as check says not ok");
    if (row->sample_count && !(row->seconds.median > 0))
        json_wrong(in, "seconds", "there, though samples are");
}

void report_row_read(struct json_reader *in, const json_t *json,
                     struct row *row)
{
    for (const struct field *f = fields; f->name; f++) {
        const struct group *group = &groups[f->group];
        const json_t *home = f->group == GROUP_NONE
            ? json
            : json_object_in(in, json, group->name, group->need);
        char inside[24] = "";
        if (f->group != GROUP_NONE)
            snprintf(inside, sizeof inside, "%s.", group->name);
        in->inside = inside;
        if (home)
            read_field(in, home, f, row);
        in->inside = "";
    }
    complete_roof(row);
    complete(in, json, row);
}
