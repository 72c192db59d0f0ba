/* options.c - the command line, by getopt_long over the table of flags.
 *
 * Errors are told here rather than by getopt, so that they name what would
 * be accepted. */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flags.h"
#include "names.h"
#include "resolve.h"
#include "suggest.h"

enum { MAX_FLAGS = 64, LONG_ONLY = 256 }; /* getopt values: 256 + index */

/* What is being parsed, and what of it the options do not keep. */
struct line {
    struct options *options;
    int argc;
    char **argv;
    bool given[MAX_FLAGS]; /* by index in flags[] */
    struct option longs[MAX_FLAGS + 1];
    char letters[2 * MAX_FLAGS + 3];
};

/* The tables that getopt wants. */
static void make_tables(struct line *line)
{
    struct option *longs = line->longs;
    char *letters = line->letters;

    *letters++ = ':';
    for (size_t i = 0; i < flag_count && i < MAX_FLAGS; i++) {
        const struct flag *flag = &flags[i];

        if (!flag->name)
            continue;
        longs->name = flag->name;
        longs->has_arg = !flag->argument           ? no_argument
                         : *flag->argument == '[' ? optional_argument
                                                  : required_argument;
        longs->val = LONG_ONLY + (int)i;
        if (flag->letter) {
            *letters++ = (char)flag->letter;
            if (longs->has_arg != no_argument)
                *letters++ = ':';
            if (longs->has_arg == optional_argument)
                *letters++ = ':';
        }
        longs++;
    }
}

/* --- what getopt stumbles over -------------------------------------------- */

static enum status unknown_long(const char *word, struct reason *why)
{
    const char *name = word + 2, *nearest;
    size_t length = strcspn(name, "=");
    struct names all = {0}, begun = {0};
    char list[160] = "";

    for (size_t i = 0; i < flag_count; i++)
        if (flags[i].name) {
            names_add(&all, flags[i].name);
            if (strncmp(flags[i].name, name, length) == 0)
                names_add(&begun, flags[i].name);
        }
    if (begun.count > 1) {
        for (int i = 0; i < begun.count; i++)
            snprintf(list + strlen(list), sizeof list - strlen(list),
                     "%s--%s", i ? ", " : "", begun.name[i]);
        return fail(why, STATUS_USAGE, "%.60s: ambiguous (%s)", word, list);
    }
    nearest = suggest_nearest(name, length, all.name);
    if (nearest)
        return fail(why, STATUS_USAGE,
                    "%.60s: no such option; did you mean --%s?", word,
                    nearest);
    return fail(why, STATUS_USAGE, "%.60s: no such option; see --help", word);
}

static const struct flag *flag_of_value(int value)
{
    return value >= LONG_ONLY ? &flags[value - LONG_ONLY]
                              : flag_of_letter(value);
}

/* value: what getopt_long returned, ':' or '?'. */
static enum status stumble(const struct line *line, int value,
                           struct reason *why)
{
    const struct flag *flag = optopt ? flag_of_value(optopt) : NULL;
    const char *word = line->argv[optind - 1];

    if (value == ':' && flag)
        return fail(why, STATUS_USAGE, "--%s needs an argument: %s, such as"
                    " %s", flag->name, flag->argument, flag->example);
    if (flag)
        return fail(why, STATUS_USAGE, "--%s takes no argument", flag->name);
    if (optopt)
        return fail(why, STATUS_USAGE, "-%c: no such option; see --help",
                    optopt);
    return unknown_long(word, why);
}

/* --- one flag ------------------------------------------------------------- */

/* The argument of `--list WHAT`, which getopt leaves to the next word. */
static const char *loose_argument(const struct line *line,
                                  const struct flag *flag)
{
    if (optarg || !flag->argument || *flag->argument != '[' ||
        optind >= line->argc || line->argv[optind][0] == '-')
        return optarg;
    return line->argv[optind++];
}

static enum status read_flag(struct line *line, const struct flag *flag,
                             struct reason *why)
{
    const char *text = loose_argument(line, flag);
    struct reason inner;
    enum status status;

    line->given[flag - flags] = true;
    if (text && !*text)
        return fail(why, STATUS_USAGE, "--%s: empty; expected %s, such as %s",
                    flag->name, flag->argument, flag->example);
    status = flag->read(line->options, flag, text, &inner);
    return status ? fail(why, status, "--%s %s", flag->name, inner.text)
                  : STATUS_OK;
}

static enum status read_flags(struct line *line, struct reason *why)
{
    enum status status = STATUS_OK;
    int value;

    make_tables(line);
    opterr = 0;
    optind = 0; /* GNU: start anew, whatever was parsed before */
    while (!status && (value = getopt_long(line->argc, line->argv,
                                           line->letters, line->longs,
                                           NULL)) != -1) {
        if (value == '?' || value == ':')
            status = stumble(line, value, why);
        else
            status = read_flag(line, flag_of_value(value), why);
    }
    return status;
}

/* --- the whole line ------------------------------------------------------- */

static enum status read_command(struct line *line, struct reason *why)
{
    static const char *const commands[] = {"plot", NULL};
    struct options *options = line->options;
    const char *word = line->argv[optind];

    if (optind == line->argc)
        return STATUS_OK;
    if (options->command != COMMAND_RUN)
        return fail(why, STATUS_USAGE, "%.60s: one word too many", word);
    if (op_find(word))
        return fail(why, STATUS_USAGE,
                    "%s: no such command; did you mean --op %s?", word, word);
    if (strcmp(word, commands[0]) != 0) {
        suggest_fail(why, word, strlen(word), "command", commands);
        return STATUS_USAGE;
    }
    options->command = COMMAND_PLOT;
    options->plot_inputs = line->argv + optind + 1;
    options->plot_input_count = line->argc - optind - 1;
    if (options->plot_input_count == 0)
        return fail(why, STATUS_USAGE,
                    "plot: expected saved results: plot RESULTS.json...");
    for (size_t i = 0; i < flag_count; i++)
        if (line->given[i] && !flags[i].for_plot)
            return fail(why, STATUS_USAGE, "plot: --%s has no meaning here",
                        flags[i].name);
    return STATUS_OK;
}

static bool is_chart(const char *path)
{
    static const char *const endings[] = {".svg", ".png", ".pdf"};
    size_t length = strlen(path);

    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (length > 4 && strcmp(path + length - 4, endings[i]) == 0)
            return true;
    return false;
}

static enum status check_outputs(const struct options *options,
                                 struct reason *why)
{
    const struct {
        const char *flag, *path;
    } outputs[] = {{"--json", options->json_path},
                   {"--csv", options->csv_path},
                   {"--md", options->md_path}};
    const char *first = NULL;

    for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
        if (!outputs[i].path || strcmp(outputs[i].path, "-") != 0)
            continue;
        if (first)
            return fail(why, STATUS_USAGE, "%s - and %s -: only one goes to"
                        " standard output", first, outputs[i].flag);
        first = outputs[i].flag;
    }
    if (options->plot_path && options->no_plot)
        return fail(why, STATUS_USAGE, "--plot and --no-plot contradict");
    if (options->plot_path && options->plot_input_count > 1)
        return fail(why, STATUS_USAGE, "plot: --plot %.100s is one chart;"
                    " without it each file's is drawn beside it",
                    options->plot_path);
    if (options->plot_path && !is_chart(options->plot_path))
        return fail(why, STATUS_USAGE, "--plot %.100s: expected a name that"
                    " ends in .svg, .png or .pdf", options->plot_path);
    if (options->command == COMMAND_LIST && options->json_path &&
        strcmp(options->json_path, "-") != 0)
        return fail(why, STATUS_USAGE, "--json %.100s: a list goes to"
                    " standard output only: --json -", options->json_path);
    return STATUS_OK;
}

/* Lists and plots are of everything when no --op is given. */
static enum status check_ops(const struct options *options,
                             struct reason *why)
{
    if (options->op_count || options->command == COMMAND_LIST ||
        options->command == COMMAND_PLOT)
        return STATUS_OK;
    return fail(why, STATUS_USAGE,
                "nothing to compare; try `compare --op %s`, or --list for"
                " what there is, or --help", ops[0] ? ops[0]->name : "NAME");
}

static void set_defaults(struct options *options)
{
    *options = (struct options){
        .variants = {DEFAULT_VARIANTS},
        .variant_count = 1,
        .dist = &dists[0],
        .dist_argument = dists[0].preset,
        .seed = DEFAULT_SEED,
        .placement = {.threads = DEFAULT_THREADS,
                      .bind = DEFAULT_BIND,
                      .gpu = DEFAULT_DEVICE},
        .min_time = DEFAULT_MIN_TIME,
        .min_samples = DEFAULT_MIN_SAMPLES,
        .max_noise = DEFAULT_MAX_NOISE / 100.0,
        .timeout = DEFAULT_TIMEOUT,
        .warmup = DEFAULT_WARMUP,
    };
    flag_backends(options, NULL, DEFAULT_BACKENDS, NULL);
    flag_cache(options, NULL, DEFAULT_CACHE, NULL);
    flag_color(options, NULL, DEFAULT_COLOR, NULL);
}

/* Words quoted for a POSIX shell where they need it; NULL: no memory. */
static char *quoted(int argc, char **argv)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyz0123456789"
                                "ABCDEFGHIJKLMNOPQRSTUVWXYZ%+,-./:=@_^";
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    if (!file)
        return NULL;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];

        if (i)
            fputc(' ', file);
        if (*word && word[strspn(word, plain)] == '\0') {
            fputs(word, file);
            continue;
        }
        fputc('\'', file);
        for (; *word; word++)
            fputs(*word == '\'' ? "'\\''" : (char[2]){*word, '\0'}, file);
        fputc('\'', file);
    }
    if (fclose(file)) {
        free(text);
        return NULL;
    }
    return text;
}

enum status options_parse(struct options *options, int argc, char **argv)
{
    struct line line = {.options = options, .argc = argc, .argv = argv};
    struct reason why;
    enum status status = STATUS_OK;

    set_defaults(options);
    options->command_line = quoted(argc, argv);
    if (!options->command_line)
        status = fail(&why, STATUS_MEMORY, "out of memory");
    if (!status)
        status = read_flags(&line, &why);
    options->device_named = line.given[flag_of_letter('d') - flags];
    if (!status)
        status = read_command(&line, &why);
    if (!status)
        status = check_outputs(options, &why);
    if (!status)
        status = check_ops(options, &why);
    if (!status && options->op_count)
        status = resolve_options(options, &why);
    if (status)
        fprintf(stderr, "compare: %s\n", why.text);
    return status;
}

void options_free(struct options *options)
{
    free(options->command_line);
    free(options->variant_text);
    free(options->param_text);
    free(options->reference_text);
    *options = (struct options){0};
}
