/* test_judge.c - which roof bounds a row, and what its time went into, where
 * random accesses are. */
#include "shown.h"

#include <math.h>

#include "chart/chart_data.h"
#include "record/judge.h"

/* Every roof of accesses has a rate of its own: whichever is taken for
 * another shows. */
static double rate_at(enum roof_kind kind)
{
    return 1e9 * (1 << (kind - ROOF_GATHER_4));
}

static struct record roofed(const char *device)
{
    struct record record = { 0 };
    const struct roof memory[] = { { .kind = ROOF_READ, .rate = 4e12 },
                                   { .kind = ROOF_COPY, .rate = 4e12 },
                                   { .kind = ROOF_WRITE, .rate = 4e12 } };
    for (int i = 0; i < 3; i++) {
        struct roof roof = memory[i];
        snprintf(roof.device, sizeof roof.device, "%s", device);
        assert_true(record_add_roof(&record, &roof));
    }
    for (int kind = ROOF_GATHER_4; kind < ROOF_KINDS; kind++) {
        struct roof roof = { .kind = (enum roof_kind)kind,
                             .rate = rate_at((enum roof_kind)kind) };
        snprintf(roof.device, sizeof roof.device, "%s", device);
        assert_true(record_add_roof(&record, &roof));
    }
    return record;
}

/* A row that takes `seconds` and makes accesses of a kind. */
static struct row *accessing(struct record *record, struct access access,
                             double accesses, double seconds)
{
    struct row *row = add(record, "cuda", "x", "gpu", seconds);
    *(access.scatter ? &row->scatters : &row->gathers) = accesses;
    row->width = access.width;
    row->resident = access.resident;
    return row;
}

static bool near(double value, double want)
{
    return fabs(value - want) <= 1e-9 * want;
}

static const struct {
    enum roof_kind kind;
    struct access access;
} all[] = { { ROOF_GATHER_4, { false, 4, false } },
            { ROOF_GATHER_8, { false, 8, false } },
            { ROOF_GATHER_4_RESIDENT, { false, 4, true } },
            { ROOF_GATHER_8_RESIDENT, { false, 8, true } },
            { ROOF_SCATTER_4, { true, 4, false } },
            { ROOF_SCATTER_8, { true, 8, false } },
            { ROOF_SCATTER_4_RESIDENT, { true, 4, true } },
            { ROOF_SCATTER_8_RESIDENT, { true, 8, true } } };

static void each_has_its_roof(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const enum roof_kind kind = all[i].kind;
        const struct access access = all[i].access;
        struct record record = roofed("gpu");
        struct row *row = accessing(&record, access, 0.8 * rate_at(kind), 1);
        assert_int_equal(roof_of_access(access), kind);
        assert_int_equal(roof_access(kind).scatter, access.scatter);
        assert_int_equal(roof_access(kind).width, access.width);
        assert_int_equal(roof_access(kind).resident, access.resident);
        judge_rows(&record);
        assert_int_equal(row->roof, kind);
        assert_string_equal(row->roof_device, "gpu");
        assert_true(near(row->roof_share, 0.8));
        assert_true(near(row->why.memory, 1e-3));
        assert_true(
            near(access.scatter ? row->why.scatter : row->why.gather, 0.8));
        assert_true((access.scatter ? row->why.gather : row->why.scatter) ==
                    0);
        assert_string_equal(row->why.bound,
                            access.scatter ? "scatter roof" : "gather roof");
        record_free(&record);
    }
}

/* None but 4 and 8 bytes are measured. */
static void other_widths(void **state)
{
    static const int widths[] = { 1, 2, 4, 5, 8, 16 };
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_int_equal(roof_of_access((struct access){ .width = widths[i] }),
                         widths[i] <= 4 ? ROOF_GATHER_4 : ROOF_GATHER_8);
}

/* The longer of the two is the roof: bytes that take 1 ms, and accesses that
 * take a little less or a little more. */
static void the_slower_binds(void **state)
{
    const struct access access = { .width = 4 };
    (void)state;
    for (int more = 0; more < 2; more++) {
        struct record record = roofed("gpu");
        const double accesses = rate_at(ROOF_GATHER_4) * (more ? 1.1 : 0.9);
        struct row *row = accessing(&record, access, accesses * 1e-3, 2e-3);
        judge_rows(&record);
        assert_int_equal(row->roof, more ? ROOF_GATHER_4 : ROOF_READ);
        assert_true(near(row->roof_share, more ? 0.55 : 0.5));
        record_free(&record);
    }
}

static void both_at_once(void **state)
{
    struct record record = roofed("gpu");
    struct row *row =
        accessing(&record, (struct access){ .width = 4 }, 0.2e9, 1);
    row->scatters = 0.3 * rate_at(ROOF_SCATTER_4);
    (void)state;
    judge_rows(&record);
    assert_int_equal(row->roof, ROOF_SCATTER_4);
    assert_true(near(row->why.gather, 0.2) && near(row->why.scatter, 0.3));
    assert_string_equal(row->why.bound, "none");
    record_free(&record);
}

/* The roof of arithmetic is one of f32 numbers: of others it knows nothing. */
static void other_types_have_no_share_of_arithmetic(void **state)
{
    static const char *const types[] = { "f32", "f64", "i32" };
    const struct roof fma = { .device = "gpu", .kind = ROOF_FMA, .rate = 1e9 };
    (void)state;
    for (int i = 0; i < 3; i++) {
        struct record record = roofed("gpu");
        assert_true(record_add_roof(&record, &fma));
        struct row *row = add(&record, "cuda", "x", "gpu", 1);
        snprintf(row->type, sizeof row->type, "%s", types[i]);
        row->flops = 0.8e9;
        judge_rows(&record);
        assert_true(near(row->why.compute, i ? 0 : 0.8));
        assert_string_equal(row->why.bound, i ? "none" : "compute");
        record_free(&record);
    }
}

/* Of another device, or none: nothing is known of the accesses. */
static void without_their_roof(void **state)
{
    struct record record = roofed("cores");
    struct row *row =
        accessing(&record, (struct access){ .width = 4 }, 1e9, 1);
    (void)state;
    judge_rows(&record);
    assert_string_equal(row->roof_device, "");
    assert_true(row->roof_share == 0 && row->why.gather == 0);
    record_free(&record);
}

/* What bins its accesses is past their roof, and its time went elsewhere; a
 * gather that is past its own is doubted. */
static void past_the_roof(void **state)
{
    char lines[16][160];
    (void)state;
    for (int scatter = 0; scatter < 2; scatter++) {
        const struct access access = { .scatter = scatter, .width = 8 };
        const double rate = rate_at(roof_of_access(access));
        struct record record = roofed("gpu");
        struct row *row = accessing(&record, access, 2.9 * rate, 1);
        row->bytes = 2.4e12;
        judge_rows(&record);
        assert_true(near(row->roof_share, 2.9));
        assert_int_equal(row->roof, roof_of_access(access));
        assert_true(row->why.gather == 0 && row->why.scatter == 0);
        assert_string_equal(row->why.bound, "memory");
        assert_int_equal(judge_roofs(&record, lines, 16), scatter ? 0 : 1);
        if (!scatter)
            assert_non_null(strstr(lines[0], "gpu gather (8 B) roof"));
        record_free(&record);
    }
}

/* Unless they store to lines that caches hand to each other. */
static void cores_under_one(void **state)
{
    char lines[32][160];
    struct record record = roofed("cores");
    int named = 0;
    (void)state;
    for (int k = ROOF_GATHER_4; k < ROOF_KINDS; k++) {
        struct roof one = { .device = "core",
                            .kind = (enum roof_kind)k,
                            .rate = 2 * rate_at((enum roof_kind)k) };
        assert_true(record_add_roof(&record, &one));
    }
    const int count = judge_roofs(&record, lines, 32);
    for (int i = 0; i < count; i++)
        named += strstr(lines[i], "one core's gather (4 B, resident)") != NULL;
    assert_int_equal(count, 6);
    assert_int_equal(named, 1);
    record_free(&record);
}

/* --- mixes of reads and writes -------------------------------------------- */

/* Roofs of three rates, and a row of 1 GB of which a share is written. */
static struct record of_three_roofs(double written, double seconds)
{
    struct record record = { 0 };
    const struct roof memory[] = {
        { .device = "gpu", .kind = ROOF_READ, .rate = 4e9 },
        { .device = "gpu", .kind = ROOF_COPY, .rate = 2e9 },
        { .device = "gpu", .kind = ROOF_WRITE, .rate = 1e9 }
    };
    for (int i = 0; i < 3; i++)
        assert_true(record_add_roof(&record, &memory[i]));
    struct row *row = add(&record, "cuda", "x", "gpu", seconds);
    snprintf(row->cache, sizeof row->cache, "cold");
    row->bytes = 1e9;
    row->written = written * 1e9;
    judge_rows(&record);
    return record;
}

/* Between the roofs a share is of the time of both, and nowhere does a little
 * more written change it by much. */
static void mixes(void **state)
{
    static const struct {
        double written, seconds;
        enum roof_kind kind;
    } cases[] = { { 0, 0.25, ROOF_READ },     { 0.01, 0.255, ROOF_READ },
                  { 0.2, 0.35, ROOF_READ },   { 0.3, 0.4, ROOF_COPY },
                  { 0.5, 0.5, ROOF_COPY },    { 0.7, 0.7, ROOF_COPY },
                  { 0.99, 0.99, ROOF_WRITE }, { 1, 1, ROOF_WRITE } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record record = of_three_roofs(cases[i].written, 2);
        assert_true(near(record.rows[0].roof_share, cases[i].seconds / 2));
        assert_true(near(record.rows[0].why.memory, cases[i].seconds / 2));
        assert_int_equal(record.rows[0].roof, cases[i].kind);
        record_free(&record);
    }
}

/* Beyond the fastest pass of its roof by more than 5 %: no star. In a cache, or
 * by random accesses in bins, it may be. */
static void faster_than_memory(void **state)
{
    (void)state;
    struct record record = of_three_roofs(0, 0.25 / 1.04);
    struct row *row = &record.rows[0];
    assert_false(row->suspect);
    assert_true(row_stands(row));
    row->seconds.median = 0.25 / 1.06;
    judge_rows(&record);
    assert_true(row->suspect);
    assert_false(row_stands(row));
    assert_null(rows_best((const struct row *const[]){ row }, 1));
    says(&record, true, "suspect: faster than this machine's memory");
    for (int k = ROOF_READ; k <= ROOF_WRITE; k++) { /* whichever it was */
        record.roofs[k].pass[0] = 1.02 * record.roofs[k].rate;
        record.roofs[k].pass_count = 1;
        judge_rows(&record);
        assert_false(row->suspect);
        record.roofs[k].pass_count = 0;
        judge_rows(&record);
        assert_true(row->suspect);
    }
    row->seconds.median /= 2;
    judge_rows(&record);
    assert_true(row->suspect);
    snprintf(row->cache, sizeof row->cache, "hot");
    judge_rows(&record);
    assert_false(row->suspect);
    record_free(&record);
}

static void too_few_samples_stand_for_nothing(void **state)
{
    (void)state;
    struct record record = of_three_roofs(0, 1);
    const struct chart chart = { .lead = HEADLINE_BYTES };
    struct row *row = &record.rows[0];
    assert_true(chart_rate(&chart, row) > 0);
    row->few = true;
    assert_true(chart_rate(&chart, row) == 0);
    snprintf(row->stopped_by, sizeof row->stopped_by, "timeout");
    assert_true(row_measured(row));
    assert_false(row_stands(row));
    assert_null(rows_best((const struct row *const[]){ row }, 1));
    says(&record, true, "timeout, 3 samples");
    says_not(&record, true, "is fastest");
    record_free(&record);
}

/* A copy that, timed as a row, differs from its roof for sure. */
static void copies_differ(void **state)
{
    static const struct {
        double low, copier, high;
        int lines;
    } cases[] = { { 0.8, 0.86, 0.9, 1 },  { 0.8, 0.86, 0.98, 0 },
                  { 0.98, 1, 1.02, 0 },   { 1.01, 1.05, 1.1, 0 },
                  { 1.04, 1.05, 1.1, 1 }, { 0, 0.86, 0, 1 },
                  { 0, 1, 0, 0 } };
    char lines[4][160];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record record = of_three_roofs(0, 1);
        record.roofs[1].copier = cases[i].copier;
        record.roofs[1].copier_low = cases[i].low;
        record.roofs[1].copier_high = cases[i].high;
        assert_int_equal(judge_roofs(&record, lines, 4), cases[i].lines);
        record_free(&record);
    }
}

/* --- as shown ------------------------------------------------------------- */

static void texts(void **state)
{
    struct record record = roofed("gpu");
    struct row *row =
        accessing(&record, (struct access){ .width = 4 }, 0.9e9, 1);
    (void)state;
    judge_rows(&record);
    says(&record, true, "gpu gather");
    says(&record, true, "gather roof 90 %");
    says(&record, false,
         "gpu gather: 1.000 G/s of 4 bytes, 2.000 of 8; in "
         "cache 4.000, 8.000");
    says(&record, false,
         "gpu scatter: 16.00 G/s of 4 bytes, 32.00 of 8; in "
         "cache 64.00, 128.0");
    says(&record, false, "90.0 % of the gpu gather roof");
    says(&record, false,
         "is bound by the gather roof: its random accesses take 90 % of its "
         "time.");
    says_not(&record, true, "moved GB/s");
    row->moved = 3 * row->bytes;
    says(&record, true, "moved GB/s");
    says(&record, true, " 12.00 ");
    says_not(&record, false, "moved GB/s");
    row->why.bound[0] = 0; /* as a file of no bounds has it */
    says(&record, false, "(random access is the limit)");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_has_its_roof),
        cmocka_unit_test(other_widths),
        cmocka_unit_test(the_slower_binds),
        cmocka_unit_test(both_at_once),
        cmocka_unit_test(other_types_have_no_share_of_arithmetic),
        cmocka_unit_test(without_their_roof),
        cmocka_unit_test(past_the_roof),
        cmocka_unit_test(cores_under_one),
        cmocka_unit_test(mixes),
        cmocka_unit_test(faster_than_memory),
        cmocka_unit_test(too_few_samples_stand_for_nothing),
        cmocka_unit_test(copies_differ),
        cmocka_unit_test(texts),
    };
    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
