/* mutants_maxima.c - running maxima, done wrong. */
#include "mutants_scan.h"

#include <math.h>

static long double lowest(const struct job *job)
{
    return job->problem->type == ELEM_I32 ? INT32_MIN : -(long double)INFINITY;
}

static void maxima(const struct job *job, size_t begin, size_t end,
                   long double most)
{
    for (size_t i = begin; i < end; i++) {
        most = fmaxl(most, at(job, i));
        put(job, 0, (long)i, most);
    }
}

static enum status right_max(struct job *job)
{
    maxima(job, 0, count_of(job), lowest(job));
    return STATUS_OK;
}

static enum status forgets_maximum(struct job *job)
{
    const size_t half = count_of(job) / 2;
    maxima(job, 0, half, lowest(job));
    maxima(job, half, count_of(job), lowest(job));
    return STATUS_OK;
}

static enum status exclusive(struct job *job)
{
    long double most = lowest(job);
    for (size_t i = 0; i < count_of(job); i++) {
        put(job, 0, (long)i, most);
        most = fmaxl(most, at(job, i));
    }
    return STATUS_OK;
}

/* Zero is the identity of sums. */
static enum status zero_before(struct job *job)
{
    exclusive(job);
    return put(job, 0, 0, 0);
}

static enum status begins_at_zero(struct job *job)
{
    maxima(job, 0, count_of(job), 0);
    return STATUS_OK;
}

static enum status ignores_sign(struct job *job)
{
    uint32_t most = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        const uint32_t x = ((const uint32_t *)job->in[0])[i];
        most = x > most ? x : most;
        ((uint32_t *)job->out[0])[i] = most;
    }
    return STATUS_OK;
}

static enum status least_for_greatest(struct job *job)
{
    long double least = at(job, 0);
    for (size_t i = 0; i < count_of(job); i++) {
        least = fminl(least, at(job, i));
        put(job, 0, (long)i, least);
    }
    return STATUS_OK;
}

#define MAX .settings = { "operator=max" }, .types = TYPES(TAUGHT)
#define BEFORE                                                                \
    .settings = { "operator=max", "kind=exclusive" }, .types = TYPES(TAUGHT)

const struct mutant mutants_maxima[] = {
    { "right maxima", FATE_RIGHT, MAX, .run = right_max },
    { "right exclusive maxima", FATE_RIGHT, BEFORE, .run = exclusive },
    { "exclusive maxima for inclusive", MAX, .dist = "ascending",
      .run = exclusive },
    { "zero before all maxima", BEFORE, .run = zero_before },
    { "maxima that begin at zero", MAX, .dist = "descending",
      .run = begins_at_zero },
    { "maxima that begin at zero, of random ones", MAX,
      .run = begins_at_zero },
    { "maxima that forget", MAX, .dist = "descending",
      .run = forgets_maximum },
    { "the least for the greatest", MAX, .run = least_for_greatest },
    { "compares without sign", .settings = { "operator=max" },
      .types = TYPE(I32), .run = ignores_sign },
    { 0 }
};
