/* flag_names.c - readers of flags whose arguments are names out of a list:
 * operations, backends, distributions, choices, modes. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/comma.h"
#include "base/change.h"
#include "base/number.h"
#include "base/suggest.h"
#include "options/flags.h"
#include "matrix.h"

/* The index of the name, or -1 with the reason. */
static int find(const char *word, size_t length, const char *kind,
                const char *const names[], struct reason *why)
{
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0)
            return i;
    suggest_fail(why, word, length, kind, names);
    return -1;
}

/* Reads a list of names into their indices, each once; "all" stands for
 * every one, and then *all. */
static enum status read_names(const char *text, const char *kind,
                              const char *const names[], int indices[MAX_LIST],
                              int *count, bool *all, struct reason *why)
{
    bool seen[MAX_LIST + 1] = { false };
    const char *item;
    size_t length;

    *all = false;
    *count = 0;
    while (comma_next(&text, &item, &length)) {
        if (length == 3 && strncmp(item, "all", 3) == 0) {
            *all = true;
            continue;
        }
        int i = find(item, length, kind, names, why);
        if (i < 0)
            return STATUS_USAGE;
        if (!seen[i])
            indices[(*count)++] = i;
        seen[i] = true;
    }
    if (*all)
        for (*count = 0; names[*count]; ++*count)
            indices[*count] = *count;
    return STATUS_OK;
}

/* NULL past the last. */
static const char *op_name(size_t i)
{
    return ops[i] ? ops[i]->name : NULL;
}

static const char *backend_name(size_t i)
{
    return backends[i] ? backends[i]->name : NULL;
}

/* read_names() of a table. */
static enum status read_table(const char *text, const char *kind,
                              const char *(*name)(size_t),
                              int indices[MAX_LIST], int *count, bool *all,
                              struct reason *why)
{
    const char *names[MAX_LIST + 1] = { NULL };

    for (size_t i = 0; i < MAX_LIST && name(i); i++)
        names[i] = name(i);
    return read_names(text, kind, names, indices, count, all, why);
}

static enum status read_ops(struct options *options, const char *text,
                            struct reason *why)
{
    int indices[MAX_LIST];
    bool all;
    const enum status status = read_table(text, "operation", op_name, indices,
                                          &options->op_count, &all, why);

    for (int i = 0; !status && i < options->op_count; i++)
        options->ops[i] = ops[indices[i]];
    return status;
}

static enum status both_named(const char *text, const char *other,
                              struct reason *why)
{
    return fail(why, STATUS_USAGE,
                "%.60s: contradicts %s; expected one of --op and --explain",
                text, other);
}

enum status flag_ops(struct options *options, const struct flag *flag,
                     const char *text, struct reason *why)
{
    (void)flag;
    return options->command == COMMAND_EXPLAIN
        ? both_named(text, "--explain", why)
        : read_ops(options, text, why);
}

enum status flag_backends(struct options *options, const struct flag *flag,
                          const char *text, struct reason *why)
{
    int indices[MAX_LIST];
    bool all;
    const enum status status =
        read_table(text, "backend", backend_name, indices,
                   &options->backend_count, &all, why);

    (void)flag;
    for (int i = 0; !status && i < options->backend_count; i++)
        options->backends[i] = backends[indices[i]];
    options->backends_named = !all;
    return status;
}

enum status flag_dist(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    const char *names[MAX_LIST + 1] = { NULL };
    size_t length = strcspn(text, ":");
    int i = 0;

    (void)flag;
    for (; i < MAX_LIST && dists[i].name; i++)
        names[i] = dists[i].name;
    i = find(text, length, "distribution", names, why);
    if (i < 0)
        return STATUS_USAGE;
    options->dist = &dists[i];
    options->dist_argument = dists[i].preset;
    if (!text[length])
        return STATUS_OK;
    if (!dists[i].takes_argument)
        return fail(why, STATUS_USAGE, "%.60s: %s takes no argument", text,
                    dists[i].name);
    if (number_real(text + length + 1, -FLT_MAX, FLT_MAX,
                    &options->dist_argument, NULL))
        return fail(why, STATUS_USAGE,
                    "%.60s: expected a number from %g to %g after %s:", text,
                    -FLT_MAX, FLT_MAX, dists[i].name);
    const double argument = options->dist_argument;
    if (dists[i].counts &&
        !(argument >= 1 && argument <= 0x1p32 && argument == floor(argument)))
        return fail(why, STATUS_USAGE,
                    "%.60s: %s takes a whole number from "
                    "1 to 4294967296",
                    text, dists[i].name);
    if (dists[i].most > 0 && !(argument > 0 && argument <= dists[i].most))
        return fail(why, STATUS_USAGE,
                    "%.60s: %s takes a number above 0, up to %g", text,
                    dists[i].name, dists[i].most);
    if (argument == 0)
        return fail(why, STATUS_USAGE,
                    "%.60s: an array of zeros tests "
                    "nothing: take another number",
                    text);
    return STATUS_OK;
}

/* --- choices -------------------------------------------------------------- */

enum status flag_cache(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    static const char *const states[] = { "cold", "hot", NULL };
    int i = find(text, strlen(text), "cache state", states, why);

    (void)flag;
    options->hot = i == 1;
    return i < 0 ? STATUS_USAGE : STATUS_OK;
}

enum status flag_bind(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    static const char *const ways[] = { "cores", "compact", "numa", "none",
                                        NULL };
    int i = find(text, strlen(text), "binding", ways, why);

    (void)flag;
    if (i < 0)
        return STATUS_USAGE;
    options->placement.bind = ways[i];
    options->bind_named = true;
    return STATUS_OK;
}

enum status flag_color(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    static const char *const modes[] = { "never", "auto", "always", NULL };
    int i = find(text, strlen(text), "mode", modes, why);

    (void)flag;
    options->color = i - 1;
    return i < 0 ? STATUS_USAGE : STATUS_OK;
}

/* A row that was right and no longer is fails a comparison with every list,
 * but for none alone. */
enum status flag_fail_on(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    enum { ANY = 1 << SLOWER | 1 << FASTER | 1 << BROKEN | 1 << ONLY_OLD };
    static const char *const names[] = { "slower",  "faster", "wrong",
                                         "missing", "any",    "none",
                                         NULL };
    static const unsigned bits[] = { 1 << SLOWER,   1 << FASTER, 1 << BROKEN,
                                     1 << ONLY_OLD, ANY,         0 };
    const char *rest = text, *item;
    unsigned all = 0;
    bool none = false;
    size_t length;

    options->fail_on_named = flag != NULL;
    while (comma_next(&rest, &item, &length)) {
        const int i = find(item, length, "verdict", names, why);

        if (i < 0)
            return STATUS_USAGE;
        all |= bits[i];
        none |= bits[i] == 0;
    }
    if (none && strchr(text, ','))
        return fail(why, STATUS_USAGE, "%.60s: none stands alone", text);
    options->fail_on = none ? 0 : all | 1 << BROKEN;
    return STATUS_OK;
}

enum status flag_list(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    int i;

    (void)flag;
    options->command = COMMAND_LIST;
    options->list_what = NULL;
    if (!text)
        return STATUS_OK;
    i = find(text, strlen(text), "list", flag_lists, why);
    if (i < 0)
        return STATUS_USAGE;
    options->list_what = flag_lists[i];
    return STATUS_OK;
}

enum status flag_explain(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    (void)flag;
    if (options->op_count && options->command != COMMAND_EXPLAIN)
        return both_named(text, "--op", why);
    options->command = COMMAND_EXPLAIN;
    return read_ops(options, text, why);
}
