/* mutants_segscan.c - segmented scans, done wrong in the ways that they go
 * wrong.
 *
 * One right scan that asks a function where segments begin; each mutant has
 * one flaw in it, or in where they do. */
#include <math.h>

#include "mutants_parts.h"
#include "ops/segscan.h"

static bool exclusive(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE;
}

/* How many segments begin at element i, empty ones too. */
static size_t heads(const struct job *job, size_t i)
{
    const struct problem *p = job->problem;
    const uint64_t *offsets = job->in[1];
    size_t low = 0, high = p->dim[1], count = 0;
    if (p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS)
        return i == 0 || ((const uint8_t *)job->in[1])[i] != 0;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (offsets[middle] < i)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < p->dim[1] && offsets[low] == i; low++)
        count++;
    return count;
}

static bool head(const struct job *job, size_t i)
{
    return heads(job, i) > 0;
}

typedef bool head_function(const struct job *, size_t);

/* Elements [begin, end) with a sum of `sum` before them. */
static enum status scan(struct job *job, head_function *begins, bool late,
                        size_t begin, size_t end, long double sum)
{
    for (size_t i = begin; i < end; i++) {
        if (begins(job, i))
            sum = 0;
        if (late)
            put(job, 0, (long)i, sum);
        sum += at(job, i);
        if (!late)
            put(job, 0, (long)i, sum);
    }
    return STATUS_OK;
}

static enum status whole(struct job *job, head_function *begins)
{
    return scan(job, begins, exclusive(job), 0, count_of(job), 0);
}

static enum status right(struct job *job)
{
    return whole(job, head);
}

/* The last bit of one element, another every run. */
static enum status uneven(struct job *job)
{
    static unsigned runs;
    double *y = (double *)job->out[0] + count_of(job) - 1;
    right(job);
    if (runs++ % 2 && *y > floor(*y))
        *y = nextafter(*y, INFINITY);
    return STATUS_OK;
}

/* --- where segments begin ------------------------------------------------- */

static bool first_alone(const struct job *job, size_t i)
{
    (void)job;
    return i == 0;
}

static enum status ignores_heads(struct job *job)
{
    return whole(job, first_alone);
}

/* The first head from some place on, or before it. */
static size_t one_head(const struct job *job)
{
    const size_t n = count_of(job);
    for (size_t k = 0; k < n; k++) {
        const size_t i = (some_place(job) + k) % n;
        if (i && head(job, i))
            return i;
    }
    return 0;
}

static size_t ignored;

static bool all_but_one(const struct job *job, size_t i)
{
    return i != ignored && head(job, i);
}

static enum status ignores_one_head(struct job *job)
{
    ignored = one_head(job);
    return whole(job, all_but_one);
}

static bool one_late(const struct job *job, size_t i)
{
    return i == 0 || head(job, i - 1);
}

static enum status begins_late(struct job *job)
{
    return whole(job, one_late);
}

static bool one_early(const struct job *job, size_t i)
{
    return i == 0 || (i + 1 < count_of(job) && head(job, i + 1));
}

static enum status begins_early(struct job *job)
{
    return whole(job, one_early);
}

/* Where an empty segment is, none begins. */
static bool not_after_empty(const struct job *job, size_t i)
{
    return heads(job, i) == 1;
}

static enum status trips_over_empty(struct job *job)
{
    return whole(job, not_after_empty);
}

static enum status joins_last(struct job *job)
{
    ignored = count_of(job) - 1;
    while (ignored && !head(job, ignored))
        ignored--;
    return whole(job, all_but_one);
}

/* --- carries -------------------------------------------------------------- */

enum { TILE = 32 };

/* Nothing comes into a tile. */
static bool tile_or_head(const struct job *job, size_t i)
{
    return i % TILE == 0 || head(job, i);
}

static enum status forgets_carry(struct job *job)
{
    return whole(job, tile_or_head);
}

/* Into a tile comes the sum of the tile before it, but not what came into
 * that: its carry was read before it was there. */
static enum status reads_early(struct job *job)
{
    const size_t n = count_of(job);
    long double before = 0;
    for (size_t i = 0; i < n; i += TILE) {
        const size_t end = n - i < TILE ? n : i + TILE;
        long double sum = 0;
        scan(job, head, exclusive(job), i, end, before);
        for (size_t k = i; k < end; k++)
            sum = (head(job, k) ? 0 : sum) + at(job, k);
        before = sum;
    }
    return STATUS_OK;
}

/* The carry goes on behind a tile that a segment begins in. */
static enum status carries_over(struct job *job)
{
    const size_t n = count_of(job);
    long double carry = 0;
    for (size_t i = 0; i < n; i += TILE) {
        const size_t end = n - i < TILE ? n : i + TILE;
        scan(job, head, exclusive(job), i, end, carry);
        for (size_t k = i; k < end; k++)
            carry += at(job, k);
    }
    return STATUS_OK;
}

/* --- elements ------------------------------------------------------------- */

/* The other kind than was asked for. */
static enum status other_kind(struct job *job)
{
    return scan(job, head, !exclusive(job), 0, count_of(job), 0);
}

/* Exclusive, but the first of a segment gets the sum before it. */
static enum status carries_to_head(struct job *job)
{
    long double sum = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        put(job, 0, (long)i, sum);
        sum = (head(job, i) ? 0 : sum) + at(job, i);
    }
    return STATUS_OK;
}

/* One chain of additions, which claims to be a tree of 8. */
static enum status naive_chain(struct job *job)
{
    float sum = 0;
    for (size_t i = 0; i < count_of(job); i++)
        put(job, 0, (long)i, sum += ((const float *)job->in[0])[i]);
    return STATUS_OK;
}

/* Differences of one scan of everything, whose rounding errors they keep. */
static enum status differences(struct job *job)
{
    float sum = 0, start = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        start = head(job, i) ? sum : start;
        sum += ((const float *)job->in[0])[i];
        put(job, 0, (long)i, sum - start);
    }
    return STATUS_OK;
}

static enum status through_float(struct job *job)
{
    float sum = 0;
    for (size_t i = 0; i < count_of(job); i++) {
        sum = (head(job, i) ? 0 : sum) + (float)at(job, i);
        put(job, 0, (long)i, sum);
    }
    return STATUS_OK;
}

static bool is_one(const struct job *job, size_t i)
{
    return i == 0 || ((const uint8_t *)job->in[1])[i] == 1;
}

static enum status takes_ones_alone(struct job *job)
{
    return whole(job, is_one);
}

#define FLAGS .settings = { "mean=5" }, .depth = shallow
#define LATE .settings = { "mean=5", "kind=exclusive" }, .depth = shallow
#define OFFSETS .settings = { "mean=5", "by=offsets" }, .depth = shallow
#define CROWDED .settings = { "mean=1", "by=offsets" }, .depth = shallow
#define ONE .settings = { "lengths=one" }, .depth = shallow

const size_t mutants_segscan_sizes[] = { 33, 257, 4099, 70001, 0 };

const struct mutant mutants_segscan[] = {
    { "a right scan", FATE_RIGHT, FLAGS, .types = TYPES(TAUGHT),
      .run = right },
    { "a right exclusive scan", FATE_RIGHT, LATE, .types = TYPES(TAUGHT),
      .run = right },
    { "a right scan by offsets", FATE_RIGHT, CROWDED, .types = TYPES(TAUGHT),
      .run = right },
    { "a last bit that comes and goes", FATE_UNEVEN, ONE, .types = TYPE(F64),
      .run = uneven },
    { "ignores heads", FLAGS, .types = TYPES(TAUGHT), .run = ignores_heads },
    { "ignores one head", FLAGS, .types = TYPES(TAUGHT),
      .run = ignores_one_head },
    { "flags that are 1 alone", FLAGS, .types = TYPES(TAUGHT),
      .run = takes_ones_alone },
    { "ignores one offset", OFFSETS, .types = TYPES(TAUGHT),
      .run = ignores_one_head },
    { "begins segments one late", FLAGS, .types = TYPES(TAUGHT),
      .run = begins_late },
    { "begins segments one early", OFFSETS, .types = TYPES(TAUGHT),
      .run = begins_early },
    { "trips over empty segments", CROWDED, .types = TYPES(TAUGHT),
      .run = trips_over_empty },
    { "takes the last segment with the one before", OFFSETS,
      .types = TYPES(TAUGHT), .run = joins_last },
    { "forgets the carry into a tile", ONE, .types = TYPES(TAUGHT),
      .run = forgets_carry },
    { "reads a carry before it is there", ONE, .types = TYPES(TAUGHT),
      .least = 257, .run = reads_early },
    { "carries past a tile with heads", FLAGS, .types = TYPES(TAUGHT),
      .run = carries_over },
    { "exclusive, not inclusive", FLAGS, .types = TYPES(TAUGHT),
      .run = other_kind },
    { "inclusive, not exclusive", LATE, .types = TYPES(TAUGHT),
      .run = other_kind },
    { "carries to the first of a segment", LATE, .types = TYPES(TAUGHT),
      .run = carries_to_head },
    { "a long chain that claims to be short", ONE, .types = TYPE(F32),
      .least = 70001, .run = naive_chain },
    { "differences of one scan", .settings = { "mean=5" }, .types = TYPE(F32),
      .least = 4099, .run = differences },
    { "sums integers as floats", FLAGS, .types = TYPE(I32),
      .run = through_float },
    { 0 }
};
