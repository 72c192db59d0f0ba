/* test_replay.c - from a record to the options that measure it again. Uses
 * the suite's own tables: reduce, with loop and pairwise by reference. */
#include "unit.h"

#include <stdlib.h>
#include <string.h>

#include "commands/replay.h"
#include "options/recorded.h"
#include "matrix.h"

static struct record record;
static struct recorded recorded;
static struct options own, options;
static struct replay_lists lists;

static int begin(void **state)
{
    (void)state;
    record = (struct record){ 0 };
    own = (struct options){ .placement.bind = "cores" };
    return 0;
}

static int end(void **state)
{
    (void)state;
    recorded_close(&recorded);
    record_free(&record);
    return 0;
}

static struct row *add(const char *op, const char *backend,
                       const char *variant, const char *type, size_t n)
{
    struct row row = { .n = n, .dist = "uniform", .cache = "hot" };

    snprintf(row.op, sizeof row.op, "%s", op);
    snprintf(row.backend, sizeof row.backend, "%s", backend);
    snprintf(row.variant, sizeof row.variant, "%s", variant);
    snprintf(row.type, sizeof row.type, "%s", type);
    return record_add_row(&record, &row);
}

static enum status read_command(const char *command)
{
    struct reason why;

    free(record.command);
    record.command = strdup(command);
    recorded_close(&recorded);
    return recorded_open(&recorded, &record, &why);
}

static bool reduce_options(void)
{
    return replay_options(&options, &own, &recorded.options, &record,
                          op_find("reduce"), &lists);
}

static void the_matrix_is_that_of_the_rows(void **state)
{
    (void)state;
    record.seed = 77;
    add("reduce", "reference", "pairwise", "f32", 100);
    add("reduce", "reference", "pairwise", "i32", 100);
    add("reduce", "openmp", "blocked", "f32", 300)->transfers[0] = 'x';
    add("sgemm", "reference", "ikj", "f32", 7);
    assert_int_equal(read_command("./compare -o reduce,sgemm --seed 3"
                                  " --cache hot --min-samples 9"),
                     STATUS_OK);
    assert_true(reduce_options());
    assert_int_equal(options.command, COMMAND_RUN);
    assert_int_equal(options.op_count, 1);
    assert_int_equal(options.seed, 77);
    assert_int_equal(options.size_count, 2);
    assert_int_equal(options.sizes[1], 300);
    assert_int_equal(options.variant_count, 2);
    assert_string_equal(options.variants[0], "reference/pairwise");
    assert_string_equal(options.variants[1], "openmp/blocked");
    assert_int_equal(options.backend_count, 2);
    assert_false(options.backends_named);
    assert_int_equal(options_types(&options, op_find("reduce")),
                     TYPE(F32) | TYPE(I32));
    assert_true(options.hot && options.transfers);
    assert_int_equal(options.min_samples, 9);
}

/* Each backend and size once, in the order in which they come. */
static void lists_have_each_once(void **state)
{
    (void)state;
    add("reduce", "reference", "loop", "f32", 100);
    add("reduce", "reference", "pairwise", "f32", 100);
    add("reduce", "openmp", "blocked", "f32", 7);
    add("reduce", "reference", "loop", "f32", 7);
    assert_int_equal(read_command("compare -o reduce"), STATUS_OK);
    assert_true(reduce_options());
    assert_int_equal(options.backend_count, 2);
    assert_ptr_equal(options.backends[0], backend_find("reference"));
    assert_ptr_equal(options.backends[1], backend_find("openmp"));
    assert_int_equal(options.variant_count, 3);
    assert_int_equal(options.size_count, 2);
    assert_true(options.sizes[0] == 100 && options.sizes[1] == 7);
    assert_false(options.transfers);
}

/* Of several commands each is read to its last word. */
static void every_word_is_read(void **state)
{
    (void)state;
    assert_int_equal(read_command("compare -o reduce && compare -o reduce"),
                     STATUS_OK);
    assert_int_equal(
        read_command("compare -o reduce && compare -o reduce --bogus"),
        STATUS_USAGE);
    assert_int_equal(read_command("compare -o reduce && compare -o reduce "
                                  "&& compare -o scan --bogus"),
                     STATUS_USAGE);
    assert_int_equal(read_command("compare -o reduce && compare diff a b"),
                     STATUS_USAGE);
}

static void outputs_are_not_those_of_the_record(void **state)
{
    (void)state;
    add("reduce", "reference", "loop", "f32", 100);
    assert_int_equal(read_command("compare -o reduce --json a --csv b --md c"
                                  " --plot d.svg --image e.pgm --no-save"
                                  " --quiet --no-fork"
                                  " --bind numa -d 3 --dry-run"),
                     STATUS_OK);
    own.json_path = "mine";
    assert_true(reduce_options());
    assert_string_equal(options.json_path, "mine");
    assert_null(options.csv_path);
    assert_null(options.md_path);
    assert_null(options.plot_path);
    assert_null(options.image_path);
    assert_false(options.no_save || options.quiet || options.no_fork ||
                 options.dry_run || options.device_named);
    assert_string_equal(options.placement.bind, "numa");
    assert_int_equal(options.placement.gpu, 3);
    own.bind_named = own.device_named = true;
    own.placement = (struct placement){ .bind = "none", .gpu = 1 };
    assert_true(reduce_options());
    assert_string_equal(options.placement.bind, "none");
    assert_int_equal(options.placement.gpu, 1);
    assert_true(options.device_named);
}

static void what_is_not_here_is_left_out(void **state)
{
    (void)state;
    add("reduce", "reference", "nosuch", "f32", 100);
    add("reduce", "hip", "best", "f32", 200);
    assert_int_equal(read_command("compare -o reduce"), STATUS_OK);
    assert_false(reduce_options());
    add("reduce", "reference", "loop", "f16", 300);
    assert_true(reduce_options());
    assert_int_equal(options.variant_count, 1);
    assert_int_equal(options.size_count, 1);
    assert_int_equal(options.sizes[0], 300);
}

static void a_base_is_one_of_the_rows(void **state)
{
    (void)state;
    add("reduce", "openmp", "blocked", "f32", 100);
    assert_int_equal(read_command("compare -o reduce"
                                  " --reference reference/pairwise"),
                     STATUS_OK);
    assert_true(reduce_options());
    assert_null(options.reference);
    add("reduce", "reference", "pairwise", "f32", 100);
    assert_true(reduce_options());
    assert_string_equal(options.reference, "reference/pairwise");
}

static void files_know_their_size(void **state)
{
    (void)state;
    add("reduce", "reference", "loop", "f32", 100);
    assert_int_equal(read_command("compare -o reduce --input x"), STATUS_OK);
    assert_true(reduce_options());
    assert_int_equal(options.size_count, 0);
    assert_int_equal(read_command("compare -o reduce --input x -s 100"),
                     STATUS_OK);
    assert_true(reduce_options());
    assert_int_equal(options.size_count, 1);
}

static void crossovers_are_rows_too(void **state)
{
    (void)state;
    add("reduce", "openmp", "blocked", "f32", 100);
    assert_int_equal(read_command("compare crossover -o reduce"), STATUS_OK);
    assert_true(reduce_options());
    assert_int_equal(options.command, COMMAND_RUN);
}

/* None of them prints, exits or is run. */
static void commands_that_measure_nothing(void **state)
{
    static const char *const commands[] = { "",
                                            "   ",
                                            "'",
                                            "compare",
                                            "compare --help",
                                            "compare --version",
                                            "compare --list",
                                            "compare --explain reduce",
                                            "compare plot a.json",
                                            "compare diff a b",
                                            "compare replay a.json",
                                            "compare -o nosuch",
                                            "compare -o reduce; true",
                                            "touch x",
                                            "compare -o reduce $(true)",
                                            "compare -o reduce --",
                                            "compare -o reduce -- x" };

    (void)state;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const bool good = !strcmp(commands[i], "compare -o reduce --");

        if ((read_command(commands[i]) == STATUS_OK) != good)
            print_error("%s\n", commands[i]);
        assert_int_equal(read_command(commands[i]) == STATUS_OK, good);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(the_matrix_is_that_of_the_rows, begin,
                                        end),
        cmocka_unit_test_setup_teardown(outputs_are_not_those_of_the_record,
                                        begin, end),
        cmocka_unit_test_setup_teardown(lists_have_each_once, begin, end),
        cmocka_unit_test_setup_teardown(every_word_is_read, begin, end),
        cmocka_unit_test_setup_teardown(what_is_not_here_is_left_out, begin,
                                        end),
        cmocka_unit_test_setup_teardown(a_base_is_one_of_the_rows, begin, end),
        cmocka_unit_test_setup_teardown(files_know_their_size, begin, end),
        cmocka_unit_test_setup_teardown(crossovers_are_rows_too, begin, end),
        cmocka_unit_test_setup_teardown(commands_that_measure_nothing, begin,
                                        end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
