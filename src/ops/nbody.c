/* nbody.c - what nbody is: the accelerations of n bodies that attract each
 * other, in f32, all pairs of them.
 *
 *     a[i] = sum over j of m[j] (r[j] - r[i]) / (|r[j] - r[i]|^2 + e^2)^(3/2)
 *
 * The gravitational constant is 1, so units are any in which it is; e is
 * Plummer's softening, rounded to f32 first. With e > 0 a body's term of its
 * own is 0, and none need be left out. Positions, masses and accelerations are
 * arrays of their own.
 *
 * A term rounds at most PAIR times: r[j] - r[i] once, the squares, e^2 and
 * their sum 6 times, which the power -3/2 makes 9, the inverse root, which is
 * to be within 4 u, 3 times over, and 4 products. So each coordinate is within
 * gamma(depth + PAIR) of the sum of the terms' sizes. */
#include "ops/nbody.h"
#include "ops/nbody_oracle.h"
#include "ops/nbody_twin.h"

#include <float.h>
#include <math.h>

#include "op.h"
#include "verdict.h"

enum { MOST_BODIES = 1 << 24, PAIR = 1 + 9 + 3 * 4 + 4 };

/* Beyond these, what f32 makes of a pair is no longer relative to it. */
static const double POSITION_MOST = 1e8, MASS_MOST = 1e12, MASS_LEAST = 1e-12;

static const struct param params[] = {
    [NBODY_PARAM_SOFTENING] = { .name = "softening",
                                .kind = PARAM_REAL,
                                .preset = "0.015625",
                                .help = "the length e that keeps close pairs "
                                        "finite",
                                .low = 1e-6,
                                .high = 1e6 },
    { 0 }
};

static enum status shape(struct problem *p, struct reason *why)
{
    static const char *const in[] = { "x", "y", "z", "mass" };
    static const char *const out[] = { "ax", "ay", "az" };
    if (p->size > MOST_BODIES)
        return fail(why, STATUS_USAGE,
                    "--size %zu is more than nbody's most bodies, %d", p->size,
                    MOST_BODIES);
    p->dim[0] = p->size;
    p->dim[1] = p->dim[2] = 1;
    p->in_count = 4;
    p->out_count = 3;
    for (int i = 0; i < p->in_count; i++)
        p->in[i] = (struct array){ .name = in[i],
                                   .type = ELEM_F32,
                                   .count = p->size };
    for (int i = 0; i < p->out_count; i++)
        p->out[i] = (struct array){ .name = out[i],
                                    .type = ELEM_F32,
                                    .count = p->size };
    nbody_twin_masses(&p->in[NBODY_MASS]);
    return STATUS_OK;
}

static bool twin(const struct problem *p)
{
    (void)p;
    return true;
}

static enum status validate(const struct problem *p, const void *const in[],
                            struct reason *why)
{
    for (int k = 0; k < p->in_count; k++) {
        const float *x = in[k];
        const double most = k == NBODY_MASS ? MASS_MOST : POSITION_MOST;
        const double least = k == NBODY_MASS ? MASS_LEAST : 0;
        for (size_t i = 0; i < p->in[k].count; i++) {
            const double size = fabs((double)x[i]);
            if (!(size <= most))
                return fail(why, STATUS_USAGE,
                            "element %zu of %s is %g: nbody takes from %g to "
                            "%g",
                            i, p->in[k].name, (double)x[i], -most, most);
            if (size > 0 && size < least)
                return fail(why, STATUS_USAGE,
                            "element %zu of %s is %g: nbody takes 0, or %g "
                            "and more",
                            i, p->in[k].name, (double)x[i], least);
        }
    }
    return STATUS_OK;
}

/* --- cost and check ------------------------------------------------------- */

static struct cost cost(const struct problem *p, const void *want)
{
    const double n = (double)p->size;
    (void)want;
    return (struct cost){ .read = 4 * n * sizeof(float),
                          .written = 3 * n * sizeof(float),
                          .flops = 20 * n * n,
                          .items = n * n };
}

struct checking {
    const struct nbody_want *want;
    const void *const *got;
    double depth, growth, least; /* of the bound; growth 0: exact */
};

/* What the oracle did not compute has to be finite at least. */
static void check_finite(const struct checking *c, size_t begin, size_t end,
                         struct verdict *v)
{
    for (int k = 0; k < 3; k++) {
        const float *a = c->got[k];
        for (size_t i = begin; i < end; i++)
            if (!isfinite(a[i]))
                verdict_near(v, k, i, ELEM_F32, &a[i], 0, 0, FLT_MAX);
    }
}

static void check_block(const void *context, size_t begin, size_t end,
                        struct verdict *v)
{
    const struct checking *c = context;
    v->depth = c->depth;
    for (size_t s = begin; s < end; s++) {
        const size_t i = nbody_looked_at(c->want, s);
        const size_t next = nbody_looked_at(c->want, s + 1);
        for (int k = 0; k < 3; k++) {
            const float *a = c->got[k];
            verdict_near(v, k, i, ELEM_F32, &a[i], c->want->of[s].a[k], 0,
                         c->growth * c->want->of[s].size[k] + c->least);
        }
        check_finite(c, i + 1, next, v);
    }
}

static void check(const struct problem *p, const struct promise *promise,
                  const void *want, const void *const got[], struct verdict *v)
{
    const double n = (double)p->size, depth = verdict_chain(promise, n);
    const bool exact = depth == 0 && nbody_twin_exact(p);
    struct checking c = { .want = want, .got = got };
    if (!exact) { /* another softening rounds the twin, too */
        c.depth = depth > 0 ? depth : n;
        c.growth = verdict_gamma(ELEM_F32, c.depth + PAIR);
        c.least = n * FLT_MIN; /* a term each that was flushed to 0 */
    }
    verdict_clear(v);
    verdict_parallel(v, c.want->count, check_block, &c);
}

const struct op op_nbody = {
    .name = "nbody",
    .summary = "accelerations of n bodies that attract each other, all pairs",
    .types = TYPE(F32),
    .default_type = ELEM_F32,
    .params = params,
    .sizes = "2^10:2^14:x4",
    .size_means = "bodies",
    .formulae =
        "a[i] = sum of m[j] (r[j] - r[i]) / (|r[j] - r[i]|^2 + softening^2)"
        "^1.5, all j;\n"
        "units: those in which the gravitational constant is 1\n"
        "FLOPs: 20 n^2, 20 a pair by convention (Nyland, Harris, Prins, GPU "
        "Gems 3,\n"
        "chapter 31), whatever roots and divisions take\n"
        "bytes: 28 n, 16 n of positions and masses and 12 n of accelerations\n"
        "items: n^2 interactions\n"
        "checked: up to 2^16 bodies all against sums in double; of more as "
        "many, evenly\n"
        "spread, as make 2^32 pairs, the others as finite. On the twin, in "
        "which half of\n"
        "all pairs pull and every sum is exact where the softening is a power "
        "of two,\n"
        "all of any number",
    .headline = HEADLINE_ITEMS,
    .item = "interactions",
    .shape = shape,
    .fill = nbody_twin_fill,
    .validate = validate,
    .twin = twin,
    .want_bytes = nbody_want_bytes,
    .oracle = nbody_oracle,
    .cost = cost,
    .check = check,
};
