/* mutants_compact.c - elements kept wrongly, in the ways that are special to
 * keeping some, in order or not. */
#include <string.h>

#include "mutants.h"

#include "ops/compact.h"

static double element(const struct job *job, size_t i)
{
    const size_t size = elem_size(job->problem->type);
    const char *x = (const char *)job->in[0] + i * size;
    return job->problem->type == ELEM_I32 ? *(const int32_t *)(const void *)x
                                          : elem_double(job->problem->type, x);
}

static double threshold(const struct job *job)
{
    union {
        int32_t i32;
        float f32;
        double f64;
    } t;
    compact_threshold(job->problem, &t);
    switch (job->problem->type) {
    case ELEM_I32: return t.i32;
    case ELEM_F32: return t.f32;
    default: return t.f64;
    }
}

static bool exceeds(const struct job *job, size_t i)
{
    return element(job, i) > threshold(job);
}

/* Writes input i as element `place` of the output. */
static void put(const struct job *job, size_t place, size_t i)
{
    const size_t size = elem_size(job->problem->type);
    memcpy((char *)job->out[0] + place * size,
           (const char *)job->in[0] + i * size, size);
}

static uint64_t *count_of(const struct job *job)
{
    return job->out[1];
}

static enum status right(struct job *job)
{
    uint64_t count = 0;
    for (size_t i = 0; i < job->problem->size; i++)
        if (exceeds(job, i))
            put(job, count++, i);
    *count_of(job) = count;
    return STATUS_OK;
}

static enum status backwards(struct job *job)
{
    uint64_t count = 0;
    for (size_t i = job->problem->size; i-- > 0;)
        if (exceeds(job, i))
            put(job, count++, i);
    *count_of(job) = count;
    return STATUS_OK;
}

/* Another order each time: it begins elsewhere. */
static enum status around(struct job *job)
{
    static size_t runs;
    const size_t n = job->problem->size, start = ++runs * 977;
    uint64_t count = 0;
    for (size_t k = 0; k < n; k++)
        if (exceeds(job, (start + k) % n))
            put(job, count++, (start + k) % n);
    *count_of(job) = count;
    return STATUS_OK;
}

static enum status keeps_equal_ones(struct job *job)
{
    uint64_t count = 0;
    for (size_t i = 0; i < job->problem->size; i++)
        if (element(job, i) >= threshold(job))
            put(job, count++, i);
    *count_of(job) = count;
    return STATUS_OK;
}

static enum status keeps_what_is_no_number(struct job *job)
{
    uint64_t count = 0;
    for (size_t i = 0; i < job->problem->size; i++)
        if (!(element(job, i) <= threshold(job)))
            put(job, count++, i);
    *count_of(job) = count;
    return STATUS_OK;
}

static enum status keeps_others(struct job *job)
{
    uint64_t count = 0;
    for (size_t i = 0; i < job->problem->size; i++)
        if (!exceeds(job, i))
            put(job, count++, i);
    *count_of(job) = count;
    return STATUS_OK;
}

/* Where the k-th of those kept is in the input. */
static size_t place_of(const struct job *job, uint64_t k)
{
    size_t i = 0;
    for (;; i++)
        if (exceeds(job, i) && k-- == 0)
            return i;
}

static enum status counts_one_more(struct job *job)
{
    right(job);
    ++*count_of(job);
    return STATUS_OK;
}

static enum status counts_one_less(struct job *job)
{
    right(job);
    --*count_of(job);
    return STATUS_OK;
}

static enum status counts_all(struct job *job)
{
    right(job);
    *count_of(job) = job->problem->size;
    return STATUS_OK;
}

/* Its place is left as it was, or gets the one before. */
static enum status drops_last(struct job *job)
{
    right(job);
    const uint64_t last = *count_of(job) - 1;
    put(job, last, place_of(job, last - 1));
    return STATUS_OK;
}

/* In the place of one in the middle. */
static enum status lets_one_in(struct job *job)
{
    size_t i = 0;
    right(job);
    while (exceeds(job, i))
        i++;
    put(job, *count_of(job) / 2, i);
    return STATUS_OK;
}

/* The middle one stands where the first should, too. */
static enum status doubles(struct job *job)
{
    backwards(job);
    put(job, 0, place_of(job, *count_of(job) / 2));
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(TAUGHT)
#define ANY_ORDER OF_ALL, .traits = UNORDERED
#define TIES OF_ALL, .dist = "integers", .settings = { "keep=25%" }

const size_t mutants_compact_sizes[] = { 67, 257, 4099, 30001, 0 };

const struct mutant mutants_compact[] = {
    { "right elements", FATE_RIGHT, OF_ALL, .run = right },
    { "right elements, of few values", FATE_RIGHT, TIES, .run = right },
    { "in place", FATE_RIGHT, OF_ALL, .settings = { "in-place=yes" },
      .run = right },
    { "any order, in order", FATE_RIGHT, ANY_ORDER, .run = right },
    { "any order, backwards", FATE_RIGHT, ANY_ORDER, .run = backwards },
    { "any order, another one each time", FATE_UNEVEN, ANY_ORDER,
      .run = around },
    { "backwards", OF_ALL, .run = backwards },
    { "those equal to the threshold, too", TIES, .run = keeps_equal_ones },
    { "those equal to the threshold, of random ones", OF_ALL,
      .run = keeps_equal_ones },
    { "those equal to the threshold, of none", OF_ALL,
      .settings = { "keep=0%" }, .run = keeps_equal_ones },
    { "those equal to the threshold, of all", OF_ALL,
      .settings = { "keep=100%" }, .run = keeps_equal_ones },
    { "those equal to the threshold, of large ones", OF_ALL, .dist = "normal",
      .settings = { "keep=10%" }, .run = keeps_equal_ones },
    { "NaN, too", .types = TYPES(FLOATS), .run = keeps_what_is_no_number },
    { "those that are not to be kept", OF_ALL, .run = keeps_others },
    { "counts all", OF_ALL, .run = counts_all },
    { "lets one in", OF_ALL, .run = lets_one_in },
    { "any order, counts one less", ANY_ORDER, .run = counts_one_less },
    { "any order, counts one more", ANY_ORDER, .run = counts_one_more },
    { "any order, drops the last", ANY_ORDER, .run = drops_last },
    { "any order, lets one in", ANY_ORDER, .run = lets_one_in },
    { "any order, one twice", ANY_ORDER, .run = doubles },
    { 0 }
};
