/* test_headlines.c - which rate of a row leads in tables, and how rows are
 * marked. */
#include "shown.h"

static struct record sorted_keys(const char *headline)
{
    struct record record = { 0 };
    struct row *row = add(&record, "cuda", "plan", "gpu", 0.5);
    row->items = 3e9;
    row->flops = 2e9;
    strcpy(row->headline, headline);
    strcpy(row->item, "keys");
    row->traits = KEEPS_STATE;
    return record;
}

static void headlines(void **state)
{
    static const char *const names[] = { "bytes", "flops", "items" };
    static const char *const heads[] = { " GB/s ", " GFLOP/s ", " Gkeys/s " };
    static const char *const led[] = { "8.000 GB/s", "4.000 GFLOP/s",
                                       "6.000 Gkeys/s" };
    static const char *const all[] = { "GB/s GFLOP/s Gkeys/s",
                                       "GFLOP/s GB/s Gkeys/s",
                                       "Gkeys/s GB/s GFLOP/s" };
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct record record = sorted_keys(names[i]);
        for (int k = 0; k < 3; k++)
            (i == k ? says : says_not)(&record, false, heads[k]);
        says(&record, false, led[i]);
        says(&record, true, all[i]);
        record_free(&record);
    }
}

/* The op's, if any row has it: the first may have none. */
static void headlines_of_others(void **state)
{
    struct record record = sorted_keys("items");
    (void)state;
    record.rows[0].status = ROW_FAILED;
    snprintf(record.rows[0].reason, sizeof record.rows[0].reason, "no room");
    says(&record, false, " Gkeys/s ");
    struct row *row = add(&record, "cuda", "other", "gpu", 0.5);
    row->items = 3e9;
    strcpy(row->headline, "items");
    strcpy(row->item, "keys");
    says(&record, false, " Gkeys/s ");
    says(&record, false, "6.000 Gkeys/s");
    record_free(&record);
}

/* Files of older versions name no headline, and others ops that are not here;
 * a rate that no row has leads nowhere. */
static void headlines_unsaid(void **state)
{
    struct record record = sorted_keys("");
    (void)state;
    says(&record, false, " GB/s "); /* as reduce does */
    strcpy(record.rows[0].op, "sgemm");
    says(&record, false, " GFLOP/s ");
    record.rows[0].flops = 0;
    says(&record, false, " GB/s ");
    record.rows[0].bytes = 0;
    says(&record, false, " Gkeys/s ");
    strcpy(record.rows[0].op, "unheard-of");
    record.rows[0].bytes = 1;
    says(&record, false, " GB/s ");
    record_free(&record);
}

static void traits_are_marked(void **state)
{
    struct record record = sorted_keys("bytes");
    (void)state;
    says(&record, false, "; † keeps state between runs");
    says(&record, false, "cuda/plan † ");
    record.rows[0].traits = 0;
    says_not(&record, false, "†");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headlines),
        cmocka_unit_test(headlines_of_others),
        cmocka_unit_test(headlines_unsaid),
        cmocka_unit_test(traits_are_marked),
    };
    return cmocka_run_group_tests_name("headlines", tests, NULL, NULL);
}
