/* parse.c - the command line, by getopt_long over the table of flags.
 *
 * Errors are told here rather than by getopt, so that they name what would
 * be accepted. */
#include "options/options.h"

#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/names.h"
#include "base/suggest.h"
#include "base/words.h"
#include "options/flags.h"
#include "options/resolve.h"
#include "matrix.h"

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
        longs->has_arg = !flag->argument ? no_argument
            : *flag->argument == '['     ? optional_argument
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
    struct names all = { 0 }, begun = { 0 };
    char list[160] = "";

    for (size_t i = 0; i < flag_count; i++)
        if (flags[i].name) {
            names_add(&all, flags[i].name);
            if (strncmp(flags[i].name, name, length) == 0)
                names_add(&begun, flags[i].name);
        }
    if (begun.count > 1) {
        for (int i = 0; i < begun.count; i++)
            snprintf(list + strlen(list), sizeof list - strlen(list), "%s--%s",
                     i ? ", " : "", begun.name[i]);
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
        return fail(why, STATUS_USAGE,
                    "--%s needs an argument: %s, such as"
                    " %s",
                    flag->name, flag->argument, flag->example);
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
    while (!status && !line->options->tell) {
        value = getopt_long(line->argc, line->argv, line->letters, line->longs,
                            NULL);
        if (value == -1)
            break;
        if (value == '?' || value == ':')
            status = stumble(line, value, why);
        else
            status = read_flag(line, flag_of_value(value), why);
    }
    return status;
}

/* --- the whole line ------------------------------------------------------- */

/* The words that may stand in front, with the files that follow. */
static const struct command_word {
    const char *name;
    enum command command;
    int least, most; /* files */
    const char *takes;
} commands[] = {
    { "plot", COMMAND_PLOT, 1, INT_MAX,
      "saved results: plot RESULTS.json..." },
    { "diff", COMMAND_DIFF, 2, 2,
      "two saved results: diff OLD.json NEW.json" },
    { "replay", COMMAND_REPLAY, 1, 1, "saved results: replay RESULTS.json" },
    { "crossover", COMMAND_CROSSOVER, 0, 0,
      "no file, but an operation: crossover --op NAME" },
    { "publish", COMMAND_PUBLISH, 1, INT_MAX,
      "saved results: publish RESULTS.json..." },
};
enum { COMMANDS = sizeof commands / sizeof *commands };

static enum status no_command(const char *word, struct reason *why)
{
    const char *names[COMMANDS + 1] = { NULL };

    if (op_find(word))
        return fail(why, STATUS_USAGE,
                    "%s: no such command; did you mean --op %s?", word, word);
    for (size_t i = 0; i < flag_count; i++)
        if (flags[i].name && strcmp(flags[i].name, word) == 0)
            return fail(why, STATUS_USAGE,
                        "%s: no such command; did you mean --%s?", word, word);
    for (int i = 0; i < COMMANDS; i++)
        names[i] = commands[i].name;
    return suggest_fail(why, word, strlen(word), "command", names);
}

/* Every flag that was given has a meaning in this command (NULL: none). */
static enum status check_flags(const struct line *line,
                               const struct command_word *command,
                               struct reason *why)
{
    const unsigned bit = 1u << (command ? command->command : COMMAND_RUN);

    for (size_t i = 0; i < flag_count; i++) {
        char takers[80] = "";

        if (!line->given[i] || flags[i].commands & bit)
            continue;
        if (command)
            return fail(why, STATUS_USAGE, "%s: --%s has no meaning here",
                        command->name, flags[i].name);
        for (int k = 0; k < COMMANDS; k++)
            if (flags[i].commands >> commands[k].command & 1)
                snprintf(takers + strlen(takers),
                         sizeof takers - strlen(takers), "%s%s",
                         takers[0] ? ", " : "", commands[k].name);
        return fail(why, STATUS_USAGE,
                    "--%s has no meaning without a command"
                    " (%s)",
                    flags[i].name, takers);
    }
    return STATUS_OK;
}

static enum status read_command(struct line *line, struct reason *why)
{
    struct options *options = line->options;
    const char *word = line->argv[optind];
    const struct command_word *command = commands;

    if (optind == line->argc)
        return check_flags(line, NULL, why);
    if (options->command != COMMAND_RUN)
        return fail(why, STATUS_USAGE, "%.60s: one word too many", word);
    while (command < commands + COMMANDS && strcmp(command->name, word) != 0)
        command++;
    if (command == commands + COMMANDS)
        return no_command(word, why);
    options->command = command->command;
    options->inputs = line->argv + optind + 1;
    options->input_count = line->argc - optind - 1;
    if (options->input_count < command->least ||
        options->input_count > command->most)
        return fail(why, STATUS_USAGE, "%s: expected %s", command->name,
                    command->takes);
    return check_flags(line, command, why);
}

/* Lists are of everything when no --op is given, and saved results know their
 * own. */
static enum status check_command(const struct options *options,
                                 struct reason *why)
{
    const char *some = ops[0] ? ops[0]->name : "NAME";

    if (options->command == COMMAND_CROSSOVER && !options->op_count)
        return fail(why, STATUS_USAGE,
                    "crossover: expected an operation:"
                    " crossover --op %s",
                    some);
    if (options->command == COMMAND_CROSSOVER && options->thread_count)
        return fail(why, STATUS_USAGE,
                    "crossover: --threads: expected one"
                    " number, not several");
    if (options->command == COMMAND_RUN && !options->op_count)
        return fail(why, STATUS_USAGE,
                    "nothing to compare; try `compare --op"
                    " %s`, or --list for what there is, or --help",
                    some);
    return STATUS_OK;
}

static void set_defaults(struct options *options)
{
    *options = (struct options){
        .variants = { DEFAULT_VARIANTS },
        .variant_count = 1,
        .dist = &dists[0],
        .dist_argument = dists[0].preset,
        .seed = DEFAULT_SEED,
        .placement = { .threads = DEFAULT_THREADS,
                       .bind = DEFAULT_BIND,
                       .gpu = DEFAULT_DEVICE },
        .min_time = DEFAULT_MIN_TIME,
        .min_samples = DEFAULT_MIN_SAMPLES,
        .max_noise = DEFAULT_MAX_NOISE / 100.0,
        .timeout = DEFAULT_TIMEOUT,
        .warmup = DEFAULT_WARMUP,
        .starts = DEFAULT_STARTS,
        .threshold = DEFAULT_THRESHOLD / 100.0,
    };
    flag_backends(options, NULL, DEFAULT_BACKENDS, NULL);
    flag_cache(options, NULL, DEFAULT_CACHE, NULL);
    flag_color(options, NULL, DEFAULT_COLOR, NULL);
    flag_fail_on(options, NULL, DEFAULT_FAIL_ON, NULL);
}

static enum status read_line(struct options *options, int argc, char **argv,
                             struct reason *why)
{
    struct line line = { .options = options, .argc = argc, .argv = argv };
    enum status status;

    set_defaults(options);
    options->command_line = words_join(argc, argv);
    if (!options->command_line)
        return fail(why, STATUS_MEMORY, "out of memory");
    status = read_flags(&line, why);
    if (status || options->tell)
        return status;
    options->device_named = line.given[flag_of_letter('d') - flags];
    status = read_command(&line, why);
    if (!status && options->input_path &&
        line.given[flag_of_letter('D') - flags])
        return fail(why, STATUS_USAGE,
                    "--dist and --input contradict: the"
                    " elements are the file's");
    if (!status && options->sustained > 0 && options->no_roofs)
        return fail(why, STATUS_USAGE,
                    "--sustained and --no-roofs contradict: roofs tell which"
                    " rows arithmetic bounds");
    if (!status)
        status = resolve_files(options, why);
    if (!status)
        status = check_command(options, why);
    if (!status && options->op_count)
        status = resolve_options(options, why);
    return status;
}

enum status options_read(struct options *options, int argc, char **argv,
                         struct reason *why)
{
    const enum status status = read_line(options, argc, argv, why);

    return options->tell && !status
        ? fail(why, STATUS_USAGE, "--help and --version are no command")
        : status;
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

enum status options_parse(struct options *options, int argc, char **argv)
{
    struct reason why;
    const enum status status = read_line(options, argc, argv, &why);

    if (!status && options->tell) {
        options->tell();
        leave();
    }
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
    *options = (struct options){ 0 };
}
