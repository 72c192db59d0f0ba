/* outputs.c - results are saved by default, and never over older ones. */
#include "outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "report.h"

static const char DIRECTORY[] = "runs";

/* Opens for writing without touching what is there. */
static enum status can_write(const char *flag, const char *path,
                             struct reason *why)
{
    struct stat before;
    if (!path || !strcmp(path, "-"))
        return STATUS_OK;
    const bool existed = !stat(path, &before);
    const int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0)
        return fail(why, STATUS_IO, "%s %s cannot be written: %s", flag,
                    path, strerror(errno));
    close(file);
    if (!existed)
        unlink(path);
    return STATUS_OK;
}

/* runs/20261121-053000-reduce, with a number when two start in a second. */
static void fresh_stem(const struct options *options, char *stem, size_t room)
{
    char stamp[32], path[OUTPUT_PATH];
    struct tm local;
    struct stat info;
    const time_t now = time(NULL);
    const char *what =
        options->op_count == 1 ? options->ops[0]->name : "ops";
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &local));
    for (int k = 0; k < 1000; k++) {
        if (k)
            snprintf(stem, room, "%s/%s-%s-%d", DIRECTORY, stamp, what, k);
        else
            snprintf(stem, room, "%s/%s-%s", DIRECTORY, stamp, what);
        snprintf(path, sizeof path, "%.200s.json", stem);
        if (stat(path, &info))
            return;
    }
}

static void open_own(struct outputs *outputs, const struct options *options)
{
    char stem[OUTPUT_PATH - 8];
    struct reason why;
    if (mkdir(DIRECTORY, 0777) && errno != EEXIST) {
        fprintf(stderr, "compare: results are not saved: %s/ cannot be made "
                "(%s); name files with --json and --plot\n", DIRECTORY,
                strerror(errno));
        return;
    }
    fresh_stem(options, stem, sizeof stem);
    snprintf(outputs->json, sizeof outputs->json, "%.200s.json", stem);
    if (can_write("results", outputs->json, &why)) {
        fprintf(stderr, "compare: %s: not saved; name files with --json and "
                "--plot\n", why.text);
        outputs->json[0] = 0;
        return;
    }
    if (options->json_path)
        outputs->json[0] = 0;
    if (!options->plot_path && !options->no_plot)
        snprintf(outputs->plot, sizeof outputs->plot, "%.200s.svg", stem);
}

enum status outputs_open(struct outputs *outputs,
                         const struct options *options, struct reason *why)
{
    memset(outputs, 0, sizeof *outputs);
    enum status status = can_write("--json", options->json_path, why);
    if (!status)
        status = can_write("--csv", options->csv_path, why);
    if (!status)
        status = can_write("--md", options->md_path, why);
    if (!status)
        status = can_write("--plot", options->plot_path, why);
    if (!status && !options->no_save)
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
    if (isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size)
        && size.ws_col)
        return size.ws_col;
    return columns ? atoi(columns) : 0;
}

static void print_table(const struct options *options,
                        const struct record *record)
{
    const char *no_color = getenv("NO_COLOR");
    const struct table_style style = {
        .color = options->color > 0
            || (!options->color && isatty(STDOUT_FILENO)
                && !(no_color && no_color[0])),
        .verbose = options->verbose,
        .columns = terminal_columns(),
    };
    report_table(stdout, record, &style);
}

static bool on_stdout(const char *path)
{
    return path && !strcmp(path, "-");
}

static enum status write_text(void (*print)(FILE *, const struct record *),
                              const char *path, const struct record *record,
                              struct reason *why)
{
    if (!path)
        return STATUS_OK;
    FILE *file = on_stdout(path) ? stdout : fopen(path, "w");
    bool bad = !file;
    if (file) {
        print(file, record);
        bad = fflush(file) || ferror(file);
        if (file != stdout)
            bad = fclose(file) || bad;
    }
    return bad ? fail(why, STATUS_IO, "%s cannot be written: %s", path,
                      strerror(errno))
               : STATUS_OK;
}

enum status outputs_write(const struct outputs *outputs,
                          const struct options *options,
                          const struct record *record, struct reason *why)
{
    enum status status = STATUS_OK, one;
    FILE *log = options->quiet ? NULL : stderr;
    if (!on_stdout(options->json_path) && !on_stdout(options->csv_path)
        && !on_stdout(options->md_path))
        print_table(options, record);
    if (fflush(stdout))
        status = fail(why, STATUS_IO, "the table could not be written: %s",
                      strerror(errno));
    if (outputs->json[0]) {
        one = record_save(record, outputs->json, why);
        status = one ? one : status;
        if (!one && log && !on_stdout(outputs->json))
            fprintf(log, "results: %s\n", outputs->json);
    }
    one = write_text(report_csv, options->csv_path, record, why);
    status = one ? one : status;
    one = write_text(report_markdown, options->md_path, record, why);
    status = one ? one : status;
    if (outputs->plot[0]) {
        one = chart_draw(record, outputs->plot, log, why);
        status = one ? one : status;
    }
    return status;
}
