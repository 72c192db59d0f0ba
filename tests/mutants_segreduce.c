/* mutants_segreduce.c - segmented reductions, done wrong in the ways that they
 * go wrong.
 *
 * One right value of a range of elements; each mutant has one flaw in which
 * range it is, or where it goes. */
#include <math.h>

#include "mutants_parts.h"
#include "ops/segreduce.h"

static size_t segments_of(const struct job *job)
{
    return job->problem->dim[1];
}

static size_t offset(const struct job *job, size_t k)
{
    return (size_t)((const uint64_t *)job->in[1])[k];
}

static long operator_of(const struct job *job)
{
    return (long)job->problem->param[SEGREDUCE_PARAM_OPERATOR].i;
}

static long double identity(const struct job *job)
{
    const bool whole = job->problem->type == ELEM_I32;
    switch (operator_of(job)) {
    case SEGREDUCE_SUM: return 0;
    case SEGREDUCE_MIN: return whole ? INT32_MAX : (long double)INFINITY;
    default: return whole ? INT32_MIN : -(long double)INFINITY;
    }
}

static long double join(const struct job *job, const long double a,
                        const long double b)
{
    switch (operator_of(job)) {
    case SEGREDUCE_SUM: return a + b;
    case SEGREDUCE_MIN: return b < a ? b : a;
    default: return b > a ? b : a;
    }
}

/* Of elements [begin, end), joined to `start`. */
static long double value(const struct job *job, size_t begin, size_t end,
                         const long double start)
{
    long double all = start;
    for (size_t i = begin; i < end; i++)
        all = join(job, all, at(job, i));
    return all;
}

static long double segment(const struct job *job, size_t k)
{
    return value(job, offset(job, k), offset(job, k + 1), identity(job));
}

/* Segments [begin, end). */
static enum status some(struct job *job, size_t begin, size_t end)
{
    for (size_t k = begin; k < end; k++)
        put(job, 0, (long)k, segment(job, k));
    return STATUS_OK;
}

static enum status right(struct job *job)
{
    return some(job, 0, segments_of(job));
}

/* --- ranges --------------------------------------------------------------- */

/* Each segment's range moved at both ends, where there is room. */
static enum status shifted(struct job *job, size_t begin, size_t end)
{
    const size_t n = count_of(job);
    for (size_t k = 0; k < segments_of(job); k++) {
        const size_t last = offset(job, k + 1) + end;
        put(job, 0, (long)k,
            value(job, offset(job, k) + begin, last < n ? last : n,
                  identity(job)));
    }
    return STATUS_OK;
}

static enum status begins_late(struct job *job)
{
    return shifted(job, 1, 0);
}

static enum status ends_late(struct job *job)
{
    return shifted(job, 0, 1);
}

static enum status moved(struct job *job)
{
    return shifted(job, 1, 1);
}

static enum status drops_last_element(struct job *job)
{
    const size_t n = count_of(job);
    right(job);
    for (size_t k = 0; k < segments_of(job); k++)
        if (offset(job, k) < n && offset(job, k + 1) == n)
            put(job, 0, (long)k,
                value(job, offset(job, k), n - 1, identity(job)));
    return STATUS_OK;
}

/* --- carries -------------------------------------------------------------- */

enum { TILE = 32 };

/* What a segment has in tiles before its last one is lost. */
static enum status forgets_carry(struct job *job)
{
    for (size_t k = 0; k < segments_of(job); k++) {
        const size_t begin = offset(job, k), end = offset(job, k + 1);
        const size_t tile = end ? (end - 1) / TILE * TILE : 0;
        put(job, 0, (long)k,
            value(job, begin < tile ? tile : begin, end, identity(job)));
    }
    return STATUS_OK;
}

/* What a segment has in an earlier tile goes to the segment after it. */
static enum status carries_to_next(struct job *job)
{
    forgets_carry(job);
    for (size_t k = 0; k + 1 < segments_of(job); k++) {
        const size_t begin = offset(job, k), end = offset(job, k + 1);
        const size_t tile = end ? (end - 1) / TILE * TILE : 0;
        if (begin < tile)
            put(job, 0, (long)k + 1,
                value(job, begin, tile, segment(job, k + 1)));
    }
    return STATUS_OK;
}

/* Two threads add to a segment; one's share is overwritten. */
static enum status races(struct job *job)
{
    for (size_t k = 0; k < segments_of(job); k++) {
        const size_t begin = offset(job, k), end = offset(job, k + 1);
        put(job, 0, (long)k,
            value(job, begin + (end - begin) / 2, end, identity(job)));
    }
    return STATUS_OK;
}

/* --- empty segments ------------------------------------------------------- */

static enum status skips_empty(struct job *job)
{
    for (size_t k = 0; k < segments_of(job); k++)
        if (offset(job, k) < offset(job, k + 1))
            some(job, k, k + 1);
    return STATUS_OK;
}

static enum status zero_for_empty(struct job *job)
{
    right(job);
    for (size_t k = 0; k < segments_of(job); k++)
        if (offset(job, k) == offset(job, k + 1))
            put(job, 0, (long)k, 0);
    return STATUS_OK;
}

/* The element behind it. */
static enum status reads_for_empty(struct job *job)
{
    right(job);
    for (size_t k = 0; k < segments_of(job); k++)
        if (offset(job, k) == offset(job, k + 1) &&
            offset(job, k) < count_of(job))
            put(job, 0, (long)k, at(job, offset(job, k)));
    return STATUS_OK;
}

/* No value for it: those behind it move up. */
static enum status closes_up(struct job *job)
{
    long to = 0;
    right(job);
    for (size_t k = 0; k < segments_of(job); k++)
        if (offset(job, k) < offset(job, k + 1))
            put(job, 0, to++, segment(job, k));
    return STATUS_OK;
}

/* --- values --------------------------------------------------------------- */

static enum status starts_from_zero(struct job *job)
{
    for (size_t k = 0; k < segments_of(job); k++)
        put(job, 0, (long)k,
            value(job, offset(job, k), offset(job, k + 1), 0));
    return STATUS_OK;
}

/* One chain of additions, which claims to be a tree of 8. */
static enum status naive_chain(struct job *job)
{
    float sum = 0;
    for (size_t i = 0; i < count_of(job); i++)
        sum += ((const float *)job->in[0])[i];
    return put(job, 0, 0, sum);
}

/* Differences of one scan of everything, whose rounding errors they keep. */
static enum status differences(struct job *job)
{
    float sum = 0;
    for (size_t k = 0, i = 0; k < segments_of(job); k++) {
        const float start = sum;
        for (; i < offset(job, k + 1); i++)
            sum += ((const float *)job->in[0])[i];
        put(job, 0, (long)k, sum - start);
    }
    return STATUS_OK;
}

static enum status through_float(struct job *job)
{
    for (size_t k = 0; k < segments_of(job); k++) {
        float sum = 0;
        for (size_t i = offset(job, k); i < offset(job, k + 1); i++)
            sum += (float)at(job, i);
        put(job, 0, (long)k, sum);
    }
    return STATUS_OK;
}

#define SUM .settings = { "mean=5" }, .depth = shallow
#define MIN .settings = { "mean=5", "operator=min" }
#define MAX .settings = { "mean=5", "operator=max" }
/* A third of the segments have no elements. */
#define CROWDED(op) .settings = { "mean=1", "operator=" op }
#define ONE .settings = { "lengths=one" }, .depth = shallow

const size_t mutants_segreduce_sizes[] = { 33, 257, 4099, 70001, 0 };

const struct mutant mutants_segreduce[] = {
    { "right sums", FATE_RIGHT, SUM, .types = TYPES(TAUGHT), .run = right },
    { "right minima", FATE_RIGHT, MIN, .types = TYPES(TAUGHT), .run = right },
    { "right maxima", FATE_RIGHT, CROWDED("max"), .types = TYPES(TAUGHT),
      .run = right },
    { "begins one late", SUM, .types = TYPES(TAUGHT), .run = begins_late },
    { "ends one late", SUM, .types = TYPES(TAUGHT), .run = ends_late },
    { "segments moved by one", MIN, .types = TYPES(TAUGHT), .run = moved },
    { "drops the last element", SUM, .types = TYPES(TAUGHT),
      .run = drops_last_element },
    { "forgets the carry into a tile", ONE, .types = TYPES(TAUGHT),
      .run = forgets_carry },
    { "forgets carries of minima", MIN, .types = TYPES(TAUGHT), .least = 257,
      .run = forgets_carry },
    { "carries to the next segment", SUM, .types = TYPES(TAUGHT), .least = 257,
      .run = carries_to_next },
    { "threads that race for a segment", ONE, .types = TYPES(TAUGHT),
      .run = races },
    { "skips empty segments", CROWDED("sum"), .types = TYPES(TAUGHT),
      .run = skips_empty },
    { "0 as the maximum of nothing", CROWDED("max"), .types = TYPES(TAUGHT),
      .run = zero_for_empty },
    { "0 as the minimum of nothing", CROWDED("min"), .types = TYPES(TAUGHT),
      .run = zero_for_empty },
    { "takes an element for an empty segment", CROWDED("sum"),
      .types = TYPES(TAUGHT), .run = reads_for_empty },
    { "closes up over empty segments", CROWDED("sum"), .types = TYPES(TAUGHT),
      .run = closes_up },
    { "maxima that start from 0", MAX, .dist = "normal",
      .types = TYPES(TAUGHT), .run = starts_from_zero },
    { "minima that start from 0", MIN, .dist = "normal",
      .types = TYPES(TAUGHT), .run = starts_from_zero },
    { "maxima that start from 0, of random ones", MAX, .types = TYPES(TAUGHT),
      .run = starts_from_zero },
    { "minima that start from 0, of random ones", MIN, .types = TYPES(TAUGHT),
      .run = starts_from_zero },
    { "a long chain that claims to be short", ONE, .types = TYPE(F32),
      .least = 70001, .run = naive_chain },
    { "differences of one scan", .settings = { "mean=5" }, .types = TYPE(F32),
      .least = 4099, .run = differences },
    { "sums integers as floats", SUM, .types = TYPE(I32),
      .run = through_float },
    { 0 }
};
