/* outputs.c - results are saved by default, and never over older ones. */
#include "commands/outputs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/save.h"
#include "analysis/crossover.h"
#include "commands/apart.h"
#include "host/host.h"
#include "report/report.h"
#include "matrix.h"

static const char DIRECTORY[] = "runs";
enum { OWN_NAMES = 1000 /* of a second */ };

/* A pipe's reader would take an open and close for the end. */
static enum status can_write(const char *flag, const char *path,
                             struct reason *why)
{
    struct stat before;
    int error = 0;
    if (!path || !strcmp(path, "-"))
        return STATUS_OK;
    if (strlen(path) >= OUTPUT_PATH)
        return fail(why, STATUS_IO,
                    "%s %.100s...: %zu bytes are too long a path; expected at "
                    "most %d",
                    flag, path, strlen(path), OUTPUT_PATH - 1);
    const bool existed = !stat(path, &before);
    if (!existed && errno != ENOENT)
        error = errno;
    else if (existed && S_ISDIR(before.st_mode))
        error = EISDIR;
    else if (existed)
        error = access(path, W_OK) ? errno : 0;
    if (!error && existed && S_ISREG(before.st_mode)) {
        error = save_try(path);
        if (error)
            return fail(why, STATUS_IO,
                        "%s %s: no file can be made beside "
                        "it: %s",
                        flag, path, strerror(error));
    }
    if (!error && !existed)
        error = save_try(path);
    return error ? fail(why, STATUS_IO, "%s %s cannot be written: %s", flag,
                        path, strerror(error))
                 : STATUS_OK;
}

static enum status check_named(const struct options *options,
                               struct reason *why)
{
    const struct named_path named[] = {
        { "--input", options->input_path }, { "--json", options->json_path },
        { "--csv", options->csv_path },     { "--md", options->md_path },
        { "--image", options->image_path }, { "--plot", options->plot_path }
    };
    enum { NAMED = sizeof named / sizeof *named, READ = 1 };
    enum status status = paths_apart(named, NAMED, READ, why);
    if (!status) /* the last is theirs */
        status = charts_apart(options->plot_path, named, NAMED - 1, why);
    for (size_t i = READ; i < NAMED && !status; i++)
        status = can_write(named[i].flag, named[i].path, why);
    return status;
}

/* --- names of our own -----------------------------------------------------*/

/* runs/20261121-053000-reduce.json and .svg; with a number when two runs start
 * in a second. */
static void own_name(const struct outputs *outputs, char name[OUTPUT_PATH],
                     const char *ending)
{
    char number[16] = "";
    if (outputs->number)
        snprintf(number, sizeof number, "-%d", outputs->number);
    snprintf(name, OUTPUT_PATH, "%s%s%s", outputs->own, number, ending);
}

/* From its number on; false: all are taken. */
static bool find_own(struct outputs *outputs)
{
    char json[OUTPUT_PATH], plot[OUTPUT_PATH];
    for (; outputs->number < OWN_NAMES; outputs->number++) {
        own_name(outputs, json, ".json");
        own_name(outputs, plot, ".svg");
        if (access(json, F_OK) && access(plot, F_OK))
            return true;
    }
    return false;
}

static void not_saved(const char *reason)
{
    fprintf(stderr,
            "compare: %s: not saved; name files with --json and "
            "--plot\n",
            reason);
}

static void open_own(struct outputs *outputs, const struct options *options)
{
    char text[64], stamp[32];
    struct reason why;
    struct tm local;
    const time_t now = time(NULL);
    const char *what = options->op_count == 1 ? options->ops[0]->name : "ops";
    if (mkdir(DIRECTORY, 0777) && errno != EEXIST) {
        snprintf(text, sizeof text, "%s/ cannot be made (%s)", DIRECTORY,
                 strerror(errno));
        not_saved(text);
        return;
    }
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    snprintf(outputs->own, sizeof outputs->own, "%s/%s-%s", DIRECTORY, stamp,
             what);
    own_name(outputs, outputs->json, ".json");
    if (!find_own(outputs))
        not_saved("results: every name of this second is taken");
    else if (can_write("results", outputs->json, &why))
        not_saved(why.text);
    else
        return;
    outputs->own[0] = outputs->json[0] = 0;
}

enum status outputs_open(struct outputs *outputs,
                         const struct options *options, struct reason *why)
{
    memset(outputs, 0, sizeof *outputs);
    const enum status status = check_named(options, why);
    const bool all_named =
        options->json_path && (options->plot_path || options->no_plot);
    if (!status && !options->no_save && !all_named)
        open_own(outputs, options);
    outputs->fresh = outputs->own[0] && !options->json_path;
    if (outputs->fresh)
        own_name(outputs, outputs->json, ".json");
    else
        snprintf(outputs->json, sizeof outputs->json, "%s",
                 options->json_path ? options->json_path : "");
    return status;
}

/* --- saving --------------------------------------------------------------*/

/* No other run's file is replaced: a name that is taken by now is left. */
static enum status take_name(struct outputs *outputs,
                             const struct record *record, struct reason *why)
{
    bool taken = true;
    enum status status = STATUS_OK;
    while (taken && !status) {
        status = record_keep(record, outputs->json, &taken, why);
        if (!status && taken && !find_own(outputs))
            status = fail(why, STATUS_IO, "results: every name is taken");
        own_name(outputs, outputs->json, ".json");
    }
    outputs->fresh = status != STATUS_OK;
    return status;
}

void outputs_keep(struct outputs *outputs, const struct record *so_far)
{
    struct stat info;
    struct reason why;
    const double now = host_clock();
    if (so_far->row_count == outputs->kept && now < outputs->kept_at + 1)
        return;
    outputs->kept = so_far->row_count;
    outputs->kept_at = now;
    const bool none = stat(outputs->json, &info);
    if (outputs->fresh)
        take_name(outputs, so_far, &why);
    else if (outputs->json[0] && strcmp(outputs->json, "-") &&
             (none || S_ISREG(info.st_mode)))
        record_keep(so_far, outputs->json, NULL, &why);
}

/* Nothing of our own for nothing. */
static enum status save_json(struct outputs *outputs,
                             const struct record *record, bool *saved,
                             struct reason *why)
{
    enum status status = STATUS_OK;
    *saved = false;
    if (!outputs->json[0] || (outputs->fresh && !record->row_count))
        return STATUS_OK;
    if (outputs->fresh)
        status = take_name(outputs, record, why);
    if (!status)
        status = record_save(record, outputs->json, why);
    *saved = !status;
    return status;
}

/* Beside our own results, or where those would be. */
static const char *chart_path(struct outputs *outputs,
                              const struct options *options)
{
    if (options->plot_path)
        return options->plot_path;
    if (options->no_plot || !outputs->own[0])
        return NULL;
    if (options->json_path && !find_own(outputs))
        return NULL;
    own_name(outputs, outputs->plot, ".svg");
    return outputs->plot;
}

/* --- the table ------------------------------------------------------------*/

static int terminal_columns(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) &&
        size.ws_col)
        return size.ws_col;
    return columns ? atoi(columns) : 0;
}

struct table_style outputs_style(const struct options *options)
{
    const char *no_color = getenv("NO_COLOR");
    return (struct table_style){
        .color = options->color > 0 ||
            (!options->color && isatty(STDOUT_FILENO) &&
             !(no_color && no_color[0])),
        .verbose = options->verbose,
        .columns = terminal_columns(),
    };
}

static void print_table(const struct options *options,
                        const struct record *record)
{
    const struct table_style style = outputs_style(options);
    if (record->crossover)
        crossover_print(stdout, record);
    if (!record->crossover || options->verbose)
        report_table(stdout, record, &style);
}

static bool on_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

static bool print_csv(FILE *file, const void *record)
{
    report_csv(file, record);
    return true;
}

static bool print_markdown(FILE *file, const void *record)
{
    report_markdown(file, record);
    return true;
}

/* CSV and Markdown; one on stdout ends there. */
static enum status write_others(const struct options *options,
                                const struct record *record,
                                struct reason *why)
{
    const enum status csv = options->csv_path
        ? save_file(options->csv_path, print_csv, record, why)
        : STATUS_OK;
    const enum status md = options->md_path
        ? save_file(options->md_path, print_markdown, record, why)
        : STATUS_OK;
    return md ? md : csv;
}

enum status outputs_write(struct outputs *outputs,
                          const struct options *options,
                          const struct record *record, struct reason *why)
{
    FILE *log = options->quiet ? NULL : stderr;
    bool saved;
    enum status status = save_json(outputs, record, &saved, why);
    enum status one = write_others(options, record, why);
    status = one ? one : status;
    if (!on_stdout(options->json_path) && !on_stdout(options->csv_path) &&
        !on_stdout(options->md_path))
        print_table(options, record);
    if (fflush(stdout))
        status = fail(why, STATUS_IO, "the table could not be written: %s",
                      strerror(errno));
    if (saved && log && !on_stdout(outputs->json))
        fprintf(log, "results: %s\n", outputs->json);
    const char *chart = interrupted ? NULL : chart_path(outputs, options);
    if (!chart)
        return status;
    struct reason inner;
    one = chart_draw(record, chart, log, &inner);
    if (!one || interrupted) /* then it was left undrawn for that */
        return status;
    *why = inner;
    return one;
}
