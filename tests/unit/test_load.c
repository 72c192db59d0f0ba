/* test_load.c - results read from a hostile file. */
#include "sample.h"

#include <math.h>

static void write_text(const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void refuses(const char *text)
{
    struct record record = { .seed = 77 };
    struct reason why = { "" };
    write_text(text, strlen(text));
    assert_int_equal(record_load(&record, path, &why), STATUS_IO);
    assert_true(why.text[0] != 0);
    assert_true(record.seed == 77 && !record.rows);
}

static void hostile_files(void **state)
{
    (void)state;
    refuses("");
    refuses("{");
    refuses("[]");
    refuses("null");
    refuses("{}");
    refuses("{\"schema\": 1}");
    refuses("{\"schema\": 1, \"rows\": 7}");
    refuses("{\"schema\": 99999, \"rows\": []}");
    refuses("\xff\xfe\x00");
}

/* Puts a value at a path of keys ("rows", "0", "n") in a copy of good JSON. */
static char *changed(const json_t *good, const char *row_key,
                     const char *inner, json_t *value)
{
    json_t *copy = json_deep_copy(good);
    json_t *row = json_array_get(json_object_get(copy, "rows"), 0);
    json_object_set_new(inner ? json_object_get(row, row_key) : row,
                        inner ? inner : row_key, value);
    char *text = json_dumps(copy, JSON_ENCODE_ANY);
    json_decref(copy);
    return text;
}

/* What a row's field may not be, in JSON, its quotes as ' here; NULL: a text
 * that is longer than any field. */
static const struct {
    const char *key, *inner, *value;
} bad_fields[] = {
    { "op", NULL, NULL },
    { "backend", NULL, "3" },
    { "variant", NULL, "null" },
    { "type", NULL, "'\\u001b[31m'" },
    { "n", NULL, "-1" },
    { "n", NULL, "'many'" },
    { "n", NULL, "1.5" },
    { "status", NULL, "'fine'" },
    { "params", NULL, "[]" },
    { "params", "operator", NULL },
    { "seconds", "median", "'fast'" },
    { "seconds", "median", "-1.0" },
    { "samples", NULL, "[1, 'x', 3, 4, 5, 6, 7]" },
    { "samples", NULL, "[-1.0, 1, 1, 1, 1, 1, 1]" },
    { "samples", NULL, "[0, 0, 0, 0, 0, 0, 0]" },
    { "samples", NULL, "[1, 1, 0, 1, 1, 1, 1]" },
    { "samples", NULL, "{}" },
    { "starts", NULL, "3" },
    { "starts", NULL, "[1, 1]" },
    { "starts", NULL, "[0, 7]" },
    { "starts", NULL, "[1.0, 6.0]" },
    { "starts", NULL, /* 7 in all, where 2^64 wraps */
      "[2305843009213693952, 2305843009213693952, 2305843009213693952, "
      "2305843009213693952, 2305843009213693952, 2305843009213693952, "
      "2305843009213693952, 2305843009213693952, 7]" },
    { "pace", "memory_s", "[1e-5]" },
    { "pace", "branch_s", "[1e-5]" },
    { "pace", "branch_s", "[1e-5, -1.0]" },
    { "pace", "compute_s", NULL },
    { "parts", NULL, "3" },
    { "parts", NULL, "[0.5]" },
    { "parts", "sort", "1.5" },
    { "parts", "sort", "-0.1" },
    { "parts", "sort", "'half'" },
    { "parts", NULL, "{'': 0.5}" },
    { "parts", NULL,
      "{'a': 0, 'b': 0, 'c': 0, 'd': 0, 'e': 0, 'f': 0, 'g': 0, 'h': 0, "
      "'i': 0}" },
    { "parts_s", NULL, "-1.0" },
    { "roof", NULL, "'nowhere'" },
    { "width", NULL, "4096" },
    { "width", NULL, "'wide'" },
    { "resident", NULL, "1" },
    { "resident_share", NULL, "-1.0" },
    { "gathers", NULL, "-1.0" },
    { "moved_bytes", NULL, "'all'" },
    { "why", "gather", "-0.1" },
    { "why", "bound", "'gather'" },
    { "check", NULL, "true" },
    { "check", NULL, "{}" }, /* of what is verified */
    { "check", "ok", "false" },
    { "check", "first_bad", "'none'" },
    { "repeatable", NULL, "'yes'" },
    { "step", NULL, "1073741824" },
    { "speedup", "over", NULL },
    { "speedup", "verdict", "'superb'" },
    { "threads", NULL, "1099511627776" },
    { "threads", NULL, "-1" },
    { "transfers", NULL, NULL },
    { "transfers", NULL, "'a\\nb'" },
    { "device", NULL, "1" },
    { "clock_mhz", NULL, "-1.0" },
    { "overhead_s", NULL, "'none'" },
    { "energy", NULL, "3.0" },
    { "energy", "joules", "null" },
    { "energy", "joules", "-3.0" },
    { "energy", "joules_per_gb", "'x'" },
    { "energy_reason", NULL, NULL },
    { "sustained", NULL, "3.0" },
    { "sustained", NULL, "{}" },
    { "sustained", "median", "null" },
    { "sustained", "median", "-1.0" },
    { "sustained", "runs", "1.5" },
    { "sustained", "of_burst", "'all'" },
    { "sustained", "clock_mhz", "-1.0" },
    { "sustained", "clock_reason", "7" },
    { "sustained", "watts", "'many'" },
    { "sustained", "watts_reason", NULL },
    { "sustained_reason", NULL, NULL },
    { "kernels", NULL, NULL },
    { "kernels", NULL, "['gemm']" },
    { "kernels", NULL, "'a\\nb'" },
    { "kernels_reason", NULL, NULL },
    { "bytes_written", NULL, "-1.0" },
    { "moved_in", NULL, "true" },
    { "why", NULL, "'memory'" },
    { "why", "bound", "'magic'" },
    { "why", "launch", "-0.5" },
    { "tied", NULL, "1" },
    { "peak_share", NULL, "'all'" },
    { "peak_share", NULL, "-0.1" },
    { "published_share", NULL, "-0.1" },
};

static json_t *json_of(const char *value)
{
    char text[1000];
    if (!value) {
        memset(text, 'x', sizeof text);
        return json_stringn(text, sizeof text);
    }
    snprintf(text, sizeof text, "%s", value);
    for (char *c = text; *c; c++)
        *c = *c == '\'' ? '"' : *c;
    return json_loads(text, JSON_DECODE_ANY, NULL);
}

static void hostile_fields(void **state)
{
    struct record record = sample_record();
    json_t *good = record_to_json(&record);
    (void)state;
    for (size_t i = 0; i < sizeof bad_fields / sizeof *bad_fields; i++) {
        json_t *value = json_of(bad_fields[i].value);
        assert_non_null(value);
        char *text =
            changed(good, bad_fields[i].key, bad_fields[i].inner, value);
        refuses(text);
        free(text);
    }
    json_decref(good);
    record_free(&record);
}

static void hostile_roofs(void **state)
{
    static const char *const files[] = {
        "'roofs': [{'device': 'gpu', 'kind': 'warp'}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': 3}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': [1, -1]}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': ['x']}]",
        "'roofs': [{'device': 'gpu', 'kind': 'read', 'gb_per_s_low': -1}]",
        "'roofs': [{'device': 'gpu', 'kind': 'read', 'gb_per_s': 19, "
        "'passes': [30, 20]}]",
        "'roofs': [{'device': 'gpu', 'kind': 'read', 'gb_per_s': 31, "
        "'passes': [30, 20]}]",
        "'roofs': [{'device': 'gpu', 'kind': 'copy', 'copy_as_row': []}]",
        "'roofs': [{'device': 'gpu', 'kind': 'copy', 'stores': '\\n'}]",
        "'roofs': [{'device': 'gpu', 'kind': 'shared-atomic', "
        "'accesses_per_s': -1}]",
        "'roofs': [{'device': 'gpu', 'kind': 'gather', 'resident': true}]",
        "'roofs': [{'device': 'gpu', 'kind': 'gather', 'width': 4}]",
        "'roofs': [{'device': 'gpu', 'kind': 'gather', 'width': 16, "
        "'resident': true}]",
        "'roofs': [{'device': 'gpu', 'kind': 'scatter', 'width': 4, "
        "'resident': 'yes'}]",
        "'roofs': [{'device': 'gpu', 'kind': 'scatter', 'width': 4, "
        "'resident': true, 'accesses_per_s': -1}]",
        "'roofs': [], 'floors': {}",
        "'roofs': [], 'floors': [{'backend': 7, 'seconds': 1}]",
        "'roofs': [], 'floors': [{'backend': 'cuda', 'seconds': -1}]",
        "'roofs': [], 'crossover': [7]",
        "'roofs': [], 'crossover': [{'champion': '\\u001b'}]",
        "'roofs': [], 'crossover': [{'champion': {}}]"
    };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(text, sizeof text,
                 "{'schema': 1, 'command': '', 'seed': 1, "
                 "'started': 'x', 'environment': {}, %s, 'rows': []}",
                 files[i]);
        for (char *c = text; *c; c++)
            *c = *c == '\'' ? '"' : *c;
        refuses(text);
    }
}

/* One pass more than a roof holds. */
static void too_many_passes(void **state)
{
    struct record record = sample_record();
    json_t *json = record_to_json(&record);
    json_t *passes = json_object_get(
        json_array_get(json_object_get(json, "roofs"), 0), "passes");
    (void)state;
    while (json_array_size(passes) <= ROOF_PASSES)
        json_array_append_new(passes, json_real(1));
    char *text = json_dumps(json, 0);
    refuses(text);
    free(text);
    json_decref(json);
    record_free(&record);
}

/* A file cut anywhere is refused, never half read. */
static void cut_files(void **state)
{
    struct record record = sample_record();
    json_t *good = record_to_json(&record);
    char *text = json_dumps(good, JSON_ENCODE_ANY);
    const size_t length = strlen(text);
    (void)state;
    for (size_t cut = 1; cut < length; cut += 37) {
        struct record none = { 0 };
        struct reason why = { "" };
        write_text(text, length - cut);
        assert_int_equal(record_load(&none, path, &why), STATUS_IO);
    }
    free(text);
    json_decref(good);
    record_free(&record);
}

/* What is told of a row's time in a file, times so much: of what a file of
 * fewer digits could say it stays as it is told. */
static void times_are_of_samples(void **state)
{
    static const struct {
        const char *key;
        double by;
        bool stays;
    } told[] = { { "median", 0.9, false },    { "median", 1.1, false },
                 { "median", 1.0005, true },  { "min", 2e6, false },
                 { "iqr", 0.5, false },       { "ci_low", 2e6, false },
                 { "ci_high", 0.5, false },   { "ci_high", 1.2, false },
                 { "ci_high", 1.0005, true }, { "min", 1, true },
                 { "min", 100, false },       { "ci_high", 1.02, false } };
    struct record record = sample_record(), again;
    const struct estimate is = record.rows[0].seconds;
    json_t *good = record_to_json(&record);
    struct reason why = { "" };
    (void)state;
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        const json_t *row = json_array_get(json_object_get(good, "rows"), 0);
        const double value = told[i].by *
            json_number_value(json_object_get(json_object_get(row, "seconds"),
                                              told[i].key));
        char *text = changed(good, "seconds", told[i].key, json_real(value));
        write_text(text, strlen(text));
        free(text);
        assert_int_equal(record_load(&again, path, &why), STATUS_OK);
        assert_int_equal(!memcmp(&again.rows[0].seconds, &is, sizeof is),
                         !told[i].stays || told[i].by == 1);
        record_free(&again);
    }
    json_decref(good);
    record_free(&record);
}

/* Of files that do not say whether rows were verified, those that no check
 * judged were not. */
static void without_verified(void **state)
{
    (void)state;
    for (int judged = 0; judged < 2; judged++) {
        struct record record = sample_record(), again;
        struct reason why = { "" };
        json_t *json = record_to_json(&record);
        json_t *row = json_array_get(json_object_get(json, "rows"), 0);
        assert_int_equal(json_object_del(row, "verified"), 0);
        json_object_set_new(json_object_get(row, "check"), "ok",
                            judged ? json_true() : json_null());
        assert_int_equal(json_dump_file(json, path, 0), 0);
        assert_int_equal(record_load(&again, path, &why), STATUS_OK);
        assert_int_equal(again.rows[0].checked, judged);
        json_decref(json);
        record_free(&record);
        record_free(&again);
    }
}

/* Of runs that asked for no sustained speed nothing speaks of it, of others
 * what there is. */
static void without_sustained(void **state)
{
    static const char *const names[] = { "median",      "runs",
                                         "gflop_per_s", "of_burst",
                                         "clock_mhz",   "watts" };
    struct record record = sample_record();
    (void)state;
    for (int asked = 1; asked >= 0; asked--) {
        json_t *json = record_to_json(&record);
        const json_t *rows = json_object_get(json, "rows");
        const json_t *good = json_array_get(rows, 0);
        const json_t *bad = json_array_get(rows, 1);
        const json_t *held = json_object_get(good, "sustained");
        assert_int_equal(json_object_size(held), asked ? 6 : 0);
        for (size_t i = 0; i < sizeof names / sizeof *names && asked; i++)
            assert_true(json_number_value(json_object_get(held, names[i])) >
                        0);
        assert_null(json_object_get(good, "sustained_reason"));
        assert_null(json_object_get(bad, "sustained"));
        assert_int_equal(json_object_get(bad, "sustained_reason") != NULL,
                         asked);
        json_decref(json);
        record.rows[0].sustained = (struct sustained){ 0 };
        for (size_t i = 0; i < record.row_count; i++)
            record.rows[i].sustained_reason[0] = 0;
    }
    record_free(&record);
}

/* Which JSON has none: null, where there was a check. */
static void infinite_errors(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    (void)state;
    record.rows[1].max_ulp = INFINITY;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    assert_true(isinf(again.rows[1].max_ulp) && again.rows[1].checked);
    assert_true(again.rows[0].max_ulp == record.rows[0].max_ulp);
    assert_true(again.rows[2].max_ulp == 0);
    record_free(&record);
    record_free(&again);
}

/* Samples that a row had before it failed are not told, nor how many each
 * start had. */
static void failed_in_a_later_start(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    struct row *row = &record.rows[0];
    (void)state;
    row->status = ROW_FAILED;
    snprintf(row->reason, sizeof row->reason, "no memory");
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    assert_int_equal(again.row_count, record.row_count);
    assert_string_equal(again.rows[0].reason, "no memory");
    assert_int_equal(again.rows[0].start_count, 0);
    record_free(&record);
    record_free(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_files),
        cmocka_unit_test(hostile_fields),
        cmocka_unit_test(times_are_of_samples),
        cmocka_unit_test(without_verified),
        cmocka_unit_test(hostile_roofs),
        cmocka_unit_test(too_many_passes),
        cmocka_unit_test(cut_files),
        cmocka_unit_test(without_sustained),
        cmocka_unit_test(infinite_errors),
        cmocka_unit_test(failed_in_a_later_start),
    };
    return cmocka_run_group_tests_name("load", tests, make_path, remove_path);
}
