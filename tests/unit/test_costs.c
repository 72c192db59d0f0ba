/* test_costs.c - what each operation must at least do, as --explain has it: the
 * bytes, FLOPs and items that every rate, share and roof is made of. By hand,
 * of small cases. */
#include "on_targets.h"

#include <string.h>

#include "matrix.h"
#include "measure/dataset.h"

/* The cost of a case, of generated inputs. */
static struct cost cost_of(const char *op, enum elem type, size_t size,
                           const char *const settings[], struct problem *p)
{
    static const bool none[MOST_TARGETS] = { false };
    struct dataset dataset;
    struct reason why = { "" };
    int count = 0;
    while (settings[count])
        count++;
    bed_problem(p, op_find(op), type, size, settings, count, &why);
    assert_string_equal(why.text, "");
    dataset_open(&dataset, p, &targets, none, NULL, &why);
    assert_string_equal(why.text, "");
    dataset_load(&dataset, OWN_INPUTS, &why);
    assert_string_equal(why.text, "");
    const struct cost cost = p->op->cost(p, dataset.want);
    dataset_close(&dataset);
    return cost;
}

static const struct {
    const char *op;
    enum elem type;
    size_t size;
    const char *settings[5];
    double read, written, flops, items;
} known[] = {
    { "reduce", ELEM_F32, 1000, { 0 }, 4000, 0, 1000, 1000 },
    { "reduce", ELEM_I64, 1000, { 0 }, 8000, 0, 0, 1000 },
    { "scan", ELEM_F64, 1000, { 0 }, 8000, 8000, 1000, 1000 },
    { "scan", ELEM_U32, 1000, { "kind=exclusive" }, 4000, 4000, 0, 1000 },
    { "tile-scan", ELEM_F32, 1000, { 0 }, 4000, 4000, 1000, 1000 },
    { "segscan", ELEM_I32, 1000, { "by=flags" }, 5000, 4000, 0, 1000 },
    { "segscan",
      ELEM_F32,
      1000,
      { "by=offsets", "segments=7" },
      4064,
      4000,
      1000,
      1000 },
    { "segreduce", ELEM_F64, 1000, { "segments=7" }, 8064, 56, 1000, 1000 },
    { "segreduce", ELEM_I32, 1000, { "segments=7" }, 4064, 28, 0, 1000 },
    { "map", ELEM_F32, 1000, { 0 }, 4000, 4000, 0, 1000 },
    { "map", ELEM_F32, 1000, { "function=axpy" }, 8000, 4000, 2000, 1000 },
    { "map", ELEM_F64, 1000, { "function=exp" }, 8000, 8000, 1000, 1000 },
    { "map", ELEM_I32, 1000, { "function=square" }, 4000, 4000, 0, 1000 },
    { "gather", ELEM_F64, 1000, { 0 }, 12000, 8000, 0, 1000 },
    { "gather", ELEM_F32, 1000, { "index=64" }, 12000, 4000, 0, 1000 },
    { "gather", ELEM_I32, 1000, { "table=10" }, 4040, 4000, 0, 1000 },
    { "scatter", ELEM_F64, 1000, { 0 }, 12000, 8000, 0, 1000 },
    { "scatter", ELEM_I32, 1000, { "index=64" }, 12000, 4000, 0, 1000 },
    { "compact", ELEM_I32, 1000, { "keep=100%" }, 4000, 4000, 0, 1000 },
    { "compact", ELEM_F64, 1000, { "keep=0%" }, 8000, 0, 0, 1000 },
    { "partition", ELEM_F64, 1000, { "keep=0%" }, 8000, 8000, 0, 1000 },
    { "split", ELEM_I32, 1000, { "keep=100%" }, 5000, 4000, 0, 1000 },
    { "split", ELEM_F64, 1000, { "keep=0%" }, 1000, 8000, 0, 1000 },
    { "histogram", ELEM_U8, 1000, { 0 }, 1000, 1024, 0, 1000 },
    { "histogram", ELEM_F32, 1000, { "bins=50" }, 4000, 200, 0, 1000 },
    { "sort", ELEM_U32, 1000, { 0 }, 4000, 4000, 0, 1000 },
    { "sort", ELEM_F64, 1000, { "value=32" }, 12000, 12000, 0, 1000 },
    { "sort", ELEM_I32, 1000, { "value=64" }, 12000, 12000, 0, 1000 },
    { "sgemm",
      ELEM_F32,
      1,
      { "m=10", "n=20", "k=30" },
      3600,
      800,
      12000,
      200 },
    { "sgemm",
      ELEM_F32,
      1,
      { "m=10", "n=20", "k=30", "beta=1" },
      4400,
      800,
      12000,
      200 },
    { "conv2d",
      ELEM_F32,
      1,
      { "k=3", "height=10", "width=20", "border=clamp" },
      836,
      800,
      3600,
      200 },
    { "conv2d",
      ELEM_F32,
      1,
      { "k=3", "height=10", "width=20" },
      836,
      800,
      3248,
      200 },
    { "conv2d",
      ELEM_F32,
      20,
      { "k=3", "filter=box", "border=clamp" },
      1624,
      1600,
      4800,
      400 },
    { "nbody", ELEM_F32, 100, { 0 }, 1600, 1200, 200000, 10000 },
    { "cells", ELEM_F32, 10, { "dim=2", "cutoff=2" }, 80, 80, 990, 10 },
    { "cells", ELEM_F32, 10, { "dim=3", "cutoff=2" }, 120, 120, 1440, 10 },
};
enum { KNOWN = sizeof known / sizeof *known };

static void as_explained(void **state)
{
    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        struct problem p;
        const struct cost cost = cost_of(known[i].op, known[i].type,
                                         known[i].size, known[i].settings, &p);
        if (cost.read == known[i].read && cost.written == known[i].written &&
            cost.flops == known[i].flops && cost.items == known[i].items)
            continue;
        print_error(
            "%s, number %zu: %g read, %g written, %g FLOPs, %g items\n",
            known[i].op, i, cost.read, cost.written, cost.flops, cost.items);
        assert_true(false);
    }
}

/* As many non-zeros as the matrix has; of x no more than there is. */
static void of_sparse_matrices(void **state)
{
    static const char *const narrow[] = { "mean=3", NULL };
    static const char *const wide[] = { "matrix=uniform", "columns=100000",
                                        NULL };
    struct problem p;
    (void)state;
    struct cost cost = cost_of("spmv", ELEM_F32, 1000, narrow, &p);
    double z = (double)p.dim[2];
    assert_true(z > 1000 && cost.flops == 2 * z && cost.items == z);
    assert_true(cost.read == 8 * z + 4004 + 4000 && cost.written == 4000);
    cost = cost_of("spmv", ELEM_F64, 1000, wide, &p);
    z = (double)p.dim[2];
    assert_true(z > 1000 && z < 100000 && cost.flops == 2 * z);
    assert_true(cost.read == 12 * z + 4004 + 8 * z && cost.written == 8000);
}

/* Sectors of 32 bytes, whole, and which accesses are at random places: of few
 * elements all are remembered, so that each sector is moved once. */
static void of_places(void **state)
{
    static const struct {
        const char *op;
        enum elem type;
        size_t size;
        const char *settings[4];
        double moved, least_jumps, most_jumps;
        size_t span;
    } cases[] = {
        { "gather",
          ELEM_F32,
          1024,
          { "pattern=identity" },
          4096 + 4096 + 4096,
          0,
          0,
          4096 },
        { "gather",
          ELEM_F64,
          1024,
          { "pattern=reverse", "index=64" },
          8192 + 8192 + 8192,
          0,
          0,
          8192 },
        { "gather",
          ELEM_F32,
          65536,
          { 0 },
          262144 + 262144 + 262144,
          4096,
          8191,
          262144 },
        { "gather",
          ELEM_I32,
          1000,
          { "pattern=blocks", "block=100" },
          4000 + 4000 + 4000,
          0,
          0,
          400 },
        { "gather",
          ELEM_I32,
          1000,
          { "pattern=identity", "table=10" },
          4000 + 4000 + 64,
          0,
          0,
          40 },
        { "scatter",
          ELEM_F32,
          1024,
          { "pattern=identity" },
          8192 + 4096,
          0,
          0,
          4096 },
        { "scatter",
          ELEM_F32,
          13,
          { "pattern=identity", "index=64" },
          156 + 64 + 32,
          0,
          0,
          52 },
        { "scatter",
          ELEM_F64,
          65536,
          { 0 },
          786432 + 524288,
          8192,
          16383,
          524288 },
        { "spmv", ELEM_F32, 1000, { 0 }, 0, 0, 0, 4000 },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct problem p;
        const struct cost cost = cost_of(cases[i].op, cases[i].type,
                                         cases[i].size, cases[i].settings, &p);
        const bool scatters = !strcmp(cases[i].op, "scatter");
        const double jumps = scatters ? cost.scatters : cost.gathers;
        assert_true((scatters ? cost.gathers : cost.scatters) == 0);
        assert_true(jumps >= cases[i].least_jumps &&
                    jumps <= cases[i].most_jumps);
        assert_int_equal(cost.width, elem_size(cases[i].type));
        assert_int_equal(cost.span, cases[i].span);
        assert_true(
            cost.moved ==
            (cases[i].moved > 0 ? cases[i].moved : cost.read + cost.written));
    }
}

/* Columns far apart: a sector each, and nearly all at random places. */
static void of_wide_matrices(void **state)
{
    static const char *const wide[] = { "matrix=uniform", "mean=8",
                                        "columns=1000000", NULL };
    struct problem p;
    (void)state;
    const struct cost cost = cost_of("spmv", ELEM_F64, 1000, wide, &p);
    const double z = (double)p.dim[2];
    const double sectors = cost.moved - (12 * z + 4004 + 8000);
    assert_true(sectors > 32 * z * 0.9 && sectors <= 32 * z);
    assert_true(cost.gathers > z * 0.9 && cost.gathers <= z);
    assert_true(cost.scatters == 0 && cost.width == 8);
    assert_int_equal(cost.span, 8000000);
}

/* Whoever adds an operation adds it here. */
static void all_of_them(void **state)
{
    (void)state;
    for (const struct op *const *op = ops; *op; op++) {
        bool found = !strcmp((*op)->name, "spmv");
        for (size_t i = 0; i < KNOWN && !found; i++)
            found = !strcmp((*op)->name, known[i].op);
        if (!found)
            print_error("%s has no known cost\n", (*op)->name);
        assert_true(found);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_explained), cmocka_unit_test(of_sparse_matrices),
        cmocka_unit_test(of_places),    cmocka_unit_test(of_wide_matrices),
        cmocka_unit_test(all_of_them),
    };
    targets_threads = 1;
    return cmocka_run_group_tests_name("costs", tests, open_targets,
                                       close_targets);
}
