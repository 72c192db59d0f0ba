/* test_presets.c - what each operation is without options, against
 * tests/data/presets: its types and sizes, and of each parameter the preset,
 * the range and the choices. And against tests/data/variants what the CPU's
 * variants promise. Records, figures and published results mean these; whoever
 * changes one changes the file. */
#include "unit.h"

#include <stdio.h>
#include <string.h>

#include "bed.h"
#include "matrix.h"
#include "sample.h"

enum { ROOM = 400 };

static void op_line(const struct op *op, char *line)
{
    int length = snprintf(line, ROOM, "%s %s %s", op->name,
                          elem_name(op->default_type), op->sizes);
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (op->types >> t & 1)
            length += snprintf(line + length, (size_t)(ROOM - length), " %s",
                               elem_name((enum elem)t));
    snprintf(line + length, (size_t)(ROOM - length), " by %d %s%s%s",
             (int)op->headline, op->item ? op->item : "items",
             op->counts ? " counts" : "", op->image ? " image" : "");
}

static void param_line(const struct op *op, const struct param *param,
                       char *line)
{
    int length = snprintf(line, ROOM, "%s %s=%s from %.9g to %.9g%s%s%s",
                          op->name, param->name, param->preset, param->low,
                          param->high, param->follows_size ? " follows" : "",
                          param->silent ? " silent" : "",
                          param->generates ? " generates" : "");
    for (int i = 0; param->kind == PARAM_CHOICE && param->choices[i]; i++)
        length += snprintf(line + length, (size_t)(ROOM - length), " %s",
                           param->choices[i]);
    assert_true(length < ROOM);
}

/* The next line that is no remark; "" at the end. */
static void next_line(FILE *file, char *line)
{
    do
        if (!fgets(line, ROOM, file))
            line[0] = 0;
    while (line[0] == '#');
    line[strcspn(line, "\n")] = 0;
}

static int compare(FILE *file, const char *got)
{
    char want[ROOM];
    next_line(file, want);
    if (!strcmp(want, got))
        return 0;
    print_error("%s\n", got);
    return 1;
}

static void as_written(void **state)
{
    FILE *file = fopen(in_tree("tests/data/presets"), "r");
    char line[ROOM];
    int wrong = 0;
    (void)state;
    assert_non_null(file);
    for (const struct op *const *op = ops; *op; op++) {
        op_line(*op, line);
        wrong += compare(file, line);
        for (const struct param *p = (*op)->params; p->name; p++) {
            param_line(*op, p, line);
            wrong += compare(file, line);
        }
    }
    next_line(file, line);
    assert_string_equal(line, "");
    fclose(file);
    assert_int_equal(wrong, 0);
}

/* --- variants ------------------------------------------------------------- */

/* What a variant promises is what its results are held to: one that is said to
 * be unstable may be. */
static void variant_line(const struct op *op, const struct backend *backend,
                         const struct variant *v, char *line)
{
    const unsigned types = v->types ? v->types : op->types;
    int length = snprintf(line, ROOM, "%s/%s/%s%s%s%s%s%s", op->name,
                          backend->name, v->name, v->best ? " best" : "",
                          v->traits & UNORDERED ? " unordered" : "",
                          v->traits & UNSTABLE ? " unstable" : "",
                          v->traits & KEEPS_STATE ? " plan" : "",
                          v->traits & WAITS ? " waits" : "");
    for (int t = ELEM_NONE + 1; t < ELEM_COUNT; t++)
        if (types >> t & 1)
            length += snprintf(line + length, (size_t)(ROOM - length), " %s",
                               elem_name((enum elem)t));
    if (v->ladder)
        length += snprintf(line + length, (size_t)(ROOM - length),
                           " rung %d of %s", v->step, v->ladder);
    assert_true(length < ROOM);
}

static bool stands(FILE *file, const char *wanted)
{
    char line[ROOM] = "-";
    rewind(file);
    while (line[0] && strcmp(line, wanted) != 0)
        next_line(file, line);
    return line[0];
}

/* Of those that are in this build. */
static void variants_as_written(void **state)
{
    static const char *const names[] = { "reference", "openmp" };
    FILE *file = fopen(in_tree("tests/data/variants"), "r");
    int wrong = 0;
    (void)state;
    assert_non_null(file);
    for (const struct op *const *op = ops; *op; op++)
        for (int b = 0; b < 2; b++) {
            const struct backend *backend = backend_find(names[b]);
            const struct variant *v = variants_of(*op, backend);
            for (; backend->place && v && v->name; v++) {
                char line[ROOM];
                variant_line(*op, backend, v, line);
                if (!v->run || stands(file, line))
                    continue;
                print_error("%s\n", line);
                wrong++;
            }
        }
    fclose(file);
    assert_int_equal(wrong, 0);
}

/* What the CPU's variants do not take; what they refuse no grid tries. */
static void refused(void **state)
{
    static const struct {
        const char *op, *backend, *variant, *setting;
        size_t size;
        bool refuses;
    } cases[] = {
        { "reduce", "reference", "pairwise", "operator=sum", 9, false },
        { "reduce", "reference", "pairwise", "operator=mean", 9, false },
        { "reduce", "reference", "pairwise", "operator=max", 9, true },
        { "reduce", "reference", "pairwise", "operator=argmin", 9, true },
        { "reduce", "reference", "neumaier", "operator=mean", 9, false },
        { "reduce", "reference", "neumaier", "operator=min", 9, true },
        { "compact", "openmp", "two-pass", "in-place=no", 9, false },
        { "compact", "openmp", "two-pass", "in-place=yes", 9, true },
        { "compact", "openmp", "blocked", "in-place=yes", 9, false },
        { "conv2d", "reference", "separable", "filter=random", 9, true },
        { "conv2d", "reference", "separable", "filter=product", 9, false },
        { "conv2d", "reference", "separable", "filter=gauss", 9, false },
        { "conv2d", "openmp", "separable", "filter=random", 9, true },
        { "conv2d", "openmp", "separable", "filter=box", 9, false },
        { "conv2d", "openmp", "blocked", "filter=random", 9, false },
        { "cells", "reference", "all-pairs", NULL, 1 << 15, false },
        { "cells", "reference", "all-pairs", NULL, (1 << 15) + 1, true },
        { "sgemm", "openmp", "openblas", NULL, 300, false },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct op *op = op_find(cases[i].op);
        const struct variant *v =
            variants_of(op, backend_find(cases[i].backend));
        struct reason why = { "" };
        struct problem p;
        while (v && v->name && strcmp(v->name, cases[i].variant) != 0)
            v++;
        if (!v || !v->name || !v->run)
            continue;
        assert_int_equal(bed_problem(&p, op, ELEM_F32, cases[i].size,
                                     &cases[i].setting,
                                     cases[i].setting != NULL, &why),
                         STATUS_OK);
        assert_int_equal(v->refuses && v->refuses(&p), cases[i].refuses);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_written),
        cmocka_unit_test(variants_as_written),
        cmocka_unit_test(refused),
    };
    return cmocka_run_group_tests_name("presets", tests, NULL, NULL);
}
