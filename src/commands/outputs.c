/* outputs.c - results are saved by default, and never over older ones. */
#include "commands/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/save.h"
#include "analysis/crossover.h"
#include "report/report.h"
#include "matrix.h"

static const char DIRECTORY[] = "runs";

/* Opens for writing without touching what is there; errno, or 0. */
static int try_opening(const char *path, bool existed)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return errno;
    close(file);
    if (!existed) {
        char *target = realpath(path, NULL); /* not a link to it */
        unlink(target ? target : path);
        free(target);
    }
    return 0;
}

/* JSON is written beside its old self, then renamed. */
static int try_beside(const char *path)
{
    char name[PATH_MAX], *target = realpath(path, NULL);
    const int length =
        snprintf(name, sizeof name, "%s.XXXXXX", target ? target : path);
    free(target);
    if (length >= (int)sizeof name)
        return ENAMETOOLONG;
    const int file = mkstemp(name);
    if (file < 0)
        return errno;
    close(file);
    unlink(name);
    return 0;
}

/* A pipe's reader would take an open and close for the end. */
static enum status can_write(const char *flag, const char *path, bool replaced,
                             struct reason *why)
{
    struct stat before;
    int error = 0;
    if (!path || !strcmp(path, "-"))
        return STATUS_OK;
    const bool existed = !stat(path, &before);
    if (existed && S_ISDIR(before.st_mode))
        error = EISDIR;
    else if (existed && !S_ISREG(before.st_mode))
        error = access(path, W_OK) ? errno : 0;
    else
        error = try_opening(path, existed);
    if (!error && replaced && (!existed || S_ISREG(before.st_mode))) {
        error = try_beside(path);
        if (error)
            return fail(why, STATUS_IO,
                        "%s %s: no file can be made beside "
                        "it: %s",
                        flag, path, strerror(error));
    }
    return error ? fail(why, STATUS_IO, "%s %s cannot be written: %s", flag,
                        path, strerror(error))
                 : STATUS_OK;
}

/* Not so for a device such as /dev/null. */
static bool same_file(const char *a, const char *b)
{
    struct stat one, other;
    if (!a || !b || !strcmp(a, "-"))
        return false;
    if (stat(a, &one))
        return !strcmp(a, b);
    return S_ISREG(one.st_mode) && !stat(b, &other) &&
        one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static enum status check_named(const struct options *options,
                               struct reason *why)
{
    const struct {
        const char *flag, *path;
        bool replaced;
    } named[] = { { "--json", options->json_path, true },
                  { "--csv", options->csv_path, true },
                  { "--md", options->md_path, true },
                  { "--plot", options->plot_path, false } };
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof named / sizeof *named && !status; i++) {
        for (size_t k = 0; k < i; k++)
            if (same_file(named[k].path, named[i].path))
                return fail(why, STATUS_USAGE,
                            "%s %s and %s %s: the same "
                            "file",
                            named[k].flag, named[k].path, named[i].flag,
                            named[i].path);
        status =
            can_write(named[i].flag, named[i].path, named[i].replaced, why);
    }
    return status;
}

/* Takes the name for as long as the file is there; false: it is taken. Other
 * errors are found again when it is tried. */
static bool reserve(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0)
        return errno != EEXIST;
    close(file);
    return true;
}

/* runs/20261121-053000-reduce.json, reserved, with a number when two start in
 * a second; false: all are taken. */
static bool reserve_own(struct outputs *outputs, const struct options *options)
{
    char stamp[32], number[16] = "";
    struct tm local;
    const time_t now = time(NULL);
    const char *what = options->op_count == 1 ? options->ops[0]->name : "ops";
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    for (int k = 0; k < 1000; k++) {
        if (k)
            snprintf(number, sizeof number, "-%d", k);
        snprintf(outputs->reserved, sizeof outputs->reserved,
                 "%s/%s-%s%s.json", DIRECTORY, stamp, what, number);
        if (reserve(outputs->reserved))
            return true;
    }
    outputs->reserved[0] = 0;
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
    char text[64];
    struct reason why;
    if (mkdir(DIRECTORY, 0777) && errno != EEXIST) {
        snprintf(text, sizeof text, "%s/ cannot be made (%s)", DIRECTORY,
                 strerror(errno));
        not_saved(text);
        return;
    }
    if (!reserve_own(outputs, options)) {
        not_saved("results: every name of this second is taken");
        return;
    }
    if (can_write("results", outputs->reserved, true, &why)) {
        not_saved(why.text);
        return;
    }
    snprintf(outputs->json, sizeof outputs->json, "%s", outputs->reserved);
    if (!options->plot_path && !options->no_plot)
        snprintf(outputs->plot, sizeof outputs->plot, "%.*s.svg",
                 (int)(strlen(outputs->json) - strlen(".json")),
                 outputs->json);
}

void outputs_close(const struct outputs *outputs)
{
    struct stat info;
    if (outputs->reserved[0] && !stat(outputs->reserved, &info) &&
        S_ISREG(info.st_mode) && !info.st_size)
        unlink(outputs->reserved);
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
    if (options->json_path)
        snprintf(outputs->json, sizeof outputs->json, "%s",
                 options->json_path);
    if (options->plot_path)
        snprintf(outputs->plot, sizeof outputs->plot, "%s",
                 options->plot_path);
    return status;
}

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

enum status outputs_write(const struct outputs *outputs,
                          const struct options *options,
                          const struct record *record, struct reason *why)
{
    FILE *log = options->quiet ? NULL : stderr;
    const bool named = outputs->json[0] && !on_stdout(outputs->json);
    const enum status saved =
        outputs->json[0] ? record_save(record, outputs->json, why) : STATUS_OK;
    enum status one = write_others(options, record, why);
    enum status status = one ? one : saved;
    if (!on_stdout(options->json_path) && !on_stdout(options->csv_path) &&
        !on_stdout(options->md_path))
        print_table(options, record);
    if (fflush(stdout))
        status = fail(why, STATUS_IO, "the table could not be written: %s",
                      strerror(errno));
    if (named && !saved && log)
        fprintf(log, "results: %s\n", outputs->json);
    if (outputs->plot[0]) {
        one = chart_draw(record, outputs->plot, log, why);
        status = one ? one : status;
    }
    return status;
}
