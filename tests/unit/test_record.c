/* test_record.c - results saved, read back, and read from a hostile file. */
#include "unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record.h"
#include "report.h"

static char path[256];

static int make_path(void **state)
{
    const char *const directory = getenv("TMPDIR");
    (void)state;
    snprintf(path, sizeof path, "%s/tetrad-record-XXXXXX",
             directory && directory[0] ? directory : "/tmp");
    const int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static double *three_samples(void)
{
    double *const samples = malloc(3 * sizeof *samples);
    samples[0] = 0.1, samples[1] = 1.0 / 3, samples[2] = 1e-7;
    return samples;
}

static void add_good_row(struct record *const record)
{
    struct row row = {
        .op = "reduce", .backend = "openmp", .variant = "simd",
        .type = "f32", .dist = "uniform", .cache = "cold", .n = 1 << 20,
        .param_count = 2,
        .params = { { "operator", "max" }, { "alpha", "0.1" } },
        .ladder = "harris", .step = 3, .best = true, .checked = true,
        .status = ROW_OK, .sample_count = 3, .samples = three_samples(),
        .dropped = 2,
        .seconds = { 0.1, 1e-7, 1.0 / 3, 1e-7, 0.2 },
        .stopped_by = "converged", .bytes = 4194304, .flops = 1048576,
        .items = 1048576, .roof_device = "cores", .roof = ROOF_READ,
        .roof_share = 0.7, .speedup = { "reference/loop", 2.5, 2.4, 2.6 },
        .check_ok = true, .max_ulp = 0.5, .first_bad = -1, .repeatable = 1 };
    assert_non_null(record_add_row(record, &row));
}

static void add_bad_rows(struct record *const record)
{
    struct row wrong = {
        .op = "reduce", .backend = "cuda", .variant = "x", .type = "i64",
        .dist = "constant:3", .cache = "hot", .n = (size_t)1 << 40,
        .checked = true, .status = ROW_WRONG,
        .reason = "expected \"1\",\ngot \\ \x01 \xc3\xa9 \xff",
        .first_bad = (int64_t)1 << 33, .repeatable = 0 };
    struct row skipped = wrong;
    skipped.status = ROW_SKIPPED;
    skipped.checked = false;
    skipped.first_bad = skipped.repeatable = -1;
    assert_non_null(record_add_row(record, &wrong));
    assert_non_null(record_add_row(record, &skipped));
}

static struct record sample_record(void)
{
    struct record record = { .command = strdup("./compare --op 'a b'"),
                             .seed = UINT64_MAX,
                             .started = "2026-01-02T03:04:05Z",
                             .environment = json_pack("{s:s}", "os", "x") };
    const struct roof read = { "cores", ROOF_READ, 1e10, 2e10 };
    const struct roof fma = { "gpu", ROOF_FMA, 6e13, 0 };
    assert_true(record_add_roof(&record, &read));
    assert_true(record_add_roof(&record, &fma));
    add_good_row(&record);
    add_bad_rows(&record);
    return record;
}

static void round_trip(void **state)
{
    struct record record = sample_record(), again;
    struct reason why = { "" };
    (void)state;
    assert_int_equal(record_save(&record, path, &why), STATUS_OK);
    assert_int_equal(record_load(&again, path, &why), STATUS_OK);
    json_t *const before = record_to_json(&record);
    json_t *const after = record_to_json(&again);
    assert_true(json_equal(before, after));
    assert_true(again.seed == UINT64_MAX);
    assert_int_equal(again.row_count, 3);
    assert_int_equal(again.rows[0].sample_count, 3);
    assert_true(again.rows[0].samples[1] == 1.0 / 3);
    assert_string_equal(again.rows[0].params[1].value, "0.1");
    assert_int_equal(again.rows[1].status, ROW_WRONG);
    assert_true(again.rows[1].first_bad == (int64_t)1 << 33);
    assert_int_equal(again.rows[2].repeatable, -1);
    assert_true(record_roof(&again, "cores", ROOF_READ)->rate == 1e10);
    json_decref(before);
    json_decref(after);
    record_free(&record);
    record_free(&again);
}

/* The names that other programs read: never renamed. */
static void names(void **state)
{
    static const char *const top[] = { "schema", "command", "seed",
        "started", "environment", "roofs", "rows" };
    static const char *const row_names[] = { "op", "backend", "variant",
        "type", "n", "dist", "params", "cache", "status", "reason",
        "seconds", "samples", "stopped_by", "bytes", "flops", "items",
        "gb_per_s", "gflop_per_s", "items_per_s", "roof", "roof_share",
        "speedup", "check", "repeatable" };
    struct record record = sample_record();
    json_t *const json = record_to_json(&record);
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

/* A row that is not right has no speed, whatever its fields hold. */
static void no_speed_when_wrong(void **state)
{
    struct record record = { 0 };
    (void)state;
    add_good_row(&record);
    record.rows[0].status = ROW_WRONG;
    json_t *const json = record_to_json(&record);
    const json_t *const row =
        json_array_get(json_object_get(json, "rows"), 0);
    assert_true(json_is_null(json_object_get(row, "seconds")));
    assert_true(json_is_null(json_object_get(row, "gb_per_s")));
    assert_int_equal(json_array_size(json_object_get(row, "samples")), 0);
    json_decref(json);
    record_free(&record);
}

static void write_text(const char *const text, const size_t length)
{
    FILE *const file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void refuses(const char *const text)
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
static char *changed(const json_t *const good, const char *const row_key,
                     const char *const inner, json_t *const value)
{
    json_t *const copy = json_deep_copy(good);
    json_t *const row =
        json_array_get(json_object_get(copy, "rows"), 0);
    json_object_set_new(inner ? json_object_get(row, row_key) : row,
                        inner ? inner : row_key, value);
    char *const text = json_dumps(copy, JSON_ENCODE_ANY);
    json_decref(copy);
    return text;
}

static void hostile_fields(void **state)
{
    struct record record = sample_record();
    json_t *const good = record_to_json(&record);
    char long_text[1000];
    (void)state;
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    const struct {
        const char *key, *inner;
        json_t *value;
    } changes[] = {
        { "op", NULL, json_string(long_text) },
        { "backend", NULL, json_integer(3) },
        { "variant", NULL, json_null() },
        { "type", NULL, json_string("\x1b[31m") },
        { "n", NULL, json_integer(-1) },
        { "n", NULL, json_string("many") },
        { "n", NULL, json_real(1.5) },
        { "status", NULL, json_string("fine") },
        { "params", NULL, json_array() },
        { "params", "operator", json_string(long_text) },
        { "seconds", "median", json_string("fast") },
        { "seconds", "median", json_real(-1) },
        { "samples", NULL, json_pack("[s]", "x") },
        { "samples", NULL, json_pack("[f]", -1.0) },
        { "samples", NULL, json_object() },
        { "roof", NULL, json_string("nowhere") },
        { "check", NULL, json_true() },
        { "check", "first_bad", json_string("none") },
        { "repeatable", NULL, json_string("yes") },
        { "step", NULL, json_integer(1 << 30) },
        { "speedup", "over", json_string(long_text) },
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *const text = changed(good, changes[i].key, changes[i].inner,
                                   changes[i].value);
        refuses(text);
        free(text);
    }
    json_decref(good);
    record_free(&record);
}

/* A file cut anywhere is refused, never half read. */
static void cut_files(void **state)
{
    struct record record = sample_record();
    json_t *const good = record_to_json(&record);
    char *const text = json_dumps(good, JSON_ENCODE_ANY);
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
        cmocka_unit_test(round_trip), cmocka_unit_test(names),
        cmocka_unit_test(no_speed_when_wrong),
        cmocka_unit_test(hostile_files), cmocka_unit_test(hostile_fields),
        cmocka_unit_test(cut_files), cmocka_unit_test(places_that_cannot_be),
    };
    return cmocka_run_group_tests_name("record", tests, make_path,
                                       remove_path);
}
