/* test_options.c - the command line: what it means, and what it refuses with
 * which words. Uses the suite's own tables, of which it assumes reduce with
 * its operator, sgemm of f32 alone, and the four first backends. */
#include "flags.h"
#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* Last: its macro fail() would hide ours. */
#include <cmocka.h>

enum { WORDS = 80, ROOM = 16384 };

static struct options options;
static char printed[ROOM]; /* by the last capture */

/* --- catching what is printed --------------------------------------------- */

static int saved;
static FILE *caught;

static void capture_begin(int descriptor)
{
    fflush(NULL);
    saved = dup(descriptor);
    caught = tmpfile();
    assert_non_null(caught);
    dup2(fileno(caught), descriptor);
}

static void capture_end(int descriptor)
{
    size_t length;

    fflush(NULL);
    dup2(saved, descriptor);
    close(saved);
    rewind(caught);
    length = fread(printed, 1, sizeof printed - 1, caught);
    printed[length] = '\0';
    fclose(caught);
}

/* Parses the words of a line, cut at blanks; `_` stands for an empty word. */
static enum status parse(const char *text)
{
    static char line[1000], *words[WORDS];
    enum status status;
    int count = 1;

    options_free(&options);
    snprintf(line, sizeof line, "%s", text);
    words[0] = (char[]){"compare"};
    for (char *word = strtok(line, " "); word && count < WORDS - 1;
         word = strtok(NULL, " "))
        words[count++] = strcmp(word, "_") == 0 ? word + 1 : word;
    words[count] = NULL;
    capture_begin(STDERR_FILENO);
    status = options_parse(&options, count, words);
    capture_end(STDERR_FILENO);
    return status;
}

static void taken(const char *line)
{
    if (parse(line))
        fail_msg("%s: %s", line, printed);
    assert_string_equal(printed, "");
}

static int reset(void **state)
{
    (void)state;
    options_free(&options);
    return 0;
}

/* --- what it means -------------------------------------------------------- */

static void defaults(void **state)
{
    (void)state;
    taken("--op reduce");
    assert_int_equal(options.command, COMMAND_RUN);
    assert_int_equal(options.op_count, 1);
    assert_string_equal(options.ops[0]->name, "reduce");
    for (int i = 0; backends[i]; i++)
        assert_ptr_equal(options.backends[i], backends[i]);
    assert_false(options.backends_named);
    assert_int_equal(options.variant_count, 1);
    assert_string_equal(options.variants[0], "best");
    assert_int_equal(options.size_count, 0);
    assert_null(options.types);
    assert_ptr_equal(options.dist, &dists[0]);
    assert_int_equal(options.seed, 1);
    assert_false(options.hot);
    assert_string_equal(options.placement.bind, "cores");
    assert_true(options.min_time == DEFAULT_MIN_TIME);
    assert_true(options.max_noise == DEFAULT_MAX_NOISE / 100.0);
    assert_true(options.timeout == DEFAULT_TIMEOUT);
    assert_int_equal(options.min_samples, DEFAULT_MIN_SAMPLES);
    assert_int_equal(options.warmup, DEFAULT_WARMUP);
    assert_int_equal(options.color, 0);
    assert_string_equal(options.command_line, "compare --op reduce");
    assert_int_equal(options_types(&options, options.ops[0]),
                     1u << options.ops[0]->default_type);
}

static void every_flag(void **state)
{
    (void)state;
    taken("-o reduce,sgemm -B openmp,reference -V all -s 1K:4K -t f32,f64"
          " -D few:4 --seed=0xff -P operator=max -i data --cache hot"
          " --threads 3 --bind numa -d 2 --min-time .5 --min-samples 7"
          " --max-noise 2.5% --timeout 9 -w 0 --reference openmp/blocked"
          " --json a --csv b --md - --plot c.pdf --no-check --no-save"
          " --dry-run --verbose --color always");
    assert_int_equal(options.op_count, 2);
    assert_int_equal(options.backend_count, 2);
    assert_string_equal(options.backends[0]->name, "openmp");
    assert_true(options.backends_named);
    assert_int_equal(options.size_count, 3);
    assert_int_equal(options.sizes[2], 4000);
    assert_true(options.dist_argument == 4);
    assert_int_equal(options.seed, 255);
    assert_int_equal(options.param_count, 1);
    assert_string_equal(options.params[0], "operator=max");
    assert_string_equal(options.input_path, "data");
    assert_true(options.hot);
    assert_int_equal(options.placement.threads, 3);
    assert_string_equal(options.placement.bind, "numa");
    assert_int_equal(options.placement.gpu, 2);
    assert_true(options.min_time == 0.5);
    assert_true(options.max_noise == 0.025);
    assert_int_equal(options.warmup, 0);
    assert_string_equal(options.reference, "openmp/blocked");
    assert_string_equal(options.md_path, "-");
    assert_string_equal(options.plot_path, "c.pdf");
    assert_true(options.no_check && options.no_save && options.dry_run);
    assert_int_equal(options.color, 1);
    assert_int_equal(options_types(&options, options.ops[0]),
                     TYPE(F32) | TYPE(F64));
    assert_int_equal(options_types(&options, options.ops[1]), TYPE(F32));
}

static void manners_of_getopt(void **state)
{
    (void)state;
    taken("-oreduce --back=openmp --min-s 9");
    assert_int_equal(options.min_samples, 9);
    taken("-o reduce -o sgemm --quiet --verbose --cache hot --cache cold");
    assert_string_equal(options.ops[0]->name, "sgemm");
    assert_true(options.verbose && !options.quiet && !options.hot);
    taken("-o reduce,reduce -B all");
    assert_int_equal(options.op_count, 1);
    assert_false(options.backends_named);
    taken("-o all -P operator=min -P operator=max");
    assert_int_equal(options.param_count, 2);
    taken("-o sgemm -P m=3,n=4");
    assert_int_equal(options.param_count, 2);
    assert_string_equal(options.params[1], "n=4");
}

static void commands(void **state)
{
    (void)state;
    taken("--list");
    assert_int_equal(options.command, COMMAND_LIST);
    assert_null(options.list_what);
    assert_int_equal(options.op_count, 0);
    taken("-l variants -o reduce --json -");
    assert_string_equal(options.list_what, "variants");
    taken("--list=params");
    assert_string_equal(options.list_what, "params");
    taken("--op reduce --list --json -");
    assert_null(options.list_what);
    taken("--explain reduce");
    assert_int_equal(options.command, COMMAND_EXPLAIN);
    assert_int_equal(options.op_count, 1);
    taken("plot a.json --quiet b.json");
    assert_int_equal(options.command, COMMAND_PLOT);
    assert_int_equal(options.plot_input_count, 2);
    assert_string_equal(options.plot_inputs[1], "b.json");
    taken("plot -- --odd.json");
    assert_string_equal(options.plot_inputs[0], "--odd.json");
}

static void quoting(void **state)
{
    char *words[] = {"./compare", "-o", "reduce", "--json", "it's a $file",
                     "--md", "-", NULL};

    (void)state;
    assert_int_equal(options_parse(&options, 7, words), STATUS_OK);
    assert_string_equal(options.command_line,
                        "./compare -o reduce --json 'it'\\''s a $file'"
                        " --md -");
}

static bool selects(const char *backend, const char *name)
{
    const struct backend *b = backend_find(backend);
    const struct variant *v = variants_of(op_find("reduce"), b);

    while (v->name && strcmp(v->name, name) != 0)
        v++;
    assert_non_null(v->name);
    return options_select(&options, b, v);
}

static void selecting(void **state)
{
    (void)state;
    taken("-o reduce");
    assert_true(selects("reference", "loop"));
    assert_false(selects("reference", "pairwise"));
    taken("-o reduce -V all");
    assert_true(selects("reference", "pairwise"));
    taken("-o reduce -V pairwise,openmp/all");
    assert_false(selects("reference", "loop"));
    assert_true(selects("reference", "pairwise"));
    assert_true(selects("openmp", "reduction"));
    assert_false(options.backends_named);
    taken("-o reduce -V reference/best,openmp/reduction");
    assert_true(selects("reference", "loop"));
    assert_false(selects("openmp", "blocked"));
    assert_int_equal(options.backend_count, 2);
    assert_true(options.backends_named);
    taken("-o reduce --reference pairwise");
    assert_string_equal(options.reference, "reference/pairwise");
}

/* --- what it refuses ------------------------------------------------------ */

static void refusals(void **state)
{
    static const struct {
        const char *line, *words;
    } cases[] = {
        {"", "compare --op reduce"},
        {"--op reduse", "compare: --op reduse: no such operation; did you"
                        " mean reduce? (reduce, "},
        {"-o reduce,", "--op \"\": no such operation"},
        {"-o _", "--op: empty; expected NAME"},
        {"-o", "--op needs an argument"},
        {"--json", "--json needs an argument: FILE"},
        {"--sise 1", "--sise: no such option; did you mean --size?"},
        {"--transfers", "--transfers: no such option"},
        {"--no", "--no: ambiguous (--no-plot, --no-check, --no-save)"},
        {"--quiet=1", "--quiet takes no argument"},
        {"-x", "-x: no such option"},
        {"-o reduce -x", "-x: no such option"},
        {"reduce", "did you mean --op reduce?"},
        {"diff a.json b.json", "diff: no such command (plot)"},
        {"replay a.json", "replay: no such command"},
        {"report a.json", "report: no such command"},
        {"crossover", "crossover: no such command"},
        {"plto a.json", "did you mean plot?"},
        {"plot", "plot RESULTS.json"},
        {"plot a.json -o reduce", "--op has no meaning here"},
        {"plot a.json b.json --plot c.svg", "is one chart"},
        {"--explain reduce more", "more: one word too many"},
        {"--list foo", "--list foo: no such list (ops, "},
        {"-o reduce -B opnmp", "did you mean openmp?"},
        {"-o reduce -V lop", "--variants lop: no such variant; did you mean"
                             " loop?"},
        {"-o reduce -V openmp/loop", "--variants loop: no such variant"},
        {"-o reduce -V opnmp/all", "--variants opnmp: no such backend"},
        {"-o reduce -V openmp/all -B reference", "leaves openmp out"},
        {"-o reduce -V all,,best", "--variants: an empty item"},
        {"-o reduce --reference nothing", "--reference nothing: no such"},
        {"-o reduce --reference openmp/loop", "no such variant"},
        {"-o reduce -s 10X", "--size 10X: unknown suffix"},
        {"-o reduce -t f16", "--type f16: no such type"},
        {"-o sgemm -t i32", "--type i32: sgemm has only f32"},
        {"-o reduce -P operator=median", "--param operator=median: no such"
                                         " choice; did you mean mean?"},
        {"-o reduce -P oprator=max", "did you mean operator?"},
        {"-o sgemm -P operator=max", "--param operator: no such parameter"},
        {"-o reduce -P operator", "expected operator=VALUE"},
        {"-o reduce -D unifrom", "did you mean uniform?"},
        {"-o reduce -D uniform:2", "uniform takes no argument"},
        {"-o reduce -D few:x", "expected a number"},
        {"-o reduce -D few:1e30", "whole"}, {"-o reduce -D constant:0", "0"},
        {"-o reduce --seed -1", "--seed -1: expected"},
        {"-o reduce --seed 18446744073709551616", "2^64-1"},
        {"-o reduce --cache warm", "(cold, hot)"},
        {"-o reduce --threads -1", "--threads -1: expected a whole number"},
        {"-o reduce --threads 1.5", "whole number from 0"},
        {"-o reduce --threads 99999999999999999999", "whole number"},
        {"-o reduce --bind core", "did you mean cores?"},
        {"-o reduce --max-noise 0", "percentage from 0.001 to 100"},
        {"-o reduce --max-noise %", "percentage"},
        {"-o reduce --min-samples 0", "from 1 to"},
        {"-o reduce --min-time nan", "--min-time nan: expected a number"},
        {"-o reduce --timeout 0", "--timeout 0: expected a number"},
        {"-o reduce --color maybe", "(never, auto, always)"},
        {"-o reduce --plot a.gif", ".svg, .png or .pdf"},
        {"-o reduce --plot .svg", ".svg, .png or .pdf"},
        {"-o reduce --no-plot --plot a.svg", "contradict"},
        {"-o reduce --json - --csv -", "only one goes to standard output"},
        {"--list ops --json file", "--json -"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (parse(cases[i].line) != STATUS_USAGE)
            fail_msg("%s: was taken", cases[i].line);
        if (!strstr(printed, cases[i].words))
            fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].line, printed,
                     cases[i].words);
        assert_int_equal(strncmp(printed, "compare: ", 9), 0);
        assert_ptr_equal(strchr(printed, '\n'),
                         printed + strlen(printed) - 1);
    }
}

static void too_long_lists(void **state)
{
    char line[1000] = "-o sgemm -P m=1";

    (void)state;
    for (int i = 1; i < MAX_LIST; i++)
        strcat(line, ",m=1");
    taken(line);
    assert_int_equal(options.param_count, MAX_LIST);
    strcat(line, ",m=1");
    assert_int_equal(parse(line), STATUS_USAGE);
    assert_non_null(strstr(printed, "more than 64"));
}

/* --- help ----------------------------------------------------------------- */

static void help(void **state)
{
    char name[40];

    (void)state;
    capture_begin(STDOUT_FILENO);
    options_help();
    capture_end(STDOUT_FILENO);
    for (size_t i = 0; i < flag_count; i++) {
        if (!flags[i].name)
            continue;
        snprintf(name, sizeof name, "--%s", flags[i].name);
        assert_non_null(strstr(printed, name));
        assert_non_null(flags[i].preset);
        assert_non_null(flags[i].example);
    }
    for (const char *line = printed; *line;) {
        size_t length = strcspn(line, "\n");

        if (length > 80)
            fail_msg("%.*s", (int)length, line);
        line += length + 1;
    }
}

/* Every example of --help is taken, and so is every default that is a value. */
static void examples(void **state)
{
    char line[200];

    (void)state;
    for (size_t i = 0; i < flag_count; i++) {
        const char *example = flags[i].example;

        if (!example || flags[i].read == flag_help ||
            flags[i].read == flag_version)
            continue;
        snprintf(line, sizeof line, "-o reduce,sgemm %s", example);
        taken(line);
    }
    assert_string_equal(dists[0].name, "uniform"); /* as --help says */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(defaults, reset),
        cmocka_unit_test_teardown(every_flag, reset),
        cmocka_unit_test_teardown(manners_of_getopt, reset),
        cmocka_unit_test_teardown(commands, reset),
        cmocka_unit_test_teardown(quoting, reset),
        cmocka_unit_test_teardown(selecting, reset),
        cmocka_unit_test_teardown(refusals, reset),
        cmocka_unit_test_teardown(too_long_lists, reset),
        cmocka_unit_test_teardown(help, reset),
        cmocka_unit_test_teardown(examples, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
