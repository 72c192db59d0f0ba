/* summary_cases.c - a line a case: how our best code stands to a library's
 * fastest row, and where a rung beats it.
 *
 * Ratios are of medians: "a 1.5× b" says that b takes 1.5 times as long. */
#include "report/summary.h"

#include <stdlib.h>
#include <string.h>
#include "base/text.h"
#include "record/standing.h"

enum { NAME_ROOM = 96, INDENT = 2 };

/* The first row of its backend among those of a case. */
static bool first_of_backend(const struct row *const *rows, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (!strcmp(rows[j]->backend, rows[i]->backend))
            return false;
    return true;
}

static void say_name(FILE *out, const struct row *row)
{
    char name[NAME_ROOM];
    row_name(row, name, sizeof name);
    fputs(name, out);
}

static void say_ratio(FILE *out, const struct row *row, double ratio,
                      const struct row *over)
{
    char text[TEXT_ROOM];
    text_number(text, ratio);
    say_name(out, row);
    fprintf(out, " %s× ", text);
    say_name(out, over);
}

/* --- a library ------------------------------------------------------------ */

/* Older files have but the roof's. */
static const char *device_of(const struct row *row)
{
    return row->device[0] ? row->device : row->roof_device;
}

/* Our own code on the same device; NULL: none was measured. */
static const struct row *opponent(const struct row *const *rows, size_t count,
                                  const struct row *library)
{
    for (size_t i = 0; i < count; i++) {
        const struct row *best = standing_library(rows[i]->backend)
            ? NULL
            : standing_row(rows, count, rows[i]->backend);
        if (best && !strcmp(device_of(best), device_of(library)))
            return best;
    }
    return NULL;
}

/* "cuda/best 1.31× cub/device-scan, the fastest of cub's 2 rows"; false: there
 * is nothing beside it to tell. */
static bool say_library(FILE *out, const struct row *const *rows, size_t count,
                        const struct row *library)
{
    char text[TEXT_ROOM];
    size_t of;
    const struct row *best = opponent(rows, count, library);
    standing_fastest(rows, count, library, &of);
    if (!best && of < 2)
        return false;
    if (best) {
        say_ratio(out, best, library->seconds.median / best->seconds.median,
                  library);
    } else {
        text_seconds(text, library->seconds.median);
        say_name(out, library);
        fprintf(out, " %s", text);
    }
    if (of > 1)
        fprintf(out, ", the fastest of %s's %zu rows", library->backend, of);
    return true;
}

/* --- a rung --------------------------------------------------------------- */

/* "a rung beats best: cuda/lookahead 1.04× cuda/best", or "a row", which may
 * be a library's, where it is of no ladder; false: none does. */
static bool say_ahead(FILE *out, const struct row *const *rows, size_t count,
                      const struct row *best)
{
    const struct standing_ahead ahead = standing_ahead(rows, count, best);
    if (!ahead.rung)
        return false;
    fputs(ahead.rung->ladder[0] ? "a rung" : "a row", out);
    fputs(" beats best: ", out);
    say_ratio(out, ahead.rung, ahead.ratio, best);
    if (ahead.others)
        fprintf(out, ", and %zu more %s faster than best", ahead.others,
                ahead.others == 1 ? "is" : "are");
    return true;
}

/* --- a case --------------------------------------------------------------- */

bool summary_case(FILE *out, const struct row *const *rows, size_t count)
{
    const char *before = "";
    for (size_t i = 0; i < count; i++) {
        char *text = NULL;
        size_t size;
        const struct row *row = first_of_backend(rows, i)
            ? standing_row(rows, count, rows[i]->backend)
            : NULL;
        FILE *part = row ? open_memstream(&text, &size) : NULL;
        if (!part)
            continue;
        const bool said = standing_library(row->backend)
            ? say_library(part, rows, count, row)
            : say_ahead(part, rows, count, row);
        if (!fclose(part) && said) {
            fprintf(out, "%s%s", before, text);
            before = "; ";
        }
        free(text);
    }
    return before[0];
}

/* --- a series ------------------------------------------------------------- */

/* "n = 2^20: ...", a line of its own. */
static void print_case(FILE *file, const struct row *const *rows, size_t count,
                       size_t columns)
{
    char n[TEXT_ROOM], *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return;
    text_count(n, rows[0]->n);
    fprintf(out, "n = %s: ", n);
    const bool said = summary_case(out, rows, count);
    if (!fclose(out) && said) {
        text_spaces(file, INDENT);
        text_wrap(file, text, INDENT, 2 * INDENT, columns);
    }
    free(text);
}

/* "reduce (f32, uniform, cold), CUB 3.0.1" */
static void print_head(FILE *file, const struct record *record,
                       const struct row *const *rows, size_t count,
                       size_t columns)
{
    char series[512], version[64], line[640];
    row_series_text(rows[0], series, sizeof series);
    standing_version(record, rows, count, version, sizeof version);
    snprintf(line, sizeof line, "%s%s%s%s%s%s", rows[0]->op,
             series[0] ? " (" : "", series, series[0] ? ")" : "",
             version[0] ? ", " : "", version);
    putc('\n', file);
    text_wrap(file, line, 0, INDENT, columns);
}

void summary_cases(FILE *file, const struct record *record,
                   const struct row *const *rows, size_t count, size_t columns)
{
    char *text = NULL;
    size_t size;
    FILE *lines = open_memstream(&text, &size);
    if (!lines)
        return;
    for (size_t at = 0; at < count;) {
        const size_t length = rows_of_case(rows + at, count - at);
        print_case(lines, rows + at, length, columns);
        at += length;
    }
    if (!fclose(lines) && text[0]) {
        print_head(file, record, rows, count, columns);
        fputs(text, file);
    }
    free(text);
}
