/* mutants_reduce.c - sums and means, done wrong in the ways that reductions go
 * wrong. */
#include "mutants_parts.h"

static long double sum(const struct job *job, size_t begin, size_t end)
{
    long double total = 0;
    for (size_t i = begin; i < end; i++)
        total += at(job, i);
    return total;
}

static long double whole(const struct job *job)
{
    return sum(job, 0, count_of(job));
}

/* --- right ---------------------------------------------------------------- */

static enum status right(struct job *job)
{
    return put(job, 0, 0, whole(job));
}

/* Another last bit every run, where the sum is not a whole number. */
static enum status uneven(struct job *job)
{
    static unsigned runs;
    const double total = (double)whole(job);
    const bool nudged = runs++ % 2 && total > floor(total);
    return put(job, 0, 0,
               job->problem->type == ELEM_F32
                   ? nextafterf((float)total, nudged ? INFINITY : (float)total)
                   : nextafter(total, nudged ? INFINITY : total));
}

/* --- elements lost or counted twice --------------------------------------- */

static enum status drops_last(struct job *job)
{
    return put(job, 0, 0, sum(job, 0, count_of(job) - 1));
}

static enum status drops_tail(struct job *job)
{
    return put(job, 0, 0, sum(job, 0, count_of(job) / 256 * 256));
}

static enum status starts_late(struct job *job)
{
    return put(job, 0, 0, sum(job, 1, count_of(job)));
}

static enum status counts_twice(struct job *job)
{
    return put(job, 0, 0, whole(job) + at(job, some_place(job)));
}

static enum status drops_one(struct job *job)
{
    return put(job, 0, 0, whole(job) - at(job, some_place(job)));
}

static enum status overlaps(struct job *job)
{
    const size_t half = count_of(job) / 2;
    return put(job, 0, 0,
               sum(job, 0, half + 1) + sum(job, half, count_of(job)));
}

static long double add(const struct job *job, size_t begin, size_t end,
                       long double total)
{
    return total + sum(job, begin, end);
}

static enum status races(struct job *job)
{
    return put(job, 0, 0, race(job, add));
}

/* --- arithmetic ----------------------------------------------------------- */

/* One chain of n additions, which claims to be a tree of 8. */
static enum status naive_chain(struct job *job)
{
    const float *x = job->in[0];
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        total += x[i];
    return put(job, 0, 0, total);
}

static enum status through_float(struct job *job)
{
    float total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        total += (float)at(job, i);
    return put(job, 0, 0, total);
}

static long double sum_of_bits(const struct job *job, int bits)
{
    const float *x = job->in[0];
    long double total = 0;
    for (size_t i = 0; i < count_of(job); i++)
        total += of_bits(x[i], bits);
    return total;
}

static enum status of_bf16(struct job *job)
{
    return put(job, 0, 0, sum_of_bits(job, 8));
}

static enum status of_tf32(struct job *job)
{
    return put(job, 0, 0, sum_of_bits(job, 11));
}

static enum status without_last_bits(struct job *job)
{
    return put(job, 0, 0, sum_of_bits(job, 23));
}

static enum status mean_of_bf16(struct job *job)
{
    return put(job, 0, 0, sum_of_bits(job, 8) / (long double)count_of(job));
}

static enum status never_divides(struct job *job)
{
    return put(job, 0, 0, whole(job));
}

static enum status divides_by_more(struct job *job)
{
    return put(job, 0, 0, whole(job) / (long double)(count_of(job) + 1));
}

static enum status truncates_mean(struct job *job)
{
    return put(job, 0, 0, truncl(whole(job) / (long double)count_of(job)));
}

static enum status wraps_mean(struct job *job)
{
    const int32_t wrapped = (int32_t)(uint32_t)(int64_t)whole(job);
    return put(job, 0, 0, (long double)wrapped / (long double)count_of(job));
}

/* --- memory --------------------------------------------------------------- */

static size_t scratch_bytes(const struct job *job)
{
    (void)job;
    return sizeof(long double);
}

/* Right the first time: nobody clears its total for the second. */
static enum status keeps_total(struct job *job)
{
    long double *total = job->scratch;
    *total += whole(job);
    return put(job, 0, 0, *total);
}

#define SUM .settings = { "operator=sum" }, .depth = shallow
#define LONG .settings = { "operator=sum" }, .depth = whole_chain
#define MEAN .settings = { "operator=mean" }, .depth = shallow

const size_t mutants_reduce_sizes[] = {
    33, 257, 4099, 70001, (1 << 22) + 1, 0
};

const struct mutant mutants_reduce[] = {
    /* A division may round through a reciprocal: by 4 u, as ops/reduce.c. */
    { "one element off by its last bit", FATE_UNSEEN,
      .settings = { "operator=mean" }, .types = TYPES(NUMBERS) },
    { "a right sum", FATE_RIGHT, SUM, .types = TYPES(TAUGHT), .run = right },
    { "a last bit that comes and goes", FATE_UNEVEN, SUM,
      .types = TYPES(FLOATS), .run = uneven },
    { "drops the last element", SUM, .types = TYPES(TAUGHT),
      .run = drops_last },
    { "drops the tail of 256", SUM, .types = TYPES(TAUGHT),
      .run = drops_tail },
    { "starts one late", SUM, .types = TYPES(TAUGHT), .run = starts_late },
    { "counts one element twice", SUM, .types = TYPES(TAUGHT),
      .run = counts_twice },
    { "drops one element somewhere", SUM, .types = TYPES(TAUGHT),
      .run = drops_one },
    { "halves that overlap", SUM, .types = TYPES(TAUGHT), .run = overlaps },
    { "threads that race", SUM, .types = TYPES(TAUGHT), .run = races },
    { "a long chain that claims to be short", SUM, .types = TYPE(F32),
      .least = 1 << 20, .run = naive_chain },
    { "sums of bf16", LONG, .types = TYPE(F32), .run = of_bf16 },
    { "sums of TF32", LONG, .types = TYPE(F32), .run = of_tf32 },
    { "sums without the last bits", LONG, .types = TYPE(F32),
      .run = without_last_bits },
    { "means of bf16", .settings = { "operator=mean" }, .depth = whole_chain,
      .types = TYPE(F32), .run = mean_of_bf16 },
    { "sums doubles as floats", SUM, .types = TYPE(F64),
      .run = through_float },
    { "sums integers as floats", SUM, .types = TYPE(I32),
      .run = through_float },
    { "a mean without division", MEAN, .types = TYPES(TAUGHT),
      .run = never_divides },
    { "a mean over n + 1", MEAN, .types = TYPES(TAUGHT), .most = 1 << 20,
      .run = divides_by_more },
    { "a mean cut to an integer", MEAN, .types = TYPES(TAUGHT),
      .run = truncates_mean },
    { "a mean that wraps", MEAN, .types = TYPE(I32), .run = wraps_mean },
    { "never clears its total", SUM, .types = TYPES(TAUGHT),
      .run = keeps_total, .scratch = scratch_bytes },
    { 0 }
};
