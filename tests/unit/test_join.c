/* test_join.c - two records made by hand, of one run in stretches: what is
 * joined of them, and why others are not one. */
#include "pair.h"

#include "analysis/join.h"

static struct reason why;

static enum status joined(void)
{
    why.text[0] = 0;
    return join_records(&old, "a.json", &new, "b.json", &why);
}

static void refused(const char *words)
{
    char text[320];

    assert_int_equal(joined(), STATUS_USAGE);
    snprintf(text, sizeof text, "a.json and b.json are not one: %s", words);
    if (!strstr(why.text, text))
        print_error("\"%s\" lacks \"%s\"\n", why.text, text);
    assert_non_null(strstr(why.text, text));
}

/* All rows, all passes of each roof, each base once; the earlier begin. */
static void stretches(void **state)
{
    struct roof roof = { .device = "cores", .kind = ROOF_READ };

    (void)state;
    add(&old, "a", 100, 1, 0), add(&new, "a", 200, 1, 0);
    add(&new, "b", 200, 1, 0);
    roof.pass[0] = roof.rate = 4, roof.pass_count = 1;
    record_add_roof(&old, &roof);
    roof.pass[0] = roof.rate = 8, roof.pass[1] = 6, roof.pass_count = 2;
    record_add_roof(&new, &roof);
    roof.kind = ROOF_COPY;
    record_add_roof(&new, &roof);
    record_add_base(&old, &(struct base){ "openmp", 1 });
    record_add_base(&new, &(struct base){ "openmp", 2 });
    record_add_base(&new, &(struct base){ "cuda", 3 });
    strcpy(new.started, "2026-01-02T03:03:59Z");
    free(new.command);
    new.command = strdup("./compare --op reduce --size 200");
    assert_int_equal(joined(), STATUS_OK);
    assert_string_equal(
        old.command,
        "./compare --op reduce && ./compare --op reduce --size 200");
    assert_string_equal(old.started, "2026-01-02T03:03:59Z");
    assert_int_equal(old.row_count, 3);
    assert_string_equal(old.rows[2].variant, "b");
    assert_int_equal(old.rows[2].sample_count, SAMPLES);
    assert_int_equal(old.roof_count, 2);
    assert_int_equal(old.roofs[0].pass_count, 3);
    assert_true(old.roofs[0].pass[2] == 6);
    assert_int_equal(old.roofs[1].pass_count, 2);
    assert_int_equal(old.base_count, 2);
    assert_true(record_base(&old, "openmp") == 1);
    assert_true(record_base(&old, "cuda") == 3);
}

static void the_first_began(void **state)
{
    (void)state;
    add(&old, "a", 100, 1, 0), add(&new, "a", 200, 1, 0);
    assert_int_equal(joined(), STATUS_OK);
    assert_string_equal(old.started, "2026-01-02T03:04:00Z");
}

static void cases_are_of_one_run(void **state)
{
    (void)state;
    add(&old, "a", 100, 1, 0), add(&new, "b", 200, 1, 0);
    add(&new, "b", 100, 1, 0);
    refused("both have reduce (f32, uniform, cold) at n = 100, and rows of "
            "one case are of one run");
}

/* The first sentence of what a diff would say. */
static void machines_are_one(void **state)
{
    (void)state;
    json_object_set_new(json_object_get(new.environment, "cpu"), "cores",
                        json_integer(16));
    refused("The systems or builds differ: usable cores 2 / 16.");
    assert_null(strstr(why.text, "Times tell"));
    assert_int_equal(old.row_count, 0);
}

static void settings_are_one(void **state)
{
    static const struct {
        const char *old, *new, *said;
    } cases[] = {
        { "--cache hot", "", "--cache: hot / cold" },
        { "", "--dist constant:3", "--dist: uniform:0 / constant:3" },
        { "--dist constant:2", "--dist constant:3",
          "--dist: constant:2 / constant:3" },
        { "", "--param operator=max", "--param: none / operator=max" },
        { "--param operator=min", "--param operator=max",
          "--param: operator=min / operator=max" },
        { "--threads 2", "--threads 1", "--threads: 2 / 1" },
        { "--threads 2", "--threads 1,2", "--threads: 2 / 2,1,2" },
        { "", "--device 1", "--device: 0 / 1" },
        { "", "--reference openmp/blocked",
          "--reference: its default / openmp/blocked" },
        { "", "--transfers",
          "extras: no transfers, no energy, roofs / transfers, no energy, "
          "roofs" },
        { "", "--energy",
          "extras: no transfers, no energy, roofs / no transfers, energy, "
          "roofs" },
        { "", "--sustained",
          "extras: no transfers, no energy, roofs / no transfers, no energy, "
          "sustained, roofs" },
        { "", "--no-roofs",
          "extras: no transfers, no energy, roofs / no transfers, no energy, "
          "no roofs" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record *const both[] = { &old, &new };

        for (int k = 0; k < 2; k++) {
            char command[128];

            snprintf(command, sizeof command, "./compare --op reduce %s",
                     k ? cases[i].new : cases[i].old);
            free(both[k]->command);
            both[k]->command = strdup(command);
        }
        refused(cases[i].said);
        end(state);
        begin(state);
    }
}

/* Nor is what this version cannot read, or a crossover, a part of a run. */
static void commands_of_runs(void **state)
{
    static const char *const commands[] = {
        "./compare --op nothing", "./compare crossover --op reduce"
    };
    static const char *const said[] = {
        "this version cannot read the command of one: ",
        "results of a crossover stand alone"
    };

    for (int i = 0; i < 4; i++) {
        struct record *record = i % 2 ? &new : &old;

        free(record->command);
        record->command = strdup(commands[i / 2]);
        refused(said[i / 2]);
        end(state);
        begin(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(stretches, begin, end),
        cmocka_unit_test_setup_teardown(the_first_began, begin, end),
        cmocka_unit_test_setup_teardown(cases_are_of_one_run, begin, end),
        cmocka_unit_test_setup_teardown(machines_are_one, begin, end),
        cmocka_unit_test_setup_teardown(settings_are_one, begin, end),
        cmocka_unit_test_setup_teardown(commands_of_runs, begin, end),
    };

    return cmocka_run_group_tests_name("join", tests, NULL, NULL);
}
