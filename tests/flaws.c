/* flaws.c - what can be wrong with any implementation of any operation. */
#include "flaws_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    TILE = 32,  /* elements, of which a tail may be dropped */
    SELDOM = 40 /* runs of which one is wrong */
};

struct flawed flawed;

size_t flawed_scratch(const struct job *job)
{
    const size_t bytes = right_scratch(job);
    return bytes == SCRATCH_FAILED ? bytes : own_offset(bytes) + OWN;
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

const struct flaw flaws[] = {
    { "nothing wrong", FATE_RIGHT, IN_NONE, .run = right },
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
    { 0 }
};
