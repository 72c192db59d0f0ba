/* test_summary.c - the sentences below a table. */
#include "shown.h"

static void winner(void **state)
{
    struct record record = cpu_record();
    (void)state;
    says(&record, false,
         "reduce (f32, uniform, cold) at n = 2^20: "
         "openmp/blocked ×4 is fastest, 10.00 GB/s, 3.000× reference/loop.");
    record.rows[3].tied = true;
    says(&record, false, "openmp/blocked ×4 is fastest, ");
    record_free(&record);
}

/* How far from which roof, of the largest n that has a row. */
static void shares(void **state)
{
    static const struct {
        enum roof_kind roof;
        double share;
        const char *words;
    } cases[] = {
        { ROOF_READ, 0.5, ", 50.0 % of the gpu read roof (room left). " },
        { ROOF_READ, 0.9, " roof (memory is the limit). " },
        { ROOF_COPY, 1.2, " roof (more than memory gave when the roof was " },
        { ROOF_FMA, 0.5, ", 50.0 % of the gpu fma roof (room left). " },
        { ROOF_FMA, 0.9, " roof (arithmetic is the limit). " },
        { ROOF_FMA, 1.2, " roof (arithmetic is the limit). " },
        { ROOF_H2D, 0.9, " roof (the link is the limit). " },
        { ROOF_SCATTER_8, 0.9, " roof (random access is the limit). " },
    };
    struct record record = { 0 };
    (void)state;
    add(&record, "cuda", "x", "gpu", 1e-3)->n = 1000;
    struct row *row = add(&record, "cuda", "x", "gpu", 1e-3);
    strcpy(row->roof_device, "gpu");
    says(&record, false, "at n = 2^20: cuda/x reaches 4000 GB/s. ");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        row->roof = cases[i].roof;
        row->roof_share = cases[i].share;
        says(&record, false, cases[i].words);
    }
    row->status = ROW_FAILED;
    says(&record, false, "at n = 1000: cuda/x reaches 4000 GB/s. ");
    record_free(&record);
}

static void reasons(void **state)
{
    static const struct {
        struct why why;
        const char *words;
    } cases[] = {
        { { "launch", 0.81, 0.1, 0, 0, 0, 0 },
          "cuda/x is launch-bound: at n → 0 it still takes 81 % of" },
        { { "cache", 0.1, 2.5, 0, 0, 0, 0 },
          "is cache-bound: memory alone would take 2.500 times as long." },
        { { "memory", 0, 0.97, 0.1, 0, 0, 0 },
          "is memory-bound: moving its bytes takes 97 % of its time." },
        { { "memory", 0, 1.07, 0.1, 0, 0, 0 },
          "is memory-bound: moving its bytes takes all of its time." },
        { { "compute", 0, 0.2, 0.93, 0, 0, 0 },
          "is compute-bound: its arithmetic takes 93 % of its time." },
        { { "compute", 0, 0.2, 1.93, 0, 0, 0 },
          "cuda/x took less time than its arithmetic alone would at that "
          "roof, which is uncertain. " },
        { { "memory", 0, 1.2, 0.1, 0, 0, 0 },
          "cuda/x took less time than its bytes alone would at that roof" },
        { { "transfer", 0, 0.2, 0, 0.9, 0, 0 },
          "is transfer-bound: its copies take 90 % of its time." },
        { { "none", 0.1, 0.31, 0, 0.2, 0, 0 },
          "half of the time of cuda/x; memory comes nearest, 31 %." }
    };
    struct record record = { 0 };
    (void)state;
    add(&record, "cuda", "x", "gpu", 1e-3);
    says_not(&record, false, "-bound");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        record.rows[0].why = cases[i].why;
        says(&record, false, cases[i].words);
        says(&record, true, cases[i].words);
    }
    record_free(&record);
}

/* --- cores ---------------------------------------------------------------- */

static void gpu_within_the_sweep(void **state)
{
    struct record record = cpu_record();
    struct row *row = add(&record, "cuda", "x", "gpu", 1 / 2.25);
    (void)state;
    /* Half way between 2 threads at 2/s and 4 at 2.5/s. */
    says(&record, false, "The GPU (cuda/x) equals 3.0 of these cores. ");
    row->seconds.median = 4;
    says(&record, false, "equals 0.25 of these cores. ");
    row->seconds.median = 0.04;
    says(&record, false, "equals 40.0 of these cores, at the rate of all 4.");
    record_free(&record);
}

/* No row that is too fast, or of too few samples, counts for anything. */
static void cores_by_rows_that_stand(void **state)
{
    struct record record = cpu_record();
    (void)state;
    add(&record, "cuda", "x", "gpu", 1 / 2.25);
    struct row *row = add(&record, "cuda", "y", "gpu", 0.01);
    row->suspect = true;
    says(&record, false, "The GPU (cuda/x) equals 3.0 of these cores. ");
    says(&record, false, "openmp/blocked: 4 threads reach 2.5× of 1. ");
    record.rows[3].few = true;
    says(&record, false, "equals 2.2 of these cores, at the rate of all 2.");
    says(&record, false, "openmp/blocked: 2 threads reach 2.0× of 1. ");
    record.rows[4].few = true;
    says_not(&record, false, "of these cores");
    record_free(&record);
}

/* Whichever variant is fastest on as many of them, wherever it stands. */
static void cores_by_their_fastest(void **state)
{
    struct record record = cpu_record();
    (void)state;
    add(&record, "cuda", "x", "gpu", 1 / 2.25);
    add(&record, "openmp", "slow", "cores", 4)->threads = 4;
    add(&record, "openmp", "slow", "cores", 5)->threads = 2;
    says(&record, false, "The GPU (cuda/x) equals 3.0 of these cores. ");
    add(&record, "openmp", "fast", "cores", 0.4)->threads = 2;
    says(&record, false, "The GPU (cuda/x) equals 1.8 of these cores. ");
    record_free(&record);
}

/* Without a sweep, from the threads of the only row, or of the machine. */
static void gpu_by_one_row(void **state)
{
    struct record record = { 0 };
    (void)state;
    struct row *row = add(&record, "cuda", "copied", "gpu", 0.001);
    strcpy(row->transfers, "in pinned");
    add(&record, "openmp", "simd", "cores", 2)->threads = 16;
    says_not(&record, false, "of these cores");
    row = add(&record, "cuda", "x", "gpu", 0.01);
    says(&record, false,
         "The GPU (cuda/x) equals 3200 of these cores, at "
         "the rate of all 16.");
    row->seconds.median = 4; /* nor does it know what half of them do */
    says(&record, false, "equals 8.0 of these cores, at the rate of all 16.");
    row->seconds.median = 0.01;
    record.rows[1].threads = 0;
    says_not(&record, false, "of these cores");
    record.environment = json_pack("{s:{s:i}}", "cpu", "threads", 8);
    says(&record, false, "equals 1600 of these cores, at the rate of all 8.");
    record_free(&record);
}

static void scaling(void **state)
{
    struct record record = cpu_record();
    (void)state;
    says(&record, false, "openmp/blocked: 4 threads reach 2.5× of 1. ");
    record.rows[3].seconds.median = 0.625;
    says(&record, false,
         "openmp/blocked: 4 threads reach 1.6× of 1, 2 reach 2.0×. ");
    record_free(&record);
}

static void no_scaling_of_one_count(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "openmp", "simd", "cores", 2)->threads = 16;
    says_not(&record, false, "threads reach");
    record_free(&record);
}

/* --- a line a case -------------------------------------------------------- */

static void fastest_of_a_library(void **state)
{
    struct record record = library_record();
    (void)state;
    says(&record, false,
         "segreduce (operator=sum, mean=100, f32, uniform, cold), CUB 3.0.1 "
         "n = 2^16: cuda/best 1.040× cub/segmented, the fastest of cub's 2 "
         "rows n = 2^20: ");
    says(&record, false,
         "cuda/best 1.889× cub/segmented, the fastest of cub's 2 rows n");
    says(&record, false,
         "cuda/best 2.000× cub/by-key, the fastest of cub's 2 rows n");
    says(&record, false,
         "n = 2^28: cuda/best 3.357× cub/by-key, the fastest of cub's 2 rows "
         "case n fastest");
    says(&record, false, "GPU A GPU, CUB 3.0.1 roofs");
    json_object_del(json_object_get(record.environment, "gpu"), "cub_version");
    says_not(&record, false, "CUB");
    record_free(&record);
}

/* Alone, it is its own ways that are compared. */
static void a_library_alone(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "cub", "by-key", "gpu", 2e-3);
    says_not(&record, false, "cub/by-key 2.000 ms");
    add(&record, "cub", "segmented", "gpu", 1e-3);
    says(&record, false,
         "n = 2^20: cub/segmented 1.000 ms, the fastest of cub's 2 rows");
    add(&record, "cuda", "x", "gpu", 3e-3); /* not its backend's best */
    says(&record, false, "n = 2^20: cub/segmented 1.000 ms, the fastest");
    add(&record, "openmp", "y", "cores", 3e-3)->best = true;
    says(&record, false, "n = 2^20: cub/segmented 1.000 ms, the fastest");
    record_free(&record);
}

/* Where the rung's name, or a size, is another it is not said. */
static void rungs_ahead(void **state)
{
    struct record record = library_record();
    (void)state;
    says(&record, false,
         "n = 2^20: a rung beats best: cuda/lanes 1.059× cuda/best; "
         "cuda/best 1.889×");
    says(&record, false,
         "n = 2^24: a rung beats best: cuda/lanes 1.250× cuda/best, and 1 "
         "more is faster than best; cuda/best 2.000×");
    says_not(&record, false, "n = 2^16: a rung");
    says_not(&record, false, "n = 2^28: a rung");
    says_not(&record, false, "cuda/plan 1");
    says_not(&record, false, "cuda/any-order 2.000× cuda/best");
    for (size_t i = 0; i < record.row_count; i++)
        if (!strcmp(record.rows[i].variant, "lanes"))
            record.rows[i].sample_count = 5; /* too few to tell */
    says_not(&record, false, "n = 2^20: a rung");
    says(&record, false, "n = 2^24: a rung beats best: cuda/cut 1.071×");
    record_free(&record);
}

/* What best does too is no privilege; nor is waiting. */
static void same_terms(void **state)
{
    struct record record = library_record();
    (void)state;
    for (size_t i = 0; i < record.row_count; i++) {
        struct row *row = &record.rows[i];
        if (row->best)
            row->traits |= UNORDERED;
        if (!strcmp(row->variant, "plan"))
            row->traits = WAITS;
    }
    says(&record, false,
         "n = 2^16: a row beats best: cuda/any-order 2.000× cuda/best, and "
         "1 more is faster than best");
    record_free(&record);
}

/* --- winners -------------------------------------------------------------- */

static struct row *add_at(struct record *record, const char *backend,
                          const char *variant, size_t n, double seconds)
{
    struct row *row = add(record, backend, variant, "core", seconds);
    row->n = n;
    return row;
}

/* A line a case, after several; of one there is no such table, and what is
 * suspect wins nothing. */
static void winners(void **state)
{
    struct record record = { 0 };
    (void)state;
    add_at(&record, "reference", "a", 1024, 1e-3);
    add_at(&record, "openmp", "b", 1024, 2e-3);
    says_not(&record, false, "ahead of");
    add_at(&record, "reference", "a", 2048, 4e-3);
    add_at(&record, "openmp", "b", 2048, 3e-3);
    says(&record, false,
         "case n fastest time of roof ahead of "
         "reduce 2^10 reference/a 1.000 ms 2.000× openmp/b "
         "reduce 2^11 openmp/b 3.000 ms 1.333× reference/a");
    record.rows[0].tied = record.rows[1].tied = true;
    record.rows[3].few = true;
    says(&record, false,
         "reduce 2^10 reference/a +1 tied 1.000 ms "
         "reduce 2^11 reference/a 4.000 ms");
    record.rows[2].few = true;
    says(&record, false, "reduce 2^11 none");
    record_free(&record);
}

/* A case is called by what differs; the winner and its time are there even
 * where that is long, and behind them as many columns as fit. */
static void winners_of_series(void **state)
{
    static const char *const names[] = { "parameter-0", "parameter-1",
                                         "parameter-2" };
    struct record record = { 0 };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct row *row = add_at(&record, i & 1 ? "openmp" : "reference",
                                 "radix", 1024, i & 1 ? 1e-3 : 2e-3);
        strcpy(row->type, i < 2 ? "u32" : "u64");
        row->param_count = 3;
        for (int k = 0; k < row->param_count; k++) {
            strcpy(row->params[k].name, names[k]);
            strcpy(row->params[k].value, "of-so-many-words");
        }
    }
    says(&record, false,
         "case n fastest time of roof ahead of "
         "reduce (u32) 2^10 openmp/radix 1.000 ms 2.000× reference/radix "
         "reduce (u64) 2^10 openmp/radix 1.000 ms 2.000× reference/radix ");
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < 2; i++)
            strcpy(record.rows[i].params[k].value, "of-no-more");
    says(&record, false,
         "case n fastest time "
         "reduce (parameter-0=of-no-more, parameter-1=of-no-more, "
         "parameter-2=of-no-more, u32) 2^10 openmp/radix 1.000 ms "
         "reduce (parameter-0=of-so-many-words, "
         "parameter-1=of-so-many-words, parameter-2=of-so-many-words, u64) "
         "2^10 openmp/radix 1.000 ms 4 rows");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(winner),
        cmocka_unit_test(shares),
        cmocka_unit_test(reasons),
        cmocka_unit_test(gpu_within_the_sweep),
        cmocka_unit_test(cores_by_rows_that_stand),
        cmocka_unit_test(cores_by_their_fastest),
        cmocka_unit_test(gpu_by_one_row),
        cmocka_unit_test(scaling),
        cmocka_unit_test(no_scaling_of_one_count),
        cmocka_unit_test(fastest_of_a_library),
        cmocka_unit_test(a_library_alone),
        cmocka_unit_test(rungs_ahead),
        cmocka_unit_test(same_terms),
        cmocka_unit_test(winners),
        cmocka_unit_test(winners_of_series),
    };
    return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
