/* test_shares.c - what a row's time went into, share by share, and where what
 * is said of it changes. */
#include "shown.h"

#include <math.h>

#include "record/judge.h"

/* Each roof of the GPU has a rate of its own, a power of two in 1e9. */
static double rate_of(enum roof_kind kind)
{
    return 1e9 * (1 << (int)kind);
}

static struct record roofed(const char *device)
{
    struct record record = { 0 };
    for (int kind = 0; kind < ROOF_KINDS; kind++) {
        struct roof roof = { .kind = (enum roof_kind)kind,
                             .rate = rate_of((enum roof_kind)kind) };
        snprintf(roof.device, sizeof roof.device, "%s", device);
        assert_true(record_add_roof(&record, &roof));
    }
    return record;
}

/* A row of one second that does nothing yet. */
static struct row *idle(struct record *record)
{
    struct row *row = add(record, "cuda", "x", "gpu", 1);
    row->bytes = 0;
    return row;
}

static bool near(double value, double want)
{
    return fabs(value - want) <= 1e-9 * want;
}

/* --- accesses ------------------------------------------------------------- */

/* A part of them is served by a cache, at its own rate; what is resident
 * already is served by it as a whole. */
static void partly_cached(void **state)
{
    static const double held[] = { 0, 0.25, 1 };
    (void)state;
    for (int scatter = 0; scatter < 2; scatter++)
        for (int wide = 0; wide < 2; wide++)
            for (int k = 0; k < 3; k++) {
                struct access access = { scatter, wide ? 8 : 4, false };
                const double far = rate_of(roof_of_access(access));
                access.resident = true;
                const double near_by = rate_of(roof_of_access(access));
                struct record record = roofed("gpu");
                struct row *row = idle(&record);
                *(scatter ? &row->scatters : &row->gathers) = far / 2;
                row->width = access.width;
                row->resident_share = held[k];
                judge_rows(&record);
                const double want =
                    0.5 * (1 - held[k]) + 0.5 * held[k] * far / near_by;
                assert_true(near(row->roof_share, want));
                assert_true(
                    near(scatter ? row->why.scatter : row->why.gather, want));
                assert_int_equal(roof_access(row->roof).resident, false);
                row->resident = true;
                judge_rows(&record);
                assert_true(near(row->roof_share, 0.5 * far / near_by));
                assert_int_equal(roof_access(row->roof).resident, true);
                record_free(&record);
            }
}

/* Of whichever cost is known alone: nothing, or it, but never silence. */
static void one_cost_is_enough(void **state)
{
    static const char *const names[] = { "memory",      "compute",
                                         "transfer",    "transfer",
                                         "gather roof", "scatter roof" };
    (void)state;
    for (int k = 0; k < 6; k++)
        for (int most = 0; most < 2; most++) {
            struct record record = roofed("gpu");
            struct row *row = idle(&record);
            const double share = most ? 0.5 : 0.49;
            row->width = 8;
            if (k == 0)
                row->bytes = share * rate_of(ROOF_READ);
            if (k == 1)
                row->flops = share * rate_of(ROOF_FMA);
            if (k == 2)
                row->moved_in = share * rate_of(ROOF_H2D);
            if (k == 3)
                row->moved_out = share * rate_of(ROOF_D2H);
            if (k == 4)
                row->gathers = share * rate_of(ROOF_GATHER_8);
            if (k == 5)
                row->scatters = share * rate_of(ROOF_SCATTER_8);
            judge_rows(&record);
            assert_string_equal(row->why.bound, most ? names[k] : "none");
            assert_true(near(row->roof_share, share));
            record_free(&record);
        }
}

/* --- launches ------------------------------------------------------------- */

/* Its own time at n -> 0, or where that is unknown its backend's floor; it is
 * never more than all. */
static void launches(void **state)
{
    static const struct {
        double overhead, floor, want;
        const char *bound;
    } cases[] = { { 0.6, 0.1, 0.6, "launch" },
                  { 0, 0.7, 0.7, "launch" },
                  { 0, 0.4, 0.4, "" },
                  { 3, 0, 1, "launch" },
                  { 0, 0, 0, "" } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record record = { 0 };
        const struct base others = { "openmp", 0.9 };
        const struct base own = { "cuda", cases[i].floor };
        assert_true(record_add_base(&record, &others));
        assert_true(record_add_base(&record, &own));
        struct row *row = idle(&record);
        row->overhead = cases[i].overhead;
        judge_rows(&record);
        assert_true(row->why.launch == cases[i].want);
        assert_string_equal(row->why.bound, cases[i].bound);
        record_free(&record);
    }
}

/* Of a sweep the rows of fewer threads have no shares, wherever they stand:
 * roofs are of all. */
static void parts_of_a_sweep(void **state)
{
    static const int threads[] = { 2, 8, 4, 8 };
    struct record record = roofed("cores");
    (void)state;
    for (int i = 0; i < 4; i++) {
        struct row row =
            *add(&record, "openmp", i < 3 ? "a" : "b", "cores", 1);
        record.row_count--;
        row.threads = threads[i];
        row.bytes = 0.5 * rate_of(ROOF_READ);
        row.why = (struct why){ .bound = "launch", .launch = 0.75 };
        row.roof_share = row.peak_share = 0.25;
        strcpy(row.roof_device, "cores");
        strcpy(row.speedup.over, "reference/loop");
        assert_non_null(record_add_row(&record, &row));
    }
    judge_rows(&record);
    for (int i = 0; i < 4; i++) {
        const struct row *row = &record.rows[i];
        const bool all = threads[i] == 8;
        assert_true(row->roof_share == (all ? 0.5 : 0));
        assert_true(row->peak_share == 0 && row->why.launch == 0);
        assert_string_equal(row->why.bound, all ? "memory" : "");
        assert_string_equal(row->roof_device, all ? "cores" : "");
        assert_string_equal(row->speedup.over, all ? "reference/loop" : "");
    }
    record_free(&record);
}

/* --- where it changes ----------------------------------------------------- */

/* Hot rows beyond memory's roof came out of a cache. */
static void caches(void **state)
{
    static const struct {
        const char *cache;
        double share;
        const char *bound;
    } cases[] = { { "hot", 1.09, "memory" },
                  { "hot", 1.11, "cache" },
                  { "cold", 1.11, "memory" } };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct record record = roofed("gpu");
        struct row *row = idle(&record);
        snprintf(row->cache, sizeof row->cache, "%s", cases[i].cache);
        row->bytes = cases[i].share * rate_of(ROOF_READ);
        judge_rows(&record);
        assert_string_equal(row->why.bound, cases[i].bound);
        record_free(&record);
    }
}

/* Of the larger of two copies; at a draw that to the device. */
static void links(void **state)
{
    static const struct {
        double in, out;
        enum roof_kind kind;
    } cases[] = { { 3e9, 2e9, ROOF_H2D },
                  { 2e9, 2e9, ROOF_H2D },
                  { 2e9, 3e9, ROOF_D2H } };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        struct record record = roofed("gpu");
        struct row *row = idle(&record);
        row->moved_in = cases[i].in;
        row->moved_out = cases[i].out;
        judge_rows(&record);
        assert_int_equal(row->roof, cases[i].kind);
        assert_true(near(row->why.transfer,
                         cases[i].in / rate_of(ROOF_H2D) +
                             cases[i].out / rate_of(ROOF_D2H)));
        record_free(&record);
    }
}

/* What is written decides which roof a mix is called after. */
static void kinds_of_mixes(void **state)
{
    static const struct {
        double written;
        enum roof_kind kind;
    } cases[] = { { 0.24, ROOF_READ },
                  { 0.26, ROOF_COPY },
                  { 0.74, ROOF_COPY },
                  { 0.76, ROOF_WRITE } };
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        struct record record = roofed("gpu");
        struct row *row = idle(&record);
        row->bytes = 1e8;
        row->written = cases[i].written * 1e8;
        judge_rows(&record);
        assert_int_equal(row->roof, cases[i].kind);
        record_free(&record);
    }
}

/* Of the theoretical peak, by the peak of the roof that bounds it. */
static void peaks(void **state)
{
    struct record record = roofed("gpu");
    struct row *row = idle(&record);
    (void)state;
    row->bytes = 0.5 * rate_of(ROOF_READ);
    judge_rows(&record);
    assert_true(row->peak_share == 0);
    record.roofs[ROOF_FMA].peak = 1;
    record.roofs[ROOF_READ].peak = 4 * rate_of(ROOF_READ);
    judge_rows(&record);
    assert_true(near(row->peak_share, 0.125));
    record_free(&record);
}

/* --- doubts --------------------------------------------------------------- */

static int doubts(const struct record *record, const char *words)
{
    char lines[8][160];
    const int count = judge_roofs(record, lines, 8);
    if (words) {
        assert_int_equal(count, 1);
        assert_string_equal(lines[0], words);
    }
    return count;
}

/* From which share on a cold row makes its roof doubtful. */
static void doubtful_shares(void **state)
{
    struct record record = roofed("gpu");
    struct row *row = idle(&record);
    (void)state;
    strcpy(row->roof_device, "gpu");
    row->roof = ROOF_READ;
    row->roof_share = 1.09;
    assert_int_equal(doubts(&record, NULL), 0);
    row->roof_share = 1.25;
    doubts(&record,
           "the gpu read roof is uncertain: a cold row reached 125 % of it; "
           "other programs slowed it down, or the row was lucky");
    strcpy(row->cache, "hot");
    assert_int_equal(doubts(&record, NULL), 0);
    strcpy(row->cache, "cold");
    strcpy(row->roof_device, "cores");
    assert_int_equal(doubts(&record, NULL), 0);
    record_free(&record);
}

/* All cores that reach less than one. */
static void busy_cores(void **state)
{
    struct record record = { 0 };
    struct roof roof = { .device = "core", .kind = ROOF_READ, .rate = 1e10 };
    (void)state;
    assert_true(record_add_roof(&record, &roof));
    strcpy(roof.device, "cores");
    roof.rate = 0.98e10;
    assert_true(record_add_roof(&record, &roof));
    assert_int_equal(doubts(&record, NULL), 0);
    record.roofs[1].rate = 0.955e10;
    doubts(&record,
           "all cores reached 95.5 % of one core's read roof: the machine "
           "was busy");
    record_free(&record);
}

/* There is room for as many lines as the caller says. */
static void no_more_lines_than_room(void **state)
{
    struct record record = { 0 };
    char lines[2][160] = { "", "untouched" };
    (void)state;
    for (int i = 0; i < 3; i++) {
        const struct roof roof = {
            .device = "gpu", .kind = ROOF_COPY, .rate = 1e9, .copier = 0.5
        };
        assert_true(record_add_roof(&record, &roof));
    }
    assert_int_equal(judge_roofs(&record, lines, 1), 1);
    assert_string_equal(lines[0],
                        "the gpu copy roof is uncertain: the same copy, "
                        "timed as a row, reached 50.0 % of it");
    assert_string_equal(lines[1], "untouched");
    record_free(&record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(partly_cached),
        cmocka_unit_test(one_cost_is_enough),
        cmocka_unit_test(launches),
        cmocka_unit_test(parts_of_a_sweep),
        cmocka_unit_test(caches),
        cmocka_unit_test(links),
        cmocka_unit_test(kinds_of_mixes),
        cmocka_unit_test(peaks),
        cmocka_unit_test(doubtful_shares),
        cmocka_unit_test(busy_cores),
        cmocka_unit_test(no_more_lines_than_room),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
