/* summary.c - the paragraph below the tables. */
#include "report/summary.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { MOST_TIED = 3, NAME_ROOM = 96 };
/* A larger share of a roof says that it was measured too low, or that caches
 * helped. */
static const double BEATEN = 1.1;

/* --- the summary ---------------------------------------------------------- */

/* The rows of the largest n of a series that anything was measured for. */
static const struct row *const *largest_case(const struct row *const *rows,
                                             size_t count, size_t *length)
{
    const struct row *const *largest = NULL;
    *length = 0;
    for (size_t at = 0; at < count;) {
        const size_t next = rows_of_case(rows + at, count - at);
        if (rows_best(rows + at, next)) {
            largest = rows + at;
            *length = next;
        }
        at += next;
    }
    return largest;
}

/* Rows of a sweep take turns with those of as many threads; others, with those
 * of the most. */
static int turn_of(const struct row *const *rows, size_t count,
                   const struct row *row)
{
    int most = 0;
    for (size_t i = 0; i < count; i++)
        if (rows[i]->sweep && rows[i]->threads > most)
            most = rows[i]->threads;
    return row->sweep ? row->threads : most;
}

const struct row *summary_second(const struct row *const *rows, size_t count,
                                 const struct row *best)
{
    const struct row *second = NULL;
    const int turn = turn_of(rows, count, best);
    for (size_t i = 0; i < count; i++)
        if (row_stands(rows[i]) && !row_ties(rows[i], best) &&
            strcmp(rows[i]->backend, best->backend) &&
            turn_of(rows, count, rows[i]) == turn &&
            (!second || rows[i]->seconds.median < second->seconds.median))
            second = rows[i];
    return second;
}

static size_t count_tied(const struct row *const *rows, size_t count,
                         const struct row *best)
{
    size_t tied = 0;
    for (size_t i = 0; i < count; i++)
        tied += row_ties(rows[i], best);
    return tied;
}

static bool any_suspect(const struct row *const *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (row_measured(rows[i]) && rows[i]->suspect)
            return true;
    return false;
}

/* "a is fastest, ", "a is fastest of the rows that are not suspect, ", "a, b
 * and c tie at ", "a, b, c and 2 more tie at " */
static void say_who(FILE *out, const struct row *const *rows, size_t count,
                    const struct row *best)
{
    char name[NAME_ROOM];
    const size_t tied = count_tied(rows, count, best);
    const size_t named = tied > MOST_TIED + 1 ? MOST_TIED : tied;
    size_t said = 1;
    row_name(best, name, sizeof name);
    fputs(name, out);
    for (size_t i = 0; i < count && said < named; i++) {
        if (rows[i] == best || !row_ties(rows[i], best))
            continue;
        said++;
        row_name(rows[i], name, sizeof name);
        fprintf(out, "%s%s", said == tied ? " and " : ", ", name);
    }
    if (named < tied)
        fprintf(out, " and %zu more", tied - named);
    fputs(tied > 1 ? " tie at "
              : any_suspect(rows, count)
              ? " is fastest of the rows that are not suspect, "
              : count > 1 ? " is fastest, "
                          : " reaches ",
          out);
}

static void say_speed(FILE *out, const struct row *best)
{
    char text[TEXT_ROOM];
    char unit[40];
    const enum headline lead = rows_headline(&best, 1);
    const double rate = row_rate(best, lead);
    if (rate > 0) {
        text_number(text, rate / 1e9);
        row_unit(best, lead, unit, sizeof unit);
        fprintf(out, "%s %s", text, unit);
    } else {
        text_seconds(text, best->seconds.median);
        fputs(text, out);
    }
}

/* How many times faster, by the table's paired ratios where it has them over
 * one and the same row. */
double summary_advantage(const struct row *best, const struct row *second)
{
    if (row_has_speedup(best) && row_has_speedup(second) &&
        !strcmp(best->speedup.over, second->speedup.over))
        return best->speedup.ratio / second->speedup.ratio;
    return second->seconds.median / best->seconds.median;
}

/* How far from the roof; in a record that has no better, what that means. */
static void say_share(FILE *out, const struct row *best)
{
    const double near = 0.8, share = best->roof_share;
    const bool memory = best->roof < ROOF_FMA, flops = best->roof == ROOF_FMA;
    if (!best->roof_device[0] || !(share > 0) || share > 1e6)
        return;
    fprintf(out, ", %.1f %% of the %s %s roof", 100 * share, best->roof_device,
            roof_kind_name(best->roof));
    if (best->why.bound[0])
        return; /* a sentence of its own says it */
    if (share > BEATEN && memory)
        fputs(" (more than memory gave when the roof was measured: caches "
              "helped, or the machine was busy then)",
              out);
    else if (share >= near)
        fprintf(out, " (%s is the limit)",
                memory                           ? "memory"
                    : flops                      ? "arithmetic"
                    : roof_is_random(best->roof) ? "random access"
                                                 : "the link");
    else
        fputs(" (room left)", out);
}

static void say_ratio(FILE *out, const char *lead, double ratio,
                      const char *over)
{
    char text[TEXT_ROOM];
    text_number(text, ratio);
    fprintf(out, "%s%s× %s", lead, text, over);
}

/* What bounds it, from what was measured. */
static void say_why(FILE *out, const struct row *best)
{
    double share;
    char name[NAME_ROOM], text[TEXT_ROOM], part[16];
    const char *bound = best->why.bound;
    const char *nearest = row_nearest_bound(best, &share);
    if (!bound[0] || !(share > 0) || share > 1e6)
        return;
    row_name(best, name, sizeof name);
    if (share > BEATEN &&
        (!strcmp(bound, "memory") || !strcmp(bound, "compute"))) {
        fprintf(out,
                "%s took less time than its %s alone would at that roof, "
                "which is uncertain. ",
                name, !strcmp(bound, "memory") ? "bytes" : "arithmetic");
        return;
    }
    text_number(text, share);
    snprintf(part, sizeof part, share < 1 ? "%.0f %%" : "all", 100 * share);
    if (!strcmp(bound, "cache"))
        fprintf(out,
                "%s is cache-bound: memory alone would take %s times as "
                "long. ",
                name, text);
    else if (!strcmp(bound, "launch"))
        fprintf(out,
                "%s is launch-bound: at n → 0 it still takes %.0f %% of "
                "that time. ",
                name, 100 * share);
    else if (!strcmp(bound, nearest) && strchr(bound, ' '))
        fprintf(out,
                "%s is bound by the %s: its random accesses take %s of its "
                "time. ",
                name, bound, part);
    else if (!strcmp(bound, nearest))
        fprintf(out, "%s is %s-bound: %s %s of its time. ", name, bound,
                !strcmp(bound, "memory")        ? "moving its bytes takes"
                    : !strcmp(bound, "compute") ? "its arithmetic takes"
                                                : "its copies take",
                part);
    else
        fprintf(out,
                "Nothing measured explains half of the time of %s; "
                "%s comes nearest, %.0f %%. ",
                name, nearest, 100 * share);
}

/* Whether a row is the one that speed-ups are relative to. */
static bool is_base(const struct row *row, const struct row *of)
{
    char name[64];
    snprintf(name, sizeof name, "%s/%s", row->backend, row->variant);
    return !strcmp(of->speedup.over, name);
}

/* The row that speed-ups are relative to, when no sentence has named it, and
 * unless it ties or its times are in doubt. */
static void say_reference(FILE *out, const struct row *const *rows,
                          size_t count, const struct row *best,
                          const struct row *second)
{
    bool said = !row_has_speedup(best) || (second && is_base(second, best));
    for (size_t i = 0; i < count; i++)
        if (is_base(rows[i], best))
            said = said || row_ties(rows[i], best) || rows[i]->suspect;
    if (!said)
        say_ratio(out, second ? " and " : ", ", best->speedup.ratio,
                  best->speedup.over);
}

static void say_winner(FILE *out, const struct row *const *rows, size_t count)
{
    size_t length;
    char text[512], name[NAME_ROOM];
    const struct row *const *largest = largest_case(rows, count, &length);
    if (!largest)
        return;
    const struct row *best = rows_best(largest, length);
    const struct row *second = summary_second(largest, length, best);

    row_series_text(best, text, sizeof text);
    fprintf(out, "%s%s%s%s", best->op, text[0] ? " (" : "", text,
            text[0] ? ")" : "");
    text_count(text, best->n);
    fprintf(out, " at n = %s: ", text);
    say_who(out, largest, length, best);
    say_speed(out, best);
    say_share(out, best);
    if (second) {
        row_name(second, name, sizeof name);
        say_ratio(out, ", ", summary_advantage(best, second), name);
    }
    say_reference(out, largest, length, best, second);
    fputs(". ", out);
    say_why(out, best);
}

typedef const char *reason_of(const struct row *);

static const char *energy_reason(const struct row *row)
{
    return row->energy_reason;
}

static const char *sustained_reason(const struct row *row)
{
    return row->sustained_reason;
}

/* How many of the rows from `first` on have its reason; 0: so has an earlier
 * one, or it has none. */
static size_t count_reason(const struct row *const *rows, size_t count,
                           size_t first, reason_of *reason_of)
{
    const char *reason = reason_of(rows[first]);
    size_t with = 0;
    if (rows[first]->status != ROW_OK || !reason[0])
        return 0;
    for (size_t i = 0; i < count; i++) {
        const bool has =
            rows[i]->status == ROW_OK && !strcmp(reason_of(rows[i]), reason);
        if (has && i < first)
            return 0;
        with += has;
    }
    return with;
}

/* Why rows do not have what was asked for: each reason once. */
static void say_without(FILE *out, const struct row *const *rows, size_t count,
                        const char *what, reason_of *reason_of)
{
    for (size_t i = 0; i < count; i++) {
        const size_t without = count_reason(rows, count, i, reason_of);
        if (without)
            fprintf(out, "%zu row%s without %s: %s. ", without,
                    without == 1 ? "" : "s", what, reason_of(rows[i]));
    }
}

static void say_counts(FILE *out, const struct row *const *rows, size_t count)
{
    size_t of[ROW_SKIPPED + 1] = { 0 }, unverified = 0;
    for (size_t i = 0; i < count; i++) {
        of[rows[i]->status]++;
        unverified += rows[i]->status == ROW_OK && !rows[i]->checked;
    }
    fprintf(out, "%zu row%s: %zu ok", count, count == 1 ? "" : "s",
            of[ROW_OK]);
    if (unverified)
        fprintf(out, " (%zu UNVERIFIED)", unverified);
    fprintf(out, ", %zu wrong, %zu failed, %zu skipped.", of[ROW_WRONG],
            of[ROW_FAILED], of[ROW_SKIPPED]);
}

void report_summary(FILE *file, const struct record *record,
                    const struct row *const *rows, size_t columns)
{
    const size_t count = record->row_count;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_series(rows + at, count - at);
        summary_cases(file, record, rows + at, length, columns);
        if (length == count) /* else the table says it */
            say_winner(out, rows + at, length);
        summary_cores(out, record, rows + at, length);
        at += length;
    }
    summary_winners(file, record, rows, columns);
    say_without(out, rows, count, "joules", energy_reason);
    say_without(out, rows, count, "a sustained speed", sustained_reason);
    say_counts(out, rows, count);
    if (!fclose(out)) {
        putc('\n', file);
        text_wrap(file, text, 0, 0, columns);
    }
    free(text);
}
