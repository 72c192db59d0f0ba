/* test_plan.c - from options to cases: files in a format of the op's own, and
 * what was left out. The op `pairs` is made up: its file says how many
 * integers there are, and then names them. */
#include "on_targets.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "measure/dataset.h"
#include "plan/naming.h"
#include "plan/plan.h"
#include "random.h"

#define variants_of variants_of_matrix
#include "matrix.c"
#undef variants_of

/* --- an op that reads its own files --------------------------------------- */

struct listed {
    int count;
    int32_t value[8];
};

static int reads, forgets;

static enum status read_listed(const char *name, void **file,
                               struct reason *why)
{
    struct listed *listed = calloc(1, sizeof *listed);
    FILE *in = fopen(name, "r");
    assert_non_null(listed);
    reads++;
    bool good =
        in && fscanf(in, "%d", &listed->count) == 1 && listed->count <= 8;
    for (int i = 0; good && i < listed->count; i++)
        good = fscanf(in, "%d", &listed->value[i]) == 1;
    if (in)
        fclose(in);
    *file = good ? listed : NULL;
    if (!good)
        free(listed);
    return good ? STATUS_OK
                : fail(why, STATUS_IO, "expected a count, then as many");
}

static void forget_listed(void *file)
{
    forgets++;
    free(file);
}

/* Two inputs: the integers, and as many more that no file has. */
static enum status shape(struct problem *p, struct reason *why)
{
    const struct listed *listed = p->file;
    (void)why;
    if (listed)
        p->size = (size_t)listed->count;
    p->in_count = 2;
    p->out_count = 1;
    p->in[0] = p->in[1] =
        (struct array){ .name = "x", .type = p->type, .count = p->size };
    p->out[0] =
        (struct array){ .name = "y", .type = p->type, .count = p->size };
    return STATUS_OK;
}

static bool fill(const struct problem *p, int which, void *elements)
{
    const struct listed *listed = p->file;
    if (which || !listed)
        return false;
    memcpy(elements, listed->value, p->size * sizeof *listed->value);
    return true;
}

static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static size_t want_bytes(const struct problem *p)
{
    (void)p;
    return 8;
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    (void)p, (void)in, (void)want;
}

static struct cost cost(const struct problem *p, const void *want)
{
    (void)p, (void)want;
    return (struct cost){ 0 };
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[],
                  struct verdict *verdict)
{
    (void)p, (void)promise, (void)want, (void)got, (void)verdict;
}

static const struct param no_params[] = { { 0 } };

static struct op pairs = { .name = "pairs",
                           .summary = "",
                           .types = TYPE(I32) | TYPE(U32),
                           .default_type = ELEM_I32,
                           .params = no_params,
                           .sizes = "16",
                           .size_means = "integers",
                           .formulae = "",
                           .read = read_listed,
                           .forget = forget_listed,
                           .shape = shape,
                           .fill = fill,
                           .twin = twin,
                           .want_bytes = want_bytes,
                           .oracle = oracle,
                           .cost = cost,
                           .check = check };

static enum status run(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

static const struct variant variants[] = {
    { .name = "only", .idea = "", .source = "", .best = true, .run = run },
    { 0 }
};

const struct variant *variants_of(const struct op *op,
                                  const struct backend *backend)
{
    if (op != &pairs)
        return variants_of_matrix(op, backend);
    return backend == &backend_reference ? variants : NULL;
}

/* --- plans ---------------------------------------------------------------- */

static char path[256];

static void write_file(const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    reads = forgets = 0;
}

static struct options options_for(const struct op *op)
{
    struct options options = { .ops = { op },
                               .op_count = 1,
                               .backends = { &backend_reference },
                               .backend_count = 1,
                               .variants = { "best" },
                               .variant_count = 1,
                               .types = "i32,u32",
                               .dist = &dists[0],
                               .dist_argument = dists[0].preset,
                               .seed = 1,
                               .input_path = path };
    return options;
}

static void own_files(void **state)
{
    struct options options = options_for(&pairs);
    struct plan plan;
    struct reason why = { "" };
    (void)state;
    write_file("3\n7 -8 9\n");
    assert_int_equal(plan_make(&plan, &options, &targets, &why), STATUS_OK);
    assert_int_equal(reads, 1);
    assert_int_equal(plan.cases.count, 2);
    for (int i = 0; i < 2; i++) {
        const struct problem *p = &plan.cases.list[i].problem;
        assert_int_equal(p->size, 3);
        assert_int_equal(p->in[0].count, 3);
        assert_ptr_equal(p->file, plan.files[0]);
    }
    assert_int_equal(plan.remark_count, 0);
    plan_free(&plan);
    assert_int_equal(reads, 1);
    assert_int_equal(forgets, 1);
}

/* The first input is the file's, twin or not; the second is nobody's, so the
 * distribution fills it. */
static void own_inputs(void **state)
{
    static const int32_t want[] = { 7, -8, 9 };
    static const bool used[MOST_TARGETS];
    struct options options = options_for(&pairs);
    struct plan plan;
    struct dataset dataset;
    struct reason why = { "" };
    int32_t made[3];
    (void)state;
    write_file("3\n7 -8 9\n");
    assert_int_equal(plan_make(&plan, &options, &targets, &why), STATUS_OK);
    const struct problem *p = &plan.cases.list[0].problem;
    assert_int_equal(dataset_open(&dataset, p, &targets, used, NULL, &why),
                     STATUS_OK);
    for (int twins = 1; twins >= 0; twins--) {
        struct problem like = *p;
        like.dist = twins ? dist_twin : p->dist;
        random_fill(&like, 1, made);
        assert_int_equal(dataset_load(&dataset, twins, &why), STATUS_OK);
        const struct buffer *in = dataset.replicas[0].set[0].in;
        assert_memory_equal(in[0].data, want, sizeof want);
        assert_memory_equal(in[1].data, made, sizeof made);
    }
    dataset_close(&dataset);
    plan_free(&plan);
}

static void refused(struct options *options, enum status status,
                    const char *words)
{
    struct plan plan;
    struct reason why = { "" };
    assert_int_equal(plan_make(&plan, options, &targets, &why), status);
    assert_non_null(strstr(why.text, words));
    plan_free(&plan);
    assert_int_equal(reads, 1);
}

static void bad_files(void **state)
{
    struct options options = options_for(&pairs);
    (void)state;
    write_file("3\n7 -8\n");
    refused(&options, STATUS_IO, path);
    write_file("none");
    refused(&options, STATUS_IO, ": expected a count, then as many");
    assert_int_equal(forgets, 0);
    write_file("1\n7\n");
    options.sizes[options.size_count++] = 1;
    refused(&options, STATUS_USAGE, "the file says how large it is");
    assert_int_equal(forgets, 1);
}

/* An op without a reader of its own takes raw arrays, as ever. */
static void raw_files(void **state)
{
    struct options options = options_for(op_find("reduce"));
    struct plan plan;
    struct reason why = { "" };
    (void)state;
    write_file("abcdefgh");
    assert_int_equal(plan_make(&plan, &options, &targets, &why), STATUS_OK);
    assert_int_equal(plan.cases.list[0].problem.size, 2);
    assert_null(plan.cases.list[0].problem.file);
    plan_free(&plan);
    assert_int_equal(reads, 0);
}

/* --- remarks -------------------------------------------------------------- */

static void remarks(void **state)
{
    struct options options = options_for(&pairs);
    struct plan plan;
    struct reason why = { "" };
    (void)state;
    options.input_path = NULL;
    options.ops[options.op_count++] = op_find("reduce");
    options.ops[options.op_count++] = op_find("sgemm");
    options.params[options.param_count++] = "operator=max";
    options.sizes[options.size_count++] = 4;
    assert_int_equal(plan_make(&plan, &options, &targets, &why), STATUS_OK);
    assert_int_equal(plan.remark_count, 2);
    assert_string_equal(plan.remarks[0],
                        "compare: --param operator=max does not apply to "
                        "--op pairs");
    assert_string_equal(plan.remarks[1],
                        "compare: --op sgemm is left out: it has no type "
                        "i32,u32");
    plan_free(&plan);
}

static int make_path(void **state)
{
    const char *directory = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/tetrad-plan-XXXXXX",
             directory && directory[0] ? directory : "/tmp");
    const int file = mkstemp(path);
    return file < 0 || close(file) ? -1 : open_targets(state);
}

static int remove_path(void **state)
{
    return unlink(path) | close_targets(state);
}

/* What a source reports is of data that is there already. */
static void published(void **state)
{
    const struct variant variant = { .name = "v", .published = 0.9 };
    const struct target target = { .backend = backend_find("reference") };
    struct problem p;
    struct reason why = { "" };
    (void)state;
    bed_problem(&p, op_find("reduce"), ELEM_F32, 1000, NULL, 0, &why);
    for (int k = TRANSFERS_NONE; k <= TRANSFERS_BOTH; k++) {
        struct row row;
        name_row(&row, &p, &target,
                 &(struct choice){ .variant = &variant,
                                   .transfers = (enum transfers)k });
        assert_true(row.published_share == (k == TRANSFERS_NONE ? 0.9 : 0));
    }
}

/* Rows of other inputs are of another name: every digit of an argument that
 * people write is in it. */
static void arguments_in_names(void **state)
{
    static const struct {
        const char *dist;
        double argument;
        const char *name;
    } cases[] = { { "constant", 123456, "constant:123456" },
                  { "constant", -0.125, "constant:-0.125" },
                  { "few", 1000, "few:1000" },
                  { "few", 1001, "few:1001" } };
    const struct variant variant = { .name = "v" };
    const struct choice choice = { .variant = &variant };
    const struct target target = { .backend = backend_find("reference") };
    struct problem p;
    struct reason why = { "" };
    (void)state;
    bed_problem(&p, op_find("reduce"), ELEM_F32, 1000, NULL, 0, &why);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct row row;
        p.dist = dist_find(cases[i].dist, strlen(cases[i].dist));
        p.dist_argument = cases[i].argument;
        name_row(&row, &p, &target, &choice);
        assert_string_equal(row.dist, cases[i].name);
    }
}

/* As few as tell their spread, no fewer. */
static void starts_of_large_cases(void **state)
{
    const struct options options = { .starts = 5,
                                     .dist = dists,
                                     .sizes = { 1000, (1 << 26) + 1 },
                                     .size_count = 2 };
    const struct case_kind kind = { .op = op_find("reduce"),
                                    .type = ELEM_F32 };
    struct cases cases = { 0 };
    struct reason why = { "" };
    (void)state;
    cases_add(&cases, &kind, &options, &targets, &why);
    assert_string_equal(why.text, "");
    assert_int_equal(cases.count, 2);
    assert_int_equal(cases.list[0].starts, 5);
    assert_int_equal(cases.list[1].starts, 3);
    cases_free(&cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published), cmocka_unit_test(starts_of_large_cases),
        cmocka_unit_test(own_files), cmocka_unit_test(own_inputs),
        cmocka_unit_test(bad_files), cmocka_unit_test(raw_files),
        cmocka_unit_test(remarks),   cmocka_unit_test(arguments_in_names),
    };
    return cmocka_run_group_tests_name("plan", tests, make_path, remove_path);
}
