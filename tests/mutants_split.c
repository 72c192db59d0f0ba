/* mutants_split.c - packed elements put back wrongly, in the ways that are
 * special to flags and zeros. */
#include <string.h>

#include "mutants.h"

#include "ops/split.h"

static size_t count_of(const struct job *job)
{
    return job->problem->size;
}

static bool set(const struct job *job, size_t i)
{
    return ((const uint8_t *)job->in[1])[i] != 0;
}

static void put(const struct job *job, size_t place, const void *v)
{
    const size_t size = elem_size(job->problem->type);
    memcpy((char *)job->out[0] + place * size, v, size);
}

static const void *packed(const struct job *job, size_t k)
{
    return (const char *)job->in[0] + k * elem_size(job->problem->type);
}

/* Packed elements from the first on, from flags `shift` further on; `zero`
 * elsewhere, or nothing. */
static void spread(const struct job *job, size_t first, size_t shift,
                   const void *zero)
{
    const size_t n = count_of(job);
    for (size_t i = 0; i < n; i++)
        if (set(job, (i + shift) % n))
            put(job, i, packed(job, first++ % n));
        else if (zero)
            put(job, i, zero);
}

static const double zero;

static enum status right(struct job *job)
{
    spread(job, 0, 0, &zero);
    return STATUS_OK;
}

static enum status leaves_zeros(struct job *job)
{
    spread(job, 0, 0, NULL);
    return STATUS_OK;
}

static enum status writes_minus_zero(struct job *job)
{
    const float single = -0.0f;
    const double twice = -0.0;
    const int32_t one = 1;
    spread(job, 0, 0,
           job->problem->type == ELEM_I32       ? (const void *)&one
               : job->problem->type == ELEM_F32 ? (const void *)&single
                                                : &twice);
    return STATUS_OK;
}

static enum status shifts_flags(struct job *job)
{
    spread(job, 0, 1, &zero);
    return STATUS_OK;
}

/* Only such flags are set that have all of these bits, which `mask` picks. */
static void spread_by(const struct job *job, uint8_t mask, uint8_t bits)
{
    size_t k = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, i,
            (((const uint8_t *)job->in[1])[i] & mask) == bits
                ? packed(job, k++)
                : &zero);
}

static enum status takes_ones_alone(struct job *job)
{
    spread_by(job, 0xff, 1);
    return STATUS_OK;
}

static enum status takes_lowest_bit(struct job *job)
{
    spread_by(job, 1, 1);
    return STATUS_OK;
}

/* Flags as numbers with a sign, above 0. */
static enum status takes_positive_ones(struct job *job)
{
    size_t k = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, i,
            ((const int8_t *)job->in[1])[i] > 0 ? packed(job, k++) : &zero);
    return STATUS_OK;
}

/* A -0 that was packed loses its sign. */
static enum status adds_to_zero(struct job *job)
{
    spread(job, 0, 0, &zero);
    for (size_t i = 0; i < count_of(job); i++)
        if (job->problem->type == ELEM_F32)
            ((float *)job->out[0])[i] += 0.0f;
        else
            ((double *)job->out[0])[i] += 0.0;
    return STATUS_OK;
}

/* Counts the flag itself: an inclusive scan. */
static enum status skips_the_first(struct job *job)
{
    spread(job, 1, 0, &zero);
    return STATUS_OK;
}

static enum status turns_flags_round(struct job *job)
{
    size_t next = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, i, set(job, i) ? &zero : packed(job, next++));
    return STATUS_OK;
}

/* y[i] = flags[i] ? x[i] : 0, as if nothing was packed. */
static enum status selects(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        put(job, i, set(job, i) ? packed(job, i) : &zero);
    return STATUS_OK;
}

/* Zeros get the next element instead. */
static enum status repeats(struct job *job)
{
    size_t next = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        put(job, i, packed(job, next));
        next += set(job, i);
    }
    return STATUS_OK;
}

static enum status backwards(struct job *job)
{
    size_t next = 0;
    for (size_t i = count_of(job); i-- > 0;)
        put(job, i, set(job, i) ? packed(job, next++) : &zero);
    return STATUS_OK;
}

/* Which flag is the k-th that is set, or n. */
static size_t place_of(const struct job *job, size_t k)
{
    for (size_t i = 0; i < count_of(job); i++)
        if (set(job, i) && k-- == 0)
            return i;
    return count_of(job);
}

static enum status loses_one(struct job *job)
{
    right(job);
    put(job, place_of(job, 3), &zero);
    return STATUS_OK;
}

static enum status doubles_one(struct job *job)
{
    right(job);
    put(job, place_of(job, 4), packed(job, 3));
    return STATUS_OK;
}

static enum status swaps_two(struct job *job)
{
    right(job);
    put(job, place_of(job, 4), packed(job, 3));
    put(job, place_of(job, 3), packed(job, 4));
    return STATUS_OK;
}

/* Tiles of 64 each begin where the one before did: counts are not added up. */
static enum status forgets_tiles(struct job *job)
{
    enum { TILE = 64 };
    size_t next = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        if (i % TILE == 0)
            next = 0;
        put(job, i, set(job, i) ? packed(job, next++) : &zero);
    }
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(TAUGHT)

const size_t mutants_split_sizes[] = { 67, 257, 4099, 30001, 0 };

const struct mutant mutants_split[] = {
    { "right elements", FATE_RIGHT, OF_ALL, .run = right },
    { "right elements, few", FATE_RIGHT, OF_ALL, .settings = { "keep=1%" },
      .run = right },
    { "no flag", FATE_RIGHT, OF_ALL, .settings = { "keep=0%" }, .run = right },
    { "all flags, a copy", FATE_RIGHT, OF_ALL, .settings = { "keep=100%" },
      .run = selects },
    { "zeros not written", OF_ALL, .run = leaves_zeros },
    { "zeros not written, no flag", OF_ALL, .settings = { "keep=0%" },
      .run = leaves_zeros },
    { "zeros of another kind", OF_ALL, .run = writes_minus_zero },
    { "flags that are 1 alone", OF_ALL, .run = takes_ones_alone },
    { "the lowest bit of flags", OF_ALL, .run = takes_lowest_bit },
    { "flags with a sign", OF_ALL, .run = takes_positive_ones },
    { "-0 becomes 0", .types = TYPES(FLOATS), .run = adds_to_zero },
    { "flags one further on", OF_ALL, .run = shifts_flags },
    { "the first packed element skipped", OF_ALL, .run = skips_the_first },
    { "flags the other way round", OF_ALL, .run = turns_flags_round },
    { "as if nothing was packed", OF_ALL, .run = selects },
    { "elements repeated for zeros", OF_ALL, .run = repeats },
    { "backwards", OF_ALL, .run = backwards },
    { "one lost", OF_ALL, .run = loses_one },
    { "one twice, one lost", OF_ALL, .run = doubles_one },
    { "two swapped", OF_ALL, .run = swaps_two },
    { "tiles not added up", OF_ALL, .run = forgets_tiles },
    { 0 }
};
