/* test_load.c - results read from a hostile file. */
#include "sample.h"

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
        { "speedup", "verdict", json_string("superb") },
        { "threads", NULL, json_integer(1LL << 40) },
        { "threads", NULL, json_integer(-1) },
        { "transfers", NULL, json_string(long_text) },
        { "transfers", NULL, json_string("a\nb") },
        { "device", NULL, json_integer(1) },
        { "clock_mhz", NULL, json_real(-1) },
        { "overhead_s", NULL, json_string("none") },
        { "energy", NULL, json_real(3) },
        { "energy", "joules", json_null() },
        { "energy", "joules", json_real(-3) },
        { "energy", "joules_per_gb", json_string("x") },
        { "energy_reason", NULL, json_string(long_text) },
        { "bytes_written", NULL, json_real(-1) },
        { "moved_in", NULL, json_true() },
        { "why", NULL, json_string("memory") },
        { "why", "bound", json_string("magic") },
        { "why", "launch", json_real(-0.5) },
        { "tied", NULL, json_integer(1) },
        { "peak_share", NULL, json_string("all") },
        { "peak_share", NULL, json_real(-0.1) },
        { "published_share", NULL, json_real(-0.1) },
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

static void hostile_roofs(void **state)
{
    static const char *const files[] = {
        "'roofs': [{'device': 'gpu', 'kind': 'warp'}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': 3}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': [1, -1]}]",
        "'roofs': [{'device': 'gpu', 'kind': 'h2d', 'passes': ['x']}]",
        "'roofs': [{'device': 'gpu', 'kind': 'read', 'gb_per_s_low': -1}]",
        "'roofs': [{'device': 'gpu', 'kind': 'copy', 'copy_as_row': []}]",
        "'roofs': [{'device': 'gpu', 'kind': 'copy', 'stores': '\\n'}]",
        "'roofs': [], 'floors': {}",
        "'roofs': [], 'floors': [{'backend': 7, 'seconds': 1}]",
        "'roofs': [], 'floors': [{'backend': 'cuda', 'seconds': -1}]",
        "'roofs': [], 'crossover': [7]",
        "'roofs': [], 'crossover': [{'champion': '\\u001b'}]",
        "'roofs': [], 'crossover': [{'champion': {}}]" };
    char text[512];
    (void)state;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(text, sizeof text, "{'schema': 1, 'command': '', 'seed': 1, "
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
    json_t *const json = record_to_json(&record);
    json_t *const passes = json_object_get(
        json_array_get(json_object_get(json, "roofs"), 0), "passes");
    (void)state;
    while (json_array_size(passes) <= ROOF_PASSES)
        json_array_append_new(passes, json_real(1));
    char *const text = json_dumps(json, 0);
    refuses(text);
    free(text);
    json_decref(json);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hostile_files), cmocka_unit_test(hostile_fields),
        cmocka_unit_test(hostile_roofs), cmocka_unit_test(too_many_passes),
        cmocka_unit_test(cut_files),
    };
    return cmocka_run_group_tests_name("load", tests, make_path,
                                       remove_path);
}
