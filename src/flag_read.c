/* flag_read.c - readers of the flags' arguments.
 *
 * What can be judged by itself is judged here; what depends on other flags
 * (variants, types, parameters) is kept as text for resolve.c. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "comma.h"
#include "flags.h"
#include "number.h"
#include "suggest.h"

static void *target(struct options *options, const struct flag *flag)
{
    return (char *)options + flag->target.offset;
}

enum status flag_on(struct options *options, const struct flag *flag,
                    const char *text, struct reason *why)
{
    (void)text, (void)why;
    *(bool *)target(options, flag) = true;
    return STATUS_OK;
}

enum status flag_text(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)why;
    *(const char **)target(options, flag) = text;
    return STATUS_OK;
}

enum status flag_int(struct options *options, const struct flag *flag,
                     const char *text, struct reason *why)
{
    return number_int(text, (int)flag->target.low, (int)flag->target.high,
                      target(options, flag), why);
}

enum status flag_real(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    return number_real(text, flag->target.low, flag->target.high,
                       target(options, flag), why);
}

enum status flag_percent(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    return number_percent(text, flag->target.low, flag->target.high,
                          target(options, flag), why);
}

enum status flag_seed(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)flag;
    return number_seed(text, &options->seed, why);
}

enum status flag_sizes(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    (void)flag;
    return sizes_parse(text, options->sizes, &options->size_count, why);
}

/* --- names ---------------------------------------------------------------- */

/* The index of the name, or -1 with the reason. */
static int find(const char *word, size_t length, const char *kind,
                const char *const names[], struct reason *why)
{
    for (int i = 0; names[i]; i++)
        if (strlen(names[i]) == length &&
            strncmp(names[i], word, length) == 0)
            return i;
    suggest_fail(why, word, length, kind, names);
    return -1;
}

/* Reads a list of names into their indices, each once; "all" stands for
 * every one, and then *all. */
static enum status read_names(const char *text, const char *kind,
                              const char *const names[],
                              int indices[MAX_LIST], int *count, bool *all,
                              struct reason *why)
{
    bool seen[MAX_LIST + 1] = {false};
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

enum status flag_ops(struct options *options, const struct flag *flag,
                     const char *text, struct reason *why)
{
    const char *names[MAX_LIST + 1] = {NULL};
    int indices[MAX_LIST];
    bool all;
    enum status status;

    (void)flag;
    for (int i = 0; i < MAX_LIST && ops[i]; i++)
        names[i] = ops[i]->name;
    status = read_names(text, "operation", names, indices,
                        &options->op_count, &all, why);
    if (!status)
        for (int i = 0; i < options->op_count; i++)
            options->ops[i] = ops[indices[i]];
    return status;
}

enum status flag_backends(struct options *options, const struct flag *flag,
                          const char *text, struct reason *why)
{
    const char *names[MAX_LIST + 1] = {NULL};
    int indices[MAX_LIST];
    bool all;
    enum status status;

    (void)flag;
    for (int i = 0; i < MAX_LIST && backends[i]; i++)
        names[i] = backends[i]->name;
    status = read_names(text, "backend", names, indices,
                        &options->backend_count, &all, why);
    if (!status)
        for (int i = 0; i < options->backend_count; i++)
            options->backends[i] = backends[indices[i]];
    options->backends_named = !all;
    return status;
}

enum status flag_dist(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    const char *names[MAX_LIST + 1] = {NULL};
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
        return fail(why, STATUS_USAGE, "%.60s: %s takes no argument",
                    text, dists[i].name);
    if (number_real(text + length + 1, -FLT_MAX, FLT_MAX,
                    &options->dist_argument, NULL))
        return fail(why, STATUS_USAGE, "%.60s: expected a number after %s:",
                    text, dists[i].name);
    const double argument = options->dist_argument;
    if (dists[i].counts && !(argument >= 1 && argument <= 0x1p32
                             && argument == floor(argument)))
        return fail(why, STATUS_USAGE, "%.60s: %s takes a whole number from "
                    "1 to 4294967296", text, dists[i].name);
    if (argument == 0)
        return fail(why, STATUS_USAGE, "%.60s: an array of zeros tests "
                    "nothing: take another number", text);
    return STATUS_OK;
}

/* --- texts for resolve.c -------------------------------------------------- */

enum status flag_variants(struct options *options, const struct flag *flag,
                          const char *text, struct reason *why)
{
    (void)flag;
    free(options->variant_text);
    options->variant_text = strdup(text);
    return options->variant_text ? STATUS_OK
                                 : fail(why, STATUS_MEMORY, "out of memory");
}

/* Joins what several flags give into one list. */
enum status flag_param(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    const char *before = options->param_text;
    size_t room = (before ? strlen(before) : 0) + strlen(text) + 2;
    char *joined = malloc(room);

    (void)flag;
    if (!joined)
        return fail(why, STATUS_MEMORY, "out of memory");
    snprintf(joined, room, "%s%s%s", before ? before : "", before ? "," : "",
             text);
    free(options->param_text);
    options->param_text = joined;
    return STATUS_OK;
}

/* --- choices and modes ---------------------------------------------------- */

enum status flag_cache(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    static const char *const states[] = {"cold", "hot", NULL};
    int i = find(text, strlen(text), "cache state", states, why);

    (void)flag;
    options->hot = i == 1;
    return i < 0 ? STATUS_USAGE : STATUS_OK;
}

enum status flag_bind(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    static const char *const ways[] = {"cores", "compact", "numa", "none",
                                       NULL};
    int i = find(text, strlen(text), "binding", ways, why);

    (void)flag;
    if (i < 0)
        return STATUS_USAGE;
    options->placement.bind = ways[i];
    return STATUS_OK;
}

enum status flag_color(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    static const char *const modes[] = {"never", "auto", "always", NULL};
    int i = find(text, strlen(text), "mode", modes, why);

    (void)flag;
    options->color = i - 1;
    return i < 0 ? STATUS_USAGE : STATUS_OK;
}

enum status flag_quiet(struct options *options, const struct flag *flag,
                       const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->quiet = true;
    options->verbose = false;
    return STATUS_OK;
}

enum status flag_verbose(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    (void)flag, (void)text, (void)why;
    options->verbose = true;
    options->quiet = false;
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
    options->command = COMMAND_EXPLAIN;
    return flag_ops(options, flag, text, why);
}

/* Ends the program, as main() does: 2 when standard output is full. */
static void leave(void)
{
    if (fflush(stdout) || ferror(stdout)) {
        fputs("compare: standard output could not be written\n", stderr);
        exit(2);
    }
    exit(EXIT_SUCCESS);
}

enum status flag_help(struct options *options, const struct flag *flag,
                      const char *text, struct reason *why)
{
    (void)options, (void)flag, (void)text, (void)why;
    options_help();
    leave();
    return STATUS_OK;
}

enum status flag_version(struct options *options, const struct flag *flag,
                         const char *text, struct reason *why)
{
    (void)options, (void)flag, (void)text, (void)why;
    options_version();
    leave();
    return STATUS_OK;
}
