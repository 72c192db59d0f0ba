/* resolve.c - the flags that depend on other flags: types and parameters.
 *
 * With several ops a type or parameter is good when at least one of them has
 * it; it then applies where it exists. */
#include "options/resolve.h"

#include <stdio.h>
#include <string.h>
#include "base/comma.h"
#include "base/names.h"
#include "base/suggest.h"
#include "options/params.h"
#include "matrix.h"

enum status resolve_list(char *text, const char *flag,
                         const char *list[MAX_LIST], int *count,
                         struct reason *why)
{
    const char *rest = text, *item;
    size_t length;

    *count = 0;
    while (comma_next(&rest, &item, &length)) {
        if (length == 0)
            return fail(why, STATUS_USAGE, "%s: an empty item in the list",
                        flag);
        if (*count == MAX_LIST)
            return fail(why, STATUS_USAGE, "%s: more than %d items", flag,
                        MAX_LIST);
        list[(*count)++] = item;
        text[item - text + (ptrdiff_t)length] = '\0';
    }
    return STATUS_OK;
}

/* --- types ---------------------------------------------------------------- */

/* "i32, f32" */
static void print_types(unsigned types, char *text, size_t room)
{
    size_t used = 0;

    text[0] = '\0';
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT && used < room; t++)
        if (types >> t & 1)
            used +=
                (size_t)snprintf(text + used, room - used, "%s%s",
                                 used ? ", " : "", elem_name((enum elem)t));
}

/* Checks one name and adds its bit. */
static enum status read_type(const char *item, size_t length, unsigned *types,
                             struct reason *why)
{
    enum elem type = elem_find(item, length);
    struct names names = { 0 };
    struct reason inner;

    if (length == 3 && strncmp(item, "all", length) == 0) {
        *types |= matrix_types();
        return STATUS_OK;
    }
    if (matrix_types() >> type & 1) {
        *types |= 1u << type;
        return STATUS_OK;
    }
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (matrix_types() >> t & 1)
            names_add(&names, elem_name((enum elem)t));
    suggest_fail(&inner, item, length, "type", names.name);
    return fail(why, STATUS_USAGE, "--type %s", inner.text);
}

static enum status check_types(const struct options *options,
                               struct reason *why)
{
    const char *rest = options->types, *item;
    unsigned supported = 0;
    size_t length;
    char have[80], who[80] = "no chosen operation has it; they have";

    if (options->op_count == 1)
        snprintf(who, sizeof who, "%.60s has", options->ops[0]->name);
    for (int i = 0; i < options->op_count; i++)
        supported |= options->ops[i]->types;
    print_types(supported, have, sizeof have);
    while (comma_next(&rest, &item, &length)) {
        unsigned types = 0;
        enum status status = read_type(item, length, &types, why);

        if (status)
            return status;
        if (options->op_count && !(types & supported))
            return fail(why, STATUS_USAGE, "--type %.*s: %s only %s",
                        (int)length, item, who, have);
    }
    return STATUS_OK;
}

unsigned options_types(const struct options *options, const struct op *op)
{
    const char *rest = options->types, *item;
    unsigned types = 0;
    size_t length;

    if (!rest)
        return 1u << op->default_type;
    while (comma_next(&rest, &item, &length))
        read_type(item, length, &types, NULL);
    return types & op->types;
}

/* --- parameters ----------------------------------------------------------- */

static enum status check_param(const struct options *options,
                               const char *setting, struct reason *why)
{
    struct names keys = { 0 };
    struct value values[OP_PARAMS];
    struct reason inner;
    bool known = false;

    for (int i = 0; i < options->op_count; i++) {
        const struct op *op = options->ops[i];

        for (const struct param *p = op->params; p->name; p++)
            names_add(&keys, p->name);
        if (!params_find(op, setting))
            continue;
        known = true;
        if (params_parse(op, &setting, 1, values, &inner))
            return fail(why, STATUS_USAGE, "--param %s%s%s", inner.text,
                        options->op_count > 1 ? ", for --op " : "",
                        options->op_count > 1 ? op->name : "");
    }
    if (known)
        return STATUS_OK;
    if (!keys.count)
        return fail(why, STATUS_USAGE, "--param %.60s: %s has no parameters",
                    setting,
                    options->op_count == 1 ? options->ops[0]->name
                                           : "no operation chosen");
    if (!strchr(setting, '='))
        return fail(why, STATUS_USAGE,
                    "--param %.60s: expected KEY=VALUE; a "
                    "parameter takes one value",
                    setting);
    suggest_fail(&inner, setting, strcspn(setting, "="), "parameter",
                 keys.name);
    return fail(why, STATUS_USAGE, "--param %s", inner.text);
}

/* A parameter is set in vain when it says nothing to any of the ops, as the
 * others are. */
static enum status check_heard(const struct options *options,
                               const char *setting, struct reason *why)
{
    struct value values[OP_PARAMS];
    struct reason inner;

    for (int i = 0; i < options->op_count; i++) {
        const struct op *op = options->ops[i];
        const struct param *param = params_find(op, setting);

        if (!param)
            continue;
        if (params_parse(op, options->params, options->param_count, values,
                         why))
            return STATUS_USAGE;
        if (params_heard(op, param, values, &inner))
            return STATUS_OK;
    }
    return fail(why, STATUS_USAGE, "--param %s", inner.text);
}

static enum status resolve_params(struct options *options, struct reason *why)
{
    enum status status;

    if (!options->param_text)
        return STATUS_OK;
    status = resolve_list(options->param_text, "--param", options->params,
                          &options->param_count, why);
    for (int i = 0; i < options->param_count && !status; i++)
        status = check_param(options, options->params[i], why);
    for (int i = 0; i < options->param_count && !status; i++)
        status = check_heard(options, options->params[i], why);
    return status;
}

enum status resolve_options(struct options *options, struct reason *why)
{
    enum status status = resolve_variants(options, why);

    if (!status && options->types)
        status = check_types(options, why);
    return status ? status : resolve_params(options, why);
}
