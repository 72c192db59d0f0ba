/* summary.c - what stands above the tables and below them. */
#include "summary.h"

#include <stdlib.h>
#include <string.h>
#include "text.h"

/* --- the machine ---------------------------------------------------------- */

static void print_machine_line(FILE *file, const char *what, const char *name,
                               double units, const char *unit)
{
    if (!name[0])
        return;
    fprintf(file, "%s  ", what);
    text_print(file, name);
    if (units >= 1 && units < 1e9)
        fprintf(file, ", %.0f %s", units, unit);
    putc('\n', file);
}

/* The highest theoretical peak of a device: of bandwidth or of arithmetic. */
static double device_peak(const struct record *record, const char *device,
                          bool flops)
{
    double peak = 0;
    for (int kind = 0; kind < ROOF_KINDS; kind++) {
        const struct roof *roof =
            record_roof(record, device, (enum roof_kind)kind);
        if (roof && (kind == ROOF_FMA) == flops && roof->peak > peak)
            peak = roof->peak;
    }
    return peak;
}

static void print_giga(FILE *file, double rate, int width)
{
    char text[TEXT_ROOM] = "-";
    if (rate > 0)
        text_number(text, rate / 1e9);
    fprintf(file, "%*s", width, text);
}

static void print_roof_line(FILE *file, const struct record *record,
                            const char *device, bool peaks)
{
    text_print(file, device);
    text_spaces(file, 6 - strnlen(device, 5));
    for (int kind = 0; kind < ROOF_KINDS; kind++) {
        const struct roof *roof =
            record_roof(record, device, (enum roof_kind)kind);
        if (kind == ROOF_FMA && peaks)
            print_giga(file, device_peak(record, device, false), 12);
        print_giga(file, roof ? roof->rate : 0, kind == ROOF_FMA ? 14 : 9);
    }
    if (peaks)
        print_giga(file, device_peak(record, device, true), 10);
    putc('\n', file);
}

static bool first_of_device(const struct record *record, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(record->roofs[i].device, record->roofs[j].device))
            return false;
    return true;
}

static void print_roofs(FILE *file, const struct record *record)
{
    bool peaks = false;
    for (size_t i = 0; i < record->roof_count; i++)
        peaks |= record->roofs[i].peak > 0;
    fprintf(file, "\nroofs      read     copy    write%s   FMA GFLOP/s%s\n",
            peaks ? "   peak GB/s" : "  GB/s", peaks ? "      peak" : "");
    for (size_t i = 0; i < record->roof_count; i++)
        if (first_of_device(record, i))
            print_roof_line(file, record, record->roofs[i].device, peaks);
}

void report_machine(FILE *file, const struct record *record)
{
    print_machine_line(file, "CPU", record_fact(record, "cpu", "name"),
                       record_fact_number(record, "cpu", "cores"), "cores");
    print_machine_line(file, "GPU", record_fact(record, "gpu", "name"), 0, "");
    if (record->roof_count)
        print_roofs(file, record);
}

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

/* The fastest row of any other backend. */
static const struct row *runner_up(const struct row *const *rows, size_t count,
                                   const struct row *best)
{
    const struct row *second = NULL;
    for (size_t i = 0; i < count; i++)
        if (row_measured(rows[i]) && strcmp(rows[i]->backend, best->backend) &&
            (!second || rows[i]->seconds.median < second->seconds.median))
            second = rows[i];
    return second;
}

static void say_speed(FILE *out, const struct row *best)
{
    char text[TEXT_ROOM];
    const bool flops = row_flop_bound(best) || !(best->bytes > 0);
    const double rate = flops ? row_flops_rate(best) : row_bytes_rate(best);
    if (rate > 0) {
        text_number(text, rate / 1e9);
        fprintf(out, "%s %s", text, flops ? "GFLOP/s" : "GB/s");
    } else {
        text_seconds(text, best->seconds.median);
        fputs(text, out);
    }
}

/* How many times faster, by the table's paired ratios where it has them. */
static double advantage(const struct row *best, const struct row *second)
{
    if (best->speedup.ratio > 0 && second->speedup.ratio > 0)
        return best->speedup.ratio / second->speedup.ratio;
    return second->seconds.median / best->seconds.median;
}

/* How far from the roof, and what that means. */
static void say_share(FILE *out, const struct row *best)
{
    const double near = 0.8, cached = 1.1, share = best->roof_share;
    const bool memory = best->roof != ROOF_FMA;
    if (!best->roof_device[0] || !(share > 0) || share > 1e6)
        return;
    fprintf(out, ", %.1f %% of the %s %s roof", 100 * share,
            best->roof_device, roof_kind_name(best->roof));
    if (share > cached && memory)
        fputs(" (more than memory gave when the roof was measured: caches "
              "helped, or the machine was busy then)", out);
    else if (share >= near)
        fprintf(out, " (%s is the limit)", memory ? "memory" : "arithmetic");
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

static void say_winner(FILE *out, const struct row *const *rows, size_t count)
{
    size_t length;
    char text[512], own[64], name[64] = "";
    const struct row *const *largest = largest_case(rows, count, &length);
    if (!largest)
        return;
    const struct row *best = rows_best(largest, length);
    const struct row *second = runner_up(largest, length, best);

    row_series_text(best, text, sizeof text);
    fprintf(out, "%s%s%s%s", best->op, text[0] ? " (" : "", text,
            text[0] ? ")" : "");
    text_count(text, best->n);
    snprintf(own, sizeof own, "%s/%s", best->backend, best->variant);
    fprintf(out, " at n = %s: %s %s ", text, own,
            length > 1 ? "is fastest," : "reaches");
    say_speed(out, best);
    say_share(out, best);
    if (second) {
        snprintf(name, sizeof name, "%s/%s", second->backend,
                 second->variant);
        say_ratio(out, ", ", advantage(best, second), name);
    }
    if (best->speedup.over[0] && best->speedup.ratio > 0 &&
        strcmp(best->speedup.over, name) && strcmp(best->speedup.over, own))
        say_ratio(out, second ? " and " : ", ", best->speedup.ratio,
                  best->speedup.over);
    fputs(". ", out);
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

void report_summary(FILE *file, const struct row *const *rows, size_t count,
                    size_t columns)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_series(rows + at, count - at);
        say_winner(out, rows + at, length);
        at += length;
    }
    say_counts(out, rows, count);
    if (!fclose(out)) {
        putc('\n', file);
        text_wrap(file, text, 0, 0, columns);
    }
    free(text);
}
