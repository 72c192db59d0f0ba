/* compare.c - parse, plan, run, report.
 *
 * Exit status: 0 all rows measured and right; 1 a row wrong or failed; 2 usage,
 * or a file that cannot be read or written; 3 an asked-for backend or device
 * is missing; 130 interrupted, with what was finished saved. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "host.h"
#include "list.h"
#include "machine.h"
#include "measure.h"
#include "outputs.h"
#include "parallel.h"
#include "report.h"

enum { EXIT_WRONG = 1, EXIT_USAGE = 2, EXIT_MISSING = 3,
       EXIT_INTERRUPTED = 130, WARNINGS = 8 };

static int exit_status(enum status status)
{
    switch (status) {
    case STATUS_OK: return EXIT_SUCCESS;
    case STATUS_USAGE: case STATUS_IO: return EXIT_USAGE;
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

static void interrupt(int signal)
{
    (void)signal;
    measure_interrupted = 1;
}

/* The second one kills, as usual. */
static void catch_signals(void)
{
    struct sigaction action = { 0 };
    action.sa_handler = interrupt;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

/* --- progress ------------------------------------------------------------ */

struct line {
    bool shown;        /* stderr is a terminal and --quiet is not given */
    size_t done, all;  /* cases */
    double begin;
    char name[64];
};

static void show_line(void *context, const char *text)
{
    const struct line *line = context;
    char left[48] = "";
    if (!line->shown)
        return;
    const double spent = host_clock() - line->begin;
    if (line->done)
        snprintf(left, sizeof left, ", about %.0f s left",
                 ceil(spent / (double)line->done
                      * (double)(line->all - line->done)));
    fprintf(stderr, "\r\033[K[%zu/%zu%s] %s %s", line->done + 1, line->all,
            left, line->name, text);
    fflush(stderr);
}

static void clear_line(const struct line *line)
{
    if (line->shown)
        fputs("\r\033[K", stderr);
}

/* --- running ------------------------------------------------------------- */

static json_t *backend_environment(const struct bench *bench)
{
    json_t *list = json_array();
    for (int i = 0; i < bench->count; i++) {
        const struct seat *seat = &bench->seats[i];
        json_t *one = json_pack("{s:s, s:b}", "name", seat->backend->name,
                                "available", !seat->status);
        if (seat->status)
            json_object_set_new(one, "reason", json_string(seat->why.text));
        json_array_append_new(list, one);
    }
    return list;
}

static void describe_gpu(const struct bench *bench, json_t *environment)
{
    for (int i = 0; i < bench->count; i++) {
        const struct seat *seat = &bench->seats[i];
        struct device_facts facts = { 0 };
        if (seat->status || seat->backend->scope != SCOPE_GPU)
            continue;
        seat->backend->place->facts(seat->device, &facts);
        json_t *gpu = json_pack(
            "{s:s, s:s, s:I, s:I, s:i}", "name", facts.name, "detail",
            facts.detail, "memory_bytes", (json_int_t)facts.memory,
            "l2_bytes", (json_int_t)facts.cache, "multiprocessors",
            facts.cores);
        for (const struct fact *f = facts.more;
             f < facts.more + facts.more_count; f++)
            json_object_set_new(gpu, f->key, f->text[0]
                                ? json_string(f->text)
                                : json_real(f->number));
        json_object_set_new(environment, "gpu", gpu);
        return;
    }
}

static void begin_record(struct record *record, const struct options *options,
                         const struct bench *bench)
{
    struct tm utc;
    const time_t now = time(NULL);
    memset(record, 0, sizeof *record);
    record->command = strdup(options->command_line);
    record->seed = options->seed;
    strftime(record->started, sizeof record->started, "%Y-%m-%dT%H:%M:%SZ",
             gmtime_r(&now, &utc));
    record->environment = machine_environment();
    json_object_set_new(record->environment, "backends",
                        backend_environment(bench));
    describe_gpu(bench, record->environment);
}

static void warn(const struct options *options, const struct bench *bench)
{
    const char *lines[WARNINGS];
    const int count = machine_warnings(lines, WARNINGS);
    for (int i = 0; i < count && !options->quiet; i++)
        fprintf(stderr, "warning: %s\n", lines[i]);
    /* Backends that are missing for one reason share a line. */
    for (int i = 0; i < bench->count && !options->quiet; i++) {
        const struct seat *seat = &bench->seats[i];
        if (!seat->status)
            continue;
        fprintf(stderr, "without %s", seat->backend->name);
        while (i + 1 < bench->count
               && !strcmp(seat->why.text, bench->seats[i + 1].why.text))
            fprintf(stderr, ", %s", bench->seats[++i].backend->name);
        fprintf(stderr, ": %s\n", seat->why.text);
    }
}

static void run_plan(struct record *record, struct bench *bench,
                     const struct plan *plan, const struct options *options)
{
    struct line line = { .shown = isatty(STDERR_FILENO) && !options->quiet,
                         .all = plan->count, .begin = host_clock() };
    const struct progress progress = { show_line, &line };
    measure_roofs(record, bench, plan, &progress);
    line.begin = host_clock();
    for (size_t i = 0; i < plan->count && !measure_interrupted; i++) {
        const struct problem *p = &plan->cases[i].problem;
        snprintf(line.name, sizeof line.name, "%s %s n=%zu", p->op->name,
                 elem_name(p->type), p->size);
        line.done = i;
        measure_case(record, bench, &plan->cases[i], options, &progress);
    }
    clear_line(&line);
}

static enum status rows_status(const struct record *record)
{
    for (size_t i = 0; i < record->row_count; i++)
        if (record->rows[i].status == ROW_WRONG
            || record->rows[i].status == ROW_FAILED)
            return STATUS_DEVICE;
    return STATUS_OK;
}

static int measure_and_report(const struct options *options,
                              struct bench *bench, const struct plan *plan)
{
    struct outputs outputs;
    struct record record;
    struct reason why;
    enum status status = outputs_open(&outputs, options, &why);
    if (status)
        return complain(status, &why);
    warn(options, bench);
    begin_record(&record, options, bench);
    catch_signals();
    run_plan(&record, bench, plan, options);
    status = outputs_write(&outputs, options, &record, &why);
    int code = complain(status, &why);
    if (!code)
        code = exit_status(rows_status(&record));
    if (measure_interrupted)
        code = EXIT_INTERRUPTED;
    record_free(&record);
    return code;
}

static int command_run(const struct options *options)
{
    struct reason why = { "" };
    struct bench bench;
    struct plan plan = { 0 };
    enum status status = bench_open(&bench, &options->placement, &why);
    if (!status)
        status = plan_make(&plan, options, &bench, &why);
    int code = complain(status, &why);
    if (!status && options->dry_run)
        plan_print(&plan, &bench);
    else if (!status)
        code = measure_and_report(options, &bench, &plan);
    plan_free(&plan);
    bench_close(&bench);
    return code;
}

/* Charts of each results file, beside it or where --plot says. */
static int command_plot(const struct options *options)
{
    struct reason why;
    enum status status = STATUS_OK;
    for (int i = 0; i < options->plot_input_count && !status; i++) {
        struct record record = { 0 };
        const char *input = options->plot_inputs[i];
        char path[1024];
        const size_t length = strlen(input);
        const size_t stem = length > 5 && !strcmp(input + length - 5, ".json")
            ? length - 5 : length;
        snprintf(path, sizeof path, "%.*s.svg", (int)stem, input);
        status = record_load(&record, input, &why);
        if (!status)
            status = chart_draw(&record,
                                options->plot_path ? options->plot_path
                                                   : path, stderr, &why);
        record_free(&record);
    }
    return complain(status, &why);
}

static int command_list(const struct options *options)
{
    struct reason why;
    const enum status status = list_chosen(options, &why);
    return complain(status, &why);
}

static int run_command(const struct options *options)
{
    switch (options->command) {
    case COMMAND_LIST: return command_list(options);
    case COMMAND_PLOT: return command_plot(options);
    case COMMAND_RUN: return command_run(options);
    case COMMAND_EXPLAIN: break;
    }
    for (int i = 0; i < options->op_count; i++)
        explain_print(stdout, options->ops[i]);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct options options;
    struct reason why;
    enum status status = options_parse(&options, argc, argv);
    if (status) {
        options_free(&options);
        return exit_status(status);
    }
    status = machine_open(&options.placement, &why);
    if (!status) {
        parallel_set_threads(machine_threads());
        machine_bind_self(0);
    }
    int code = complain(status, &why);
    if (!status)
        code = run_command(&options);
    if (fflush(stdout) || ferror(stdout)) {
        fprintf(stderr, "compare: standard output could not be written\n");
        code = EXIT_USAGE;
    }
    machine_close();
    options_free(&options);
    return code;
}
