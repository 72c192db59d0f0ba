/* flaws.c - what can be wrong with any implementation of any operation. */
#include "flaws.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 32,   /* elements, of which a tail may be dropped */
    FRESH = 8,   /* runs until it wears out: more than precede timing */
    SELDOM = 40, /* runs of which one is wrong */
    OWN = 64     /* bytes of scratch */
};

struct flawed flawed;

/* --- the right variant ---------------------------------------------------- */

static size_t right_scratch(const struct job *job)
{
    struct job inner = *job;
    inner.variant = flawed.right;
    return flawed.right->scratch ? flawed.right->scratch(&inner) : 0;
}

static size_t own_offset(size_t bytes)
{
    return (bytes + 15) / 16 * 16;
}

size_t flawed_scratch(const struct job *job)
{
    const size_t bytes = right_scratch(job);
    return bytes == SCRATCH_FAILED ? bytes : own_offset(bytes) + OWN;
}

/* The flaw's own scratch. */
static uint64_t *own(const struct job *job)
{
    return (void *)((char *)job->scratch + job->scratch_bytes - OWN);
}

static enum status right(struct job *job)
{
    struct job inner = *job;
    inner.variant = flawed.right;
    inner.scratch_bytes = right_scratch(job);
    flawed.runs++;
    return flawed.right->run(&inner);
}

/* --- places in an output -------------------------------------------------- */

static const struct array *output(const struct job *job)
{
    return &job->problem->out[flawed.array];
}

/* Where an output with a length in it has that. */
static uint64_t *length(const struct job *job)
{
    return job->out[array_index(output(job)->length_in)];
}

/* Elements that the right variant wrote. */
static size_t written(const struct job *job)
{
    return output(job)->length_in ? (size_t)*length(job) : output(job)->count;
}

static unsigned char *element(const struct job *job, size_t k)
{
    return (unsigned char *)job->out[flawed.array] +
        k * elem_size(output(job)->type);
}

/* Below n, another with another seed. */
static size_t some_place(const struct job *job, size_t n)
{
    const uint64_t random = job->problem->seed * 0x9e3779b97f4a7c15u;
    return (size_t)(random >> 16) % n;
}

/* --- nothing wrong -------------------------------------------------------- */

/* What is beyond the length is unspecified: other bytes every run. */
static enum status writes_spare(struct job *job)
{
    const enum status status = right(job);
    memset(element(job, written(job)), (int)(flawed.runs % 251),
           (output(job)->count - written(job)) * elem_size(output(job)->type));
    return status;
}

/* --- elements ------------------------------------------------------------- */

/* What is behind the last multiple of `tile`, at least one element, is as it
 * was before the run. */
static enum status leave(struct job *job, size_t tile)
{
    const size_t size = elem_size(output(job)->type);
    const size_t all = output(job)->count * size;
    unsigned char *now = element(job, 0), *before = malloc(all + 1);
    if (!before)
        return fail(job->why, STATUS_MEMORY, "no memory for a flaw");
    memcpy(before, now, all);
    const enum status status = right(job);
    const size_t n = written(job), keep = n ? (n - 1) / tile * tile * size : 0;
    flawed.harm =
        flawed.harm || memcmp(now + keep, before + keep, n * size - keep) != 0;
    memcpy(now + keep, before + keep, all - keep);
    free(before);
    return status;
}

static enum status does_nothing(struct job *job)
{
    return leave(job, SIZE_MAX);
}

static enum status writes_once(struct job *job)
{
    return flawed.runs ? leave(job, SIZE_MAX) : right(job);
}

static enum status drops_last(struct job *job)
{
    return leave(job, 1);
}

static enum status drops_tail(struct job *job)
{
    return leave(job, TILE);
}

/* Integers by one; floats by about as much as they are, and more. */
static void spoil(const struct job *job, size_t k)
{
    const enum elem type = output(job)->type;
    unsigned char *x = element(job, k), *top = x + elem_size(type) - 1;
    flawed.harm = true;
    if (!elem_is_float(type)) {
        while (x <= top && ++*x == 0)
            x++;
        return;
    }
    *top ^= 0x40;
    if (!isfinite(elem_double(type, x)))
        *top ^= 0x40 ^ 0x10;
}

static enum status one_off(struct job *job)
{
    const enum status status = right(job);
    const size_t n = written(job);
    if (n)
        spoil(job, some_place(job, n));
    return status;
}

static enum status last_bit(struct job *job)
{
    const enum status status = right(job);
    const size_t n = written(job);
    if (n)
        *element(job, some_place(job, n)) ^= 1;
    flawed.harm = flawed.harm || n;
    return status;
}

static enum status not_a_number(struct job *job)
{
    const enum status status = right(job);
    const size_t n = written(job);
    if (n)
        memset(element(job, some_place(job, n)), 0xFF,
               elem_size(output(job)->type));
    flawed.harm = flawed.harm || n;
    return status;
}

/* From some place on, the first element that the next one differs from; n:
 * none. */
static size_t some_change(const struct job *job, size_t n)
{
    const size_t size = elem_size(output(job)->type);
    for (size_t i = 0; i + 1 < n; i++) {
        const size_t k = (some_place(job, n - 1) + i) % (n - 1);
        if (memcmp(element(job, k), element(job, k + 1), size))
            return k;
    }
    return n;
}

/* Writes element k over the next one, and that over k when they are swapped. */
static enum status misplace(struct job *job, bool swap)
{
    unsigned char next[16];
    const size_t size = elem_size(output(job)->type);
    const enum status status = right(job);
    const size_t n = written(job), k = some_change(job, n);
    if (k == n)
        return status;
    memcpy(next, element(job, k + 1), size);
    memcpy(element(job, k + 1), element(job, k), size);
    if (swap)
        memcpy(element(job, k), next, size);
    flawed.harm = true;
    return status;
}

static enum status duplicates(struct job *job)
{
    return misplace(job, false);
}

static enum status swaps(struct job *job)
{
    return misplace(job, true);
}

/* --- lengths -------------------------------------------------------------- */

static enum status one_too_many(struct job *job)
{
    const enum status status = right(job);
    ++*length(job);
    flawed.harm = true;
    return status;
}

static enum status one_too_few(struct job *job)
{
    const enum status status = right(job);
    --*length(job);
    flawed.harm = true;
    return status;
}

static enum status beyond_capacity(struct job *job)
{
    const enum status status = right(job);
    *length(job) = output(job)->count + 1;
    flawed.harm = true;
    return status;
}

static enum status beyond_all(struct job *job)
{
    const enum status status = right(job);
    *length(job) = UINT64_MAX;
    flawed.harm = true;
    return status;
}

/* --- now and then --------------------------------------------------------- */

static enum status wears_out(struct job *job)
{
    return flawed.runs < FRESH ? right(job) : one_off(job);
}

static enum status seldom_wrong(struct job *job)
{
    return flawed.runs % SELDOM + 1 < SELDOM ? right(job) : one_off(job);
}

/* Knows the arrays of its first run alone, as something that was made ready for
 * their addresses does. */
static enum status keeps_to_arrays(struct job *job)
{
    static const void *first;
    if (!flawed.runs)
        first = job->out[flawed.array];
    if (job->out[flawed.array] == first)
        return right(job);
    flawed.harm = true;
    return STATUS_OK;
}

/* --- memory --------------------------------------------------------------- */

/* One of them is not what a guard holds. */
static const unsigned char strays[2] = { 0, 1 };

static enum status writes_past(struct job *job)
{
    const enum status status = right(job);
    memcpy(element(job, output(job)->count), strays, sizeof strays);
    flawed.harm = true;
    return status;
}

static enum status writes_past_late(struct job *job)
{
    return flawed.runs < FRESH ? right(job) : writes_past(job);
}

static enum status writes_before(struct job *job)
{
    const enum status status = right(job);
    memcpy(element(job, 0) - sizeof strays, strays, sizeof strays);
    flawed.harm = true;
    return status;
}

static enum status changes_input(struct job *job)
{
    const enum status status = right(job);
    const struct array *in = &job->problem->in[flawed.array];
    unsigned char *x = (unsigned char *)(uintptr_t)job->in[flawed.array];
    if (in->count)
        x[some_place(job, in->count * elem_size(in->type))] ^= 1;
    flawed.harm = flawed.harm || in->count;
    return status;
}

static enum status leaves_scratch(struct job *job)
{
    ((char *)job->scratch)[job->scratch_bytes] = 0;
    flawed.harm = true;
    return right(job);
}

/* A number of runs where nothing else writes, first or at all. */
static enum status counts_runs(struct job *job)
{
    const bool lost = *own(job) != flawed.runs;
    *own(job) = flawed.runs + 1;
    return lost ? one_off(job) : right(job);
}

/* Leaves it as it wants to find it. */
static enum status wants_zeros(struct job *job)
{
    return *own(job) ? one_off(job) : right(job);
}

/* As flags of a look-back that no run clears. */
static enum status trips_over_itself(struct job *job)
{
    const uint64_t ready = 0x123456789abcdef;
    const bool stale = *own(job) == ready;
    *own(job) = ready;
    return stale ? one_off(job) : right(job);
}

/* What it wrote in its first run it never writes again. */
static enum status trusts_last_run(struct job *job)
{
    const uint64_t ready = 0x123456789abcdef;
    if (!flawed.runs)
        *own(job) = ready;
    return *own(job) != ready ? one_off(job) : right(job);
}

/* What it needs clear it clears. */
static enum status clears_scratch(struct job *job)
{
    *own(job) = flawed.runs;
    return counts_runs(job);
}

const struct flaw flaws[] = {
    { "nothing wrong", FATE_RIGHT, IN_NONE, .run = right },
    { "clears its scratch", FATE_RIGHT, IN_NONE, .run = clears_scratch },
    { "keeps state, and says so", FATE_RIGHT, IN_NONE, KEEPS_STATE,
      .run = counts_runs },
    { "writes beyond its length", FATE_RIGHT, IN_COUNTED,
      .run = writes_spare },
    { "does nothing", .run = does_nothing },
    { "writes the first time only", .run = writes_once },
    { "drops the last element", .run = drops_last },
    { "drops the tail of a tile", .run = drops_tail },
    { "one element off by one", .run = one_off },
    { "one element off by its last bit", .run = last_bit },
    { "one element not a number", .floats = true, .run = not_a_number },
    { "an element twice", .pairs = true, .run = duplicates },
    { "two elements swapped", .pairs = true, .run = swaps },
    { "one too many", .part = IN_COUNTED, .run = one_too_many },
    { "one too few", .part = IN_COUNTED, .run = one_too_few },
    { "one more than fit", .part = IN_COUNTED, .run = beyond_capacity },
    { "no number of elements", .part = IN_COUNTED, .run = beyond_all },
    { "goes wrong while it is timed", .run = wears_out },
    { "wrong one time in forty", .seldom = true, .run = seldom_wrong },
    { "keeps to the arrays of its first run", .run = keeps_to_arrays },
    { "writes past its output", .run = writes_past },
    { "writes past its output while it is timed", .run = writes_past_late },
    { "writes before its output", .run = writes_before },
    { "changes its input", .part = IN_INPUTS, .run = changes_input },
    { "writes past its scratch", FATE_FAILED, IN_NONE, .run = leaves_scratch },
    { "takes its scratch for zeros once, then for its own", .part = IN_NONE,
      .run = counts_runs },
    { "takes its scratch for zeros", .part = IN_NONE, .run = wants_zeros },
    { "takes what its last run left for this run's", .part = IN_NONE,
      .run = trips_over_itself },
    { "takes its scratch for as it left it", .part = IN_NONE,
      .run = trusts_last_run },
    { 0 }
};
