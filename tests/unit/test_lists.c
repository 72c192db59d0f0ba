/* test_lists.c - what --list and --explain say, byte by byte, of a matrix that
 * is made up here: whatever backends a build has and a machine can run. */
#include "line.h"
#include "whole.h"

#include "commands/list.h"
#include "host/machine.h"
#include "plan/targets.h"

/* --- the matrix ----------------------------------------------------------- */

enum { F32 = 1 << ELEM_F32, F64 = 1 << ELEM_F64, I32 = 1 << ELEM_I32 };

static const char *const operators[] = { "sum", "min", "max", NULL };
static const char *const parts[] = { "split", "join", NULL };

static const struct param folds_params[] = {
    { .name = "operator",
      .help = "what joins two elements, which has to be one that may be taken "
              "in any order at all",
      .preset = "sum",
      .choices = operators },
    { .name = "bins",
      .help = "how many",
      .kind = PARAM_INT,
      .preset = "64Ki",
      .low = 1,
      .high = 1 << 24 },
    { .name = "mean",
      .help = "of them",
      .kind = PARAM_REAL,
      .preset = "1.5",
      .low = 0.25,
      .high = 1000 },
    { .name = "share",
      .help = "of all",
      .kind = PARAM_SHARE,
      .preset = "10%" },
    { 0 }
};
static const struct param no_params[] = { { 0 } };

static void image(const struct problem *p, const void *const got[], FILE *file,
                  struct reason *remark)
{
    (void)p, (void)got, (void)file, (void)remark;
}

static const struct op folds = { .name = "folds",
                                 .summary = "folds every element into one",
                                 .types = F32 | F64 | I32,
                                 .default_type = ELEM_F32,
                                 .params = folds_params,
                                 .sizes = "2^10:2^20",
                                 .size_means = "elements",
                                 .formulae = "bytes = 4 n\nFLOPs = n - 1",
                                 .headline = HEADLINE_ITEMS,
                                 .item = "keys",
                                 .parts = parts,
                                 .image = image };
static const struct op plain = { .name = "plain",
                                 .summary = "an operation without anything, "
                                            "whose summary needs two lines of "
                                            "a page",
                                 .types = I32,
                                 .default_type = ELEM_I32,
                                 .params = no_params,
                                 .sizes = "1000",
                                 .size_means = "rows",
                                 .formulae = "bytes = 8 n\n" };
const struct op *const ops[] = { &folds, &plain, NULL };

static enum status run(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

static const char *library(void)
{
    return "fold 1.2.3";
}

static const struct variant few[] = {
    { .name = "loop", .idea = "one after another", .best = true, .run = run },
    { .name = NULL }
};
static const struct variant many[] = {
    { .name = "second",
      .idea = "reads four at once",
      .source = "An Author, A Paper, 2009",
      .published = 0.9375,
      .ladder = "book",
      .step = 2,
      .types = F32,
      .run = run },
    { .name = "first",
      .idea = "one thread an element, and every one of them joins what it has "
              "with what its neighbour has",
      .ladder = "book",
      .step = 1,
      .traits = UNORDERED | KEEPS_STATE,
      .run = run },
    { .name = "other", .idea = "alone", .ladder = "more", .step = 1 },
    { .name = "fold",
      .idea = "a library's",
      .best = true,
      .traits = WAITS,
      .library = library,
      .run = run },
    { .name = "a-variant-whose-name-is-long",
      .idea = "nothing else",
      .run = run },
    { .name = "lacking",
      .idea = "of another library",
      .absent = "its library was not found" },
    { .name = NULL }
};

/* --- its places ----------------------------------------------------------- */

enum { GPUS = 2 };

static int opens, closes; /* of devices, by whoever */

static enum status open_gpu(struct device **device,
                            const struct placement *placement,
                            struct reason *why)
{
    static char opened[GPUS];
    opens++;
    if (placement->gpu >= GPUS)
        return fail(why, STATUS_MISSING, "there is no GPU %d", placement->gpu);
    *device = (struct device *)(void *)&opened[placement->gpu];
    return STATUS_OK;
}

static enum status open_none(struct device **device,
                             const struct placement *placement,
                             struct reason *why)
{
    (void)placement;
    *device = NULL;
    return fail(why, STATUS_MISSING, "no driver is here");
}

static void close_gpu(struct device *device)
{
    closes += device != NULL;
}

static void facts_of_gpu(struct device *device, struct device_facts *facts)
{
    (void)device;
    *facts = (struct device_facts){
        .name = "A GPU",
        .detail = "driver 1.2",
        .memory = (size_t)80 << 30,
        .memory_free = (size_t)79 << 30,
        .cache = (size_t)50 << 20,
        .peak_bytes = 3.25e12,
        .peak_flops = 6.5e13,
        .cores = 132,
        .more_count = 2,
        .more = { { .key = "cub_version", .text = "3.0.1" },
                  { .key = "power_limit_w", .number = 700 } }
    };
}

static const struct place gpus = {
    .name = "gpu", .open = open_gpu, .close = close_gpu, .facts = facts_of_gpu
};
static const struct place none = { .name = "none",
                                   .open = open_none,
                                   .close = close_gpu,
                                   .facts = facts_of_gpu };

static const struct backend in_place[] = {
    { .name = "near", .summary = "its own code", .place = &none },
    { .name = "far",
      .summary = "a GPU's code",
      .scope = SCOPE_GPU,
      .numbered = true,
      .place = &gpus },
    { .name = "beside",
      .summary = "a library",
      .scope = SCOPE_GPU,
      .numbered = true,
      .place = &gpus },
    { .name = "lost", .summary = "nobody's", .absent = "built without it" },
    { .name = "mute", .summary = "nobody's either" }
};
const struct backend *const backends[] = { &in_place[0], &in_place[1],
                                           &in_place[2], &in_place[3],
                                           &in_place[4], NULL };

/* --- in the place of matrix.c --------------------------------------------- */

const struct variant *variants_of(const struct op *op,
                                  const struct backend *backend)
{
    const bool fold = op == &folds;
    return backend == &in_place[1] ? fold ? many : few
        : backend == &in_place[2]  ? NULL
        : fold                     ? few
                                   : NULL;
}

const struct op *op_find(const char *name)
{
    return !strcmp(name, "folds") ? &folds
        : !strcmp(name, "plain")  ? &plain
                                  : NULL;
}

const struct backend *backend_find(const char *name)
{
    (void)name;
    return NULL;
}

const struct variant *variant_best(const struct variant *table)
{
    return table;
}

unsigned matrix_types(void)
{
    return F32 | F64 | I32;
}

unsigned variant_types(const struct op *op, const struct variant *variant)
{
    return variant->types ? variant->types : op->types;
}

const char *variant_absent(const struct variant *variant)
{
    return variant->run   ? NULL
        : variant->absent ? variant->absent
                          : "this build lacks it";
}

/* --- what is said --------------------------------------------------------- */

static void explained(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    (void)state;
    assert_non_null(file);
    explain_print(file, &folds);
    explain_print(file, &plain);
    assert_int_equal(fclose(file), 0);
    same("explain", text);
    free(text);
}

/* Of all lists in turn; of one op alone, its name is in no column. */
static void listed(const char *flags, FILE *file)
{
    static const char *const lists[] = {
        "",          " ops",      " backends",
        " variants", " types",    " dists",
        " params",   " devices",  NULL,
        " params",   " ops",      " variants",
        NULL,        " variants", " variants --backend far"
    };
    const char *op = "";
    int alone = 0;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char line[128];
        struct reason why = { "" };
        if (!lists[i]) {
            op = alone++ ? " --backend near,lost" : " --op folds";
            continue;
        }
        snprintf(line, sizeof line, "--list%s%s%s", lists[i], op, flags);
        taken(line);
        capture_begin(STDOUT_FILENO);
        assert_int_equal(list_chosen(&options, &why), STATUS_OK);
        capture_end(STDOUT_FILENO);
        fprintf(file, "== %s\n%s", line, printed);
    }
}

static void lists_of(const char *flags, const char *name)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);
    assert_non_null(file);
    listed(flags, file);
    assert_int_equal(fclose(file), 0);
    same(name, text);
    free(text);
}

static void as_tables(void **state)
{
    (void)state;
    lists_of("", "lists");
}

static void as_json(void **state)
{
    (void)state;
    lists_of(" --json -", "lists.as-json");
}

/* Of --op's and --type's alone: name by name. */
static void of_those_alone(void **state)
{
    static const char *const cases[][2] = {
        { "types", "i32 f32 f64" },
        { "types --op folds", "i32 f32 f64" },
        { "types --op plain", "i32" },
        { "types --op folds --type f64", "f64" },
        { "ops --type f64", "folds" },
        { "ops --type i32", "folds plain" },
        { "params --type f64", "operator bins mean share" },
        { "params --op plain --type all", "" },
        { "variants --backend far --op folds --type f64",
          "first other fold a-variant-whose-name-is-long lacking" },
        { "variants --backend far --op folds --type f64,f32",
          "second first other fold a-variant-whose-name-is-long lacking" },
        { "variants --backend far --type f64",
          "first other fold a-variant-whose-name-is-long lacking" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[128], names[256] = "", what[16];
        struct reason why = { "" };
        size_t k, used = 0;
        const json_t *row;
        snprintf(line, sizeof line, "--list %s", cases[i][0]);
        taken(line);
        snprintf(what, sizeof what, "%.*s", (int)strcspn(cases[i][0], " "),
                 cases[i][0]);
        json_t *list = list_model(what, &options, &why);
        assert_non_null(list);
        json_array_foreach(list, k, row)
        {
            const json_t *name = json_object_get(row, "variant");
            used += (size_t)snprintf(
                names + used, sizeof names - used, "%s%s", k ? " " : "",
                json_string_value(name ? name : json_object_get(row, "name")));
        }
        json_decref(list);
        assert_string_equal(names, cases[i][1]);
    }
}

/* What a record says of them. Backends of one place share its device. */
static void described(void **state)
{
    struct targets targets;
    struct reason why = { "" };
    json_t *environment = json_object();
    (void)state;
    opens = closes = 0;
    assert_int_equal(targets_open(&targets, &options.placement, &why),
                     STATUS_OK);
    assert_int_equal(opens, 1);
    assert_ptr_equal(targets.list[1].device, targets.list[2].device);
    targets_describe(&targets, environment);
    assert_int_equal(closes, 0);
    targets_close(&targets);
    assert_int_equal(closes, 1);
    char *text = json_dumps(environment, JSON_INDENT(1));
    same_json("targets", text);
    free(text);
    json_decref(environment);
}

static int set_up(void **state)
{
    struct reason why = { "" };
    (void)state;
    return !top_set() ||
        machine_open(&(struct placement){ .bind = "none" }, &why);
}

static int tear_down(void **state)
{
    machine_close();
    return reset(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(explained), cmocka_unit_test(as_tables),
        cmocka_unit_test(as_json),   cmocka_unit_test(of_those_alone),
        cmocka_unit_test(described),
    };
    return cmocka_run_group_tests_name("lists", tests, set_up, tear_down);
}
