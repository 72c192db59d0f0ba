/* test_params.c - parameters from and to text, on an operation that has one
 * of each kind, and the presets of every operation of the suite. */
#include "options/params.h"
#include "options/sizes.h"
#include "plan/naming.h"
#include "record/record.h"
#include "matrix.h"
#include "random.h"

#include <math.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* Last: its macro fail() would hide ours. */
#include <cmocka.h>

enum { OPERATOR, TILE, ALPHA, KEEP, COUNT };

static const char *const operators[] = { "sum", "min", "max", NULL };
static const struct param params[] = {
    { .name = "operator",
      .kind = PARAM_CHOICE,
      .preset = "sum",
      .choices = operators },
    { .name = "tile",
      .kind = PARAM_INT,
      .preset = "1Ki",
      .low = -8,
      .high = 1 << 20,
      .of = OPERATOR,
      .where = 1 << 1 | 1 << 2 },
    { .name = "alpha",
      .kind = PARAM_REAL,
      .preset = "1.5",
      .low = -10,
      .high = 10 },
    { .name = "keep", .kind = PARAM_SHARE, .preset = "10%" },
    { 0 },
};
static const struct op op = { .name = "sample", .params = params };

/* Parses one setting; NULL: the defaults alone. */
static enum status parse(const char *setting, struct value values[OP_PARAMS],
                         struct reason *why)
{
    return params_parse(&op, &setting, setting != NULL, values, why);
}

static void defaults(void **state)
{
    struct value values[OP_PARAMS];

    (void)state;
    assert_int_equal(params_count(&op), COUNT);
    assert_int_equal(parse(NULL, values, NULL), STATUS_OK);
    assert_int_equal(values[OPERATOR].i, 0);
    assert_int_equal(values[TILE].i, 1024);
    assert_true(values[ALPHA].r == 1.5);
    assert_true(values[KEEP].r == 0.1);
}

/* What is read is printed as the third text, and that reads the same. */
static void good_settings(void **state)
{
    static const struct {
        int param;
        const char *setting, *print;
    } cases[] = {
        { OPERATOR, "operator=max", "max" },
        { TILE, "tile=1", "1" },
        { TILE, "tile=-8", "-8" },
        { TILE, "tile=4Ki", "4096" },
        { TILE, "tile=2^20", "1048576" },
        { TILE, "tile=2^10+1", "1025" },
        { ALPHA, "alpha=-10", "-10" },
        { ALPHA, "alpha=2.5e-3", "0.0025" },
        { ALPHA, "alpha=.1", "0.1" },
        { ALPHA, "alpha=1e-9", "1e-09" },
        { ALPHA, "alpha=-0", "-0" },
        { ALPHA, "alpha=0.2333333333333333", "0.2333333333333333" },
        { ALPHA, "alpha=0.30000000000000004", "0.30000000000000004" },
        { ALPHA, "alpha=-2.3456789012345673e-05", "-2.3456789012345673e-05" },
        { KEEP, "keep=50%", "50%" },
        { KEEP, "keep=0.5", "50%" },
        { KEEP, "keep=100%", "100%" },
        { KEEP, "keep=0", "0%" },
        { KEEP, "keep=12.5%", "12.5%" },
        { KEEP, "keep=0.123456789", "0.123456789" },
        { KEEP, "keep=0.30000000000000004", "0.30000000000000004" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value values[OP_PARAMS], again[OP_PARAMS];
        char setting[80] = "", *text;
        struct reason why;

        if (parse(cases[i].setting, values, &why))
            fail_msg("%s", why.text);
        strcpy(setting, params[cases[i].param].name);
        strcat(setting, "=");
        text = setting + strlen(setting);
        params_print(&params[cases[i].param], &values[cases[i].param], text,
                     24);
        assert_string_equal(text, cases[i].print);
        assert_int_equal(parse(setting, again, NULL), STATUS_OK);
        assert_memory_equal(values, again, sizeof values);
    }
}

static void bad_settings(void **state)
{
    static const struct {
        const char *setting, *word;
    } cases[] = {
        { "operator=median", "operator=median: no such choice" },
        { "operator=mxa", "did you mean max?" },
        { "operator=", "sum, min, max" },
        { "operator", "operator=VALUE" },
        { "tile=-9", "tile=-9: expected -8 to 1048576" },
        { "tile=2Mi", "expected -8 to" },
        { "tile=x", "whole number" },
        { "tile=", "whole number" },
        { "tile=--1", "whole number" },
        { "tile=1,2", "whole number" },
        { "tile=2^63", "whole number" },
        { "alpha=11", "-10 to 10" },
        { "alpha=nan", "-10 to 10" },
        { "alpha=inf", "-10 to 10" },
        { "alpha=1x", "-10 to 10" },
        { "alpha= 1", "-10 to 10" },
        { "alpha=0x1", "-10 to 10" },
        { "keep=101%", "share" },
        { "keep=1.1", "share" },
        { "keep=-1%", "share" },
        { "keep=%", "share" },
        { "keep=10%%", "share" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct value values[OP_PARAMS];
        struct reason why = { "" };

        if (parse(cases[i].setting, values, &why) != STATUS_USAGE)
            fail_msg("%s was taken", cases[i].setting);
        if (!strstr(why.text, cases[i].word))
            fail_msg("%s: \"%s\" lacks \"%s\"", cases[i].setting, why.text,
                     cases[i].word);
    }
}

static void several(void **state)
{
    static const char *const settings[] = { "tile=1", "bins=7", "tile=2",
                                            "keep=1" };
    struct value values[OP_PARAMS];

    (void)state;
    assert_int_equal(params_parse(&op, settings, 4, values, NULL), STATUS_OK);
    assert_int_equal(values[TILE].i, 2);
    assert_true(values[KEEP].r == 1);
    assert_ptr_equal(params_find(&op, "tile=3"), &params[TILE]);
    assert_null(params_find(&op, "til=3"));
    assert_null(params_find(&op, "tiles=3"));
    assert_null(params_find(&op, "=3"));
}

/* A tile is of min and max alone. */
static void heard(void **state)
{
    struct value values[OP_PARAMS] = { 0 };
    struct reason why = { "" };

    (void)state;
    assert_false(params_heard(&op, &params[TILE], values, &why));
    assert_string_equal(why.text,
                        "tile: says nothing unless operator is min or "
                        "max; it is sum");
    assert_true(params_heard(&op, &params[ALPHA], values, &why));
    for (values[OPERATOR].i = 1; values[OPERATOR].i < 3; values[OPERATOR].i++)
        assert_true(params_heard(&op, &params[TILE], values, &why));
}

/* Presets parse, and names and values fit what records hold. */
static void every_op(void **state)
{
    const struct row *row = NULL;

    (void)state;
    for (size_t i = 0; ops[i]; i++) {
        struct value values[OP_PARAMS];
        size_t sizes[MAX_SIZES];
        struct reason why;
        int count;

        assert_in_range(params_count(ops[i]), 0, OP_PARAMS);
        if (params_parse(ops[i], NULL, 0, values, &why))
            fail_msg("%s: %s", ops[i]->name, why.text);
        if (sizes_parse(ops[i]->sizes, sizes, &count, &why))
            fail_msg("%s: %s", ops[i]->name, why.text);
        for (const struct param *p = ops[i]->params; p->name; p++) {
            assert_true(strlen(p->name) < sizeof row->params[0].name);
            for (size_t c = 0; p->kind == PARAM_CHOICE && p->choices[c]; c++)
                assert_true(strlen(p->choices[c]) <
                            sizeof row->params[0].value);
            assert_true(!p->where ||
                        ops[i]->params[p->of].kind == PARAM_CHOICE);
        }
    }
}

/* Params of a row of the sample op, where `value` is operator's. */
static int named(bool silent, int64_t value)
{
    const struct param one[] = { { .name = "operator",
                                   .kind = PARAM_CHOICE,
                                   .preset = "min",
                                   .choices = operators,
                                   .silent = silent },
                                 { 0 } };
    const struct op sample = { .name = "sample", .params = one };
    const struct target target = { .backend = backend_find("reference") };
    const struct variant variant = { .name = "a" };
    const struct choice choice = { .variant = &variant };
    const struct problem p = { .op = &sample,
                               .type = ELEM_F32,
                               .dist = dist_twin,
                               .param = { { .i = value } } };
    struct row row;
    name_row(&row, &p, &target, &choice);
    return row.param_count;
}

/* Records made before there was a parameter are of its preset. */
static void silent_presets(void **state)
{
    (void)state;
    assert_int_equal(named(false, 1), 1);
    assert_int_equal(named(true, 1), 0);
    assert_int_equal(named(true, 0), 1);
    assert_int_equal(named(true, 2), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults),       cmocka_unit_test(good_settings),
        cmocka_unit_test(bad_settings),   cmocka_unit_test(several),
        cmocka_unit_test(heard),          cmocka_unit_test(every_op),
        cmocka_unit_test(silent_presets),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
