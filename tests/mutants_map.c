/* mutants_map.c - maps, done wrong in the ways that they go wrong.
 *
 * Values are made in long double, in which products of i32, of f32 and of small
 * integers are exact, and rounded once, to the type. */
#include "mutants_parts.h"

#include <math.h>

#include "ops/map.h"

static long double factor(const struct job *job)
{
    const long double a = (long double)job->problem->param[MAP_PARAM_A].r;
    return job->problem->type == ELEM_F32 ? (float)a : a;
}

static long double second(const struct job *job, size_t i)
{
    struct job other = *job;
    other.in[0] = job->in[1];
    return at(&other, i);
}

static enum status each(struct job *job,
                        long double (*value)(const struct job *, size_t i))
{
    for (size_t i = 0; i < count_of(job); i++)
        put(job, 0, (long)i, value(job, i));
    return STATUS_OK;
}

#define EACH_ELEMENT(name, value)                                             \
    static long double name##_value(const struct job *job, size_t i)          \
    {                                                                         \
        return value;                                                         \
    }                                                                         \
    static enum status name(struct job *job)                                  \
    {                                                                         \
        return each(job, name##_value);                                       \
    }

/* --- right ---------------------------------------------------------------- */

static enum status copies(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        move(job, i, i);
    return STATUS_OK;
}

static enum status quiets(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        multiply_by_one(job, i, i);
    return STATUS_OK;
}

EACH_ELEMENT(scales, factor(job) * at(job, i))
EACH_ELEMENT(squares,
             job->problem->type == ELEM_F64
                 ? (double)at(job, i) * (double)at(job, i)
                 : at(job, i) * at(job, i))
EACH_ELEMENT(raises, expl(at(job, i)))
EACH_ELEMENT(adds, factor(job) * at(job, i) + second(job, i))

/* --- another function ----------------------------------------------------- */

EACH_ELEMENT(forgets_factor, at(job, i) + second(job, i))
EACH_ELEMENT(forgets_sum, factor(job) * at(job, i))
EACH_ELEMENT(swaps_inputs, factor(job) * second(job, i) + at(job, i))
EACH_ELEMENT(squares_size, at(job, i) * fabsl(at(job, i)))
EACH_ELEMENT(raises_two, exp2l(at(job, i)))
EACH_ELEMENT(keeps_ends,
             fmaxl(fminl(factor(job) * at(job, i), INT32_MAX), INT32_MIN))

/* --- other roundings ------------------------------------------------------ */

EACH_ELEMENT(unrounded_factor,
             (long double)job->problem->param[MAP_PARAM_A].r *at(job, i))
EACH_ELEMENT(in_fewer_bits, (float)at(job, i))
EACH_ELEMENT(scales_in_fewer_bits, (float)(factor(job) * at(job, i)))
EACH_ELEMENT(raises_in_fewer_bits, expf((float)at(job, i)))

/* Down, where the nearest may be above. */
static long double cut_value(const struct job *job, size_t i)
{
    const long double v = factor(job) * at(job, i);
    return job->problem->type == ELEM_F32
        ? ((float)v > v ? nextafterf((float)v, 0) : (float)v)
        : ((double)v > v ? nextafter((double)v, 0) : (double)v);
}

static enum status cuts(struct job *job)
{
    return each(job, cut_value);
}

/* The sum of a product in fewer bits is neither of the two that are right. */
EACH_ELEMENT(adds_in_fewer_bits,
             (float)(factor(job) * at(job, i)) + second(job, i))

EACH_ELEMENT(drops_sign_of_zero, factor(job) * at(job, i) + 0.0L)

EACH_ELEMENT(drops_sign_of_zero_in_copies, at(job, i) + 0.0L)

/* --- ranges of exp -------------------------------------------------------- */

static long double least(const struct job *job)
{
    return job->problem->type == ELEM_F32 ? 0x1p-126L : 0x1p-1022L;
}

EACH_ELEMENT(flushes_subnormals,
             expl(at(job, i)) < least(job) ? 0 : expl(at(job, i)))
EACH_ELEMENT(stops_at_most,
             fminl(expl(at(job, i)),
                   job->problem->type == ELEM_F32 ? 0x1.fffffep127L
                                                  : 0x1.fffffffffffffp1023L))

EACH_ELEMENT(raises_numbers, isnan(at(job, i)) ? 1 : expl(at(job, i)))
EACH_ELEMENT(copies_flushed,
             fabsl(at(job, i)) < least(job) ? 0 * at(job, i) : at(job, i))

/* Three units in the last place more; f64 two. */
EACH_ELEMENT(
    raises_roughly,
    expl(at(job, i)) *
        (1 + (job->problem->type == ELEM_F32 ? 6 * 0x1p-23L : 4 * 0x1p-52L)))

#define FLOATS_ALONE .types = TYPES(FLOATS)
#define OF(f) .settings = { "function=" #f, "a=-7" }, .types = TYPES(TAUGHT)
#define OF_FLOATS(f) .settings = { "function=" #f, "a=0.1" }, FLOATS_ALONE

const size_t mutants_map_sizes[] = { 33, 257, 4099, 70001, 0 };

const struct mutant mutants_map[] = {
    /* It may be off by two of them. */
    { "one element off by its last bit", FATE_UNSEEN,
      .settings = { "function=exp" }, FLOATS_ALONE },
    { "right copies", FATE_RIGHT, OF(copy), .run = copies },
    { "right products", FATE_RIGHT, OF(scale), .run = scales },
    { "right squares", FATE_RIGHT, OF(square), .run = squares },
    { "right sums", FATE_RIGHT, OF(axpy), .run = adds },
    { "right powers of e", FATE_RIGHT, OF_FLOATS(exp), .run = raises },
    { "right powers below the normal numbers", FATE_RIGHT, OF_FLOATS(exp),
      .dist = "descending", .run = raises },
    { "copies for products", OF(scale), .run = copies },
    { "products for squares", OF(square), .run = scales },
    { "forgets the factor", OF(axpy), .run = forgets_factor },
    { "forgets what it adds to", OF(axpy), .run = forgets_sum },
    { "takes x for y", OF(axpy), .run = swaps_inputs },
    { "keeps the sign of a square", OF(square), .dist = "normal",
      .run = squares_size },
    { "powers of two", OF_FLOATS(exp), .run = raises_two },
    { "ends where it should wrap", .settings = { "function=scale", "a=3" },
      .types = TYPE(I32), .run = keeps_ends },
    { "a factor that is not rounded to f32",
      .settings = { "function=scale", "a=0.1" }, .types = TYPE(F32),
      .run = unrounded_factor },
    { "rounds down", OF_FLOATS(scale), .run = cuts },
    { "0 for -0", .settings = { "function=scale", "a=0" }, FLOATS_ALONE,
      .dist = "normal", .run = drops_sign_of_zero },
    { "quiets signalling NaNs, in copies", .settings = { "function=copy" },
      FLOATS_ALONE, .least = 4099, .run = quiets },
    { "0 for -0 in copies", .settings = { "function=copy" }, FLOATS_ALONE,
      .run = drops_sign_of_zero_in_copies },
    { "subnormal numbers lost in copies", .settings = { "function=copy" },
      FLOATS_ALONE, .run = copies_flushed },
    { "0 for -0 of random products", .settings = { "function=scale", "a=1" },
      FLOATS_ALONE, .run = drops_sign_of_zero },
    { "no powers below the normal numbers, of random ones", OF_FLOATS(exp),
      .least = 257, .run = flushes_subnormals },
    { "no infinite powers, of random ones", OF_FLOATS(exp), .least = 257,
      .run = stops_at_most },
    { "no powers that are no number", OF_FLOATS(exp), .least = 257,
      .run = raises_numbers },
    { "copies of fewer bits", .settings = { "function=copy" },
      .types = TYPE(I32) | TYPE(F64), .run = in_fewer_bits },
    { "products of fewer bits", .settings = { "function=scale", "a=3" },
      .types = TYPE(I32) | TYPE(F64), .run = scales_in_fewer_bits },
    { "sums of fewer bits", .settings = { "function=axpy", "a=3" },
      .types = TYPE(I32) | TYPE(F64), .run = adds_in_fewer_bits },
    { "powers of fewer bits", .settings = { "function=exp" },
      .types = TYPE(F64), .run = raises_in_fewer_bits },
    { "powers a few units off", OF_FLOATS(exp), .run = raises_roughly },
    { "no powers below the normal numbers", OF_FLOATS(exp),
      .dist = "descending", .least = 4099, .run = flushes_subnormals },
    { "no infinite powers", OF_FLOATS(exp), .dist = "ascending", .least = 4099,
      .run = stops_at_most },
    { 0 }
};
