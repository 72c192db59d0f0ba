/* test_cases.c - which cases a plan has, what of them fits, and what it says
 * of each row, on a machine of as much memory as a test says. */
#include "line.h"
#include "on_targets.h"

#include "digest.h"
#include "host/host.h"
#include "plan/input.h"
#include "plan/naming.h"
#include "plan/plan.h"
#include "problem.h"

#define system_memory_free real_memory_free
#include "host/system.c"
#undef system_memory_free

static size_t memory_free; /* 0: what there is */

size_t system_memory_free(void)
{
    return memory_free ? memory_free : real_memory_free();
}

static struct plan plan;
static struct reason why;

static enum status planned(const char *line)
{
    taken(line);
    why = (struct reason){ "" };
    return plan_make(&plan, &options, &targets, &why);
}

static void refused(const char *line, enum status status, const char *words)
{
    assert_int_equal(planned(line), status);
    if (!strstr(why.text, words))
        print_error("%s: %s\n", line, why.text);
    assert_non_null(strstr(why.text, words));
    plan_free(&plan);
}

/* --- memory --------------------------------------------------------------- */

static size_t bytes_of(size_t elements)
{
    struct problem p;
    assert_int_equal(
        bed_problem(&p, op_find("scan"), ELEM_F32, elements, NULL, 0, &why),
        STATUS_OK);
    return problem_bytes(&p);
}

/* Default sizes end where a case would take a sixth of what is free; sizes that
 * are named do not. */
static void default_sizes(void **state)
{
    static const char line[] = "--op scan --backend reference";
    size_t sizes[MAX_SIZES];
    int count;
    (void)state;
    assert_int_equal(sizes_parse(op_find("scan")->sizes, sizes, &count, &why),
                     STATUS_OK);
    assert_true(count > 2);
    memory_free = 6 * bytes_of(sizes[1]);
    assert_int_equal(planned(line), STATUS_OK);
    assert_int_equal(plan.cases.count, 2);
    assert_int_equal(plan.cases.without_room, count - 2);
    assert_int_equal(plan.cases.list[0].problem.size, sizes[0]);
    assert_int_equal(plan.cases.list[1].problem.size, sizes[1]);
    plan_free(&plan);
    memory_free -= 6;
    assert_int_equal(planned(line), STATUS_OK);
    assert_int_equal(plan.cases.count, 1);
    plan_free(&plan);
    memory_free = 6 * bytes_of(sizes[0]) - 6;
    refused(line, STATUS_MEMORY, "no default size takes less than 1/6 of the");
    taken("--op scan --backend reference --size 64Ki");
    memory_free = 6 * bytes_of(65536) - 6;
    assert_int_equal(planned("--op scan --backend reference --size 64Ki"),
                     STATUS_OK);
    assert_int_equal(plan.cases.count, 1);
    plan_free(&plan);
    memory_free = 0;
}

/* On the host: inputs, outputs and the answer; results that are brought back,
 * where a row runs elsewhere. */
static void room_takes(size_t need)
{
    for (int lacks = 0; lacks < 2; lacks++) {
        memory_free = need - (size_t)lacks;
        assert_int_equal(planned("--op scan --backend reference,openmp --type "
                                 "f32 --size 1000000"),
                         STATUS_OK);
        const struct case_plan *c = &plan.cases.list[0];
        const char *no = c->why[c->choices[0].target].text;
        if (lacks) {
            assert_non_null(strstr(no, "needs 0.0 GB of memory; the host "));
            capture_begin(STDOUT_FILENO);
            plan_print(&plan, &targets, &options);
            capture_end(STDOUT_FILENO);
            assert_non_null(strstr(printed, ": needs 0.0 GB of memory"));
        } else {
            assert_string_equal(no, "");
        }
        plan_free(&plan);
    }
    memory_free = 0;
}

static void room(void **state)
{
    const size_t n = 1000000;
    struct target *other = target_of(&targets, backend_find("openmp"));
    struct problem p;
    (void)state;
    assert_int_equal(
        bed_problem(&p, op_find("scan"), ELEM_F32, n, NULL, 0, &why),
        STATUS_OK);
    const size_t need = problem_bytes(&p) + p.op->want_bytes(&p);
    room_takes(need);
    other->device = NULL;
    room_takes(need + n * sizeof(float));
    other->device = targets.host;
}

/* Whichever target a row is of, after however many of another. */
static void room_of_each_target(void **state)
{
    bool told[MOST_TARGETS] = { false };
    int count = 0;
    (void)state;
    memory_free = 1000;
    assert_int_equal(planned("--op reduce --backend reference,openmp "
                             "--variants all --size 1000000"),
                     STATUS_OK);
    const struct case_plan *c = &plan.cases.list[0];
    for (int i = 0; i < c->choice_count; i++) {
        const int at = c->choices[i].target;
        assert_true(c->why[at].text[0] != 0);
        count += !told[at];
        told[at] = true;
    }
    assert_int_equal(count, 2);
    plan_free(&plan);
    memory_free = 0;
}

/* A case is large from more than 256 MiB of arrays on; it has three starts,
 * or as many as were asked for where these are fewer. */
static void starts_of_cases(void **state)
{
    static const struct {
        const char *size, *starts;
        int want;
    } cases[] = { { "2^25", "10", 10 }, { "2^25+1", "10", 3 },
                  { "2^25+1", "4", 3 }, { "2^25+1", "3", 3 },
                  { "2^25+1", "2", 2 }, { "2^25+1", "1", 1 } };
    (void)state;
    assert_int_equal(bytes_of(1 << 25), 256 << 20);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[100];
        snprintf(line, sizeof line,
                 "--op scan --backend reference --size %s --starts %s",
                 cases[i].size, cases[i].starts);
        assert_int_equal(planned(line), STATUS_OK);
        assert_int_equal(plan.cases.list[0].starts, cases[i].want);
        plan_free(&plan);
    }
}

/* --- rows ----------------------------------------------------------------- */

/* A line a row, of a sweep one a number of threads, but for one core. */
static void rows_are_told(void **state)
{
    (void)state;
    assert_int_equal(
        planned("--op scan --backend reference,openmp --size 7,2^20 "
                "--variants reference/loop,openmp/best --threads 1,2"),
        STATUS_OK);
    const char *best =
        variant_best(variants_of(op_find("scan"), backend_find("openmp")))
            ->name;
    const char *loop =
        variants_of(op_find("scan"), backend_find("reference"))->name;
    char want[600] = "";
    for (int i = 0; i < 2; i++)
        snprintf(want + strlen(want), sizeof want - strlen(want),
                 "scan i32 n=%d reference/%s\n"
                 "scan i32 n=%d openmp/%s ×1\n"
                 "scan i32 n=%d openmp/%s ×2\n",
                 i ? 1 << 20 : 7, loop, i ? 1 << 20 : 7, best, i ? 1 << 20 : 7,
                 best);
    capture_begin(STDOUT_FILENO);
    plan_print(&plan, &targets, &options);
    capture_end(STDOUT_FILENO);
    assert_string_equal(printed, want);
    plan_free(&plan);
}

/* All types that were named, each of all sizes, in the order of types. */
static void types_and_sizes(void **state)
{
    static const enum elem types[] = { ELEM_I32, ELEM_I32, ELEM_F64,
                                       ELEM_F64 };
    (void)state;
    assert_int_equal(planned("--op scan --backend reference --size 9,3 "
                             "--type f64,i32 --seed 77 --dist few:3"),
                     STATUS_OK);
    assert_int_equal(plan.cases.count, 4);
    for (int i = 0; i < 4; i++) {
        const struct problem *p = &plan.cases.list[i].problem;
        assert_int_equal(p->type, types[i]);
        assert_int_equal(p->size, i % 2 ? 3 : 9);
        assert_int_equal(p->seed, 77);
        assert_string_equal(p->dist->name, "few");
        assert_true(p->dist_argument == 3);
    }
    plan_free(&plan);
}

static void row_of(struct row *row, const char *backend, int choice,
                   const struct case_plan *c)
{
    name_row(row, &c->problem, target_of(&targets, backend_find(backend)),
             &c->choices[choice]);
}

/* Each field of a row's name. */
static void names(void **state)
{
    struct row row;
    (void)state;
    assert_int_equal(planned("--op sort --backend openmp,reference --size 9 "
                             "--type u32 --threads 2"),
                     STATUS_OK);
    const struct case_plan *c = &plan.cases.list[0];
    const bool first =
        !strcmp(targets.list[c->choices[0].target].backend->name, "reference");
    row_of(&row, "reference", first ? 0 : 1, c);
    assert_string_equal(row.op, "sort");
    assert_string_equal(row.backend, "reference");
    assert_string_equal(row.type, "u32");
    assert_string_equal(row.dist, "uniform");
    assert_string_equal(row.device, "core");
    assert_string_equal(row.transfers, "");
    assert_string_equal(row.headline, "items");
    assert_string_equal(row.item, op_find("sort")->item);
    assert_true(row.best && row.n == 9 && row.threads == 1);
    assert_true(row.first_bad == -1 && row.repeatable == -1);
    row_of(&row, "openmp", first ? 1 : 0, c);
    assert_string_equal(row.device, "cores");
    const struct variant rung = { .name = "rung",
                                  .ladder = "book",
                                  .step = 3,
                                  .traits = UNSTABLE | WAITS,
                                  .published = 0.5 };
    const struct choice third = { .target = c->choices[0].target,
                                  .variant = &rung };
    name_row(&row, &c->problem, &targets.list[third.target], &third);
    assert_string_equal(row.variant, "rung");
    assert_string_equal(row.ladder, "book");
    assert_true(row.step == 3 && !row.best && row.published_share == 0.5);
    assert_int_equal(row.traits, UNSTABLE | WAITS);
    struct choice copied = c->choices[0];
    for (int k = 0; k < 4; k++) {
        static const char *const want[] = { "in pageable", "in pinned",
                                            "both pageable", "both pinned" };
        copied.transfers = k < 2 ? TRANSFERS_IN : TRANSFERS_BOTH;
        copied.pinned = k % 2;
        name_row(&row, &c->problem, &targets.list[copied.target], &copied);
        assert_string_equal(row.transfers, want[k]);
    }
    plan_free(&plan);
}

/* Each start and size has an order of its own. */
static void orders(void **state)
{
    struct case_plan c = { .start = 0 };
    uint64_t seen[8];
    (void)state;
    for (int i = 0; i < 8; i++) {
        c.start = i & 1;
        c.problem.size = i & 2 ? 1000 : 7;
        seen[i] = case_order(&c, i & 4 ? 1 : 2);
        for (int k = 0; k < i; k++)
            assert_true(seen[k] != seen[i]);
    }
}

/* --- what is asked for in vain -------------------------------------------- */

static void in_vain(void **state)
{
    (void)state;
    refused("--op scan --size 7 --variants reference/all "
            "--reference openmp/tiled",
            STATUS_USAGE, "is not among the rows: choose it with --variants");
    refused("--op conv2d --size 7,9 --backend reference --image x.pgm",
            STATUS_USAGE, "--image x.pgm is one image, and there are 2 cases");
    refused("--op scan --size 7 --backend reference --image x.pgm",
            STATUS_USAGE, "the output of scan is no image");
    refused("--op sort --size 7 --backend reference --param bytes=16",
            STATUS_USAGE,
            "bytes=16: keys of u32 have 4 bytes, expected 1 to 15, or 255");
    refused("--op sort --size 7 --backend reference --type u64,f32 --param "
            "bytes=240",
            STATUS_USAGE, "keys of f32 have 4 bytes");
    refused("--op scan --size 7 --input .", STATUS_IO, "is a directory");
    refused("--op scan --input /dev/null", STATUS_IO, "a device or socket");
    refused("--op scan --input none-of-this", STATUS_IO, "cannot be read");
    assert_int_equal(planned("--op sort --size 7 --type i64,f64 "
                             "--backend reference --param bytes=240"),
                     STATUS_OK);
    plan_free(&plan);
    assert_int_equal(planned("--op sort --size 7 --type u32,f64 "
                             "--backend reference --param bytes=15"),
                     STATUS_OK);
    plan_free(&plan);
    assert_int_equal(planned("--op conv2d --size 7 --backend reference "
                             "--image x.pgm"),
                     STATUS_OK);
    plan_free(&plan);
    for (int i = 0; i < targets.count; i++) {
        const struct backend *backend = targets.list[i].backend;
        char line[100];
        if (!targets.list[i].status)
            continue;
        snprintf(line, sizeof line, "--op scan --size 7 --backend %s",
                 backend->name);
        refused(line, STATUS_MISSING, targets.list[i].why.text);
        assert_int_equal(planned("--op scan --size 7"), STATUS_OK);
        plan_free(&plan);
        if (backend->numbered)
            refused("--op scan --size 7 --device 0", STATUS_MISSING,
                    "--device");
    }
}

/* A file is as long as its inputs, to the byte. */
static void lengths_of_files(void **state)
{
    char name[] = "/tmp/tetrad-cases-XXXXXX", line[128];
    const int file = mkstemp(name);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(write(file, "abcdefgh", 8), 8);
    assert_int_equal(close(file), 0);
    for (int bytes = 0; bytes < 2; bytes++) {
        snprintf(line, sizeof line,
                 "--op scan --backend reference --type i32 --input %s%s", name,
                 bytes ? " --size 2" : "");
        assert_int_equal(planned(line), STATUS_OK);
        assert_int_equal(plan.cases.list[0].problem.size, 2);
        plan_free(&plan);
    }
    snprintf(line, sizeof line,
             "--op scan --backend reference --type i32 --input %s --size 3",
             name);
    refused(line, STATUS_IO,
            "holds 8 bytes; --op scan --size 3 --type i32 needs 12: x of 3 "
            "i32 (12 bytes)");
    assert_int_equal(truncate(name, 7), 0);
    snprintf(line, sizeof line,
             "--op scan --backend reference --type i32 --input %s", name);
    refused(line, STATUS_IO, "its 7 bytes are no whole number of i32");
    snprintf(line, sizeof line, "--op sgemm --backend reference --input %s",
             name);
    refused(line, STATUS_USAGE,
            "--input needs --size with --op sgemm: the file holds A, then B");
    assert_int_equal(unlink(name), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_sizes),
        cmocka_unit_test(room),
        cmocka_unit_test(room_of_each_target),
        cmocka_unit_test(starts_of_cases),
        cmocka_unit_test(rows_are_told),
        cmocka_unit_test(types_and_sizes),
        cmocka_unit_test(names),
        cmocka_unit_test(orders),
        cmocka_unit_test(in_vain),
        cmocka_unit_test(lengths_of_files),
    };
    return cmocka_run_group_tests_name("cases", tests, open_targets,
                                       close_targets);
}
