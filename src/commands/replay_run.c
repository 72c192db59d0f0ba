/* replay_run.c - `compare replay`: read, measured again op by op, compared. */
#include "commands/replay.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/diff.h"
#include "commands/apart.h"
#include "commands/outputs.h"
#include "base/interrupt.h"
#include "options/recorded.h"
#include "process/supervisor.h"
#include "matrix.h"

enum { EXIT_WRONG = 1, EXIT_FILES = 2, EXIT_MISSING = 3 };

struct replay {
    const struct options *own; /* of `compare replay` itself */
    const char *path;
    struct options naming; /* own, with the ops, for names of outputs */
    struct recorded recorded;
    char *command; /* what the new results say made them */
    struct record old, new;
    struct outputs outputs;
    bool opened; /* the outputs */
};

static int complain(enum status status, const struct reason *why)
{
    fprintf(stderr, "compare: %s\n", why->text);
    return status == STATUS_USAGE || status == STATUS_IO ? EXIT_FILES
        : status == STATUS_MISSING                       ? EXIT_MISSING
                                                         : EXIT_WRONG;
}

/* --- what to measure ------------------------------------------------------ */

static void print_own(FILE *file, const struct options *own)
{
    for (int i = 0; own->backends_named && i < own->backend_count; i++)
        fprintf(file, "%s%s", i ? "," : " --backend=", own->backends[i]->name);
    if (own->device_named)
        fprintf(file, " --device=%d", own->placement.gpu);
    if (own->bind_named)
        fprintf(file, " --bind=%s", own->placement.bind);
}

/* The recorded command, or each of several, with what this replay says
 * otherwise. */
static char *command_of(const struct replay *replay)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    if (!file)
        return NULL;
    for (const char *next, *at = replay->old.command; at; at = next) {
        next = strstr(at, " && ");
        fwrite(at, 1, next ? (size_t)(next - at) : strlen(at), file);
        print_own(file, replay->own);
        fputs(next ? " && " : "", file);
        next = next ? next + strlen(" && ") : NULL;
    }
    if (fclose(file)) {
        free(text);
        return NULL;
    }
    return text;
}

static bool is_wanted(const struct options *own, const struct row *row)
{
    for (int i = 0; i < own->backend_count; i++)
        if (!strcmp(own->backends[i]->name, row->backend))
            return true;
    return !own->backends_named;
}

/* The rows of the backends that were named, if any were. */
static enum status keep_wanted(struct replay *replay, struct reason *why)
{
    struct record *old = &replay->old;
    const size_t count = old->row_count;
    char others[8 * sizeof old->rows->backend] = "";

    old->row_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct row *row = &old->rows[i];
        if (is_wanted(replay->own, row)) {
            old->rows[old->row_count++] = *row;
            continue;
        }
        if (!strstr(others, row->backend)) {
            const size_t used = strlen(others);
            snprintf(others + used, sizeof others - used, "%s%s",
                     used ? ", " : "", row->backend);
        }
        free(row->samples);
    }
    return old->row_count || !count
        ? STATUS_OK
        : fail(why, STATUS_USAGE,
               "%.80s has no rows of that --backend, but of: %s", replay->path,
               others);
}

static enum status open_replay(struct replay *replay, struct reason *why)
{
    struct reason inner;
    const struct named_path named[] = { { "replay", replay->path },
                                        { "--json", replay->own->json_path } };
    enum status status = paths_apart(named, 2, 1, why);

    if (!status)
        status = charts_apart(replay->own->plot_path, named, 2, why);
    if (!status)
        status = record_load(&replay->old, replay->path, why);
    status = status ? status : keep_wanted(replay, why);
    if (status)
        return status;
    status = recorded_open(&replay->recorded, &replay->old, &inner);
    if (status)
        return fail(why, status,
                    "%.80s: this version cannot run its command,"
                    " as of it: %.200s",
                    replay->path, inner.text);
    const char *input = replay->recorded.options.input_path;
    if (input && access(input, R_OK))
        return fail(why, STATUS_IO,
                    "%.80s: its --input %.100s cannot be"
                    " read: %s; is this the directory it was run in?",
                    replay->path, input, strerror(errno));
    replay->command = command_of(replay);
    return replay->command ? STATUS_OK
                           : fail(why, STATUS_MEMORY, "out of memory");
}

/* The ops of the rows, in their order, that this build has. */
static void find_ops(struct replay *replay)
{
    struct options *naming = &replay->naming;
    const struct record *old = &replay->old;

    *naming = *replay->own;
    for (size_t i = 0; i < old->row_count; i++) {
        const char *name = old->rows[i].op;
        const struct op *op = op_find(name);
        bool told = i > 0 && !strcmp(old->rows[i - 1].op, name);

        for (int k = 0; k < naming->op_count; k++)
            told |= naming->ops[k] == op;
        if (!op && !told && !replay->own->quiet)
            fprintf(stderr, "without %s: this build has no such operation\n",
                    name);
        if (op && !told && naming->op_count < MAX_LIST)
            naming->ops[naming->op_count++] = op;
    }
}

/* --- measuring ------------------------------------------------------------ */

static enum status open_outputs(void *context, struct reason *why)
{
    struct replay *replay = context;

    if (replay->opened)
        return STATUS_OK;
    replay->opened = true;
    return outputs_open(&replay->outputs, &replay->naming, why);
}

static void keep_outputs(void *context, const struct record *so_far)
{
    struct replay *replay = context;

    outputs_keep(&replay->outputs, so_far);
}

/* What cannot be measured here is told and left out; a device or a backend that
 * was asked for must be there. */
static enum status measure_op(struct replay *replay, const struct op *op,
                              struct reason *why)
{
    const struct follower follower = { open_outputs, keep_outputs, replay };
    struct replay_lists lists;
    struct options options;
    enum status status = STATUS_MISSING;

    if (replay_options(&options, replay->own, &replay->recorded.options,
                       &replay->old, op, &lists)) {
        options.command_line = replay->command;
        status = supervise(&replay->new, &options, &follower, why);
    } else {
        fail(why, status, "this build has none of its variants");
    }
    if (status != STATUS_MISSING || replay->own->device_named ||
        replay->own->backends_named)
        return status;
    if (!replay->own->quiet)
        fprintf(stderr, "without %s: %s\n", op->name, why->text);
    return STATUS_OK;
}

static enum status measure_ops(struct replay *replay, struct reason *why)
{
    enum status status = STATUS_OK;

    for (int i = 0; i < replay->naming.op_count && !status; i++) {
        if (interrupted)
            break;
        status = measure_op(replay, replay->naming.ops[i], why);
    }
    if (!status && !replay->new.row_count && !interrupted &&
        !replay->own->dry_run)
        status = fail(why, STATUS_MISSING,
                      "%.80s: none of its rows can be"
                      " measured here",
                      replay->path);
    return status;
}

/* --- telling -------------------------------------------------------------- */

/* Standard output is for the new results when --json - asks for them. */
static enum status tell(struct replay *replay, struct diff *diff,
                        struct reason *why)
{
    const struct options *own = replay->own;
    const struct table_style style = outputs_style(own);
    const bool data = own->json_path && !strcmp(own->json_path, "-");
    enum status status =
        outputs_write(&replay->outputs, &replay->naming, &replay->new, why);
    const enum status made = diff_make(diff, &replay->old, &replay->new,
                                       own->threshold, status ? NULL : why);

    if (!made) {
        FILE *file = data ? stderr : stdout;

        if (!data)
            fprintf(file, "\nAgainst %s:\n", replay->path);
        if (!data || !own->quiet)
            diff_print(file, diff, &style, own->quiet);
    }
    return status ? status : made;
}

/* What was measured before an op failed is told all the same. */
static enum status measure_and_tell(struct replay *replay, struct diff *diff,
                                    struct reason *why)
{
    struct reason other;
    enum status status, told = STATUS_OK;

    find_ops(replay);
    status = measure_ops(replay, why);
    if ((!status && !replay->own->dry_run) || replay->new.row_count)
        told = tell(replay, diff, status ? &other : why);
    return status ? status : told;
}

int replay_run(const struct options *options)
{
    struct replay replay = { .own = options, .path = options->inputs[0] };
    struct diff diff = { 0 };
    struct reason why;
    int code;
    enum status status = open_replay(&replay, &why);

    if (!status)
        status = measure_and_tell(&replay, &diff, &why);
    if (status)
        code = complain(status, &why);
    else
        code = diff_fails(&diff, options) ? EXIT_WRONG : EXIT_SUCCESS;
    interrupt_say();
    diff_free(&diff);
    record_free(&replay.old);
    record_free(&replay.new);
    recorded_close(&replay.recorded);
    free(replay.command);
    return interrupt_status(code);
}
