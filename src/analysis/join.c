/* join.c - results that were made in stretches, as one record. */
#include "analysis/join.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/diff.h"
#include "base/text.h"
#include "options/recorded.h"
#include "roofs/roofs.h"

enum { WORDS = 200 };

/* --- settings ------------------------------------------------------------- */

/* What decides which rows there are beside ops, sizes, types and variants,
 * which rows tell themselves; and how the others were run. */
static void cache_of(const struct options *o, char text[WORDS])
{
    snprintf(text, WORDS, "%s", o->hot ? "hot" : "cold");
}

static void dist_of(const struct options *o, char text[WORDS])
{
    snprintf(text, WORDS, "%s:%g", o->dist->name, o->dist_argument);
}

static void params_of(const struct options *o, char text[WORDS])
{
    size_t at = 0;
    snprintf(text, WORDS, "none");
    for (int i = 0; i < o->param_count && at < WORDS; i++)
        at += (size_t)snprintf(text + at, WORDS - at, "%s%s", i ? "," : "",
                               o->params[i]);
}

static void threads_of(const struct options *o, char text[WORDS])
{
    size_t at = (size_t)snprintf(text, WORDS, "%d", o->placement.threads);
    for (int i = 0; i < o->thread_count && at < WORDS; i++)
        at += (size_t)snprintf(text + at, WORDS - at, ",%d", o->threads[i]);
}

static void device_of(const struct options *o, char text[WORDS])
{
    snprintf(text, WORDS, "%d", o->placement.gpu);
}

static void extras_of(const struct options *o, char text[WORDS])
{
    snprintf(text, WORDS, "%s%s%s%s",
             o->transfers ? "transfers" : "no transfers",
             o->energy ? ", energy" : ", no energy",
             o->sustained > 0 ? ", sustained" : "",
             o->no_roofs ? ", no roofs" : ", roofs");
}

static void reference_of(const struct options *o, char text[WORDS])
{
    snprintf(text, WORDS, "%s", o->reference ? o->reference : "its default");
}

static const struct {
    const char *name;
    void (*print)(const struct options *, char text[WORDS]);
} settings[] = { { "--cache", cache_of },   { "--dist", dist_of },
                 { "--param", params_of },  { "--threads", threads_of },
                 { "--device", device_of }, { "--reference", reference_of },
                 { "extras", extras_of } };

/* --- whether they are one ------------------------------------------------- */

struct pair {
    const char *name, *more_name;
    struct reason *why;
};

__attribute__((format(printf, 2, 3))) static enum status refuse(
    const struct pair *pair, const char *format, ...)
{
    char text[240];
    va_list list;

    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    return fail(pair->why, STATUS_USAGE, "%.60s and %.60s are not one: %s",
                pair->name, pair->more_name, text);
}

/* The first difference of machines, builds and settings that a diff tells. */
static enum status check_machines(const struct record *record,
                                  const struct record *more,
                                  const struct pair *pair)
{
    char text[1024];

    diff_machines(record, more, text, sizeof text);
    if (!text[0])
        return STATUS_OK;
    text[strcspn(text, "\n")] = 0;
    char *end = strstr(text, ". ");
    if (end)
        end[1] = 0;
    return refuse(pair, "%s", text);
}

static enum status check_options(const struct options *options,
                                 const struct options *more,
                                 const struct pair *pair)
{
    char a[WORDS], b[WORDS];

    if (options->command != COMMAND_RUN || more->command != COMMAND_RUN)
        return refuse(pair, "results of a crossover stand alone");
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        settings[i].print(options, a);
        settings[i].print(more, b);
        if (strcmp(a, b) != 0)
            return refuse(pair, "%s: %.80s / %.80s", settings[i].name, a, b);
    }
    return STATUS_OK;
}

static enum status check_settings(const struct record *record,
                                  const struct record *more,
                                  const struct pair *pair)
{
    struct reason inner;
    struct recorded first, second;
    const enum status read = recorded_open(&first, record, &inner);
    enum status status = recorded_open(&second, more, read ? NULL : &inner);

    status = read || status
        ? refuse(pair, "this version cannot read the command of one: %.120s",
                 inner.text)
        : check_options(&first.options, &second.options, pair);
    recorded_close(&first);
    recorded_close(&second);
    return status;
}

static enum status check_cases(const struct record *record,
                               const struct record *more,
                               const struct pair *pair)
{
    for (size_t i = 0; i < more->row_count; i++)
        for (size_t j = 0; j < record->row_count; j++) {
            const struct row *row = &more->rows[i];
            char series[512], n[TEXT_ROOM];

            if (!row_same_case(row, &record->rows[j]))
                continue;
            row_series_text(row, series, sizeof series);
            text_count(n, row->n);
            return refuse(pair,
                          "both have %s (%.100s) at n = %s, and"
                          " rows of one case are of one run",
                          row->op, series, n);
        }
    return STATUS_OK;
}

/* --- making them one ------------------------------------------------------ */

static bool join_roofs(struct record *record, const struct record *more)
{
    bool joined = true;

    for (size_t i = 0; i < more->roof_count; i++) {
        const struct roof *roof = &more->roofs[i];

        if (!record_roof(record, roof->device, roof->kind))
            joined = joined && record_add_roof(record, roof);
        else
            for (int pass = 0; pass < roof->pass_count; pass++)
                roofs_add_pass(record, roof, roof->pass[pass]);
    }
    for (size_t i = 0; i < more->base_count; i++)
        if (!(record_base(record, more->bases[i].backend) > 0))
            joined = joined && record_add_base(record, &more->bases[i]);
    return joined;
}

static bool join_rows(struct record *record, struct record *more)
{
    for (size_t i = 0; i < more->row_count; i++) {
        if (!record_add_row(record, &more->rows[i]))
            return false;
        more->rows[i].samples = NULL; /* it has another owner */
        more->rows[i].sample_count = 0;
    }
    return true;
}

static bool join_commands(struct record *record, const struct record *more)
{
    static const char and[] = " && ";
    char *text =
        malloc(strlen(record->command) + strlen(more->command) + sizeof and);

    if (!text)
        return false;
    strcpy(text, record->command);
    strcat(text, and);
    strcat(text, more->command);
    free(record->command);
    record->command = text;
    if (strcmp(more->started, record->started) < 0)
        memcpy(record->started, more->started, sizeof record->started);
    return true;
}

enum status join_records(struct record *record, const char *name,
                         struct record *more, const char *more_name,
                         struct reason *why)
{
    const struct pair pair = { name, more_name, why };
    enum status status = check_machines(record, more, &pair);

    if (!status)
        status = check_settings(record, more, &pair);
    if (!status)
        status = check_cases(record, more, &pair);
    if (status)
        return status;
    return join_commands(record, more) && join_roofs(record, more) &&
            join_rows(record, more)
        ? STATUS_OK
        : fail(why, STATUS_MEMORY, "no memory to join results");
}
