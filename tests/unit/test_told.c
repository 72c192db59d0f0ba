/* test_told.c - what is said of a results file that is wrong: where, and what
 * stands there. */
#include "sample.h"

static void write_json(const json_t *json)
{
    assert_int_equal(json_dump_file(json, path, 0), 0);
}

/* Sets `key` of the object at `part` and `index` (none: the file itself), and
 * of what is inside of it; a NULL value takes the key away. */
struct change {
    const char *part;
    size_t index;
    const char *inside, *key, *value, *told;
};

static void apply(json_t *json, const struct change *c)
{
    if (c->part)
        json = json_array_get(json_object_get(json, c->part), c->index);
    if (c->inside)
        json = json_object_get(json, c->inside);
    assert_non_null(json);
    if (c->value)
        json_object_set_new(json, c->key,
                            json_loads(c->value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(json, c->key);
}

static const struct change changes[] = {
    { NULL, 0, NULL, "schema", "\"1\"",
      "field \"schema\" is not a whole number" },
    { NULL, 0, NULL, "schema", "2",
      "field \"schema\" is not 1, the one that this version reads" },
    { NULL, 0, NULL, "command", "7", "field \"command\" is not text" },
    { NULL, 0, NULL, "seed", "-1",
      "field \"seed\" is not a whole number, 0 or more" },
    { NULL, 0, NULL, "seed", "\"18446744073709551616\"",
      "field \"seed\" is not a whole number, 0 or more" },
    { NULL, 0, NULL, "environment", NULL,
      "field \"environment\" is not there" },
    { NULL, 0, NULL, "environment", "[]",
      "field \"environment\" is not an object" },
    { NULL, 0, NULL, "rows", "{}", "field \"rows\" is not a list" },
    { "roofs", 0, NULL, "device", NULL,
      "roof 1: field \"device\" is not there" },
    { "roofs", 7, NULL, "width", "5",
      "roof 8: field \"width\" is not 4 or 8" },
    { "roofs", 8, NULL, "resident", "1",
      "roof 9: field \"resident\" is not true or false" },
    { "floors", 1, NULL, "seconds", "-1",
      "floor 2: field \"seconds\" is not a number, 0 or more" },
    { NULL, 0, NULL, "floors", "7", "field \"floors\" is not a list" },
    { "rows", 0, NULL, "status", "\"good\"",
      "row 1: field \"status\" is not ok, wrong, failed or skipped" },
    { "rows", 2, NULL, "op", NULL, "row 3: field \"op\" is not there" },
    { "rows", 1, NULL, "backend", "\"0123456789abcdef\"",
      "row 2: field \"backend\" is not text of at most 15 bytes" },
    { "rows", 1, NULL, "variant", "\"\\u0007\"",
      "row 2: field \"variant\" is not printable text" },
    { "rows", 0, "params", "operator", "[]",
      "row 1: field \"params.operator\" is not a short text or number" },
    { "rows", 0, NULL, "cache", "7",
      "row 1: field \"cache\" is not text of at most 7 bytes" },
    { "rows", 0, NULL, "threads", "1048577",
      "row 1: field \"threads\" is not 1048576 or less" },
    { "rows", 0, "seconds", "median", NULL,
      "row 1: field \"seconds.median\" is not there" },
    { "rows", 0, "pace", "memory_s", "[1]",
      "row 1: field \"pace.memory_s\" is not as long as compute_s, at most "
      "32" },
    { "rows", 0, NULL, "overhead_s", "\"x\"",
      "row 1: field \"overhead_s\" is not a number, 0 or more" },
    { "rows", 0, NULL, "starts", "[1]",
      "row 1: field \"starts\" is not a list of at most 32 whole numbers, as "
      "many in all as samples" },
    { "rows", 0, NULL, "roof", "\"read\"",
      "row 1: field \"roof\" is not a device and a kind, as in \"gpu read\"" },
    { "rows", 0, NULL, "headline", "\"bites\"",
      "row 1: field \"headline\" is not one of bytes, flops, items" },
    { "rows", 0, NULL, "traits", "[\"tall\"]",
      "row 1: field \"traits\" is not a list of names of traits" },
    { "rows", 1, NULL, "samples", NULL,
      "row 2: field \"samples\" is not there" },
    { "rows", 0, NULL, "samples", "[1, \"x\", 3, 4, 5, 6, 7]",
      "row 1: field \"samples\" is not a list of seconds, more than 0" },
};

static void fields(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct record record = sample_record(), loaded = { 0 };
        struct reason why = { "" };
        json_t *json = record_to_json(&record);
        char told[400];
        apply(json, &changes[i]);
        write_json(json);
        assert_int_equal(record_load(&loaded, path, &why), STATUS_IO);
        snprintf(told, sizeof told, "%s: %s", path, changes[i].told);
        assert_string_equal(why.text, told);
        json_decref(json);
        record_free(&record);
    }
}

/* As much as there is room for is taken. */
static void as_much_as_fits(void **state)
{
    static const struct change good[] = {
        { "rows", 1, NULL, "backend", "\"0123456789abcde\"", NULL },
        { "rows", 0, NULL, "threads", "1048576", NULL },
        { "rows", 0, NULL, "step", "1000", NULL },
        { "rows", 0, NULL, "width", "1024", NULL },
        { "rows", 0, NULL, "parts",
          "{\"a\": 0, \"b\": 1, \"c\": 0, \"d\": 0, \"e\": 0, \"f\": 0, "
          "\"g\": 0, \"h\": 0.5}",
          NULL },
        { "rows", 0, NULL, "params",
          "{\"a\": 7, \"b\": 1.5, \"c\": \"x\", \"d\": 0, \"e\": 0, \"f\": "
          "0, \"g\": 0, \"h\": -3}",
          NULL },
        { NULL, 0, NULL, "seed", "\"18446744073709551615\"", NULL },
        { NULL, 0, NULL, "floors", NULL, NULL },
    };
    struct record record = sample_record(), loaded = { 0 };
    struct reason why = { "" };
    json_t *json = record_to_json(&record);
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++)
        apply(json, &good[i]);
    write_json(json);
    if (record_load(&loaded, path, &why))
        print_error("%s\n", why.text);
    assert_string_equal(why.text, "");
    const struct row *row = &loaded.rows[0];
    assert_string_equal(loaded.rows[1].backend, "0123456789abcde");
    assert_true(row->threads == 1 << 20 && row->step == 1000);
    assert_true(row->width == 1024 && row->part_count == 8);
    assert_string_equal(row->parts[7].name, "h");
    assert_true(row->parts[1].share == 1 && row->parts[7].share == 0.5);
    assert_int_equal(row->param_count, 8);
    assert_string_equal(row->params[0].value, "7");
    assert_string_equal(row->params[1].value, "1.5");
    assert_string_equal(row->params[2].value, "x");
    assert_string_equal(row->params[7].value, "-3");
    assert_true(loaded.seed == UINT64_MAX && !loaded.base_count);
    json_decref(json);
    record_free(&record);
    record_free(&loaded);
}

/* What files of older versions lack is unknown. */
static void older_files(void **state)
{
    static const char *const lacks[] = {
        "starts",    "pace",     "clock_mhz",   "energy",    "sustained",
        "roof",      "why",      "speedup",     "traits",    "threads",
        "device",    "headline", "moved_bytes", "tied",      "published_share",
        "parts",     "item",     "repeatable",  "first_bad", "transfers",
        "peak_share"
    };
    struct record record = sample_record(), loaded = { 0 };
    struct reason why = { "" };
    json_t *json = record_to_json(&record);
    json_t *first = json_array_get(json_object_get(json, "rows"), 0);
    (void)state;
    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++)
        json_object_del(first, lacks[i]);
    write_json(json);
    assert_int_equal(record_load(&loaded, path, &why), STATUS_OK);
    const struct row *row = &loaded.rows[0];
    assert_true(!row->start_count && !row->pace_count && row->clock == 0);
    assert_true(row->joules == 0 && row->sustained.seconds == 0);
    assert_true(!row->roof_device[0] && !row->why.bound[0]);
    assert_true(!row->speedup.over[0] && !row->traits && !row->threads);
    assert_true(!row->device[0] && !row->headline[0] && !row->item[0]);
    assert_true(row->moved == 0 && !row->tied && row->published_share == 0);
    assert_true(!row->part_count && row->repeatable == -1);
    assert_true(row->first_bad == -1 && !row->transfers[0]);
    assert_true(row->sample_count == SAMPLE_COUNT && row->peak_share == 0);
    json_decref(json);
    record_free(&record);
    record_free(&loaded);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields),
        cmocka_unit_test(as_much_as_fits),
        cmocka_unit_test(older_files),
    };
    return cmocka_run_group_tests_name("told", tests, make_path, remove_path);
}
