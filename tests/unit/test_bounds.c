/* test_bounds.c - how far off results may be, against tests/data/bounds: what
 * is forgiven is a wrong result that nobody sees. In units of the last place,
 * from the lowest that a check takes for an element to the highest, of the
 * first, a middle and the last element of an output. */
#include "on_targets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "measure/dataset.h"
#include "sample.h"

enum { PLACES = 3 };

/* Inputs are the problem's; where the depth is 0, those of its twin. */
static const struct {
    const char *op;
    enum elem type;
    size_t size;
    double depth;
    const char *settings[4];
} known[] = {
    { "reduce", ELEM_F32, 10007, 40, { 0 } },
    { "reduce", ELEM_F32, 10007, 0, { 0 } },
    { "reduce", ELEM_F32, 10007, 1e30, { 0 } },
    { "reduce", ELEM_F64, 10007, 40, { 0 } },
    { "reduce", ELEM_F32, 10007, 40, { "operator=mean" } },
    { "reduce", ELEM_F32, 10007, 0, { "operator=mean" } },
    { "reduce", ELEM_F64, 10007, 40, { "operator=mean" } },
    { "reduce", ELEM_I64, 10007, 40, { "operator=mean" } },
    { "reduce", ELEM_I32, 10007, 40, { "operator=mean" } },
    { "reduce", ELEM_U64, 10007, 0, { "operator=mean" } },
    { "scan", ELEM_F32, 10007, 40, { 0 } },
    { "scan", ELEM_F32, 10007, 0, { 0 } },
    { "scan", ELEM_F32, 10007, 1e30, { 0 } },
    { "scan", ELEM_F64, 10007, 2000, { "kind=exclusive" } },
    { "tile-scan", ELEM_F32, 10007, 40, { "tile=30" } },
    { "tile-scan", ELEM_F32, 10007, 1100, { 0 } },
    { "tile-scan", ELEM_F32, 10007, 1e30, { "tile=3000" } },
    { "tile-scan", ELEM_F64, 10007, 0, { 0 } },
    { "segscan", ELEM_F32, 10007, 40, { 0 } },
    { "segscan", ELEM_F32, 10007, 11000, { "kind=exclusive", "lengths=one" } },
    { "segscan", ELEM_F32, 10007, 1e30, { 0 } },
    { "segscan", ELEM_F64, 10007, 2000, { "by=offsets" } },
    { "segreduce", ELEM_F32, 10007, 40, { 0 } },
    { "segreduce", ELEM_F32, 10007, 2000, { 0 } },
    { "segreduce", ELEM_F32, 10007, 1e30, { 0 } },
    { "segreduce", ELEM_F64, 10007, 0, { 0 } },
    { "map", ELEM_F32, 10007, 1, { "function=exp" } },
    { "map", ELEM_F64, 10007, 1, { "function=exp" } },
    { "map", ELEM_F32, 10007, 1, { "function=scale", "a=0.1" } },
    { "map", ELEM_F32, 10007, 1, { "function=axpy", "a=0.1" } },
    { "map", ELEM_F64, 10007, 1, { "function=square" } },
    { "spmv", ELEM_F32, 1000, 40, { 0 } },
    { "spmv", ELEM_F32, 1000, 30, { "matrix=uniform", "mean=50" } },
    { "spmv", ELEM_F64, 1000, 40, { "matrix=power" } },
    { "spmv", ELEM_F32, 1000, 1e30, { 0 } },
    { "spmv", ELEM_F64, 1000, 0, { 0 } },
    { "sgemm", ELEM_F32, 50, 50, { 0 } },
    { "sgemm", ELEM_F32, 50, 1e30, { 0 } },
    { "sgemm", ELEM_F32, 50, 0, { 0 } },
    { "sgemm", ELEM_F32, 50, 20, { "alpha=0.3", "beta=-0.7", "k=70" } },
    { "sgemm", ELEM_F32, 50, 0, { "alpha=0.3", "beta=-0.7" } },
    { "conv2d", ELEM_F32, 30, 81, { 0 } },
    { "conv2d", ELEM_F32, 30, 1e30, { 0 } },
    { "conv2d", ELEM_F32, 30, 0, { 0 } },
    { "conv2d", ELEM_F32, 30, 25, { "k=5", "filter=gauss" } },
    { "nbody", ELEM_F32, 100, 100, { 0 } },
    { "nbody", ELEM_F32, 100, 1e30, { 0 } },
    { "nbody", ELEM_F32, 100, 10, { 0 } },
    { "nbody", ELEM_F32, 100, 0, { 0 } },
    { "cells", ELEM_F32, 1000, 40, { 0 } },
    { "cells", ELEM_F32, 1000, 40, { "dim=3" } },
    { "cells", ELEM_F32, 1000, 0, { 0 } },
};
enum { KNOWN = sizeof known / sizeof *known };

/* A case, and outputs that are right. */
struct right {
    struct dataset dataset;
    const struct problem *problem;
    double depth;
    void *out[OP_ARRAYS];
    struct verdict verdict;
};

static bool taken(struct right *r)
{
    const struct promise promise = { .depth = r->depth };
    r->verdict = (struct verdict){ .ok = true };
    r->problem->op->check(r->problem, &promise, r->dataset.want,
                          (const void *const *)r->out, &r->verdict);
    return r->verdict.ok;
}

static void compute(struct right *r)
{
    const struct problem *p = r->problem;
    const struct variant *best =
        variant_best(variants_of(p->op, backend_find("reference")));
    struct reason why = { "" };
    struct job job = {
        .problem = p, .variant = best, .device = targets.host, .why = &why
    };
    for (int i = 0; i < p->in_count; i++)
        job.in[i] = r->dataset.replicas[0].set[0].in[i].data;
    for (int i = 0; i < p->out_count; i++) {
        const size_t bytes = p->out[i].count * elem_size(p->out[i].type);
        job.out[i] = r->out[i] = calloc(1, bytes + 1);
        assert_non_null(r->out[i]);
        if (p->out[i].from)
            memcpy(r->out[i], job.in[array_index(p->out[i].from)], bytes);
    }
    job.scratch_bytes = best->scratch ? best->scratch(&job) : 0;
    job.scratch = calloc(1, job.scratch_bytes + 1);
    assert_non_null(job.scratch);
    assert_int_equal(best->run(&job), STATUS_OK);
    free(job.scratch);
}

/* The bits of floats with a sign are in the order of their numbers, too, once
 * those below zero are turned round. */
static uint64_t turned(uint64_t bits, size_t size)
{
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return bits & sign ? sign - (bits & ~sign) : bits + sign;
}

static uint64_t turned_back(uint64_t order, size_t size)
{
    const uint64_t sign = UINT64_C(1) << (8 * size - 1);
    return order < sign ? (sign - order) | sign : order - sign;
}

/* Whether element k may be so many places higher or lower. */
static bool may_move(struct right *r, size_t k, uint64_t steps, bool up)
{
    const size_t size = elem_size(r->problem->out[0].type);
    unsigned char *at = (unsigned char *)r->out[0] + k * size, kept[8];
    uint64_t bits = 0;
    memcpy(kept, at, size);
    memcpy(&bits, at, size);
    if (elem_is_float(r->problem->out[0].type)) {
        bits = turned(bits, size);
        bits = turned_back(up ? bits + steps : bits - steps, size);
    } else
        bits = up ? bits + steps : bits - steps;
    memcpy(at, &bits, size);
    const bool may = taken(r);
    memcpy(at, kept, size);
    return may;
}

static double furthest(struct right *r, size_t k, bool up)
{
    uint64_t low = 0, high = 1;
    while (high < 1 << 30 && may_move(r, k, high, up))
        high *= 2;
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (may_move(r, k, middle, up))
            low = middle;
        else
            high = middle;
    }
    return (double)low;
}

/* The widths at all places. */
static void look(size_t number, double seen[PLACES])
{
    static const bool none[MOST_TARGETS] = { false };
    struct problem p;
    struct right r = { .problem = &p, .depth = known[number].depth };
    struct reason why = { "" };
    int count = 0;
    while (known[number].settings[count])
        count++;
    bed_problem(&p, op_find(known[number].op), known[number].type,
                known[number].size, known[number].settings, count, &why);
    assert_string_equal(why.text, "");
    dataset_open(&r.dataset, &p, &targets, none, NULL, &why);
    assert_string_equal(why.text, "");
    dataset_load(&r.dataset, r.depth > 0 ? OWN_INPUTS : TWIN_INPUTS, &why);
    assert_string_equal(why.text, "");
    compute(&r);
    if (!taken(&r))
        print_error("number %zu: %s\n", number, r.verdict.text);
    for (size_t i = 0; i < PLACES; i++) {
        const size_t k = i * (p.out[0].count - 1) / (PLACES - 1);
        seen[i] = furthest(&r, k, true) + furthest(&r, k, false);
    }
    for (int i = 0; i < p.out_count; i++)
        free(r.out[i]);
    dataset_close(&r.dataset);
}

static void name_of(size_t number, char *name, size_t room)
{
    int length = snprintf(name, room, "%s/%s/%zu/%g", known[number].op,
                          elem_name(known[number].type), known[number].size,
                          known[number].depth);
    for (int i = 0; known[number].settings[i]; i++)
        length += snprintf(name + length, room - (size_t)length, "/%s",
                           known[number].settings[i]);
}

static bool golden(const char *name, double want[PLACES])
{
    char line[200], called[120];
    bool found = false;
    FILE *file = fopen(in_tree("tests/data/bounds"), "r");
    assert_non_null(file);
    while (!found && fgets(line, sizeof line, file))
        found = sscanf(line, "%119s %lf %lf %lf", called, &want[0], &want[1],
                       &want[2]) == 1 + PLACES &&
            !strcmp(called, name);
    fclose(file);
    return found;
}

/* To a hundredth, and what rounding may turn. */
static void as_written(void **state)
{
    int wrong = 0;
    (void)state;
    for (size_t i = 0; i < KNOWN; i++) {
        double want[PLACES] = { 0 }, seen[PLACES];
        char name[120];
        name_of(i, name, sizeof name);
        look(i, seen);
        bool same = golden(name, want);
        for (int k = 0; k < PLACES; k++)
            same = same &&
                fabs(seen[k] - want[k]) <= 0.01 * want[k] + (want[k] > 2);
        if (!same)
            print_error("%s %.8g %.8g %.8g\n", name, seen[0], seen[1],
                        seen[2]);
        wrong += !same;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_written) };
    targets_threads = 2;
    return cmocka_run_group_tests_name("bounds", tests, open_targets,
                                       close_targets);
}
