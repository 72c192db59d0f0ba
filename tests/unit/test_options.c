/* test_options.c - the command line: what it means. Uses the suite's own
 * tables, of which it assumes reduce with its operator, sgemm of f32 alone,
 * and the four first backends. */
#include "line.h"
#include "options/flags.h"
#include "matrix.h"

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
    assert_int_equal(options.thread_count, 0);
    assert_int_equal(options.placement.threads, 0);
    assert_false(options.transfers || options.energy || options.no_fork);
    assert_true(options.sustained == 0);
    assert_int_equal(options.fail_on, 1 << SLOWER | 1 << BROKEN);
    assert_true(options.threshold == DEFAULT_THRESHOLD / 100.0);
    assert_string_equal(options.command_line, "compare --op reduce");
    assert_int_equal(options_types(&options, options.ops[0]),
                     1u << options.ops[0]->default_type);
}

static void every_flag(void **state)
{
    (void)state;
    taken("-o reduce,sgemm -B openmp,reference -V all -s 1K:4K -t f32,f64"
          " -D few:4 --seed=0xff -P operator=max --cache hot"
          " --threads 3 --bind numa -d 2 --min-time .5 --min-samples 7"
          " --max-noise 2.5% --timeout 9 -w 0 --reference openmp/blocked"
          " --json a --csv b --md - --plot c.pdf --no-check --no-save"
          " --dry-run --verbose --color always --transfers --energy"
          " --no-fork --sustained");
    assert_true(options.sustained == DEFAULT_SUSTAINED);
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
    assert_true(options.hot);
    assert_int_equal(options.placement.threads, 3);
    assert_string_equal(options.placement.bind, "numa");
    assert_true(options.bind_named);
    assert_int_equal(options.placement.gpu, 2);
    assert_true(options.device_named);
    assert_true(options.transfers && options.energy && options.no_fork);
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
    taken("-o reduce -i data"); /* instead of -D */
    assert_string_equal(options.input_path, "data");
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
    taken("-o all -P operator=sum -P operator=max");
    assert_int_equal(options.param_count, 2);
    taken("-o sgemm -P m=3,n=4");
    assert_int_equal(options.param_count, 2);
    assert_string_equal(options.params[1], "n=4");
}

/* What says something to one of the ops only, as the others are. */
static void parameters_of_parameters(void **state)
{
    (void)state;
    taken("-o gather -P stride=64 -P pattern=stride");
    assert_int_equal(options.param_count, 2);
    taken("-o scatter -P pattern=random,pattern=blocks,block=8");
    taken("-o map -P function=axpy,a=2");
    taken("-o segscan,spmv -P mean=20");
    taken("-o segreduce -P lengths=power,mean=20");
    taken("-o spmv -P matrix=power,mean=20");
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
    assert_int_equal(options.input_count, 2);
    assert_string_equal(options.inputs[1], "b.json");
    taken("plot -- --odd.json");
    assert_string_equal(options.inputs[0], "--odd.json");
    taken("diff a.json - --threshold 2.5% --json d.json --md - --quiet");
    assert_int_equal(options.command, COMMAND_DIFF);
    assert_string_equal(options.inputs[0], "a.json");
    assert_true(options.threshold == 0.025);
    taken("replay a.json --no-plot --no-save --bind none --no-fork -d 1");
    assert_int_equal(options.command, COMMAND_REPLAY);
    assert_int_equal(options.input_count, 1);
    taken("crossover -o reduce --threads 2 --json -");
    assert_int_equal(options.command, COMMAND_CROSSOVER);
    assert_int_equal(options.input_count, 0);
    assert_int_equal(options.op_count, 1);
}

static unsigned fail_on(const char *list)
{
    char line[100];

    snprintf(line, sizeof line, "diff a b --fail-on %s", list);
    taken(line);
    return options.fail_on;
}

static void failing(void **state)
{
    const unsigned wrong = 1 << BROKEN;

    (void)state;
    assert_int_equal(fail_on("slower"), 1 << SLOWER | wrong);
    assert_int_equal(fail_on("wrong"), wrong);
    assert_int_equal(fail_on("missing,faster"),
                     1 << ONLY_OLD | 1 << FASTER | wrong);
    assert_int_equal(fail_on("any"),
                     1 << ONLY_OLD | 1 << FASTER | 1 << SLOWER | wrong);
    assert_int_equal(fail_on("none"), 0);
}

static void threads(void **state)
{
    (void)state;
    taken("-o reduce --threads 4,1,2,4");
    assert_int_equal(options.thread_count, 3);
    assert_int_equal(options.threads[0], 1);
    assert_int_equal(options.threads[2], 4);
    assert_int_equal(options.placement.threads, 4);
    taken("-o reduce --threads 1:16:x2,3");
    assert_int_equal(options.thread_count, 6);
    assert_int_equal(options.threads[2], 3);
    assert_int_equal(options.placement.threads, 16);
    taken("-o reduce --threads 3,3");
    assert_int_equal(options.thread_count, 0);
    assert_int_equal(options.placement.threads, 3);
    taken("-o reduce --threads 1,2 --threads 0");
    assert_int_equal(options.thread_count, 0);
    assert_int_equal(options.placement.threads, 0);
    taken("-o reduce --threads 1:32:+1");
    assert_int_equal(options.thread_count, MAX_SWEEP);
}

static void quoting(void **state)
{
    char *words[] = { "./compare",    "-o",   "reduce", "--json",
                      "it's a $file", "--md", "-",      NULL };

    (void)state;
    assert_int_equal(options_parse(&options, 7, words), STATUS_OK);
    assert_string_equal(options.command_line,
                        "./compare -o reduce --json 'it'\\''s a $file'"
                        " --md -");
}

/* Words from elsewhere: no message, no exit, whatever they ask for. */
static void reading(void **state)
{
    char *const lines[][4] = { { "compare", "-o", "reduce" },
                               { "compare", "--help" },
                               { "compare", "-o", "nothing" },
                               { "compare", "--version", "--bogus" },
                               { "compare", "--list", "ops" } };
    static const enum status want[] = { STATUS_OK, STATUS_USAGE, STATUS_USAGE,
                                        STATUS_USAGE, STATUS_OK };
    struct reason why;

    (void)state;
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        char *words[5] = { NULL };
        int count = 0;

        while (count < 4 && lines[i][count]) {
            words[count] = lines[i][count];
            count++;
        }
        options_free(&options);
        why.text[0] = '\0';
        assert_int_equal(options_read(&options, count, words, &why), want[i]);
        assert_int_equal(why.text[0] != '\0', want[i] != STATUS_OK);
    }
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
        const bool runs = flags[i].commands >> COMMAND_RUN & 1 &&
            flags[i].read != flag_explain; /* which names its own */

        if (!example || flags[i].read == flag_help ||
            flags[i].read == flag_version)
            continue;
        snprintf(line, sizeof line, "%s%s", runs ? "-o reduce,sgemm " : "",
                 example);
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
        cmocka_unit_test_teardown(parameters_of_parameters, reset),
        cmocka_unit_test_teardown(commands, reset),
        cmocka_unit_test_teardown(failing, reset),
        cmocka_unit_test_teardown(threads, reset),
        cmocka_unit_test_teardown(quoting, reset),
        cmocka_unit_test_teardown(reading, reset),
        cmocka_unit_test_teardown(selecting, reset),
        cmocka_unit_test_teardown(help, reset),
        cmocka_unit_test_teardown(examples, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
