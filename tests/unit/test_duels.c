/* test_duels.c - crossings of rows: who fights whom, at which time, and what is
 * told of it, to the letter. */
#include "unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover.h"
#include "base/stats.h"

enum { SAMPLES = 9 };

static struct record record;
static struct duel duels[CROSSOVER_MODES];

static int begin(void **state)
{
    (void)state;
    record = (struct record){ 0 };
    return 0;
}

static int end(void **state)
{
    (void)state;
    record_free(&record);
    return 0;
}

/* A row of samples that are `off` of their median, at most. */
static struct row *add(const char *backend, const char *transfers, size_t n,
                       double seconds, double off)
{
    struct row row = { .op = "reduce",
                       .type = "f32",
                       .dist = "uniform",
                       .variant = "best",
                       .n = n,
                       .sample_count = SAMPLES,
                       .seconds = { .median = seconds },
                       .first_bad = -1 };
    snprintf(row.backend, sizeof row.backend, "%s", backend);
    snprintf(row.transfers, sizeof row.transfers, "%s", transfers);
    row.samples = calloc(SAMPLES, sizeof *row.samples);
    assert_non_null(row.samples);
    for (int i = 0; i < SAMPLES; i++)
        row.samples[i] = seconds * (1 + off * ((i * 4 % SAMPLES) / 4.0 - 1));
    struct row *added = record_add_row(&record, &row);
    assert_non_null(added);
    return added;
}

static int duels_of(const char *champion)
{
    const struct row **sorted = record_sorted(&record);
    const int count =
        crossover_duels(duels, sorted, record.row_count, champion);
    free(sorted);
    return count;
}

/* --- who fights whom ------------------------------------------------------ */

/* The champion by its rows that copy nothing; and who copies does not fight a
 * champion on a GPU, whose data is there already. */
static void copies(void **state)
{
    (void)state;
    strcpy(add("cuda", "in pinned", 64, 9, 0)->device, "gpu");
    strcpy(add("cuda", "", 64, 2, 0)->device, "gpu");
    strcpy(add("cuda", "out pinned", 64, 7, 0)->device, "gpu");
    add("openmp", "", 64, 1, 0);
    assert_int_equal(duels_of("cuda"), 1);
    assert_true(fabs(duels[0].points[0].ratio - 2) < 1e-12);
    crossover_free(duels, 1);
    strcpy(add("other", "in pinned", 64, 1, 0)->device, "gpu");
    assert_int_equal(duels_of("cuda"), 1);
    crossover_free(duels, 1);
    assert_int_equal(duels_of("openmp"), 4);
    crossover_free(duels, 4);
}

/* A champion's time that does not stand is none, nor is that of no size. */
static void rivals_must_stand(void **state)
{
    (void)state;
    add("cuda", "", 64, 1, 0);
    add("openmp", "", 64, 1, 0)->status = ROW_WRONG;
    add("cuda", "", 0, 1, 0);
    add("openmp", "", 0, 1, 0);
    assert_int_equal(duels_of("openmp"), 0);
}

/* Each variant and mode has a duel of its own, as far as there is room. */
static void a_duel_each(void **state)
{
    (void)state;
    add("openmp", "", 64, 1, 0);
    for (int i = 0; i < CROSSOVER_MODES + 2; i++) {
        snprintf(add("cuda", i % 2 ? "in pinned" : "", 64, 1, 0)->variant, 8,
                 "v%d", i / 2);
        const int made = duels_of("openmp");
        assert_int_equal(made, i < CROSSOVER_MODES ? i + 1 : CROSSOVER_MODES);
        crossover_free(duels, made);
    }
}

/* Too few pairs have no interval. */
static void few_pairs(void **state)
{
    struct row *row;
    (void)state;
    add("openmp", "", 64, 1, 0);
    row = add("cuda", "", 64, 1, 0.1);
    for (int least = 0; least < 2; least++) {
        row->sample_count = (size_t)(STATS_LEAST - 1 + least);
        assert_int_equal(duels_of("openmp"), 1);
        assert_int_equal(duels[0].points[0].ci_low > 0, least);
        assert_int_equal(duels[0].points[0].ci_high > 0, least);
        crossover_free(duels, 1);
    }
}

/* --- times and sizes between ---------------------------------------------- */

/* On lines of logarithms between the two nearest points. */
static void times_between(void **state)
{
    static const struct {
        double n, champion, challenger;
    } times[] = { { 10, 1, 5 },      { 100, 10, 5 },    { 1000, 100, 5 },
                  { 1e4, 100, 50 },  { 1e5, 100, 500 }, { 5, 1, 5 },
                  { 1e6, 100, 5000 } };
    static const size_t sizes[] = { 10, 1000, 100000 };
    (void)state;
    for (int i = 0; i < 3; i++) {
        add("openmp", "", sizes[i], times[2 * i].champion, 0);
        add("cuda", "", sizes[i], times[2 * i].challenger, 0);
    }
    assert_int_equal(duels_of("openmp"), 1);
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        const double a = crossover_time(&duels[0], times[i].n, false);
        const double b = crossover_time(&duels[0], times[i].n, true);
        assert_true(fabs(a / times[i].champion - 1) < 1e-9);
        assert_true(fabs(b / times[i].challenger - 1) < 1e-9);
    }
    crossover_free(duels, 1);
}

/* To the nearest size there is, or of six bits. */
static void sizes_between(void **state)
{
    static const struct {
        double low, high, finer;
    } cases[] = { { 16, 27, 21 },       { 16, 25, 20 },
                  { 1000, 1099, 0 },    { 1000, 2000, 1408 },
                  { 63, 65, 0 },        { 1, 2, 0 },
                  { 4096, 8192, 5760 }, { 1e6, 1.2e6, 1081344 } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct crossover_point points[] = {
            { .n = cases[i].low, .ratio = 0.5, .ci_low = 0.4, .ci_high = 0.6 },
            { .n = cases[i].high, .ratio = 2, .ci_low = 1.9, .ci_high = 2.1 }
        };
        double sizes[2] = { 0 };
        const int found = crossover_finer(points, 2, sizes);
        assert_int_equal(found, cases[i].finer > 0);
        assert_true(fabs(sizes[0] - cases[i].finer) < 0.5);
    }
}

/* --- what is told --------------------------------------------------------- */

/* The cores take n ms; of a GPU the times, a mode a line. */
static void fill(void)
{
    static const struct {
        const char *transfers;
        double times[4], off;
    } modes[] = {
        { "", { 4, 4, 4, 4 }, 0.02 },
        { "both pinned", { 41.29, 41.29, 41.29, 41.29 }, 0 },
        { "in pinned", { 1.5, 50, 100, 9000 }, 0 },
        { "out pinned", { 0.1, 2, 30, 400 }, 0 },
        { "in pageable", { 0.5, 20, 50, 3500 }, 0 },
    };
    size_t n = 1000;
    for (int k = 0; k < 4; k++, n *= 10) {
        add("openmp", "", n, pow(10, k), 0);
        for (size_t m = 0; m < sizeof modes / sizeof *modes; m++)
            add("cuda", modes[m].transfers, n, modes[m].times[k],
                modes[m].off);
    }
    record.crossover = crossover_to_json(&record, "openmp");
}

static void printed(void **state)
{
    char *text;
    size_t size;
    (void)state;
    fill();
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    crossover_print(file, &record);
    fclose(file);
    assert_string_equal(
        text,
        "\n"
        "reduce: from which n on cuda/best is faster than openmp/best\n"
        "f32, uniform\n"
        "\n"
        "mode                                n   95 % interval    openmp"
        "       cuda\n"
        "resident                         4000    3940 to 4060   4.000 s"
        "    4.000 s\n"
        "both pinned                     41300               -   41.29 s"
        "    41.29 s\n"
        "in pinned     never up to n = 1000000               -    1000 s"
        "     9000 s\n"
        "out pinned        already at n = 1000               -   1.000 s"
        "   100.0 ms\n"
        "in pageable   never up to n = 1000000               -    1000 s"
        "     3500 s\n"
        "in pageable: the lead changes 3 times; at the end the champion has "
        "it\n");
    free(text);
}

/* An end that is not known is null. */
static void saved(void **state)
{
    static const struct {
        const char *mode, *kind;
        double n, low, high;
        int changes;
    } modes[] = { { "resident", "crosses", 4000, 3940, 4060, 1 },
                  { "both pinned", "crosses", 41290, 41290, 41290, 1 },
                  { "in pinned", "never", 1e6, 1e6, 0, 0 },
                  { "out pinned", "always", 1000, 0, 1000, 0 },
                  { "in pageable", "never", 1e6, 1e6, 0, 3 } };
    (void)state;
    fill();
    assert_int_equal(json_array_size(record.crossover), 5);
    for (size_t i = 0; i < 5; i++) {
        const char *op, *type, *champion, *challenger, *mode, *kind;
        const json_t *low, *high;
        double n;
        int changes;
        assert_int_equal(
            json_unpack(json_array_get(record.crossover, i),
                        "{s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:o, s:o, s:i !}",
                        "op", &op, "type", &type, "champion", &champion,
                        "challenger", &challenger, "mode", &mode, "kind",
                        &kind, "n", &n, "ci_low", &low, "ci_high", &high,
                        "changes", &changes),
            0);
        assert_string_equal(op, "reduce");
        assert_string_equal(type, "f32");
        assert_string_equal(champion, "openmp/best");
        assert_string_equal(challenger, "cuda/best");
        assert_string_equal(mode, modes[i].mode);
        assert_string_equal(kind, modes[i].kind);
        assert_true(fabs(n / modes[i].n - 1) < 1e-9);
        assert_int_equal(json_is_null(low), !(modes[i].low > 0));
        assert_int_equal(json_is_null(high), !(modes[i].high > 0));
        assert_true(fabs(json_number_value(low) - modes[i].low) < 1e-6 * n);
        assert_true(fabs(json_number_value(high) - modes[i].high) < 1e-6 * n);
        assert_int_equal(changes, modes[i].changes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(copies, begin, end),
        cmocka_unit_test_setup_teardown(rivals_must_stand, begin, end),
        cmocka_unit_test_setup_teardown(a_duel_each, begin, end),
        cmocka_unit_test_setup_teardown(few_pairs, begin, end),
        cmocka_unit_test_setup_teardown(times_between, begin, end),
        cmocka_unit_test_setup_teardown(sizes_between, begin, end),
        cmocka_unit_test_setup_teardown(printed, begin, end),
        cmocka_unit_test_setup_teardown(saved, begin, end),
    };
    return cmocka_run_group_tests_name("duels", tests, NULL, NULL);
}
