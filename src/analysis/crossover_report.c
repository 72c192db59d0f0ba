/* crossover_report.c - crossovers as JSON and as a table. */
#include "analysis/crossover.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/text.h"

enum { COLUMNS = 5, CELL = 96 };

/* --- JSON ----------------------------------------------------------------- */

static json_t *name_of(const struct row *row)
{
    char name[64];
    snprintf(name, sizeof name, "%s/%s", row->backend, row->variant);
    return json_string(name);
}

static json_t *end_or_null(double n)
{
    return n > 0 && isfinite(n) ? json_real(n) : json_null();
}

static json_t *crossing_object(const struct duel *duel)
{
    const struct crossing *c = &duel->crossing;
    const struct crossover_point *point = &duel->points[0];
    return json_pack("{s:s, s:s, s:o, s:o, s:s, s:s, s:f, s:o, s:o, s:i}",
                     "op", point->champion->op, "type", point->champion->type,
                     "champion", name_of(point->champion), "challenger",
                     name_of(point->challenger), "mode", c->mode, "kind",
                     crossing_kind_name(c->kind), "n", c->n, "ci_low",
                     end_or_null(c->low), "ci_high", end_or_null(c->high),
                     "changes", c->changes);
}

json_t *crossover_to_json(const struct record *record, const char *champion)
{
    json_t *list = json_array();
    const struct row **rows = record_sorted(record);
    for (size_t at = 0; rows && at < record->row_count;) {
        struct duel duels[CROSSOVER_MODES];
        const size_t length =
            rows_of_series(rows + at, record->row_count - at);
        const int count = crossover_duels(duels, rows + at, length, champion);
        for (int i = 0; i < count; i++)
            json_array_append_new(list, crossing_object(&duels[i]));
        crossover_free(duels, count);
        at += length;
    }
    free(rows);
    return list;
}

bool crossover_champion(const struct record *record, char *name, size_t room)
{
    const json_t *first = json_array_get(record->crossover, 0);
    const char *champion =
        json_string_value(json_object_get(first, "champion"));
    const size_t length = champion ? strcspn(champion, "/") : 0;
    if (!length || length >= room)
        return false;
    snprintf(name, room, "%.*s", (int)length, champion);
    return true;
}

/* --- the table ------------------------------------------------------------ */

/* Three digits, the rest zeros: what lies between measured sizes is not known
 * better. */
static void round_text(char text[TEXT_ROOM], double n)
{
    const double unit = pow(10, fmax(0, floor(log10(fmax(n, 1))) - 2));
    snprintf(text, TEXT_ROOM, "%.0f", round(n / unit) * unit);
}

void crossover_size_text(char text[TEXT_ROOM], const struct crossing *crossing)
{
    if (crossing->kind == CROSSES)
        round_text(text, crossing->n);
    else
        text_count(text, (size_t)crossing->n);
}

static void crossing_text(char text[CELL], const struct crossing *crossing)
{
    char n[TEXT_ROOM];
    crossover_size_text(n, crossing);
    snprintf(text, CELL, "%s%s",
             crossing->kind == CROSSES     ? ""
                 : crossing->kind == NEVER ? "never up to n = "
                                           : "already at n = ",
             n);
}

/* "-": nothing that the crossing itself does not say. */
static void interval_text(char text[CELL], const struct crossing *crossing)
{
    char low[TEXT_ROOM], high[TEXT_ROOM];
    const bool below = crossing->low > 0 && crossing->low != crossing->n;
    const bool above =
        isfinite(crossing->high) && crossing->high != crossing->n;
    round_text(low, crossing->low);
    round_text(high, fmin(crossing->high, 1e18));
    if (below && above)
        snprintf(text, CELL, "%s to %s", low, high);
    else if (below)
        snprintf(text, CELL, "%s or more", low);
    else if (above)
        snprintf(text, CELL, "%s or less", high);
    else
        snprintf(text, CELL, "-");
}

static void fill_line(char cells[COLUMNS][CELL], const struct duel *duel)
{
    char text[TEXT_ROOM];
    const struct crossing *crossing = &duel->crossing;
    snprintf(cells[0], CELL, "%s", crossing->mode);
    crossing_text(cells[1], crossing);
    interval_text(cells[2], crossing);
    for (int i = 0; i < 2; i++) {
        text_seconds(text, crossover_time(duel, crossing->n, i));
        snprintf(cells[3 + i], CELL, "%s", text);
    }
}

static void fill_head(char cells[COLUMNS][CELL], const struct duel *duel)
{
    const struct crossover_point *point = &duel->points[0];
    strcpy(cells[0], "mode");
    strcpy(cells[1], "n");
    strcpy(cells[2], "95 % interval");
    snprintf(cells[3], CELL, "%s", point->champion->backend);
    snprintf(cells[4], CELL, "%s", point->challenger->backend);
}

static void print_cells(FILE *file, char lines[][COLUMNS][CELL], int count)
{
    size_t width[COLUMNS] = { 0 };
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COLUMNS; k++)
            if (text_width(lines[i][k]) > width[k])
                width[k] = text_width(lines[i][k]);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < COLUMNS; k++) {
            const bool left = k == 0;
            const size_t pad = width[k] - text_width(lines[i][k]);
            text_spaces(file, (k ? 3 : 0) + (left ? 0 : pad));
            text_print(file, lines[i][k]);
            if (left)
                text_spaces(file, pad);
            fputs(k + 1 < COLUMNS ? "" : "\n", file);
        }
}

static void print_notes(FILE *file, const struct duel *duels, int count)
{
    char text[CELL];
    for (int i = 0; i < count; i++) {
        const struct crossing *crossing = &duels[i].crossing;
        if (crossing->changes < 2)
            continue;
        crossing_text(text, crossing);
        fprintf(file, "%s: the lead changes %d times; ", crossing->mode,
                crossing->changes);
        if (crossing->kind == CROSSES)
            fprintf(file, "from n = %s on it does no more\n", text);
        else
            fprintf(file, "at the end the champion has it\n");
    }
}

static void print_series(FILE *file, const struct duel *duels, int count)
{
    char lines[CROSSOVER_MODES + 1][COLUMNS][CELL], series[512];
    const struct crossover_point *point = &duels[0].points[0];
    row_series_text(point->champion, series, sizeof series);
    fprintf(file, "\n%s: from which n on %s/%s is faster than %s/%s\n",
            point->champion->op, point->challenger->backend,
            point->challenger->variant, point->champion->backend,
            point->champion->variant);
    text_print(file, series);
    fputs("\n\n", file);
    fill_head(lines[0], &duels[0]);
    for (int i = 0; i < count; i++)
        fill_line(lines[i + 1], &duels[i]);
    print_cells(file, lines, count + 1);
    print_notes(file, duels, count);
}

void crossover_print(FILE *file, const struct record *record)
{
    char champion[sizeof record->rows->backend];
    const struct row **rows = record_sorted(record);
    if (!crossover_champion(record, champion, sizeof champion) || !rows)
        fputs("no crossover: no size was measured on both sides\n", file);
    else
        for (size_t at = 0; at < record->row_count;) {
            struct duel duels[CROSSOVER_MODES];
            const size_t length =
                rows_of_series(rows + at, record->row_count - at);
            const int count =
                crossover_duels(duels, rows + at, length, champion);
            if (count > 0)
                print_series(file, duels, count);
            crossover_free(duels, count);
            at += length;
        }
    free(rows);
}
