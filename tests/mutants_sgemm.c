/* mutants_sgemm.c - sgemm, done wrong in the ways that products go wrong.
 *
 * One right product, with knobs; each mutant turns one. */
#include <math.h>
#include <string.h>

#include "mutants_parts.h"
#include "ops/sgemm.h"

struct product {
    size_t m, n, k;
    double alpha, beta;
    const float *a, *b;
    float *c;
    struct sgemm_steps a_step, b_step;
};

static struct product product_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct product){ p->dim[0],
                             p->dim[1],
                             p->dim[2],
                             (double)(float)p->param[SGEMM_PARAM_ALPHA].r,
                             (double)(float)p->param[SGEMM_PARAM_BETA].r,
                             job->in[0],
                             job->in[1],
                             job->out[0],
                             sgemm_steps(p, SGEMM_A),
                             sgemm_steps(p, SGEMM_B) };
}

static float a_at(const struct product *x, size_t i, size_t k)
{
    return x->a[i * x->a_step.row + k * x->a_step.column];
}

static float b_at(const struct product *x, size_t k, size_t j)
{
    return x->b[k * x->b_step.row + j * x->b_step.column];
}

static double dot(const struct product *x, size_t i, size_t j, size_t depth)
{
    double total = 0;
    for (size_t k = 0; k < depth; k++)
        total += (double)a_at(x, i, k) * (double)b_at(x, k, j);
    return total;
}

static void set(const struct product *x, size_t i, size_t j, double total)
{
    float *c = &x->c[i * x->n + j];
    const double old = x->beta != 0 ? x->beta * (double)*c : 0;
    *c = (float)(x->alpha * total + old);
}

/* Rows and columns up to the given ones, with a depth of `depth`. */
static enum status multiply(const struct product *x, size_t rows,
                            size_t columns, size_t depth)
{
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++)
            set(x, i, j, dot(x, i, j, depth));
    return STATUS_OK;
}

static enum status right(struct job *job)
{
    const struct product x = product_of(job);
    return multiply(&x, x.m, x.n, x.k);
}

static enum status does_nothing(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

/* --- the wrong extent ----------------------------------------------------- */

static enum status drops_depth(struct job *job)
{
    const struct product x = product_of(job);
    return multiply(&x, x.m, x.n, x.k - 1);
}

static enum status drops_column(struct job *job)
{
    const struct product x = product_of(job);
    return multiply(&x, x.m, x.n - 1, x.k);
}

static enum status drops_tile(struct job *job)
{
    const struct product x = product_of(job);
    return multiply(&x, x.m / 16 * 16, x.n, x.k);
}

/* --- the wrong operand ---------------------------------------------------- */

static enum status transposes(struct job *job)
{
    const struct product x = product_of(job);
    for (size_t i = 0; i < x.m; i++)
        for (size_t j = 0; j < x.n; j++) {
            double total = 0;
            for (size_t k = 0; k < x.k; k++)
                total += (double)x.a[i * x.k + k] * (double)x.b[j * x.n + k];
            x.c[i * x.n + j] = (float)(x.alpha * total);
        }
    return STATUS_OK;
}

/* As by rows, whatever was said. */
static enum status ignores_transposed_a(struct job *job)
{
    struct product x = product_of(job);
    x.a_step = (struct sgemm_steps){ x.k, 1 };
    return multiply(&x, x.m, x.n, x.k);
}

static enum status ignores_transposed_b(struct job *job)
{
    struct product x = product_of(job);
    x.b_step = (struct sgemm_steps){ x.n, 1 };
    return multiply(&x, x.m, x.n, x.k);
}

/* Transposed, but with rows as long as those of what it is to be. */
static enum status mistakes_length_of_a(struct job *job)
{
    struct product x = product_of(job);
    x.a_step.column = x.k;
    return multiply(&x, x.m, x.n, x.k);
}

static enum status swaps_transposes(struct job *job)
{
    struct product x = product_of(job);
    x.a_step = (struct sgemm_steps){ x.k, 1 };
    x.b_step = (struct sgemm_steps){ 1, x.k };
    return multiply(&x, x.m, x.n, x.k);
}

static enum status transposes_c(struct job *job)
{
    const struct product x = product_of(job);
    for (size_t i = 0; i < x.m; i++)
        for (size_t j = 0; j < x.n; j++)
            x.c[j * x.n + i] = (float)(x.alpha * dot(&x, i, j, x.k));
    return STATUS_OK;
}

static enum status adds_to_old(struct job *job)
{
    struct product x = product_of(job);
    x.beta = 1;
    return multiply(&x, x.m, x.n, x.k);
}

/* 0 times what is there: not 0 when that is not a number. */
static enum status reads_unset(struct job *job)
{
    const struct product x = product_of(job);
    for (size_t i = 0; i < x.m * x.n; i++)
        x.c[i] =
            (float)(dot(&x, i / x.n, i % x.n, x.k) + x.beta * (double)x.c[i]);
    return STATUS_OK;
}

/* --- the wrong factor ----------------------------------------------------- */

static enum status ignores_alpha(struct job *job)
{
    struct product x = product_of(job);
    x.alpha = 1;
    return multiply(&x, x.m, x.n, x.k);
}

static enum status ignores_beta(struct job *job)
{
    struct product x = product_of(job);
    x.beta = 0;
    return multiply(&x, x.m, x.n, x.k);
}

static enum status scales_both(struct job *job)
{
    struct product x = product_of(job);
    x.beta *= x.alpha;
    return multiply(&x, x.m, x.n, x.k);
}

/* --- one element, and precision ------------------------------------------- */

static enum status last_bit(struct job *job)
{
    const struct product x = product_of(job);
    right(job);
    float *c = &x.c[job->problem->seed * 0x9e3779b97f4a7c15u % (x.m * x.n)];
    *c = nextafterf(*c, INFINITY);
    return STATUS_OK;
}

/* 11 significant bits, as tensor cores round to TF32. */
static double cut(float x)
{
    uint32_t bits;
    float y;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x1000u) & ~(uint32_t)0x1fff;
    memcpy(&y, &bits, sizeof y);
    return (double)y;
}

static double whole(float x)
{
    return (double)x;
}

static double without_last_bit(float x)
{
    return (double)of_bits(x, 23);
}

static enum status multiply_as(struct job *job, double (*a)(float),
                               double (*b)(float))
{
    const struct product x = product_of(job);
    for (size_t i = 0; i < x.m; i++)
        for (size_t j = 0; j < x.n; j++) {
            double total = 0;
            for (size_t k = 0; k < x.k; k++)
                total += a(a_at(&x, i, k)) * b(b_at(&x, k, j));
            set(&x, i, j, total);
        }
    return STATUS_OK;
}

static enum status rounds_inputs(struct job *job)
{
    return multiply_as(job, cut, cut);
}

static enum status rounds_a(struct job *job)
{
    return multiply_as(job, cut, whole);
}

static enum status rounds_b(struct job *job)
{
    return multiply_as(job, whole, cut);
}

static enum status loses_bits_of_b(struct job *job)
{
    return multiply_as(job, whole, without_last_bit);
}

static double depth(const struct job *job)
{
    return (double)job->problem->dim[2];
}

#define PLAIN .types = TYPE(F32), .depth = depth
#define SCALED .settings = { "alpha=1.5", "beta=-0.5" }, PLAIN
#define SHIFTED .settings = { "alpha=-2", "beta=0.25" }, PLAIN
#define OF_A .settings = { "transpose=a" }, PLAIN
#define OF_B .settings = { "transpose=b" }, PLAIN
#define OF_BOTH .settings = { "transpose=both" }, PLAIN
#define OBLONG .settings = { "transpose=a", "m=40", "k=20" }, PLAIN
/* So deep that the bound on real data would let it pass. */
#define DEEP .settings = { "k=4096" }, .most = 33, PLAIN
#define DEEP_SHIFTED                                                          \
    .settings = { "k=4096", "alpha=0.5", "beta=1" }, .most = 33, PLAIN

#define DEEP_SCALED                                                           \
    .settings = { "k=4096", "alpha=0.75", "beta=-1.5" }, .most = 33, PLAIN

const size_t mutants_sgemm_sizes[] = { 7, 33, 70, 130, 0 };

const struct mutant mutants_sgemm[] = {
    { "a right product", FATE_RIGHT, PLAIN, .run = right },
    { "a right product with factors", FATE_RIGHT, SCALED, .run = right },
    { "a right product of deep matrices", FATE_RIGHT, DEEP, .run = right },
    { "a right product with powers of two", FATE_RIGHT, SHIFTED,
      .run = right },
    { "a right deep product with powers of two", FATE_RIGHT, DEEP_SHIFTED,
      .run = right },
    { "a right deep product with factors of two bits", FATE_RIGHT, DEEP_SCALED,
      .run = right },
    { "does nothing to C", SCALED, .run = does_nothing },
    { "drops the last of K", PLAIN, .run = drops_depth },
    { "drops the last column", PLAIN, .run = drops_column },
    { "drops the last tile of rows", PLAIN, .run = drops_tile },
    { "takes B transposed", PLAIN, .run = transposes },
    { "a right product of A' B", FATE_RIGHT, OF_A, .run = right },
    { "a right product of A B'", FATE_RIGHT, OF_B, .run = right },
    { "a right product of A' B'", FATE_RIGHT, OF_BOTH, .run = right },
    { "a right product of an oblong A' and B", FATE_RIGHT, OBLONG,
      .run = right },
    { "ignores that A is transposed", OF_A, .run = ignores_transposed_a },
    { "ignores that B is transposed", OF_B, .run = ignores_transposed_b },
    { "ignores that A of both is transposed", OF_BOTH,
      .run = ignores_transposed_a },
    { "ignores that B of both is transposed", OF_BOTH,
      .run = ignores_transposed_b },
    { "takes B for A as what is transposed", OF_A, .run = swaps_transposes },
    { "mistakes the length of rows of a transposed A", OBLONG,
      .run = mistakes_length_of_a },
    { "writes C transposed", PLAIN, .run = transposes_c },
    { "adds to the old C", PLAIN, .run = adds_to_old },
    { "reads C though beta is 0", PLAIN, .run = reads_unset },
    { "ignores alpha", SCALED, .run = ignores_alpha },
    { "ignores beta", SCALED, .run = ignores_beta },
    { "scales C by alpha too", SCALED, .run = scales_both },
    { "one element off by its last bit, with powers of two", SHIFTED,
      .run = last_bit },
    { "rounds its inputs to TF32", PLAIN, .run = rounds_inputs },
    { "rounds its inputs to TF32, deep", DEEP, .run = rounds_inputs },
    { "rounds its inputs to TF32, deep, with powers of two", DEEP_SHIFTED,
      .run = rounds_inputs },
    { "rounds A to TF32, deep", DEEP, .run = rounds_a },
    { "rounds B to TF32, deep", DEEP, .run = rounds_b },
    { "rounds B to TF32, deep, with powers of two", DEEP_SHIFTED,
      .run = rounds_b },
    { "rounds its inputs to TF32, deep, with factors of two bits", DEEP_SCALED,
      .run = rounds_inputs },
    { "rounds B to TF32, deep, with factors of two bits", DEEP_SCALED,
      .run = rounds_b },
    { "loses the last bit of B, deep", DEEP, .run = loses_bits_of_b },
    { 0 }
};
