/* chart.c - the charts of a record: their names, data files and pictures. */
#include "report/report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/save.h"
#include "chart/chart_data.h"
#include "chart/gnuplot.h"

enum { PATH_ROOM = GNUPLOT_PATH_ROOM, WHAT_ROOM = 256 };
_Static_assert((int)CHART_PATH == (int)PATH_ROOM, "names are copied whole");

/* The kinds of chart, in the order they are drawn. */
static const struct {
    const char *suffix, *script;
    bool (*write)(FILE *, const struct chart *);
    enum chart_rows rows;
    bool crossover; /* of records of crossovers, which have no other */
} kinds[] = {
    { "", "crossover.gp", chart_crossover_data, CHART_ALL, true },
    { "", "bandwidth.gp", chart_speed_data, CHART_WIDEST, false },
    { "", "bars.gp", chart_bars_data, CHART_WIDEST, false },
    { "-ladder", "ladder.gp", chart_ladder_data, CHART_RESIDENT, false },
    { "-roofline", "roofline.gp", chart_roofline_data, CHART_RESIDENT, false },
    { "-threads", "threads.gp", chart_threads_data, CHART_ALL, false }
};

/* Drawing all charts of a record. */
struct charts {
    const char *path;
    FILE *log; /* or NULL */
    struct reason *why;
    bool drawing; /* false once gnuplot is known not to be there */
    int written;  /* data files so far */
};

/* Where the ending begins; the whole length if there is none. */
static size_t stem_of(const char *path)
{
    const size_t length = strlen(path);
    const char *ending = length > 4 ? path + length - 4 : "";
    const bool known = !strcmp(ending, ".svg") || !strcmp(ending, ".png") ||
        !strcmp(ending, ".pdf");
    return known ? length - 4 : length;
}

bool chart_format_known(const char *path)
{
    return path[stem_of(path)] != 0;
}

/* --- names of sets -------------------------------------------------------- */

/* Adds "-TEXT" with nothing in it that a file name would mind. */
static void add_part(char what[WHAT_ROOM], const char *text)
{
    size_t at = strlen(what);
    if (text[0] && at + 1 < WHAT_ROOM)
        what[at++] = '-';
    for (; *text && at + 1 < WHAT_ROOM; text++) {
        const unsigned char byte = (unsigned char)*text;
        const bool plain = (byte >= '0' && byte <= '9') ||
            (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
            byte == '.';
        what[at++] = plain ? *text : '-';
    }
    what[at] = 0;
}

/* What differs among the rows of a record. */
struct varies {
    bool op, type, dist, cache, series;
};

static struct varies find_varies(const struct record *record)
{
    const struct row *first = record->rows;
    struct varies varies = { 0 };
    for (size_t i = 1; i < record->row_count; i++) {
        const struct row *row = &record->rows[i];
        varies.op |= strcmp(row->op, first->op) != 0;
        varies.type |= strcmp(row->type, first->type) != 0;
        varies.dist |= strcmp(row->dist, first->dist) != 0;
        varies.cache |= strcmp(row->cache, first->cache) != 0;
        varies.series |= !row_same_series(row, first);
    }
    return varies;
}

/* Whether a parameter has other values on other rows of the same op. */
static bool param_varies(const struct record *record, const struct row *row,
                         int param)
{
    for (size_t i = 0; i < record->row_count; i++)
        if (!strcmp(record->rows[i].op, row->op) &&
            strcmp(row_param(&record->rows[i], row->params[param].name),
                   row->params[param].value))
            return true;
    return false;
}

/* "" for the one series of a record, else what tells it from the others. */
static void name_series(const struct record *record, const struct row *row,
                        char what[WHAT_ROOM])
{
    const struct varies varies = find_varies(record);
    what[0] = 0;
    if (!varies.series)
        return;
    add_part(what, varies.op ? row->op : "");
    add_part(what, varies.type ? row->type : "");
    for (int i = 0; i < row->param_count; i++)
        if (param_varies(record, row, i))
            add_part(what, row->params[i].value);
    add_part(what, varies.dist ? row->dist : "");
    add_part(what, varies.cache ? row->cache : "");
}

/* --- one chart ------------------------------------------------------------ */

static enum status fail_data(const struct charts *charts, const char *data,
                             int error)
{
    return fail(charts->why, STATUS_IO,
                "the data of a chart, %s, cannot be written: %s", data,
                strerror(error));
}

static bool print_text(FILE *file, const void *text)
{
    fputs(text, file);
    return true;
}

/* STATUS_OK with *drawn false: there is nothing of this kind. */
static enum status write_data(const struct charts *charts,
                              const struct chart *chart, size_t kind,
                              const char *data, bool *drawn)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory)
        return fail_data(charts, data, ENOMEM);
    *drawn = kinds[kind].write(memory, chart);
    enum status status =
        fclose(memory) ? fail_data(charts, data, errno) : STATUS_OK;
    if (*drawn && !status)
        status = save_file(data, print_text, text, charts->why);
    free(text);
    return status;
}

static void announce(struct charts *charts, const struct drawing *drawing)
{
    if (!charts->log)
        return;
    if (!charts->drawing) {
        fprintf(charts->log, "chart data: %s\n", drawing->data);
        return;
    }
    fprintf(charts->log, "chart: %s\n", drawing->picture);
    if (charts->written)
        return;
    fputs("  to draw it again: ", charts->log);
    gnuplot_print_command(charts->log, drawing);
}

/* Of a set of charts of which `path` is the first; false: too long. */
static bool name_files(const char *path, const char *what, size_t kind,
                       char picture[PATH_ROOM], char data[PATH_ROOM])
{
    const size_t stem = stem_of(path);
    const int length = snprintf(picture, PATH_ROOM, "%.*s%s%s%s", (int)stem,
                                path, what, kinds[kind].suffix, path + stem);
    if (length < 0 || length >= PATH_ROOM - 8)
        return false;
    snprintf(data, PATH_ROOM, "%.*s.dat", length - 4, picture);
    return true;
}

bool chart_file(const char *path, size_t index, char name[CHART_PATH])
{
    char picture[PATH_ROOM], data[PATH_ROOM];
    const size_t kind = index / 2;
    if (!chart_format_known(path) || kind >= sizeof kinds / sizeof *kinds ||
        !name_files(path, "", kind, picture, data))
        return false;
    memcpy(name, index % 2 ? data : picture, CHART_PATH);
    return true;
}

static enum status draw_kind(struct charts *charts, const struct chart *chart,
                             const char *what, size_t kind)
{
    char data[PATH_ROOM], picture[PATH_ROOM];
    const struct drawing drawing = { kinds[kind].script, data, picture };
    bool drawn = false;
    if (!name_files(charts->path, what, kind, picture, data))
        return fail(charts->why, STATUS_IO, "%.200s...: too long a name",
                    charts->path);
    enum status status = write_data(charts, chart, kind, data, &drawn);
    if (status || !drawn)
        return status;
    if (charts->drawing) {
        status = gnuplot_draw(&drawing, charts->why);
        charts->drawing = status != STATUS_MISSING;
    }
    if (status && status != STATUS_MISSING)
        return status;
    announce(charts, &drawing);
    charts->written++;
    return STATUS_OK;
}

/* --- all of them ---------------------------------------------------------- */

/* Those of the series' rows that the kind is of; `room` is for all. */
static enum status draw_rows(struct charts *charts,
                             const struct record *record,
                             const struct row *const *rows, size_t count,
                             size_t kind, const struct row **room)
{
    char what[WHAT_ROOM];
    struct chart chart;
    if (kinds[kind].crossover != (record->crossover != NULL))
        return STATUS_OK;
    const size_t chosen = chart_choose(room, rows, count, kinds[kind].rows);
    if (!chosen)
        return STATUS_OK;
    chart_of(&chart, record, room, chosen);
    name_series(record, rows[0], what);
    return draw_kind(charts, &chart, what, kind);
}

static enum status draw_series(struct charts *charts,
                               const struct record *record,
                               const struct row *const *rows, size_t count)
{
    const struct row **room = calloc(count, sizeof *room);
    enum status status = STATUS_OK;
    if (!room)
        return fail(charts->why, STATUS_MEMORY, "no memory for the charts");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !status; i++)
        status = draw_rows(charts, record, rows, count, i, room);
    free(room);
    return status;
}

static void say_end(const struct charts *charts)
{
    if (!charts->log)
        return;
    if (!charts->written)
        fputs("no charts: no row has a speed\n", charts->log);
    else if (!charts->drawing)
        fputs("no charts: gnuplot is not here; where it is, draw them with\n"
              "  compare plot RESULTS.json\n",
              charts->log);
}

enum status chart_draw(const struct record *record, const char *path,
                       FILE *log, struct reason *why)
{
    struct charts charts = { path, log, why, true, 0 };
    enum status status = STATUS_OK;
    if (!chart_format_known(path))
        return fail(why, STATUS_USAGE,
                    "%s: charts are .svg, .png or .pdf files", path);
    const struct row **rows = record_sorted(record);
    if (!rows && record->row_count)
        return fail(why, STATUS_MEMORY, "no memory for the charts");
    for (size_t at = 0; at < record->row_count && !status;) {
        const size_t length =
            rows_of_series(rows + at, record->row_count - at);
        status = draw_series(&charts, record, rows + at, length);
        at += length;
    }
    free(rows);
    if (!status)
        say_end(&charts);
    return status;
}
