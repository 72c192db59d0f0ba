/* sample.h - a record with something in every field, and a file for it. */
#ifndef TETRAD_TESTS_SAMPLE_H
#define TETRAD_TESTS_SAMPLE_H

#include "unit.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/record.h"
#include "record/starts.h"
#include "report/report.h"

static char path[256];

static inline int make_path(void **state)
{
    const char *directory = getenv("TMPDIR");
    (void)state;
    snprintf(path, sizeof path, "%s/tetrad-record-XXXXXX",
             directory && directory[0] ? directory : "/tmp");
    const int file = mkstemp(path);
    return file < 0 ? -1 : close(file);
}

static inline int remove_path(void **state)
{
    (void)state;
    return unlink(path);
}

static inline const char *in_tree(const char *name)
{
    static char file[512];
    const char *top = getenv("top_srcdir");
    snprintf(file, sizeof file, "%s/%s", top ? top : ".", name);
    return file;
}

enum { SAMPLE_COUNT = 7 };

static inline double *some_samples(void)
{
    static const double some[SAMPLE_COUNT] = { 0.1, 1.0 / 3, 1e-7,   0.3 / 7,
                                               0.1, 0.2,     0.7 / 3 };
    double *samples = malloc(sizeof some);
    assert_non_null(samples);
    return memcpy(samples, some, sizeof some);
}

static inline void add_good_row(struct record *record)
{
    struct row row = {
        .op = "reduce",
        .backend = "openmp",
        .variant = "simd",
        .type = "f32",
        .dist = "uniform",
        .cache = "cold",
        .n = 1 << 20,
        .param_count = 2,
        .params = { { "operator", "max" }, { "alpha", "0.1" } },
        .ladder = "harris",
        .step = 3,
        .best = true,
        .checked = true,
        .status = ROW_OK,
        .sample_count = SAMPLE_COUNT,
        .samples = some_samples(),
        .start_count = 2,
        .start = { 1, SAMPLE_COUNT - 1 },
        .pace_count = 2,
        .pace = { { { 1e-5 / 3, 3e-5, 2e-5 } }, { { 1e-5, 4e-5, 2e-5 / 3 } } },
        .dropped = 2,
        .stopped_by = "converged",
        .bytes = 4194304,
        .flops = 1048576,
        .items = 1048576,
        .roof_device = "cores",
        .roof = ROOF_READ,
        .roof_share = 0.7,
        .peak_share = 0.35,
        .published_share = 0.926221,
        .headline = "items",
        .item = "keys",
        .traits = KEEPS_STATE | UNORDERED,
        .speedup = { "reference/loop", 2.5, 2.4, 2.6, "faster" },
        .threads = 4,
        .transfers = "both pinned",
        .clock = 1.98e9 / 7,
        .overhead = 1e-6 / 3,
        .part_count = 2,
        .parts = { { "sort", 0.2 / 3 }, { "merge", 0.9 } },
        .parts_seconds = 0.2 / 3,
        .joules = 0.7 / 3,
        .sustained = { .seconds = 1.1 / 7,
                       .runs = 9,
                       .clock = 1.7e9 / 7,
                       .watts = 700.0 / 3 },
        .kernels = "gemm<float, 4>, splitK_reduce",
        .written = 4,
        .moved_in = 4194304,
        .moved_out = 4,
        .moved = 1e8 / 3,
        .gathers = 1048576,
        .scatters = 1e6 / 7,
        .width = 8,
        .resident = true,
        .resident_share = 1,
        .device = "cores",
        .why = { "memory", 0.01, 0.7, 0, 0.2, 0.3, 0.4 },
        .tied = true,
        .check_ok = true,
        .max_ulp = 0.5,
        .depth = 22,
        .of_bound = 0.1 / 3,
        .of_likely = 0.2 / 3,
        .first_bad = -1,
        .repeatable = 1
    };
    row.seconds = starts_estimate(&row);
    assert_non_null(record_add_row(record, &row));
}

static inline void add_bad_rows(struct record *record)
{
    struct row wrong = { .op = "reduce",
                         .backend = "cuda",
                         .variant = "x",
                         .type = "i64",
                         .dist = "constant:3",
                         .cache = "hot",
                         .n = (size_t)1 << 40,
                         .checked = true,
                         .status = ROW_WRONG,
                         .reason =
                             "expected \"1\",\ngot \\ \x01 \xc3\xa9 \xff",
                         .energy_reason = "the counter cannot be read",
                         .sustained_reason = "not bound by arithmetic",
                         .kernels_reason = "a run waits for the device",
                         .first_bad = (int64_t)1 << 33,
                         .repeatable = 0 };
    struct row skipped = wrong;
    skipped.status = ROW_SKIPPED;
    skipped.checked = false;
    skipped.first_bad = skipped.repeatable = -1;
    assert_non_null(record_add_row(record, &wrong));
    assert_non_null(record_add_row(record, &skipped));
}

static inline struct record sample_record(void)
{
    struct record record = { .command = strdup("./compare --op 'a b'"),
                             .seed = UINT64_MAX,
                             .started = "2026-01-02T03:04:05Z",
                             .environment = json_pack("{s:s}", "os", "x") };
    const struct roof roofs[] = {
        { .device = "cores",
          .kind = ROOF_READ,
          .rate = 1e10,
          .low = 9e9 / 7,
          .high = 1e11 / 3,
          .peak = 2e10,
          .stores = "non-temporal",
          .pass_count = 3,
          .pass = { 1e10 / 3, 1e10, 1e11 / 3 } },
        { .device = "cores", .kind = ROOF_COPY, .rate = 1e10, .copier = 0.99 },
        { .device = "gpu", .kind = ROOF_FMA, .rate = 6e13 },
        { .device = "gpu", .kind = ROOF_H2D, .rate = 5.5e10 },
        { .device = "gpu", .kind = ROOF_D2H, .rate = 5.4e10 },
        { .device = "gpu",
          .kind = ROOF_SHARED_ATOMIC,
          .rate = 2.4e12,
          .pass_count = 1,
          .pass = { 2.4e12 } },
        { .device = "gpu", .kind = ROOF_GATHER_4, .rate = 39e9 },
        { .device = "gpu", .kind = ROOF_GATHER_8, .rate = 38e9 },
        { .device = "gpu",
          .kind = ROOF_GATHER_4_RESIDENT,
          .rate = 132e9 / 7,
          .low = 131e9 / 7,
          .high = 133e9 / 7,
          .pass_count = 2,
          .pass = { 131e9 / 7, 133e9 / 7 } },
        { .device = "gpu", .kind = ROOF_GATHER_8_RESIDENT, .rate = 130e9 },
        { .device = "gpu", .kind = ROOF_SCATTER_4, .rate = 16e9 },
        { .device = "gpu", .kind = ROOF_SCATTER_8, .rate = 15e9 },
        { .device = "gpu", .kind = ROOF_SCATTER_4_RESIDENT, .rate = 71e9 },
        { .device = "gpu", .kind = ROOF_SCATTER_8_RESIDENT, .rate = 70e9 }
    };
    const struct base bases[] = { { "cuda", 2.9e-6 }, { "reference", 5e-8 } };
    for (size_t i = 0; i < sizeof roofs / sizeof *roofs; i++)
        assert_true(record_add_roof(&record, &roofs[i]));
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
        assert_true(record_add_base(&record, &bases[i]));
    record.crossover = json_pack("[{s:s, s:f, s:n}]", "champion",
                                 "openmp/simd", "n", 1e6, "ci_high");
    add_good_row(&record);
    add_bad_rows(&record);
    return record;
}

#endif
