/* test_depths.c - the depths that variants claim, against tests/data/depths: a
 * larger one makes a bound that wrong sums are within. Of those that run on the
 * host, with two threads. And that sums of either sign are alike, which no grid
 * tells: no distribution is random and below zero. */
#include "on_targets.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "host/host.h"
#include "matrix.h"
#include "random.h"
#include "sample.h"

static const size_t sizes[] = { 1000, 100003, (1 << 22) + 5 };

enum { SIZES = sizeof sizes / sizeof *sizes };

/* What stands in the file of a variant; depth[0] < 0: nothing. */
static void golden(const char *name, double depth[SIZES])
{
    char line[128], called[80];
    FILE *file = fopen(in_tree("tests/data/depths"), "r");
    assert_non_null(file);
    depth[0] = -1;
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "%79s", called) == 1 && !strcmp(called, name))
            assert_int_equal(sscanf(line, "%*s %lf %lf %lf", &depth[0],
                                    &depth[1], &depth[2]),
                             SIZES);
    fclose(file);
}

static double claimed(const struct target *target, const struct op *op,
                      const struct variant *variant, size_t size)
{
    const size_t rows = op == op_find("sgemm") ? size / 1000 : size;
    struct reason why = { "" };
    struct problem p;
    struct job job = { .problem = &p,
                       .variant = variant,
                       .device = target->device,
                       .why = &why };
    assert_int_equal(bed_problem(&p, op, ELEM_F32, rows, NULL, 0, &why),
                     STATUS_OK);
    return variant->depth(&job);
}

static int compare(const struct target *target, const struct op *op)
{
    const struct variant *v = variants_of(op, target->backend);
    int wrong = 0;
    for (; v && v->name; v++) {
        char name[80];
        double want[SIZES], got[SIZES];
        if (!v->depth || !v->run)
            continue;
        snprintf(name, sizeof name, "%s/%s/%s", op->name,
                 target->backend->name, v->name);
        golden(name, want);
        bool same = true;
        for (int i = 0; i < SIZES; i++) {
            got[i] = claimed(target, op, v, sizes[i]);
            same = same && fabs(got[i] - want[i]) <= 1e-9 * got[i];
        }
        if (!same) {
            print_error("%s %.17g %.17g %.17g\n", name, got[0], got[1],
                        got[2]);
            wrong++;
        }
    }
    return wrong;
}

static void as_written(void **state)
{
    int wrong = 0;
    (void)state;
    for (int t = 0; t < targets.count; t++)
        for (int i = 0; ops[i]; i++)
            if (targets.list[t].backend->place == &host_place &&
                ops[i]->types & TYPE(F32))
                wrong += compare(&targets.list[t], ops[i]);
    assert_int_equal(wrong, 0);
}

/* --- what is lost, and kept ----------------------------------------------- */

enum { COUNT = 100003 };

/* Of COUNT elements. */
static double sum_by(const struct variant *variant, enum elem type,
                     const void *x)
{
    double sum[1] = { 0 };
    struct reason why = { "" };
    struct problem p;
    struct job job = { .problem = &p,
                       .variant = variant,
                       .in = { x },
                       .out = { sum },
                       .why = &why };
    assert_int_equal(
        bed_problem(&p, op_find("reduce"), type, COUNT, NULL, 0, &why),
        STATUS_OK);
    assert_int_equal(variant->run(&job), STATUS_OK);
    return elem_double(type, sum);
}

/* Of the types that it takes. */
static void check_signs(const struct variant *variant)
{
    const unsigned types = variant_types(op_find("reduce"), variant);
    static float x[2][COUNT];
    static double wide[2][COUNT];
    uint64_t state = 1;
    for (size_t i = 0; i < COUNT; i++) {
        wide[0][i] = (double)(random_next(&state) >> 11) * 0x1p-53;
        wide[1][i] = -wide[0][i];
        x[0][i] = (float)wide[0][i];
        x[1][i] = -x[0][i];
    }
    if (types & TYPE(F32))
        assert_true(sum_by(variant, ELEM_F32, x[0]) ==
                    -sum_by(variant, ELEM_F32, x[1]));
    if (types & TYPE(F64))
        assert_true(sum_by(variant, ELEM_F64, wide[0]) ==
                    -sum_by(variant, ELEM_F64, wide[1]));
}

/* Rounding knows no sign: the sum of -x is that of x, to the last bit, and so
 * is what a variant keeps of what its additions lose. */
static void of_either_sign(void **state)
{
    const struct variant *v =
        variants_of(op_find("reduce"), backend_find("reference"));
    (void)state;
    for (; v->name; v++)
        check_signs(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(as_written),
                                        cmocka_unit_test(of_either_sign) };
    targets_threads = 2;
    return cmocka_run_group_tests_name("depths", tests, open_targets,
                                       close_targets);
}
