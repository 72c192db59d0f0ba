/* cli.c - parse, measure, report; or another command. */
#include "commands/cli.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/crossover.h"
#include "analysis/diff.h"
#include "commands/apart.h"
#include "commands/list.h"
#include "commands/outputs.h"
#include "commands/publish.h"
#include "commands/replay.h"
#include "host/idle.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "base/interrupt.h"
#include "process/supervisor.h"
#include "report/report.h"
#include "matrix.h"

enum { EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_MISSING = 3 };

static int exit_status(enum status status)
{
    switch (status) {
    case STATUS_OK: return EXIT_SUCCESS;
    case STATUS_USAGE:
    case STATUS_IO: return EXIT_USAGE;
    case STATUS_MISSING: return EXIT_MISSING;
    default: return EXIT_WRONG;
    }
}

static int complain(enum status status, const struct reason *why)
{
    if (status)
        fprintf(stderr, "compare: %s\n", why->text);
    return exit_status(status);
}

/* --- measuring ------------------------------------------------------------ */

struct run {
    const struct options *options;
    struct outputs outputs;
    bool opened;
};

/* What cannot be written is found before the first measurement. */
static enum status open_outputs(void *context, struct reason *why)
{
    struct run *run = context;
    const enum status status = outputs_open(&run->outputs, run->options, why);
    run->opened = !status;
    return status;
}

static void keep_outputs(void *context, const struct record *so_far)
{
    struct run *run = context;
    outputs_keep(&run->outputs, so_far);
}

static enum status rows_status(const struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        if (row_broken(&record->rows[i]))
            return STATUS_DEVICE;
    return STATUS_OK;
}

/* The way to measure: what was asked for, or what crossovers need. */
static enum status measure(struct record *record, struct run *run,
                           struct reason *why)
{
    const struct follower follower = { open_outputs, keep_outputs, run };
    return run->options->command == COMMAND_CROSSOVER
        ? crossover_measure(record, run->options, &follower, why)
        : supervise(record, run->options, &follower, why);
}

static int command_run(const struct options *options)
{
    struct run run = { .options = options };
    struct record record = { 0 };
    struct reason why = { "" };
    enum status status = measure(&record, &run, &why);
    interrupt_say();
    if (interrupted && !status && !run.opened) /* there was no plan yet */
        status = open_outputs(&run, &why);
    int code = complain(status, &why);
    /* A worker that never got to a row leaves nothing to save. */
    if (run.opened && (!status || record.row_count)) {
        const int written = complain(
            outputs_write(&run.outputs, options, &record, &why), &why);
        code = written ? written : code;
    }
    if (!code)
        code = exit_status(rows_status(&record));
    interrupt_say();
    record_free(&record);
    return interrupt_status(code);
}

/* --- other commands ------------------------------------------------------- */

/* x.svg, of x.json or x; chart.svg of standard input. */
static void name_chart(char *path, size_t room, const char *input)
{
    input = strcmp(input, "-") ? input : "chart";
    const size_t length = strlen(input);
    const size_t stem = length > 5 && !strcmp(input + length - 5, ".json")
        ? length - 5
        : length;
    snprintf(path, room, "%.*s.svg", (int)stem, input);
}

/* Charts of each results file, beside it or where --plot says. */
static int command_plot(const struct options *options)
{
    struct reason why;
    enum status status = STATUS_OK;
    for (int i = 0; i < options->input_count && !status; i++) {
        struct record record = { 0 };
        const char *input = options->inputs[i];
        char path[CHART_PATH];
        const struct named_path read = { "plot", input };
        name_chart(path, sizeof path, input);
        status = charts_apart(options->plot_path, &read, 1, &why);
        if (!status)
            status = record_load(&record, input, &why);
        if (!status)
            status = chart_draw(&record,
                                options->plot_path ? options->plot_path : path,
                                stderr, &why);
        record_free(&record);
    }
    return complain(status, &why);
}

static int command_explain(const struct options *options)
{
    for (int i = 0; i < options->op_count; i++)
        explain_print(stdout, options->ops[i]);
    return EXIT_SUCCESS;
}

/* Lists open devices, and tell of the threads there would be. */
static int command_list(const struct options *options)
{
    struct reason why;
    enum status status = machine_open(&options->placement, &why);
    if (!status) {
        parallel_set_threads(machine_threads());
        machine_bind_self(0);
        status = list_chosen(options, &why);
    }
    machine_close();
    return complain(status, &why);
}

static int run_command(const struct options *options)
{
    switch (options->command) {
    case COMMAND_LIST: return command_list(options);
    case COMMAND_EXPLAIN: return command_explain(options);
    case COMMAND_PLOT: return command_plot(options);
    case COMMAND_DIFF: return diff_run(options);
    case COMMAND_REPLAY: return replay_run(options);
    case COMMAND_PUBLISH: return publish_run(options);
    case COMMAND_CROSSOVER:
    case COMMAND_RUN: break;
    }
    return command_run(options);
}

/* Were one of the first three closed, our next file would get its number, and
 * what is printed with it. Read only: what is printed there is an error. */
static void fill_closed(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0)
            return;
}

int cli_main(int argc, char **argv)
{
    struct options options;
    fill_closed();
    if (options_parse(&options, argc, argv)) {
        options_free(&options);
        return EXIT_USAGE;
    }
    if (options.command == COMMAND_RUN || options.command == COMMAND_REPLAY ||
        options.command == COMMAND_CROSSOVER) {
        idle_threads_sleep(argv);
        interrupt_catch();
    }
    signal(SIGXFSZ, SIG_IGN); /* a file too large is an error of its write */
    int code = run_command(&options);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "compare: standard output could not be written\n");
        code = interrupt_status(EXIT_USAGE);
    }
    options_free(&options);
    return code;
}
