/* test_diff_machines.c - how two records' machines, builds and settings are
 * said to differ, and when times fail a comparison for all that. */
#include "pair.h"

static json_t *part(const struct record *record, const char *name)
{
    return json_object_get(record->environment, name);
}

static void says(const char *words)
{
    if (!strstr(diff.machines, words))
        print_error("\"%s\" lacks \"%s\"\n", diff.machines, words);
    assert_non_null(strstr(diff.machines, words));
}

static void alike(void **state)
{
    (void)state;
    make();
    assert_string_equal(diff.machines, "");
}

static void machines_differ(void **state)
{
    (void)state;
    json_object_set_new(part(&new, "cpu"), "name", json_string("C2"));
    json_object_set_new(part(&new, "cpu"), "cores", json_integer(16));
    json_object_set_new(
        old.environment, "gpu",
        json_pack("{s:s, s:s}", "name", "G1", "driver_version", "580"));
    make();
    says("The machines differ: CPU C1 / C2; cores 2 / 16; GPU G1 / none. "
         "Times tell the machines apart, not the code: none fails for its "
         "time unless --fail-on says so.");
    assert_null(strstr(diff.machines, "driver"));
    assert_null(strstr(diff.machines, "host"));
}

static void builds_and_settings_differ(void **state)
{
    (void)state;
    json_object_set_new(part(&new, "build"), "commit", json_string("beef"));
    json_object_set_new(new.environment, "host", json_string("i"));
    json_object_set_new(part(&new, "cpu"), "quota", json_real(1.5));
    free(new.command);
    new.command =
        strdup("./compare --op reduce --min-samples 50 --input b.raw");
    new.seed = 2;
    json_object_set_new(old.environment, "variables",
                        json_pack("{s:s}", "OMP_PLACES", "cores"));
    json_object_set_new(new.environment, "variables",
                        json_pack("{s:s}", "OMP_WAIT_POLICY", "active"));
    make();
    says("alike but for their names: host h / i.");
    says("builds differ: CPU quota none / 1.5; commit c0ffee / beef.");
    says("seed, and so the input, 1 / 2");
    says("--input none / b.raw; --min-samples 15 / 50");
    says("OMP_PLACES cores / unset; OMP_WAIT_POLICY unset / active");
    assert_null(strstr(diff.machines, "Times tell"));
}

/* Where the same rows were measured in both. */
static void samples_on_inputs_of_their_own(void **state)
{
    static const struct {
        bool old, new;
        const char *said;
    } cases[] = { { false, false, NULL },
                  { false, true, "short cold samples, one / one each" },
                  { true, true, NULL },
                  { true, false, "short cold samples, one each / one" } };
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 1e-3, 0.01);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        old.rows[0].renewed = cases[k].old;
        new.rows[0].renewed = cases[k].new;
        make();
        if (cases[k].said)
            says(cases[k].said);
        else
            assert_null(strstr(diff.machines, "samples"));
        diff_free(&diff);
    }
    new.rows[0].status = ROW_WRONG;
    make();
    assert_null(strstr(diff.machines, "samples"));
}

/* Of one path, or of two. */
static void files_that_held_other_data(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "b", 100, 1e-3, 0.01);
    strcpy(old.rows[0].inputs, "00c0ffee");
    strcpy(new.rows[0].inputs, "00c0ffee");
    make();
    assert_null(strstr(diff.machines, "--input"));
    strcpy(new.rows[0].inputs, "beef");
    diff_free(&diff);
    make();
    says("what --input held, hashed, 00c0ffee / beef");
    new.rows[0].n++; /* another case */
    diff_free(&diff);
    make();
    assert_null(strstr(diff.machines, "--input"));
    new.rows[0].n--;
    new.rows[0].inputs[0] = '\0'; /* unknown */
    diff_free(&diff);
    make();
    assert_null(strstr(diff.machines, "--input"));
}

/* One fact after another, of both records, as it is said. */
static void each_fact_is_told(void **state)
{
    static const struct {
        const char *part, *key, *said;
    } facts[] = { { "", "os", "builds differ: system 1 / 2." },
                  { "", "kernel", "builds differ: kernel 1 / 2." },
                  { "cpu", "governor", "builds differ: governor 1 / 2." },
                  { "cpu", "quota", "builds differ: CPU quota 1 / 2." },
                  { "gpu", "driver_version", "builds differ: driver 1 / 2." },
                  { "gpu", "ecc", "builds differ: ECC 1 / 2." },
                  { "gpu", "cub_version", "builds differ: CUB 1 / 2." },
                  { "build", "version", "builds differ: version 1 / 2." },
                  { "build", "commit", "builds differ: commit 1 / 2." },
                  { "build", "compiler", "builds differ: compiler 1 / 2." },
                  { "build", "cflags", "builds differ: CFLAGS 1 / 2." },
                  { "build", "openblas", "builds differ: OpenBLAS 1 / 2." },
                  { "build", "nvcc", "builds differ: nvcc 1 / 2." },
                  { "build", "nvccflags", "builds differ: NVCCFLAGS 1 / 2." },
                  { "cpu", "bind", "The runs differ: --bind 1 / 2." },
                  { "cpu", "cores", "builds differ: usable cores 1 / 2." },
                  { "cpu", "name", "machines differ: CPU 1 / 2. Times" },
                  { "gpu", "name", "machines differ: GPU 1 / 2. Times" },
                  { "gpu", "power_limit_w",
                    "machines differ: GPU power limit in W 1 / 2. Times" } };
    struct record *const both[] = { &old, &new };

    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
        for (int k = 0; k < 2; k++) {
            json_t *all = both[k]->environment;

            json_object_set_new(all, "gpu", json_pack("{s:s}", "name", "G"));
            json_object_set_new(facts[i].part[0] ? part(both[k], facts[i].part)
                                                 : all,
                                facts[i].key, json_string(k ? "2" : "1"));
        }
        make();
        says(facts[i].said);
        assert_null(strchr(diff.machines, ';')); /* and nothing else is */
        assert_int_equal(diff.unlike, i > 15);
        end(state);
        begin(state);
    }
}

/* Numbers are facts, too. Other hardware has another name, which is told then;
 * what is a GPU's is told where both have one. */
static void names_of_other_machines(void **state)
{
    (void)state;
    json_object_set_new(part(&new, "cpu"), "cores", json_integer(7));
    json_object_set_new(new.environment, "host", json_string("i"));
    json_object_set_new(
        new.environment, "gpu",
        json_pack("{s:s, s:i}", "name", "G", "power_limit_w", 350));
    make();
    says("differ: cores 2 / 7; GPU none / G; host h / i. Times");
}

/* Commits of one name that hold other changes; one that is clean says all. */
static void dirty_builds(void **state)
{
    struct record *const both[] = { &old, &new };

    (void)state;
    for (int k = 0; k < 2; k++) {
        json_object_set_new(part(both[k], "build"), "commit",
                            json_string("c0ffee-dirty"));
        make();
        assert_int_equal(
            strstr(diff.machines, "Both builds are of commit c0ffee-dirty") !=
                NULL,
            k);
        diff_free(&diff);
    }
}

static void each_setting_is_told(void **state)
{
    static const struct {
        const char *setting, *said;
    } settings[] = {
        { "--min-samples 50", "The runs differ: --min-samples 15 / 50." },
        { "--min-time 7", "--min-time 0.2 / 7." },
        { "--max-noise 7%", "--max-noise in % 1 / 7." },
        { "--timeout 77", "--timeout 2 / 77." },
        { "--warmup 9", "--warmup 2 / 9." },
        { "--no-check", "The runs differ: check yes / no." },
    };
    char command[64];

    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        snprintf(command, sizeof command, "./compare --op reduce %s",
                 settings[i].setting);
        free(new.command);
        new.command = strdup(command);
        make();
        says(settings[i].said);
        assert_null(strchr(diff.machines, ';'));
        end(state);
        begin(state);
    }
}

/* A variable of both is told once. */
static void variables_of_both(void **state)
{
    struct record *const both[] = { &old, &new };

    (void)state;
    for (int k = 0; k < 2; k++)
        json_object_set_new(
            both[k]->environment, "variables",
            json_pack("{s:s}", "OMP_PLACES", k ? "cores" : "threads"));
    make();
    assert_string_equal(diff.machines,
                        "The runs differ: OMP_PLACES threads / cores.");
}

static void unreadable_commands(void **state)
{
    (void)state;
    free(new.command);
    new.command = strdup("compare --help");
    make(); /* neither prints nor exits */
    assert_string_equal(diff.machines, "");
}

static void the_same_run(void **state)
{
    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 1e-3, 0.01);
    strcpy(new.started, old.started);
    make();
    assert_string_equal(diff.machines, "Both are the same run.");
}

/* Whichever of them is of an older version. */
static void starts_that_are_not_told(void **state)
{
    (void)state;
    struct row *rows[] = { add(&old, "a", 100, 1e-3, 0.01),
                           add(&new, "a", 100, 1e-3, 0.01) };
    for (int i = 0; i < 2; i++) {
        rows[i]->start_count = 0;
        make();
        says(i ? "The new results do not tell how processes"
               : "The old results do not tell how processes");
        rows[i]->start_count = STARTS;
        diff_free(&diff);
    }
    make();
    assert_string_equal(diff.machines, "");
    diff_free(&diff);
    rows[0]->start_count = rows[1]->start_count = 0;
    new.seed++;
    make();
    says(" 2.\nThe old results do not tell ");
    says("unclear.\nThe new results do not tell ");
    assert_true(diff.machines[0] != '\n');
}

enum { ROUNDED, SAMPLE, COUNT, VARIANT, ROW, SEED, COMMAND, FACT, THINGS };

/* Of one second, and alike but for one thing; published times are rounded. */
static void another_run(void **state)
{
    for (int thing = 0; thing < THINGS; thing++) {
        add(&old, "a", 100, 1e-3, 0.01);
        struct row *row = add(&new, "a", 100, 1e-3, 0.01);

        strcpy(new.started, old.started);
        if (thing == ROUNDED || thing == SAMPLE)
            row->samples[SAMPLES - 1] *= thing == ROUNDED ? 1.0009 : 1.002;
        row->sample_count -= thing == COUNT;
        if (thing == VARIANT)
            strcpy(row->variant, "b");
        if (thing == ROW)
            add(&new, "b", 100, 1e-3, 0.01);
        new.seed += thing == SEED;
        if (thing == COMMAND)
            new.command[0] = '/';
        if (thing == FACT)
            json_object_set_new(new.environment, "kernel", json_string("k"));
        assert_int_equal(diff_same_run(&old, &new), thing == ROUNDED);
        make();
        assert_int_equal(!strcmp(diff.machines, "Both are the same run."),
                         thing == ROUNDED);
        end(state);
        begin(state);
    }
    strcpy(new.started, old.started); /* of nothing */
    assert_false(diff_same_run(&old, &new));
}

/* Where the machines are unlike, times fail only when that was asked for. */
static void rows_of_other_machines(void **state)
{
    const struct options preset = { .fail_on = 1u << SLOWER | 1u << BROKEN };
    const struct options named = { .fail_on = 1u << SLOWER,
                                   .fail_on_named = true };

    (void)state;
    add(&old, "a", 100, 1e-3, 0.01), add(&new, "a", 100, 2e-3, 0.01);
    make();
    assert_true(diff_fails(&diff, &preset));
    assert_false(diff.unlike);
    diff_free(&diff);
    json_object_set_new(json_object_get(new.environment, "cpu"), "cores",
                        json_integer(16));
    make();
    assert_false(diff.unlike); /* a host that lets use more of it */
    assert_true(diff_fails(&diff, &preset));
    diff_free(&diff);
    json_object_set_new(new.environment, "host", json_string("i"));
    make();
    assert_true(diff.unlike);
    assert_int_equal(diff.of[SLOWER], 1);
    assert_false(diff_fails(&diff, &preset));
    assert_true(diff_fails(&diff, &named));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(alike, begin, end),
        cmocka_unit_test_setup_teardown(machines_differ, begin, end),
        cmocka_unit_test_setup_teardown(builds_and_settings_differ, begin,
                                        end),
        cmocka_unit_test_setup_teardown(samples_on_inputs_of_their_own, begin,
                                        end),
        cmocka_unit_test_setup_teardown(files_that_held_other_data, begin,
                                        end),
        cmocka_unit_test_setup_teardown(each_fact_is_told, begin, end),
        cmocka_unit_test_setup_teardown(names_of_other_machines, begin, end),
        cmocka_unit_test_setup_teardown(dirty_builds, begin, end),
        cmocka_unit_test_setup_teardown(each_setting_is_told, begin, end),
        cmocka_unit_test_setup_teardown(variables_of_both, begin, end),
        cmocka_unit_test_setup_teardown(unreadable_commands, begin, end),
        cmocka_unit_test_setup_teardown(the_same_run, begin, end),
        cmocka_unit_test_setup_teardown(starts_that_are_not_told, begin, end),
        cmocka_unit_test_setup_teardown(another_run, begin, end),
        cmocka_unit_test_setup_teardown(rows_of_other_machines, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
