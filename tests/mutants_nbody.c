/* mutants_nbody.c - nbody, done wrong in the ways that pairs go wrong.
 *
 * One right sum, with knobs; each mutant turns one. */
#include <math.h>

#include "mutants_parts.h"
#include "ops/nbody.h"

struct knobs {
    double softening;
    size_t first, last; /* of those that pull */
    double (*mass)(float);
    float (*place)(float);
};

static double whole(float x)
{
    return (double)x;
}

static float exactly(float x)
{
    return x;
}

static struct knobs knobs_of(const struct job *job)
{
    return (struct knobs){ .softening = (double)nbody_softening(job->problem),
                           .last = count_of(job),
                           .mass = whole,
                           .place = exactly };
}

/* Adds `times` the term of j in the sum of i. */
static void add(const struct job *job, const struct knobs *k, size_t i,
                size_t j, double times, double a[3])
{
    double d[3], square = k->softening * k->softening;
    for (int c = 0; c < 3; c++) {
        const float *r = job->in[c];
        d[c] = (double)k->place(r[j]) - (double)k->place(r[i]);
        square += d[c] * d[c];
    }
    const double mass = k->mass(((const float *)job->in[NBODY_MASS])[j]);
    for (int c = 0; c < 3 && square > 0; c++)
        a[c] += times * mass * d[c] / (square * sqrt(square));
}

static void set(const struct job *job, size_t i, const double a[3])
{
    for (int c = 0; c < 3; c++)
        ((float *)job->out[c])[i] = (float)a[c];
}

static void sum(const struct job *job, const struct knobs *k, size_t i,
                double a[3])
{
    for (int c = 0; c < 3; c++)
        a[c] = 0;
    for (size_t j = k->first; j < k->last; j++)
        add(job, k, i, j, 1, a);
}

static enum status attract(const struct job *job, const struct knobs *k)
{
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3];
        sum(job, k, i, a);
        set(job, i, a);
    }
    return STATUS_OK;
}

static enum status right(struct job *job)
{
    const struct knobs k = knobs_of(job);
    return attract(job, &k);
}

/* --- the wrong pairs ------------------------------------------------------ */

/* One pair of all: of some body, another one. */
static enum status one_pair(struct job *job, double times)
{
    const struct knobs k = knobs_of(job);
    const size_t n = count_of(job), i = some_place(job);
    double a[3];
    attract(job, &k);
    sum(job, &k, i, a);
    add(job, &k, i, (i + 1 + n / 2) % n, times, a);
    set(job, i, a);
    return STATUS_OK;
}

static enum status loses_pair(struct job *job)
{
    return one_pair(job, -1);
}

static enum status doubles_pair(struct job *job)
{
    return one_pair(job, 1);
}

static enum status without_first(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.first = 1;
    return attract(job, &k);
}

static enum status without_last(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.last--;
    return attract(job, &k);
}

/* The last body pulls, and is not pulled. */
static enum status last_at_rest(struct job *job)
{
    static const double nothing[3] = { 0 };
    right(job);
    set(job, count_of(job) - 1, nothing);
    return STATUS_OK;
}

/* A tail filled up with copies of the last body, mass and all. */
static enum status pads_with_last(struct job *job)
{
    const struct knobs k = knobs_of(job);
    const size_t n = count_of(job);
    for (size_t i = 0; i < n; i++) {
        double a[3];
        sum(job, &k, i, a);
        for (size_t j = n; j % 16; j++)
            add(job, &k, i, n - 1, 1, a);
        set(job, i, a);
    }
    return STATUS_OK;
}

/* Not its own term but its neighbour's is left out. */
static enum status leaves_out_next(struct job *job)
{
    const struct knobs k = knobs_of(job);
    const size_t n = count_of(job);
    for (size_t i = 0; i < n; i++) {
        double a[3];
        sum(job, &k, i, a);
        add(job, &k, i, (i + 1) % n, -1, a);
        set(job, i, a);
    }
    return STATUS_OK;
}

/* Its own term as though it were a softening away from itself. */
static enum status pulls_itself(struct job *job)
{
    const struct knobs k = knobs_of(job);
    const float *m = job->in[NBODY_MASS];
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3];
        sum(job, &k, i, a);
        a[0] += (double)m[i] / (8 * k.softening * k.softening);
        set(job, i, a);
    }
    return STATUS_OK;
}

/* Each pair once, from one of its ends. */
static enum status half_of_pairs(struct job *job)
{
    const struct knobs k = knobs_of(job);
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3] = { 0 };
        for (size_t j = i + 1; j < count_of(job); j++)
            add(job, &k, i, j, 1, a);
        set(job, i, a);
    }
    return STATUS_OK;
}

/* --- the wrong formula ---------------------------------------------------- */

static double one(float x)
{
    (void)x;
    return 1;
}

static enum status ignores_mass(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.mass = one;
    return attract(job, &k);
}

static enum status ignores_softening(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.softening = 0;
    return attract(job, &k);
}

/* e where e^2 belongs. */
static enum status softens_by_root(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.softening = sqrt(k.softening);
    return attract(job, &k);
}

static enum status scales(struct job *job, double by)
{
    const struct knobs k = knobs_of(job);
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3];
        sum(job, &k, i, a);
        for (int c = 0; c < 3; c++)
            a[c] *= by;
        set(job, i, a);
    }
    return STATUS_OK;
}

static enum status repels(struct job *job)
{
    return scales(job, -1);
}

/* Forces, not accelerations. */
static enum status times_own_mass(struct job *job)
{
    const struct knobs k = knobs_of(job);
    const float *m = job->in[NBODY_MASS];
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3];
        sum(job, &k, i, a);
        for (int c = 0; c < 3; c++)
            a[c] *= (double)m[i];
        set(job, i, a);
    }
    return STATUS_OK;
}

static enum status permutes(struct job *job, int x, int y, int z)
{
    const struct knobs k = knobs_of(job);
    for (size_t i = 0; i < count_of(job); i++) {
        double a[3];
        sum(job, &k, i, a);
        set(job, i, (const double[3]){ a[x], a[y], a[z] });
    }
    return STATUS_OK;
}

static enum status swaps_xy(struct job *job)
{
    return permutes(job, 1, 0, 2);
}

static enum status swaps_yz(struct job *job)
{
    return permutes(job, 0, 2, 1);
}

static enum status turns_xyz(struct job *job)
{
    return permutes(job, 1, 2, 0);
}

/* --- precision ------------------------------------------------------------ */

static enum status last_bit(struct job *job)
{
    right(job);
    float *a = (float *)job->out[1] + some_place(job);
    *a = nextafterf(*a, INFINITY);
    return STATUS_OK;
}

static double mass_of_23_bits(float x)
{
    return (double)of_bits(x, 23);
}

static enum status loses_bit_of_mass(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.mass = mass_of_23_bits;
    return attract(job, &k);
}

static float place_of_11_bits(float x)
{
    return of_bits(x, 11);
}

static enum status rounds_places(struct job *job)
{
    struct knobs k = knobs_of(job);
    k.place = place_of_11_bits;
    return attract(job, &k);
}

/* A root of 14 bits, without the step that makes it exact. */
static enum status rough_root(struct job *job)
{
    return scales(job, 1 + 0x1p-14);
}

#define PLAIN .types = TYPE(F32), .depth = nbody_chunked_depth
#define ROUNDING .settings = { "softening=0.1" }, PLAIN

const size_t mutants_nbody_sizes[] = { 7, 33, 257, 0 };

const struct mutant mutants_nbody[] = {
    { "a right sum", FATE_RIGHT, PLAIN, .run = right },
    { "a right sum whose twin rounds", FATE_RIGHT, ROUNDING, .run = right },
    { "loses a pair", PLAIN, .run = loses_pair },
    { "loses a pair, where the twin rounds", ROUNDING, .run = loses_pair },
    { "counts a pair twice", PLAIN, .run = doubles_pair },
    { "the first body pulls nobody", PLAIN, .run = without_first },
    { "the last body pulls nobody", PLAIN, .run = without_last },
    { "the last body is not pulled", PLAIN, .run = last_at_rest },
    { "fills the tail up with the last body", PLAIN, .run = pads_with_last },
    { "leaves out the next body, not its own", PLAIN, .run = leaves_out_next },
    { "pulls itself", PLAIN, .run = pulls_itself },
    { "each pair from one end", PLAIN, .run = half_of_pairs },
    { "ignores masses", PLAIN, .run = ignores_mass },
    { "ignores the softening", PLAIN, .run = ignores_softening },
    { "ignores another softening", ROUNDING, .run = ignores_softening },
    { "softens by e, not e^2", PLAIN, .run = softens_by_root },
    { "repels", PLAIN, .run = repels },
    { "multiplies by the body's own mass", PLAIN, .run = times_own_mass },
    { "x and y exchanged", PLAIN, .run = swaps_xy },
    { "y and z exchanged", PLAIN, .run = swaps_yz },
    { "x, y and z turned round", PLAIN, .run = turns_xyz },
    { "one coordinate off by its last bit", PLAIN, .run = last_bit },
    { "loses the last bit of masses", PLAIN, .run = loses_bit_of_mass },
    { "rounds places to TF32", PLAIN, .run = rounds_places },
    { "a root of 14 bits", PLAIN, .run = rough_root },
    { 0 }
};
