/* record_rows.c - rows: their names and rates, which are alike, which is the
 * fastest. */
#include "record/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "matrix.h"

static const char *const status_names[] = { [ROW_OK] = "ok",
                                            [ROW_WRONG] = "wrong",
                                            [ROW_FAILED] = "failed",
                                            [ROW_SKIPPED] = "skipped" };

const char *row_status_name(enum row_status status)
{
    return status_names[status];
}

bool row_measured(const struct row *row)
{
    return row->status == ROW_OK && row->sample_count &&
        row->seconds.median > 0 && isfinite(row->seconds.median);
}

bool row_broken(const struct row *row)
{
    return row->status == ROW_WRONG || row->status == ROW_FAILED;
}

bool row_stands(const struct row *row)
{
    return row_measured(row) && !row->few && !row->suspect;
}

static double rate_of(const struct row *row, double amount)
{
    if (!row_measured(row) || !(amount > 0))
        return 0;
    const double rate = amount / row->seconds.median;
    return isfinite(rate) ? rate : 0;
}

double record_peak_share(const struct record *record, const struct row *row)
{
    const struct roof *roof = record_roof(record, row->roof_device, row->roof);
    if (!roof || !(roof->peak > 0) || !row_measured(row))
        return 0;
    const double share = row->roof_share * (roof->rate / roof->peak);
    return isfinite(share) ? share : 0;
}

double row_bytes_rate(const struct row *row)
{
    return rate_of(row, row->bytes);
}

double row_moved_rate(const struct row *row)
{
    return rate_of(row, row->moved);
}

double row_flops_rate(const struct row *row)
{
    return rate_of(row, row->flops);
}

double row_items_rate(const struct row *row)
{
    return rate_of(row, row->items);
}

bool row_has_speedup(const struct row *row)
{
    return row_measured(row) && row->speedup.over[0] &&
        row->speedup.ratio > 0 && isfinite(row->speedup.ratio);
}

const char *row_nearest_bound(const struct row *row, double *share)
{
    const struct {
        const char *name;
        double share;
    } costs[] = { { "launch", row->why.launch },
                  { "memory", row->why.memory },
                  { "compute", row->why.compute },
                  { "transfer", row->why.transfer },
                  { "gather roof", row->why.gather },
                  { "scatter roof", row->why.scatter } };
    const char *name = "none";
    *share = 0;
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++)
        if (costs[i].share > *share) {
            name = costs[i].name;
            *share = costs[i].share;
        }
    return name;
}

/* --- the rate that leads -------------------------------------------------- */

static const char *const headlines[] = { [HEADLINE_BYTES] = "bytes",
                                         [HEADLINE_FLOPS] = "flops",
                                         [HEADLINE_ITEMS] = "items" };

const char *headline_name(enum headline headline)
{
    return headlines[headline];
}

double row_rate(const struct row *row, enum headline headline)
{
    return headline == HEADLINE_BYTES ? row_bytes_rate(row)
        : headline == HEADLINE_FLOPS  ? row_flops_rate(row)
                                      : row_items_rate(row);
}

double row_sustained_share(const struct row *row)
{
    return row_measured(row) && row->sustained.seconds > 0
        ? row->seconds.median / row->sustained.seconds
        : 0;
}

double row_sustained_rate(const struct row *row, enum headline headline)
{
    return row_rate(row, headline) * row_sustained_share(row);
}

void headline_unit(enum headline headline, const char *item, char *text,
                   size_t room)
{
    if (headline == HEADLINE_ITEMS)
        snprintf(text, room, "G%s/s", item);
    else
        snprintf(text, room, "%s",
                 headline == HEADLINE_FLOPS ? "GFLOP/s" : "GB/s");
}

void row_unit(const struct row *row, enum headline headline, char *text,
              size_t room)
{
    const struct op *op = op_find(row->op);
    const char *item = row->item[0] ? row->item
        : op && op->item            ? op->item
                                    : "items";
    headline_unit(headline, item, text, room);
}

/* Files of older versions do not say; nor does this build know every op. */
static enum headline headline_of(const struct row *row)
{
    const struct op *op = op_find(row->op);
    for (int i = HEADLINE_BYTES; i <= HEADLINE_ITEMS; i++)
        if (!strcmp(row->headline, headlines[i]))
            return (enum headline)i;
    return op ? op->headline : HEADLINE_BYTES;
}

static bool any_has(const struct row *const *rows, size_t count,
                    enum headline headline)
{
    for (size_t i = 0; i < count; i++)
        if (row_rate(rows[i], headline) > 0)
            return true;
    return false;
}

enum headline rows_headline(const struct row *const *rows, size_t count)
{
    const enum headline own = headline_of(rows[0]);
    if (any_has(rows, count, own))
        return own;
    for (int i = HEADLINE_BYTES; i <= HEADLINE_ITEMS; i++)
        if (any_has(rows, count, (enum headline)i))
            return (enum headline)i;
    return own;
}

/* --- series and cases ----------------------------------------------------- */

static bool same_params(const struct row *a, const struct row *b)
{
    if (a->param_count != b->param_count)
        return false;
    for (int i = 0; i < a->param_count; i++)
        if (strcmp(a->params[i].name, b->params[i].name) ||
            strcmp(a->params[i].value, b->params[i].value))
            return false;
    return true;
}

bool row_same_series(const struct row *a, const struct row *b)
{
    return !strcmp(a->op, b->op) && !strcmp(a->type, b->type) &&
        !strcmp(a->dist, b->dist) && !strcmp(a->cache, b->cache) &&
        same_params(a, b);
}

bool row_same_case(const struct row *a, const struct row *b)
{
    return a->n == b->n && row_same_series(a, b);
}

bool row_same(const struct row *a, const struct row *b)
{
    return a->threads == b->threads && !strcmp(a->backend, b->backend) &&
        !strcmp(a->variant, b->variant) &&
        !strcmp(a->transfers, b->transfers) && row_same_case(a, b);
}

void row_name(const struct row *row, char *text, size_t room)
{
    char threads[16] = "";
    const bool copies = row->transfers[0];
    if (row->sweep)
        snprintf(threads, sizeof threads, " ×%d", row->threads);
    snprintf(text, room, "%s/%s%s%s%s%s", row->backend, row->variant, threads,
             copies ? " (" : "", row->transfers, copies ? ")" : "");
}

const char *row_param(const struct row *row, const char *name)
{
    for (int i = 0; i < row->param_count; i++)
        if (!strcmp(row->params[i].name, name))
            return row->params[i].value;
    return "";
}

/* Whether parameter k says anything where the row's others are as they are. */
static bool says(const struct row *row, int k)
{
    const struct op *op = op_find(row->op);
    const struct param *param = op ? op->params : NULL;
    while (param && param->name && strcmp(param->name, row->params[k].name))
        param++;
    if (!param || !param->name || !param->where)
        return true;
    const struct param *of = &op->params[param->of];
    const char *given = row_param(row, of->name);
    for (int i = 0; of->choices[i]; i++)
        if (!strcmp(of->choices[i], given[0] ? given : of->preset))
            return param->where >> i & 1;
    return true;
}

void row_series_text(const struct row *row, char *text, size_t room)
{
    size_t at = 0;
    text[0] = 0;
    for (int i = 0; i < row->param_count && at < room; i++)
        if (says(row, i))
            at += (size_t)snprintf(text + at, room - at, "%s=%s, ",
                                   row->params[i].name, row->params[i].value);
    const char *const words[] = { row->type, row->dist, row->cache };
    for (int i = 0; i < 3 && at < room; i++)
        if (words[i][0])
            at += (size_t)snprintf(text + at, room - at, "%s, ", words[i]);
    if (at >= 2 && at < room)
        text[at - 2] = 0;
}

size_t rows_of_series(const struct row *const *rows, size_t count)
{
    size_t i = 0;
    while (i < count && row_same_series(rows[i], rows[0]))
        i++;
    return i;
}

size_t rows_of_case(const struct row *const *rows, size_t count)
{
    size_t i = 0;
    while (i < count && row_same_case(rows[i], rows[0]))
        i++;
    return i;
}

const struct row *rows_best(const struct row *const *rows, size_t count)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < count; i++)
        if (row_stands(rows[i]) &&
            (!best || rows[i]->seconds.median < best->seconds.median))
            best = rows[i];
    return best;
}

static bool comes_before(const struct row *a, const struct row *b)
{
    const bool stands = row_stands(a);
    return !b ||
        (stands != row_stands(b) ? stands
                                 : a->seconds.median < b->seconds.median);
}

const struct row *record_fastest(const struct record *record)
{
    const struct row *best = NULL;
    for (size_t i = 0; i < record->row_count; i++)
        if (row_measured(&record->rows[i]) &&
            comes_before(&record->rows[i], best))
            best = &record->rows[i];
    return best;
}

/* Ties are told from paired rounds, which rows of different thread counts do
 * not have: of these the intervals of the medians must meet. */
bool row_ties(const struct row *row, const struct row *best)
{
    const bool paired = !(row->sweep || best->sweep) ||
        (row->sweep && best->sweep && row->threads == best->threads);
    if (row == best || !row->tied || !row_stands(row))
        return row == best;
    return paired || row->seconds.ci_low <= best->seconds.ci_high;
}
