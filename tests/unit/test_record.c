/* test_record.c - results saved and read back, of this version and of older
 * ones. */
#include "sample.h"

#include <math.h>

static void round_trip(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    (void)state;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    json_t *before = record_to_json(&record);
    json_t *after = record_to_json(&again);
    assert_true(json_equal(before, after));
    assert_true(again.seed == UINT64_MAX);
    assert_int_equal(again.row_count, 3);
    assert_int_equal(again.rows[0].sample_count, SAMPLE_COUNT);
    assert_true(again.rows[0].samples[1] == 1.0 / 3);
    assert_int_equal(again.rows[0].start_count, 2);
    assert_int_equal(again.rows[0].start[1], SAMPLE_COUNT - 1);
    assert_int_equal(again.rows[0].pace_count, 2);
    assert_true(again.rows[0].pace[1].seconds[PACE_BRANCH] == 4e-5);
    assert_int_equal(again.rows[0].part_count, 2);
    assert_string_equal(again.rows[0].parts[0].name, "sort");
    assert_true(again.rows[0].parts[0].share == 0.2 / 3);
    assert_true(again.rows[0].parts_seconds == 0.2 / 3);
    assert_string_equal(again.rows[0].params[1].value, "0.1");
    assert_int_equal(again.rows[1].status, ROW_WRONG);
    assert_true(again.rows[1].first_bad == (int64_t)1 << 33);
    assert_int_equal(again.rows[2].repeatable, -1);
    assert_true(record_roof(&again, "cores", ROOF_READ)->rate == 1e10);
    assert_int_equal(record_roof(&again, "cores", ROOF_READ)->pass_count, 3);
    assert_true(
        fabs(record_roof(&again, "cores", ROOF_READ)->pass[2] - 1e11 / 3) < 1);
    assert_true(record_roof(&again, "cores", ROOF_COPY)->copier == 0.99);
    assert_true(record_roof(&again, "gpu", ROOF_D2H)->rate == 5.4e10);
    for (int kind = ROOF_GATHER_4; kind < ROOF_KINDS; kind++) {
        const struct roof *roof =
            record_roof(&again, "gpu", (enum roof_kind)kind);
        assert_non_null(roof);
        assert_true(roof->rate ==
                    record_roof(&record, "gpu", (enum roof_kind)kind)->rate);
    }
    assert_true(record_roof(&again, "gpu", ROOF_GATHER_4_RESIDENT)->pass[1] ==
                133e9 / 7);
    assert_true(record_base(&again, "reference") == 5e-8);
    assert_true(record_base(&again, "openmp") == 0);
    assert_int_equal(json_array_size(again.crossover), 1);
    json_decref(before);
    json_decref(after);
    record_free(&record);
    record_free(&again);
}

static void new_fields(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    (void)state;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    const struct row *row = &again.rows[0], *was = record.rows;
    assert_int_equal(row->threads, 4);
    assert_string_equal(row->transfers, "both pinned");
    assert_string_equal(row->device, "cores");
    assert_true(row->clock == was->clock && row->joules == was->joules);
    assert_true(row->sustained.watts == was->sustained.watts);
    assert_true(row->overhead == was->overhead && row->written == 4);
    assert_true(row->moved_in == 4194304 && row->moved_out == 4);
    assert_true(row->moved == was->moved && row->gathers == 1048576);
    assert_true(row->scatters == was->scatters && row->width == 8);
    assert_true(row->resident && !again.rows[1].resident);
    assert_true(row->why.gather == 0.3 && row->why.scatter == 0.4);
    assert_string_equal(row->why.bound, "memory");
    assert_true(row->why.launch == 0.01 && row->why.memory == 0.7);
    assert_true(row->why.compute == 0 && row->why.transfer == 0.2);
    assert_true(row->tied && !again.rows[1].tied);
    assert_true(row->peak_share == 0.35);
    assert_true(row->published_share == 0.926221);
    assert_true(again.rows[1].peak_share == 0);
    assert_string_equal(row->speedup.verdict, "faster");
    assert_string_equal(row->headline, "items");
    assert_string_equal(row->item, "keys");
    assert_int_equal(row->traits, KEEPS_STATE | UNORDERED);
    assert_int_equal(again.rows[1].traits, 0);
    assert_string_equal(row->energy_reason, "");
    assert_string_equal(again.rows[1].energy_reason,
                        "the counter cannot be read");
    record_free(&record);
    record_free(&again);
}

/* As other programs read them. */
static void roofs_of_accesses(void **state)
{
    struct record record = sample_record();
    json_t *json = record_to_json(&record), *roof;
    size_t i, random = 0;
    (void)state;
    json_array_foreach(json_object_get(json, "roofs"), i, roof)
    {
        const enum roof_kind kind = record.roofs[i].kind;
        const json_t *rate = json_object_get(roof, "accesses_per_s");
        const json_t *resident = json_object_get(roof, "resident");
        assert_int_equal(rate != NULL, roof_is_accesses(kind));
        assert_int_equal(resident != NULL, roof_is_random(kind));
        if (!roof_is_random(kind))
            continue;
        random++;
        assert_true(json_number_value(rate) == record.roofs[i].rate);
        assert_int_equal(json_is_true(resident), roof_access(kind).resident);
        assert_int_equal(json_integer_value(json_object_get(roof, "width")),
                         roof_access(kind).width);
        assert_string_equal(json_string_value(json_object_get(roof, "kind")),
                            roof_access(kind).scatter ? "scatter" : "gather");
        assert_null(json_object_get(roof, "gb_per_s"));
    }
    assert_int_equal(random, 8);
    json_decref(json);
    record_free(&record);
}

/* A row's roof has its width and whether a cache holds it from the row. */
static void rows_under_accesses(void **state)
{
    (void)state;
    for (int kind = ROOF_GATHER_4; kind < ROOF_KINDS; kind++) {
        struct record record = sample_record(), again;
        struct reason why = { "" };
        const struct access access = roof_access((enum roof_kind)kind);
        record.rows[0].roof = (enum roof_kind)kind;
        record.rows[0].width = access.width;
        record.rows[0].resident = access.resident;
        strcpy(record.rows[0].why.bound,
               access.scatter ? "scatter roof" : "gather roof");
        assert_int_equal(record_save(&record, path, &why), STATUS_OK);
        assert_int_equal(record_load(&again, path, &why), STATUS_OK);
        assert_int_equal(again.rows[0].roof, kind);
        assert_string_equal(again.rows[0].why.bound, record.rows[0].why.bound);
        record_free(&record);
        record_free(&again);
    }
}

static char *whole_file(size_t *length)
{
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    *length = fread(text, 1, (1 << 20) - 1, file);
    assert_int_equal(fclose(file), 0);
    return text;
}

/* Saved, loaded and saved again: not a byte differs. */
static void same_bytes(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    size_t lengths[2];
    (void)state;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    char *first = whole_file(&lengths[0]);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    assert_int_equal(record_save(&again, path, &why), STATUS_OK);
    char *second = whole_file(&lengths[1]);
    assert_int_equal(lengths[0], lengths[1]);
    assert_memory_equal(first, second, lengths[0]);
    free(first);
    free(second);
    record_free(&record);
    record_free(&again);
}

/* Results of earlier versions, which lack what was added since. */
static void old_files(void **state)
{
    static const char *const files[] = { "tests/data/reduce.json",
                                         "tests/data/sgemm.json",
                                         "results/h200/reduce.json",
                                         "results/h200/sgemm.json" };
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct record old;
        struct reason why = { "" };
        const enum status status = record_load(&old, in_tree(files[i]), &why);
        assert_string_equal(why.text, "");
        assert_int_equal(status, STATUS_OK);
        assert_true(old.row_count > 1);
        assert_true(old.rows[0].seconds.median > 0);
        record_free(&old);
    }
}

/* Every field that an early file did not have may be missing. */
static void without_new_names(void **state)
{
    static const char *const added[] = {
        "threads",    "transfers",       "device",        "clock_mhz",
        "overhead_s", "energy",          "energy_reason", "bytes_written",
        "moved_in",   "moved_out",       "why",           "tied",
        "peak_share", "published_share", "moved_bytes",   "moved_gb_per_s",
        "gathers",    "scatters",        "width",         "resident",
        "parts",      "parts_s",         "sustained",     "kernels"
    };
    struct record record = sample_record(), again;
    struct reason why = { "" };
    json_t *json = record_to_json(&record);
    json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    (void)state;
    for (size_t i = 0; i < sizeof added / sizeof *added; i++)
        assert_int_equal(json_object_del(row, added[i]), 0);
    assert_int_equal(json_object_del(json, "floors"), 0);
    assert_int_equal(json_object_del(json, "crossover"), 0);
    assert_int_equal(json_dump_file(json, path, 0), 0);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    assert_int_equal(again.rows[0].threads, 0);
    assert_string_equal(again.rows[0].why.bound, "");
    assert_true(again.rows[0].joules == 0 && again.rows[0].clock == 0);
    assert_true(again.rows[0].sustained.seconds == 0);
    assert_true(again.rows[0].published_share == 0);
    /* Of the roof, whose peak is in the file. */
    assert_true(fabs(again.rows[0].peak_share - 0.35) < 1e-12);
    assert_int_equal(again.base_count, 0);
    assert_null(again.crossover);
    json_decref(json);
    record_free(&record);
    record_free(&again);
}

/* Rows are told apart by who ran, and are one case all the same. */
static void who_ran(void **state)
{
    struct record record = { 0 };
    char name[96];
    (void)state;
    add_good_row(&record);
    struct row other = record.rows[0];
    other.samples = NULL;
    other.sample_count = 0;
    assert_true(row_same(&other, record.rows));
    row_name(record.rows, name, sizeof name);
    assert_string_equal(name, "openmp/simd (both pinned)");

    other.threads = 2;
    other.n = 7;
    assert_non_null(record_add_row(&record, &other));
    row_name(record.rows, name, sizeof name);
    assert_string_equal(name, "openmp/simd ×4 (both pinned)");
    row_name(&record.rows[1], name, sizeof name);
    assert_string_equal(name, "openmp/simd ×2 (both pinned)");
    assert_false(row_same(&record.rows[0], &record.rows[1]));
    assert_true(row_same_series(&record.rows[0], &record.rows[1]));
    other.threads = 1; /* of these two it is neither */
    assert_null(record_find_row(&record, 0, &other));
    other.threads = 2;
    assert_ptr_equal(record_find_row(&record, 0, &other), &record.rows[1]);
    other.n = record.rows[0].n;
    assert_true(row_same_case(&record.rows[0], &other));

    other.transfers[0] = 0;
    assert_false(row_same(&other, &record.rows[1]));
    assert_non_null(record_add_row(&record, &other));
    row_name(&record.rows[2], name, sizeof name);
    assert_string_equal(name, "openmp/simd"); /* a sweep of its own */
    record_free(&record);
}

/* The names that other programs read: never renamed. */
static void names(void **state)
{
    static const char *const top[] = { "schema",  "command",     "seed",
                                       "started", "environment", "roofs",
                                       "floors",  "rows" };
    static const char *const row_names[] = { "op",
                                             "backend",
                                             "variant",
                                             "type",
                                             "n",
                                             "dist",
                                             "params",
                                             "cache",
                                             "status",
                                             "reason",
                                             "seconds",
                                             "samples",
                                             "stopped_by",
                                             "bytes",
                                             "flops",
                                             "items",
                                             "gb_per_s",
                                             "gflop_per_s",
                                             "items_per_s",
                                             "roof",
                                             "roof_share",
                                             "speedup",
                                             "check",
                                             "repeatable",
                                             "threads",
                                             "transfers",
                                             "device",
                                             "clock_mhz",
                                             "dropped",
                                             "overhead_s",
                                             "energy",
                                             "energy_reason",
                                             "bytes_written",
                                             "moved_in",
                                             "moved_out",
                                             "why",
                                             "tied",
                                             "peak_share",
                                             "published_share" };
    struct record record = sample_record();
    json_t *json = record_to_json(&record);
    (void)state;
    for (size_t i = 0; i < sizeof top / sizeof top[0]; i++)
        assert_non_null(json_object_get(json, top[i]));
    for (size_t r = 0; r < 3; r++)
        for (size_t i = 0; i < sizeof row_names / sizeof row_names[0]; i++)
            assert_non_null(json_object_get(
                json_array_get(json_object_get(json, "rows"), r),
                row_names[i]));
    json_decref(json);
    record_free(&record);
}

/* Rows that make no random accesses are spared their names. */
static void names_of_few(void **state)
{
    static const char *const few[] = { "moved_bytes", "moved_gb_per_s",
                                       "gathers",     "scatters",
                                       "width",       "resident" };
    struct record record = sample_record();
    record.rows[0].gathers = 0; /* a scatter's */
    json_t *json = record_to_json(&record);
    const json_t *rows = json_object_get(json, "rows");
    (void)state;
    for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
        const bool had = strcmp(few[i], "gathers") != 0;
        assert_int_equal(
            json_object_get(json_array_get(rows, 0), few[i]) != NULL, had);
        assert_null(json_object_get(json_array_get(rows, 1), few[i]));
    }
    json_decref(json);
    record_free(&record);
}

/* A row that is not right has no speed, whatever its fields hold. */
static void no_speed_when_wrong(void **state)
{
    struct record record = { 0 };
    (void)state;
    add_good_row(&record);
    record.rows[0].status = ROW_WRONG;
    json_t *json = record_to_json(&record);
    const json_t *row = json_array_get(json_object_get(json, "rows"), 0);
    assert_true(json_is_null(json_object_get(row, "seconds")));
    assert_true(json_is_null(json_object_get(row, "gb_per_s")));
    assert_int_equal(json_array_size(json_object_get(row, "samples")), 0);
    json_decref(json);
    record_free(&record);
}

static void places_that_cannot_be(void **state)
{
    struct record record = sample_record(), none = { 0 };
    struct reason why = { "" };
    (void)state;
    assert_int_equal(record_save(&record, "/nonexistent/x.json", &why),
                     STATUS_IO);
    assert_true(why.text[0] != 0);
    assert_int_equal(record_save(&record, "/dev/full", &why), STATUS_IO);
    assert_int_equal(record_load(&none, "/nonexistent/x.json", &why),
                     STATUS_IO);
    assert_int_equal(record_load(&none, "/", &why), STATUS_IO);
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),
        cmocka_unit_test(new_fields),
        cmocka_unit_test(roofs_of_accesses),
        cmocka_unit_test(rows_under_accesses),
        cmocka_unit_test(same_bytes),
        cmocka_unit_test(old_files),
        cmocka_unit_test(without_new_names),
        cmocka_unit_test(who_ran),
        cmocka_unit_test(names),
        cmocka_unit_test(names_of_few),
        cmocka_unit_test(no_speed_when_wrong),
        cmocka_unit_test(places_that_cannot_be),
    };
    return cmocka_run_group_tests_name("record", tests, make_path,
                                       remove_path);
}
