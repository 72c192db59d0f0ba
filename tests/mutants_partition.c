/* mutants_partition.c - elements divided wrongly, in the ways that are special
 * to two sides. */
#include <string.h>

#include "mutants.h"

#include "ops/partition.h"

static double value(const struct job *job, const void *x)
{
    return job->problem->type == ELEM_I32 ? *(const int32_t *)x
                                          : elem_double(job->problem->type, x);
}

static double element(const struct job *job, size_t i)
{
    return value(job,
                 (const char *)job->in[0] + i * elem_size(job->problem->type));
}

static double threshold(const struct job *job)
{
    double t;
    partition_threshold(job->problem, &t);
    return value(job, &t);
}

static bool exceeds(const struct job *job, size_t i)
{
    return element(job, i) > threshold(job);
}

static size_t count_of(const struct job *job)
{
    return job->problem->size;
}

static uint64_t *counts(const struct job *job)
{
    return job->out[1];
}

/* Writes input i as element `place` of the output. */
static void put(const struct job *job, size_t place, size_t i)
{
    const size_t size = elem_size(job->problem->type);
    memcpy((char *)job->out[0] + place * size,
           (const char *)job->in[0] + i * size, size);
}

/* By way of arithmetic, which the compiler does not see through. */
static void multiply_by_one(const struct job *job, size_t i)
{
    static volatile float one = 1;
    if (job->problem->type == ELEM_F32)
        ((float *)job->out[0])[i] *= one;
    else
        ((double *)job->out[0])[i] *= (double)one;
}

/* Swaps two elements of the output. */
static void swap(const struct job *job, size_t a, size_t b)
{
    const size_t size = elem_size(job->problem->type);
    char *y = job->out[0], kept[sizeof(double)];
    memcpy(kept, y + a * size, size);
    memcpy(y + a * size, y + b * size, size);
    memcpy(y + b * size, kept, size);
}

static enum status right(struct job *job)
{
    size_t first = 0, second;
    for (size_t i = 0; i < count_of(job); i++)
        if (exceeds(job, i))
            put(job, first++, i);
    second = first;
    for (size_t i = 0; i < count_of(job); i++)
        if (!exceeds(job, i))
            put(job, second++, i);
    counts(job)[0] = first;
    counts(job)[1] = count_of(job) - first;
    return STATUS_OK;
}

static enum status quiets(struct job *job)
{
    right(job);
    for (size_t i = 0; i < count_of(job); i++)
        multiply_by_one(job, i);
    return STATUS_OK;
}

static void reverse(const struct job *job, size_t begin, size_t end)
{
    for (; begin + 1 < end; begin++)
        swap(job, begin, --end);
}

static enum status reverses_second(struct job *job)
{
    right(job);
    reverse(job, counts(job)[0], count_of(job));
    return STATUS_OK;
}

static enum status reverses_first(struct job *job)
{
    right(job);
    reverse(job, 0, counts(job)[0]);
    return STATUS_OK;
}

static enum status reverses_both(struct job *job)
{
    reverses_first(job);
    reverse(job, counts(job)[0], count_of(job));
    return STATUS_OK;
}

/* Neither in order nor exactly reversed. */
static enum status turns_second_round(struct job *job)
{
    reverses_second(job);
    swap(job, counts(job)[0], count_of(job) - 1);
    return STATUS_OK;
}

/* The second side first, by counts that are right of it. */
static enum status swaps_sides(struct job *job)
{
    size_t first = 0;
    for (size_t i = 0; i < count_of(job); i++)
        if (!exceeds(job, i))
            put(job, first++, i);
    counts(job)[0] = first;
    counts(job)[1] = count_of(job) - first;
    for (size_t i = 0; i < count_of(job); i++)
        if (exceeds(job, i))
            put(job, first++, i);
    return STATUS_OK;
}

static enum status swaps_counts(struct job *job)
{
    right(job);
    const uint64_t first = counts(job)[0];
    counts(job)[0] = counts(job)[1];
    counts(job)[1] = first;
    return STATUS_OK;
}

static enum status counts_one_more(struct job *job)
{
    right(job);
    counts(job)[0]++;
    counts(job)[1]--;
    return STATUS_OK;
}

static enum status counts_first_alone(struct job *job)
{
    right(job);
    counts(job)[1] = 0;
    return STATUS_OK;
}

static enum status counts_all(struct job *job)
{
    right(job);
    counts(job)[1] = count_of(job);
    return STATUS_OK;
}

/* Those equal to the threshold are on the first side. */
static enum status takes_equal_ones(struct job *job)
{
    size_t place = 0;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count_of(job); i++)
            if ((element(job, i) >= threshold(job)) == !side)
                put(job, place++, i);
        counts(job)[side] = place - (side ? counts(job)[0] : 0);
    }
    return STATUS_OK;
}

/* NaN is on the first side. */
static enum status takes_what_is_no_number(struct job *job)
{
    size_t place = 0;
    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < count_of(job); i++)
            if (!(element(job, i) <= threshold(job)) == !side)
                put(job, place++, i);
        counts(job)[side] = place - (side ? counts(job)[0] : 0);
    }
    return STATUS_OK;
}

/* The last of the first side, and the first of the second, change places: the
 * second begins one too early. */
static enum status mixes_the_seam(struct job *job)
{
    right(job);
    swap(job, counts(job)[0] - 1, counts(job)[0]);
    return STATUS_OK;
}

/* The second side begins one late; the last is lost, the first doubled. */
static enum status begins_late(struct job *job)
{
    right(job);
    const size_t size = elem_size(job->problem->type);
    char *second = (char *)job->out[0] + counts(job)[0] * size;
    memmove(second + size, second, (counts(job)[1] - 1) * size);
    return STATUS_OK;
}

/* One of the second side is lost for one of the first. */
static enum status doubles_a_first(struct job *job)
{
    right(job);
    const size_t size = elem_size(job->problem->type);
    char *y = job->out[0];
    memcpy(y + (count_of(job) - 1) * size, y, size);
    return STATUS_OK;
}

/* Of the second side what the run before left, after the first run. */
static enum status leaves_second(struct job *job)
{
    size_t first = 0;
    for (size_t i = 0; i < count_of(job); i++)
        if (exceeds(job, i))
            put(job, first++, i);
    counts(job)[0] = first;
    counts(job)[1] = count_of(job) - first;
    return STATUS_OK;
}

/* Each tile of 64 by itself: a side's order is right, the sides' is not. */
static enum status divides_tiles(struct job *job)
{
    enum { TILE = 64 };
    const size_t n = count_of(job);
    size_t place = 0;
    right(job);
    for (size_t begin = 0; begin < n; begin += TILE)
        for (int side = 0; side < 2; side++)
            for (size_t i = begin; i < n && i < begin + TILE; i++)
                if (exceeds(job, i) == !side)
                    put(job, place++, i);
    return STATUS_OK;
}

/* Neighbours on the second side have changed places, once. */
static enum status unstable_once(struct job *job)
{
    right(job);
    swap(job, counts(job)[0] + counts(job)[1] / 2,
         counts(job)[0] + counts(job)[1] / 2 + 1);
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(TAUGHT)
#define REVERSED OF_ALL, .traits = UNSTABLE
#define TIES OF_ALL, .dist = "integers", .settings = { "keep=25%" }

const size_t mutants_partition_sizes[] = { 67, 257, 4099, 30001, 0 };

const struct mutant mutants_partition[] = {
    { "right elements", FATE_RIGHT, OF_ALL, .run = right },
    { "right elements, of few values", FATE_RIGHT, TIES, .run = right },
    { "right elements, most on the first side", FATE_RIGHT, OF_ALL,
      .settings = { "keep=90%" }, .run = right },
    { "unstable, reversed", FATE_RIGHT, REVERSED, .run = reverses_second },
    { "the second side reversed", OF_ALL, .run = reverses_second },
    { "the first side reversed", OF_ALL, .run = reverses_first },
    { "both sides reversed", OF_ALL, .run = reverses_both },
    { "unstable once", OF_ALL, .run = unstable_once },
    { "unstable, in order", REVERSED, .run = right },
    { "unstable, the first side reversed, too", REVERSED,
      .run = reverses_both },
    { "unstable, not exactly reversed", REVERSED, .run = turns_second_round },
    { "sides swapped", OF_ALL, .settings = { "keep=90%" },
      .run = swaps_sides },
    { "counts swapped", OF_ALL, .settings = { "keep=90%" },
      .run = swaps_counts },
    { "one more on the first side", OF_ALL, .run = counts_one_more },
    { "the first count alone", OF_ALL, .run = counts_first_alone },
    { "the second count is n", OF_ALL, .run = counts_all },
    { "those equal to the threshold first", TIES, .run = takes_equal_ones },
    { "those equal to the threshold first, of random ones", OF_ALL,
      .run = takes_equal_ones },
    { "those equal to the threshold first, of normal ones", OF_ALL,
      .dist = "normal", .run = takes_equal_ones },
    { "NaN first", .types = TYPES(FLOATS), .run = takes_what_is_no_number },
    { "quiets signalling NaNs", .types = TYPES(FLOATS), .least = 4099,
      .run = quiets },
    { "the seam mixed up", OF_ALL, .run = mixes_the_seam },
    { "the second side begins late", OF_ALL, .run = begins_late },
    { "one of the first side doubled for one lost", OF_ALL,
      .run = doubles_a_first },
    { "the second side left out", OF_ALL, .run = leaves_second },
    { "tiles divided each by itself", OF_ALL, .least = 257,
      .run = divides_tiles },
    { 0 }
};
