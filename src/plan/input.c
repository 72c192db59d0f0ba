/* input.c - whether the file of --input holds what a problem needs. */
#include "plan/input.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "matrix.h"
#include "problem.h"
#include "options/params.h"

static const char *kind_of(mode_t mode)
{
    return S_ISDIR(mode) ? "a directory"
        : S_ISFIFO(mode) ? "a pipe"
                         : "a device or socket";
}

enum status input_regular(const char *path, struct reason *why)
{
    struct stat info;
    if (!strcmp(path, "-"))
        return fail(why, STATUS_IO,
                    "--input -: standard input can be read once only; "
                    "expected the name of a file");
    if (stat(path, &info) || (S_ISREG(info.st_mode) && access(path, R_OK)))
        return fail(why, STATUS_IO, "--input %.200s cannot be read: %s", path,
                    strerror(errno));
    return S_ISREG(info.st_mode)
        ? STATUS_OK
        : fail(why, STATUS_IO, "--input %.200s is %s; expected a file", path,
               kind_of(info.st_mode));
}

/* Whether a text begins so, see read_begins of op.h. */
static bool begins(const char *text, const char *begin)
{
    for (; *begin; text++, begin++) {
        const int c = (unsigned char)*text;
        if (*begin == ' '       ? !isspace(c)
                : *begin == '1' ? !isdigit(c)
                                : tolower(c) != tolower(*begin))
            return false;
    }
    return true;
}

static bool begins_as_read(const char *text, const struct op *op)
{
    for (int k = 0; op->read_begins && op->read_begins[k]; k++)
        if (begins(text, op->read_begins[k]))
            return true;
    return false;
}

/* That it does not begin as what operations read: its header is no number. */
static enum status input_raw(const char *path, const struct op *op,
                             struct reason *why)
{
    char text[32] = "";
    FILE *file = fopen(path, "rb");
    if (file) {
        (void)!fread(text, 1, sizeof text - 1, file);
        fclose(file);
    }
    if (begins_as_read(text, op))
        return fail(why, STATUS_IO,
                    "--input %.200s begins as a %s file does, which --op %s "
                    "reads by that ending of its name",
                    path, op->read_ending, op->name);
    for (int i = 0; ops[i]; i++)
        if (begins_as_read(text, ops[i]))
            return fail(why, STATUS_IO,
                        "--input %.200s begins as a %s file does, which --op "
                        "%s reads; --op %s: expected raw numbers%s%s",
                        path, ops[i]->read_ending, ops[i]->name, op->name,
                        op->read_ending ? ", or a file whose name ends in "
                                        : "",
                        op->read_ending ? op->read_ending : "");
    return STATUS_OK;
}

static enum status input_bytes(const char *path, const struct op *op,
                               size_t *bytes, struct reason *why)
{
    struct stat info;
    const enum status status = input_regular(path, why);
    *bytes = !status && !stat(path, &info) ? (size_t)info.st_size : 0;
    return status ? status : input_raw(path, op, why);
}

enum { ARRAY_ROOM = 96 }; /* of a text about an array: a name, two numbers */

/* What a file of inputs holds, in its order: "x, then flags"; or, counted,
 * "x of 4 i32 (16 bytes), then flags of 4 u8 (4 bytes)". */
static const char *inputs_text(char text[OP_ARRAYS * ARRAY_ROOM],
                               const struct problem *p, bool counted)
{
    char *end = text;
    for (int i = 0; i < p->in_count; i++) {
        const struct array *a = &p->in[i];
        end +=
            snprintf(end, ARRAY_ROOM / 4, "%s%s", i ? ", then " : "", a->name);
        if (counted)
            end += snprintf(end, 3 * ARRAY_ROOM / 4, " of %zu %s (%zu bytes)",
                            a->count, elem_name(a->type),
                            a->count * elem_size(a->type));
    }
    return text;
}

enum status input_size(const struct options *options, const struct op *op,
                       enum elem type, size_t *size, struct reason *why)
{
    char inputs[OP_ARRAYS * ARRAY_ROOM];
    size_t bytes = 0;
    struct problem probe = {
        .op = op, .type = type, .size = 1, .dist = options->dist
    };
    enum status status = input_bytes(options->input_path, op, &bytes, why);
    if (!status)
        status = params_parse(op, options->params, options->param_count,
                              probe.param, why);
    if (!status)
        status = problem_shape(&probe, why);
    if (status)
        return status;
    if (probe.in_count != 1 || probe.in[0].count != 1)
        return fail(why, STATUS_USAGE,
                    "--input needs --size with --op %s: "
                    "the file holds %s%s%s",
                    op->name, inputs_text(inputs, &probe, false),
                    op->read_ending ? ", unless its name ends in " : "",
                    op->read_ending ? op->read_ending : "");
    if (bytes % elem_size(type))
        return fail(why, STATUS_IO,
                    "--input %s: its %zu bytes are no whole "
                    "number of %s",
                    options->input_path, bytes, elem_name(type));
    *size = bytes / elem_size(type);
    return STATUS_OK;
}

enum status input_fits(const struct problem *p, struct reason *why)
{
    char inputs[OP_ARRAYS * ARRAY_ROOM];
    size_t bytes = 0, need = 0;
    enum status status = input_bytes(p->input_path, p->op, &bytes, why);
    for (int i = 0; i < p->in_count; i++)
        need += p->in[i].count * elem_size(p->in[i].type);
    if (!status && need != bytes)
        status = fail(why, STATUS_IO,
                      "--input %s holds %zu bytes; --op %s "
                      "--size %zu --type %s needs %zu: %s",
                      p->input_path, bytes, p->op->name, p->size,
                      elem_name(p->type), need, inputs_text(inputs, p, true));
    return status;
}

static enum status read_arrays(const struct problem *p, void *in[],
                               struct reason *why)
{
    FILE *file = fopen(p->input_path, "rb");
    enum status status = file
        ? STATUS_OK
        : fail(why, STATUS_IO, "--input %s cannot be read", p->input_path);
    for (int i = 0; i < p->in_count && !status; i++) {
        const size_t bytes = array_bytes(&p->in[i]);
        in[i] = malloc(bytes + 1); /* + 1: it may be empty */
        if (!in[i])
            status = fail(why, STATUS_MEMORY, "no %zu bytes for --input %s",
                          bytes, p->input_path);
        else if (fread(in[i], 1, bytes, file) != bytes)
            status = fail(why, STATUS_IO, "--input %s cannot be read",
                          p->input_path);
    }
    if (file)
        fclose(file);
    return status;
}

enum status input_valid(const struct problem *p, struct reason *why)
{
    void *in[OP_ARRAYS] = { 0 };
    struct reason found = { "" };
    if (!p->op->validate)
        return STATUS_OK;
    enum status status = read_arrays(p, in, why);
    if (!status) {
        status = p->op->validate(p, (const void *const *)in, &found);
        if (status)
            fail(why, status, "%s (--input %s)", found.text, p->input_path);
    }
    for (int i = 0; i < p->in_count; i++)
        free(in[i]);
    return status;
}
