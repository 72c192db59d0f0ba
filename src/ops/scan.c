/* scan.c - what scan is: n elements to n running totals.
 *
 * Inclusive: y[i] joins x[0..i]; exclusive: x[0..i-1], which of nothing is the
 * operator's identity: 0, or the lowest value of the type. Integer sums wrap
 * modulo 2^bits; -0 equals 0. NaN has no place in an order and no right sum,
 * so inputs that hold one are refused, and so are sums of floats that could
 * overflow. */
#include "ops/scan.h"

#include "op.h"
#include "ops/prefix.h"
#include "ops/rare.h"
#include "verdict.h"

static const char *const operators[] = { "sum", "max", NULL };
static const char *const kinds[] = { "inclusive", "exclusive", NULL };
static const char *const no_yes[] = { "no", "yes", NULL };

static const struct param params[] = {
    [SCAN_PARAM_OPERATOR] = { .name = "operator",
                              .kind = PARAM_CHOICE,
                              .preset = "sum",
                              .help = "how two elements become one",
                              .choices = operators },
    [SCAN_PARAM_KIND] = { .name = "kind",
                          .kind = PARAM_CHOICE,
                          .preset = "inclusive",
                          .help = "whether a total holds its own element",
                          .choices = kinds },
    [SCAN_PARAM_IN_PLACE] = { .name = "in-place",
                              .kind = PARAM_CHOICE,
                              .preset = "no",
                              .help =
                                  "whether the totals replace the elements",
                              .choices = no_yes },
    { 0 }
};

static struct prefix prefix_of(const struct problem *p)
{
    return (struct prefix){
        .type = p->type,
        .n = p->size,
        .maxima = p->param[SCAN_PARAM_OPERATOR].i == SCAN_MAX,
        .exclusive = p->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE,
    };
}

static enum status shape(struct problem *p, struct reason *why)
{
    const enum status status = prefix_shape(p, why);
    if (p->param[SCAN_PARAM_IN_PLACE].i)
        p->out[0].from = INPUT(0);
    if (p->param[SCAN_PARAM_OPERATOR].i == SCAN_MAX)
        p->in[0].twin_most = p->in[0].twin_digits = 0; /* with ties */
    return status;
}

/* Maxima below what a variant may begin at. */
static bool fill(const struct problem *p, int which, void *elements)
{
    if (!p->timed || p->param[SCAN_PARAM_OPERATOR].i != SCAN_MAX)
        return false;
    rare_signs(p, which, true, elements);
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    const struct prefix prefix = prefix_of(p);
    return prefix_validate(
        &prefix, prefix.maxima ? "operator=max" : "operator=sum", in[0], why);
}

static bool twin(const struct problem *p)
{
    const struct prefix prefix = prefix_of(p);
    return prefix_rounds(&prefix);
}

static size_t want_bytes(const struct problem *p)
{
    const struct prefix prefix = prefix_of(p);
    return prefix_want_bytes(&prefix);
}

static void oracle(const struct problem *p, const void *const in[], void *want)
{
    const struct prefix prefix = prefix_of(p);
    prefix_oracle(&prefix, in[0], want);
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const double depth = verdict_chain(promise, (double)p->size);
    const struct prefix prefix = prefix_of(p);
    prefix_check(&prefix, depth, want, got[0], v);
}

const struct op op_scan = {
    .name = "scan",
    .summary = "n elements to n running totals",
    .types = TYPES(NUMBERS),
    .default_type = ELEM_I32,
    .params = params,
    .sizes = "2^12:2^28:x4",
    .size_means = "elements",
    .formulae = "bytes: 2 n s, each element read once and each total written "
                "once (s = sizeof type)\n"
                "FLOPs: n of f32 and f64; integers have none\n"
                "items: n elements",
    .shape = shape,
    .fill = fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = want_bytes,
    .oracle = oracle,
    .cost = prefix_cost,
    .check = check,
};
