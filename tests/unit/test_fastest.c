/* test_fastest.c - the sentence below a table that says which row is fastest,
 * and by how much. */
#include "shown.h"

/* The reference is named once, though it is not the runner-up. */
static void reference(void **state)
{
    struct record record = { 0 };
    add(&record, "reference", "loop", "core", 4);
    add(&record, "openmp", "simd", "cores", 2);
    struct row *row = add(&record, "cuda", "x", "gpu", 1);
    (void)state;
    strcpy(row->speedup.over, "reference/loop");
    row->speedup.ratio = 4;
    says(&record, false, "2.000× openmp/simd and 4.000× reference/loop.");
    /* Speed-ups over two rows are no ratio of each other. */
    row = &record.rows[1];
    strcpy(row->speedup.over, "reference/other");
    row->speedup.ratio = 1.6;
    says(&record, false, "2.000× openmp/simd and 4.000× reference/loop.");
    strcpy(row->speedup.over, "reference/loop");
    says(&record, false, "2.500× openmp/simd and 4.000× reference/loop.");
    record_free(&record);
}

/* Rows that took turns with others are not compared by how many times. */
static void no_ratio_across_turns(void **state)
{
    struct record record = cpu_record();
    (void)state;
    record.rows[1].seconds.median = 0.3;
    says(&record, false, "openmp/blocked ×1 is fastest, 13.33 GB/s. ");
    says_not(&record, false, "× reference/loop");
    record_free(&record);
}

/* Nor is more said of the fastest than is known. */
static void beside_suspects(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "reference", "loop", "core", 1)->suspect = true;
    struct row *row = add(&record, "openmp", "simd", "cores", 2);
    strcpy(row->speedup.over, "reference/loop");
    row->speedup.ratio = 0.5;
    says(&record, false,
         "openmp/simd is fastest of the rows that are not suspect, 2.000 GB/s"
         ". ");
    record.rows[0].suspect = false;
    record.rows[0].tied = row->tied = true;
    record.rows[0].seconds.median = 2.5;
    says(&record, false, " tie at 2.000 GB/s. ");
    record.rows[0].tied = row->tied = false;
    says(&record, false, "openmp/simd is fastest, 2.000 GB/s, ");
    record_free(&record);
}

static void ties(void **state)
{
    struct record record = { 0 };
    (void)state;
    add(&record, "cub", "reduce", "gpu", 1e-3)->tied = true;
    add(&record, "cuda", "x", "gpu", 1.001e-3)->tied = true;
    add(&record, "cuda", "slow", "gpu", 2e-3);
    says(&record, false,
         "2^20: cub/reduce and cuda/x tie at 4000 GB/s, "
         "2.000× cuda/slow.");
    add(&record, "cuda", "y", "gpu", 1.001e-3)->tied = true;
    says(&record, false, "cub/reduce, cuda/x and cuda/y tie at ");
    add(&record, "cuda", "z", "gpu", 1.001e-3)->tied = true;
    says(&record, false, "cub/reduce, cuda/x, cuda/y and cuda/z tie at ");
    add(&record, "cuda", "w", "gpu", 1.001e-3)->tied = true;
    says(&record, false, "cub/reduce, cuda/x, cuda/y and 2 more tie at ");
    add(&record, "cuda", "x", "gpu", 1)->n = 7; /* a line for each */
    says(&record, false, "cub/reduce +4 tied");
    record_free(&record);
}

/* Each thread count has a fastest row of its own; they are no tie. */
static void no_ties_across_threads(void **state)
{
    struct record record = cpu_record();
    (void)state;
    for (size_t i = 1; i < record.row_count; i++)
        record.rows[i].tied = true;
    says(&record, false, "* openmp/blocked ×4");
    says_not(&record, false, "* openmp/blocked ×1");
    says_not(&record, false, " tie at ");
    record.rows[2].seconds.ci_low = 0.4; /* now they cannot be told apart */
    says(&record, false, "openmp/blocked ×4 and openmp/blocked ×2 tie at ");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference),
        cmocka_unit_test(no_ratio_across_turns),
        cmocka_unit_test(beside_suspects),
        cmocka_unit_test(ties),
        cmocka_unit_test(no_ties_across_threads),
    };
    return cmocka_run_group_tests_name("fastest", tests, NULL, NULL);
}
