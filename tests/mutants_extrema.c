/* mutants_extrema.c - maxima and their indices, done wrong. */
#include "astray.h"
#include "mutants_parts.h"

#include <math.h>

static size_t greatest(const struct job *job)
{
    size_t best = 0;
    for (size_t i = 1; i < count_of(job); i++)
        if (at(job, i) > at(job, best))
            best = i;
    return best;
}

static enum status right_argmax(struct job *job)
{
    const size_t best = greatest(job);
    put(job, 0, 0, at(job, best));
    return put(job, 1, 0, (long double)best);
}

static enum status takes_first(struct job *job)
{
    return put(job, 0, 0, at(job, 0));
}

static enum status looks_beyond(struct job *job)
{
    const long double best = at(job, greatest(job));
    const size_t n = count_of(job), size = elem_size(job->problem->type);
    let_astray((const char *)job->in[0] + n * size, size);
    return put(job, 0, 0, fmaxl(best, at(job, n)));
}

static enum status begins_at_zero(struct job *job)
{
    return put(job, 0, 0, fmaxl(0, at(job, greatest(job))));
}

static enum status begins_at_zero_with_index(struct job *job)
{
    const size_t best = greatest(job);
    const bool below = at(job, best) < 0;
    put(job, 0, 0, below ? 0 : at(job, best));
    return put(job, 1, 0, below ? 0 : (long double)best);
}

static enum status least_for_greatest(struct job *job)
{
    long double least = at(job, 0);
    for (size_t i = 1; i < count_of(job); i++)
        least = fminl(least, at(job, i));
    return put(job, 0, 0, least);
}

static enum status ignores_sign(struct job *job)
{
    uint32_t best = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        const uint32_t x = ((const uint32_t *)job->in[0])[i];
        best = x > best ? x : best;
    }
    return put(job, 0, 0, (int32_t)best);
}

static enum status last_of_ties(struct job *job)
{
    size_t best = 0;
    for (size_t i = 1; i < count_of(job); i++)
        if (at(job, i) >= at(job, best))
            best = i;
    put(job, 0, 0, at(job, best));
    return put(job, 1, 0, (long double)best);
}

static enum status next_index(struct job *job)
{
    const size_t best = greatest(job);
    put(job, 0, 0, at(job, best));
    return put(job, 1, 0, (long double)best + 1);
}

static enum status forgets_index(struct job *job)
{
    return put(job, 0, 0, at(job, greatest(job)));
}

#define MAX .settings = { "operator=max" }
#define ARGMAX .settings = { "operator=argmax" }

const struct mutant mutants_extrema[] = {
    { "a right argmax", FATE_RIGHT, ARGMAX, .types = TYPES(TAUGHT),
      .run = right_argmax },
    { "the first for the greatest", MAX, .types = TYPES(TAUGHT),
      .run = takes_first },
    { "a maximum of one element more", MAX, .dist = "normal",
      .types = TYPES(TAUGHT), .run = looks_beyond },
    { "a maximum that begins at zero", MAX, .dist = "descending",
      .types = TYPES(TAUGHT), .run = begins_at_zero },
    { "a maximum that begins at zero, of random ones", MAX,
      .types = TYPES(TAUGHT), .run = begins_at_zero },
    { "an argmax that begins at zero", ARGMAX, .types = TYPES(TAUGHT),
      .run = begins_at_zero_with_index },
    { "the least for the greatest", MAX, .types = TYPES(TAUGHT),
      .run = least_for_greatest },
    { "compares without sign", MAX, .types = TYPE(I32), .run = ignores_sign },
    { "the last of ties", ARGMAX, .dist = "integers", .types = TYPES(TAUGHT),
      .run = last_of_ties },
    { "the last of ties, of random ones", ARGMAX, .types = TYPES(TAUGHT),
      .run = last_of_ties },
    { "the index after", ARGMAX, .types = TYPES(TAUGHT), .run = next_index },
    { "no index", ARGMAX, .types = TYPES(TAUGHT), .run = forgets_index },
    { 0 }
};
