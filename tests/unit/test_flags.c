/* test_flags.c - what --help says, which commands take which flag, and what is
 * said of a value that is none, byte by byte. */
#include "line.h"
#include "whole.h"

#include "options/flags.h"

/* The flag with a value, as its example has it. */
static const char *given(const struct flag *flag)
{
    static char text[100];
    char name[40];
    snprintf(name, sizeof name, "--%s", flag->name);
    const char *at = strstr(flag->example, name);
    if (!at && flag->letter) {
        snprintf(name, sizeof name, "-%c ", flag->letter);
        at = strstr(flag->example, name);
    }
    assert_non_null(at);
    snprintf(text, sizeof text, "%s", at);
    return text;
}

static bool is_of_all(const struct flag *flag)
{
    return flag->read == flag_help || flag->read == flag_version;
}

/* Which commands take it: a line a flag. */
static void takers(FILE *file, const struct flag *flag)
{
    static const struct {
        const char *name, *line;
    } commands[] = { { "run", "-o reduce,sgemm,conv2d" },
                     { "plot", "plot a.json" },
                     { "diff", "diff a.json b.json" },
                     { "replay", "replay a.json" },
                     { "crossover", "crossover -o reduce,sgemm" },
                     { "publish", "publish a.json" } };
    fprintf(file, "%s:", flag->name);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        char line[300];
        const bool alone = flag->read == flag_explain && i == 0;
        snprintf(line, sizeof line, "%s %s", alone ? "" : commands[i].line,
                 given(flag));
        if (!parse(line))
            fprintf(file, " %s", commands[i].name);
    }
    fputs("\n", file);
}

/* Whether a message lists what the matrix has, which grows. */
static bool is_of_matrix(const struct flag *flag)
{
    return flag->read == flag_ops || flag->read == flag_explain ||
        flag->read == flag_variants || !strcmp(flag->name, "reference");
}

/* What is said of values that it cannot have. */
static void bad_values(FILE *file, const struct flag *flag)
{
    static const char *const values[] = { "x!", "_", "-1", "1e99" };
    for (size_t i = 0; flag->argument && i < 4; i++) {
        char line[200];
        if (is_of_matrix(flag) && *values[i] != '_')
            continue;
        snprintf(line, sizeof line, "-o reduce %s--%s %s",
                 flag->commands >> COMMAND_RUN & 1 ? "" : "diff a b ",
                 flag->name, values[i]);
        if (flag->read == flag_explain)
            snprintf(line, sizeof line, "--explain %s", values[i]);
        if (parse(line))
            fputs(printed, file);
        else
            fprintf(file, "--%s %s is taken\n", flag->name, values[i]);
    }
    if (!flag->argument) {
        char line[200];
        snprintf(line, sizeof line, "-o reduce --%s=1", flag->name);
        assert_int_equal(parse(line), STATUS_USAGE);
        fputs(printed, file);
    }
}

static void all_flags(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    (void)state;
    assert_non_null(file);
    for (size_t i = 0; i < flag_count; i++)
        if (flags[i].name && !is_of_all(&flags[i])) {
            takers(file, &flags[i]);
            bad_values(file, &flags[i]);
        }
    assert_int_equal(fclose(file), 0);
    same("flags", text);
    free(text);
}

static void help(void **state)
{
    (void)state;
    capture_begin(STDOUT_FILENO);
    options_help();
    capture_end(STDOUT_FILENO);
    same("help", printed);
}

/* The ends of what a number may be, and a little beyond. */
static void ends(void **state)
{
    static const struct {
        const char *flag, *low, *below, *high, *above;
    } numbers[] = {
        { "--starts", "1", "0", "32", "33" },
        { "--min-samples", "1", "0", NULL, NULL },
        { "--warmup", "0", "-1", NULL, NULL },
        { "--threads", "0", "-1", NULL, NULL },
        { "--device", "0", "-1", NULL, NULL },
        { "--min-time", "0", "-0.1", NULL, NULL },
        { "--max-noise", NULL, "0", "100%", "100.1%" },
        { "--timeout", NULL, "0", NULL, NULL },
    };
    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const char *const values[] = { numbers[i].low, numbers[i].below,
                                       numbers[i].high, numbers[i].above };
        for (int k = 0; k < 4; k++) {
            char line[100];
            if (!values[k])
                continue;
            snprintf(line, sizeof line, "-o reduce %s=%s", numbers[i].flag,
                     values[k]);
            if (k % 2)
                assert_int_equal(parse(line), STATUS_USAGE);
            else
                taken(line);
        }
    }
}

/* Which of several operations a value is wrong for, and of one no more than
 * needs be said. */
static void messages(void **state)
{
    static const struct {
        const char *line, *told;
    } cases[] = {
        { "-o reduce -P operator=x",
          "--param operator=x: no such choice (sum, min, max, mean, argmin, "
          "argmax)" },
        { "-o reduce,sgemm -P operator=x",
          "--param operator=x: no such choice (sum, min, max, mean, argmin, "
          "argmax), for --op "
          "reduce" },
        { "-o reduce -P x=1", "--param x: no such parameter (operator)" },
        { "-o sgemm -t i32", "--type i32: sgemm has only f32" },
        { "-o reduce --csv - --md -",
          "--csv - and --md -: only one goes to standard output" },
        { "-o reduce --json - --md -",
          "--json - and --md -: only one goes to standard output" },
        { "plot - -", "- and -: standard input is one file only" },
        { "plot a b --plot c.svg",
          "plot: --plot c.svg is one chart; without it each file's is drawn "
          "beside it" },
        { "-o reduce --plot a.svg --no-plot",
          "--plot and --no-plot contradict" },
        { "-o reduce -D few -i x",
          "--dist and --input contradict: the elements are the file's" },
        { "crossover -o reduce --threads 1,2",
          "crossover: --threads: expected one number, not several" },
        { "-o reduce --sead 1",
          "--sead: no such option; did you mean --seed?" },
        { "-o reduce -z", "-z: no such option; see --help" },
        { "reduce", "reduce: no such command; did you mean --op reduce?" },
        { "diff a",
          "diff: expected two saved results: diff OLD.json NEW.json" },
        { "--threshold 1 -o reduce",
          "--threshold has no meaning without a command (diff, replay)" },
        { "plot a --seed 1", "plot: --seed has no meaning here" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char told[300];
        assert_int_equal(parse(cases[i].line), STATUS_USAGE);
        snprintf(told, sizeof told, "compare: %s\n", cases[i].told);
        assert_string_equal(printed, told);
    }
}

static int find_top(void **state)
{
    (void)state;
    return !top_set();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(all_flags, reset),
        cmocka_unit_test(help),
        cmocka_unit_test_teardown(ends, reset),
        cmocka_unit_test_teardown(messages, reset),
    };
    return cmocka_run_group_tests_name("flags", tests, find_top, NULL);
}
