/* test_refusals.c - the command line: what it refuses, and with which words.
 * Uses the suite's own tables, as test_options.c does. */
#include "line.h"

/* What is typed, and words of the answer. */
static const struct {
    const char *line, *words;
} cases[] = {
    { "", "compare --op reduce" },
    { "--op reduse",
      "compare: --op reduse: no such operation; did you"
      " mean reduce? (reduce, " },
    { "-o reduce,", "--op \"\": no such operation" },
    { "-o _", "--op: empty; expected NAME" },
    { "-o", "--op needs an argument" },
    { "--json", "--json needs an argument: FILE" },
    { "--sise 1", "--sise: no such option; did you mean --size?" },
    { "--reports", "--reports: no such option" },
    { "--no",
      "--no: ambiguous (--no-check, --no-fork, --no-plot,"
      " --no-roofs, --no-save)" },
    { "--quiet=1", "--quiet takes no argument" },
    { "-x", "-x: no such option" },
    { "-o reduce -x", "-x: no such option" },
    { "reduce", "did you mean --op reduce?" },
    { "report a.json", "report: no such command" },
    { "report a.json", "(plot, diff, replay, crossover, publish)" },
    { "dif a b", "did you mean diff?" },
    { "diff", "expected two saved results: diff OLD.json NEW.json" },
    { "diff a.json", "diff OLD.json NEW.json" },
    { "diff a b c", "diff OLD.json NEW.json" },
    { "diff - -", "standard input is one file only" },
    { "diff a b --size 3", "diff: --size has no meaning here" },
    { "diff a b --csv x", "diff: --csv has no meaning here" },
    { "diff a b --plot x.svg", "diff: --plot has no meaning here" },
    { "diff a b --json - --md -", "only one goes to standard output" },
    { "diff a b --fail-on slow", "did you mean slower?" },
    { "diff a b --fail-on none,slower", "none stands alone" },
    { "diff a b --fail-on slower,", "--fail-on \"\": no such verdict" },
    { "diff a b --threshold 0", "--threshold 0: expected a percentage" },
    { "diff a b --threshold x", "--threshold x: expected a percentage" },
    { "replay", "replay: expected saved results: replay RESULTS.json" },
    { "replay a b", "replay RESULTS.json" },
    { "replay a --threads 2", "replay: --threads has no meaning here" },
    { "replay a -o reduce", "replay: --op has no meaning here" },
    { "replay a --variants best", "replay: --variants has no meaning here" },
    { "crossover", "crossover: expected an operation" },
    { "crossover a.json -o reduce", "crossover: expected no file" },
    { "crossover -o reduce --transfers", "--transfers has no meaning" },
    { "crossover -o reduce --threads 1,2", "expected one number" },
    { "-o reduce --fail-on any",
      "--fail-on has no meaning without a"
      " command (diff, replay)" },
    { "-o reduce --threshold 3", "without a command (diff, replay)" },
    { "plto a.json", "did you mean plot?" },
    { "plot", "plot RESULTS.json" },
    { "plot a.json -o reduce", "--op has no meaning here" },
    { "plot a.json b.json --plot c.svg", "is one chart" },
    { "--explain sgemm -o reduce", "--op reduce: contradicts --explain" },
    { "-o reduce --explain sgemm", "--explain sgemm: contradicts --op" },
    { "--explain reduce more", "more: one word too many" },
    { "--list foo", "--list foo: no such list (ops, " },
    { "-o reduce -B opnmp", "did you mean openmp?" },
    { "-o reduce -V lop",
      "--variants lop: no such variant; did you mean"
      " loop?" },
    { "-o reduce -V openmp/loop",
      "--variants loop: no such variant of openmp" },
    { "-o reduce -V opnmp/all", "--variants opnmp: no such backend" },
    { "-o reduce -V openmp/all -B reference", "leaves openmp out" },
    { "-o reduce -V all,,best", "--variants: an empty item" },
    { "-o reduce --reference nothing", "--reference nothing: no such" },
    { "-o reduce --reference openmp/loop", "no such variant" },
    { "-o reduce -s 10X", "--size 10X: unknown suffix" },
    { "-o reduce -t f16", "--type f16: no such type" },
    { "-o sgemm -t i32", "--type i32: sgemm has only f32" },
    { "-o reduce,scan -t u8",
      "--type u8: no chosen operation has it; they have only i32, i64, u32, "
      "u64, f32, f64" },
    { "-o reduce -P operator=median",
      "--param operator=median: no such"
      " choice; did you mean mean?" },
    { "-o reduce -P oprator=max", "did you mean operator?" },
    { "-o gather -P stride=64",
      "--param stride: says nothing unless pattern is stride; it is random" },
    { "-o scatter,map -P pattern=stride,block=8",
      "block: says nothing unless pattern is blocks; it is stride" },
    { "-o map -P a=2", "unless function is scale or axpy; it is copy" },
    { "-o spmv -P mean=20",
      "unless matrix is uniform, power, banded, dense-row or empty-rows" },
    { "-o segscan -P mean=20 -P lengths=one",
      "mean: says nothing unless lengths is geometric, fixed or power" },
    { "-o sgemm -P operator=max", "--param operator: no such parameter" },
    { "-o sgemm -P m=512,1024",
      "--param 1024: expected KEY=VALUE; a "
      "parameter takes one value" },
    { "-o reduce,sgemm -P m=x",
      "--param m=x: expected a whole number from 0"
      " to 1048576, for --op sgemm" },
    { "-o reduce -P operator", "expected operator=VALUE" },
    { "-o reduce -D unifrom", "did you mean uniform?" },
    { "-o reduce -D uniform:2", "uniform takes no argument" },
    { "-o reduce -D few:x", "expected a number" },
    { "-o reduce -D few:1e30", "whole" },
    { "-o reduce -D constant:0", "0" },
    { "-o reduce -D zipf:0", "above 0" },
    { "-o reduce -D zipf:-1", "above 0" },
    { "-o reduce -D zipf:101", "up to 100" },
    { "-o reduce --seed -1", "--seed -1: expected" },
    { "-o reduce --seed 18446744073709551616", "2^64-1" },
    { "-o reduce --cache warm", "(cold, hot)" },
    { "-o reduce --threads -1", "--threads -1: expected a whole number" },
    { "-o reduce --size 1.5", "--size 1.5: expected a whole number, such" },
    { "-o reduce -D constant:1e300", "expected a number from -3.4" },
    { "-o reduce --plot -", "--plot -: charts go to files" },
    { "-o reduce --threads 1.5", "whole number from 0" },
    { "-o reduce --threads 99999999999999999999", "whole number" },
    { "-o reduce --threads 1,0",
      "--threads 1,0: expected whole numbers"
      " from 1 to 65536" },
    { "-o reduce --threads 1:33:+1", "more than 32 numbers" },
    { "-o reduce --threads 4:1", "such as 4, or 1,2,4, or 1:16:x2" },
    { "-o reduce --threads 1,70000", "from 1 to 65536" },
    { "-o reduce --bind core", "did you mean cores?" },
    { "-o reduce --max-noise 0", "percentage from 0.001 to 100" },
    { "-o reduce --max-noise %", "percentage" },
    { "-o reduce --min-samples 0", "from 1 to" },
    { "-o reduce --min-time nan", "--min-time nan: expected a number" },
    { "-o reduce --timeout 0", "--timeout 0: expected a number" },
    { "-o reduce --color maybe", "(never, auto, always)" },
    { "-o reduce --plot a.gif", ".svg, .png or .pdf" },
    { "-o reduce --plot .svg", ".svg, .png or .pdf" },
    { "-o reduce --no-plot --plot a.svg", "contradict" },
    { "-o reduce --json - --csv -", "only one goes to standard output" },
    { "--list ops --json file", "--json -" },
};

static void refusals(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (parse(cases[i].line) != STATUS_USAGE)
            fail_msg("%s: was taken", cases[i].line);
        if (!strstr(printed, cases[i].words))
            fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].line, printed,
                     cases[i].words);
        assert_int_equal(strncmp(printed, "compare: ", 9), 0);
        assert_ptr_equal(strchr(printed, '\n'), printed + strlen(printed) - 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(refusals, reset),
        cmocka_unit_test_teardown(too_long_lists, reset),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
