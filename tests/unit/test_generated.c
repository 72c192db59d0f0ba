/* test_generated.c - what generators make, against tests/data/generated: of
 * each input three sums, of its numbers, their squares, and of them where they
 * are. A seed is to give the same data as ever, or no record could be run
 * again; and less variety than there was would be seen nowhere else. */
#include "set_up.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "sample.h"

enum { SUMS = 3, SIZE = 3001 };

static const struct {
    const char *op;
    enum elem type;
    const char *settings[3];
} cases[] = {
    { "reduce", ELEM_F32, { 0 } },
    { "reduce", ELEM_F64, { "operator=max" } },
    { "reduce", ELEM_I32, { "operator=argmin" } },
    { "reduce", ELEM_U64, { "operator=mean" } },
    { "scan", ELEM_I64, { 0 } },
    { "scan", ELEM_F32, { "operator=max" } },
    { "tile-scan", ELEM_F64, { 0 } },
    { "segscan", ELEM_I32, { 0 } },
    { "segscan", ELEM_F32, { "lengths=power", "mean=7" } },
    { "segscan", ELEM_I32, { "lengths=fixed", "mean=7" } },
    { "segscan", ELEM_I32, { "by=offsets", "segments=40" } },
    { "segscan", ELEM_I32, { "lengths=heads" } },
    { "segreduce", ELEM_F32, { 0 } },
    { "segreduce", ELEM_F32, { "operator=max" } },
    { "segreduce", ELEM_I32, { "operator=min", "lengths=power" } },
    { "segreduce", ELEM_I32, { "lengths=empty" } },
    { "map", ELEM_F32, { "function=axpy" } },
    { "map", ELEM_F64, { 0 } },
    { "map", ELEM_I32, { 0 } },
    { "gather", ELEM_F32, { 0 } },
    { "gather", ELEM_F32, { "pattern=stride" } },
    { "gather", ELEM_F32, { "pattern=blocks", "block=100" } },
    { "gather", ELEM_F32, { "pattern=skewed", "table=500" } },
    { "gather", ELEM_F64, { "pattern=reverse", "index=64", "table=77" } },
    { "scatter", ELEM_I32, { 0 } },
    { "scatter", ELEM_F64, { "pattern=blocks", "index=64" } },
    { "compact", ELEM_I32, { 0 } },
    { "compact", ELEM_F32, { "keep=10%" } },
    { "compact", ELEM_F64, { "dist=normal" } },
    { "partition", ELEM_I32, { "keep=0%" } },
    { "partition", ELEM_F32, { "keep=100%" } },
    { "split", ELEM_I32, { 0 } },
    { "split", ELEM_F64, { "keep=5%" } },
    { "histogram", ELEM_U8, { 0 } },
    { "histogram", ELEM_I32, { 0 } },
    { "histogram", ELEM_I32, { "low=-5", "high=100", "bins=32" } },
    { "histogram", ELEM_F32, { "low=-5", "high=0.5" } },
    { "sort", ELEM_U32, { 0 } },
    { "sort", ELEM_F32, { "special=10%", "value=32" } },
    { "sort", ELEM_F64, { "special=100%", "value=64" } },
    { "sort", ELEM_I32, { "special=100%", "bytes=5" } },
    { "sort", ELEM_I64, { "special=50%", "bytes=170" } },
    { "sgemm", ELEM_F32, { "m=20", "n=30", "k=40" } },
    { "sgemm", ELEM_F32, { "m=20", "n=30", "k=1" } },
    { "sgemm", ELEM_F32, { "m=20", "n=30", "beta=0.5" } },
    { "conv2d", ELEM_F32, { "height=40", "width=30" } },
    { "conv2d", ELEM_F32, { "height=40", "width=30", "filter=product" } },
    { "conv2d", ELEM_F32, { "height=40", "width=30", "filter=gauss" } },
    { "conv2d", ELEM_F32, { "height=40", "width=30", "filter=box" } },
    { "nbody", ELEM_F32, { 0 } },
    { "cells", ELEM_F32, { 0 } },
    { "cells", ELEM_F32, { "spread=clustered" } },
    { "cells", ELEM_F32, { "spread=corner", "dim=3" } },
    { "cells", ELEM_F32, { "spread=one-cell", "dim=3" } },
    { "spmv", ELEM_F32, { 0 } },
    { "spmv", ELEM_F64, { "matrix=uniform", "mean=5" } },
    { "spmv", ELEM_F32, { "matrix=power", "mean=5" } },
    { "spmv", ELEM_F32, { "matrix=banded", "mean=5" } },
    { "spmv", ELEM_F32, { "matrix=dense-row", "mean=2" } },
    { "spmv", ELEM_F32, { "matrix=empty-rows", "mean=2" } },
    { "spmv", ELEM_F32, { "matrix=uniform", "columns=50" } },
};
enum { CASES = sizeof cases / sizeof *cases };

static double number(enum elem type, const void *x, size_t i)
{
    switch (type) {
#define ROW(NAME, name, ...)                                                  \
    case ELEM_##NAME: return (double)((const elem_##name *)x)[i];
        ELEMS(ROW)
#undef ROW
    default: return 0;
    }
}

/* Of all sizes alike, so that large ones do not drown the rest. */
static double tamed(double v)
{
    const double size = fmin(log1p(fabs(v)) + (v == 0 ? 0.5 : 0), 1000);
    return isnan(v) ? (signbit(v) ? -1500 : 2000) : copysign(size, v);
}

static void sums_of(const struct array *array, const void *x, double sum[SUMS])
{
    for (int k = 0; k < SUMS; k++)
        sum[k] = 0;
    for (size_t i = 0; i < array->count; i++) {
        const double v = tamed(number(array->type, x, i));
        sum[0] += v;
        sum[1] += v * v;
        sum[2] += v * (double)(i % 1009 + 1) / 1009;
    }
}

static bool golden(const char *name, double want[SUMS])
{
    char line[200], called[140];
    bool found = false;
    FILE *file = fopen(in_tree("tests/data/generated"), "r");
    assert_non_null(file);
    while (!found && fgets(line, sizeof line, file))
        found = sscanf(line, "%139s %lf %lf %lf", called, &want[0], &want[1],
                       &want[2]) == 1 + SUMS &&
            !strcmp(called, name);
    fclose(file);
    return found;
}

/* As far as mathematical functions agree on all machines. */
static int compare(const char *name, const double got[SUMS])
{
    double want[SUMS] = { 0 };
    bool same = golden(name, want);
    for (int k = 0; k < SUMS; k++)
        same = same && fabs(got[k] - want[k]) <= 1e-6 * (want[1] + 1);
    if (!same)
        print_error("%s %.12g %.12g %.12g\n", name, got[0], got[1], got[2]);
    return !same;
}

static int check_case(size_t number, enum inputs inputs)
{
    static const char *const kinds[] = { "own", "twin", "other" };
    struct problem p;
    struct reason why = { "" };
    int count = 0, wrong = 0;
    while (count < 3 && cases[number].settings[count])
        count++;
    bed_problem(&p, op_find(cases[number].op), cases[number].type, SIZE,
                cases[number].settings, count, &why);
    assert_string_equal(why.text, "");
    p.seed = 11;
    struct dataset dataset = opened(&p, 0);
    assert_int_equal(dataset_load_inputs(&dataset, inputs, &why), STATUS_OK);
    for (int i = 0; i < p.in_count; i++) {
        char name[140];
        double sum[SUMS];
        int length = snprintf(name, sizeof name, "%s/%s", p.op->name,
                              elem_name(p.type));
        for (int k = 0; k < count; k++)
            length += snprintf(name + length, sizeof name - (size_t)length,
                               "/%s", cases[number].settings[k]);
        snprintf(name + length, sizeof name - (size_t)length, "/%s/%s",
                 kinds[inputs], p.in[i].name);
        sums_of(&p.in[i], dataset.replicas[0].set[0].in[i].data, sum);
        wrong += compare(name, sum);
    }
    dataset_close(&dataset);
    return wrong;
}

static void as_written(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < CASES; i++) {
        wrong += check_case(i, OWN_INPUTS);
        wrong += check_case(i, TWIN_INPUTS);
        wrong += check_case(i, OTHER_INPUTS);
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_written) };
    targets_threads = 3;
    return cmocka_run_group_tests_name("generated", tests, open_targets,
                                       close_targets);
}
