/* flaws_memory.c - what can be wrong with any implementation of any operation,
 * in the memory that it touches: around its arrays, and in its scratch. */
#include <stdlib.h>

#include "astray.h"
#include "flaws_parts.h"

/* --- arrays --------------------------------------------------------------- */

static enum status writes_past(struct job *job)
{
    const enum status status = right(job);
    write_astray(element(job, output(job)->count));
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
    write_astray(element(job, 0) - 2);
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
    write_astray((char *)job->scratch + job->scratch_bytes);
    flawed.harm = true;
    return right(job);
}

/* --- scratch -------------------------------------------------------------- */

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

/* As a count of what is left to do. */
static enum status trusts_zeros(struct job *job)
{
    return *own(job) ? right(job) : one_off(job);
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

/* An input's first bytes: other inputs have others. */
static uint64_t beginning(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    const size_t bytes = in->count * elem_size(in->type);
    uint64_t word = 0;
    memcpy(&word, job->in[0], bytes < sizeof word ? bytes : sizeof word);
    return word;
}

/* Where scratch says that there is an answer, as of chunks in a chain that
 * nobody cleared, it is given once more: right while the inputs stay, and
 * harmless where other ones have the same. */
static enum status answers_again(struct job *job)
{
    static unsigned char *answer;
    static uint64_t begins;
    static bool lucky; /* the other inputs' answer was the same */
    const uint64_t ready = 0xfedcba987654321, begin = beginning(job);
    const size_t bytes = output(job)->count * elem_size(output(job)->type);
    const bool stale = flawed.runs && *own(job) == ready;
    const enum status status = right(job);
    lucky = !job->problem->in[0].count || (lucky && flawed.runs > 1);
    if (stale) {
        if (begin != begins)
            lucky = !memcmp(element(job, 0), answer, bytes);
        flawed.harm = flawed.harm || !lucky;
        memcpy(element(job, 0), answer, bytes);
        return status;
    }
    free(answer);
    answer = malloc(bytes + 1);
    if (!answer)
        return fail(job->why, STATUS_MEMORY, "no memory for a flaw");
    memcpy(answer, element(job, 0), bytes);
    begins = begin;
    *own(job) = ready;
    return status;
}

/* What it needs clear it clears. */
static enum status clears_scratch(struct job *job)
{
    *own(job) = flawed.runs;
    return counts_runs(job);
}

const struct flaw memory_flaws[] = {
    { "clears its scratch", FATE_RIGHT, IN_NONE, .run = clears_scratch },
    { "keeps state, and says so", FATE_RIGHT, IN_NONE, KEEPS_STATE,
      .run = counts_runs },
    { "writes past its output", .run = writes_past },
    { "writes past its output while it is timed", .run = writes_past_late },
    { "writes before its output", .run = writes_before },
    { "changes its input", .part = IN_INPUTS, .run = changes_input },
    { "writes past its scratch", FATE_FAILED, IN_NONE, .run = leaves_scratch },
    { "takes its scratch for zeros once, then for its own", .part = IN_NONE,
      .run = counts_runs },
    { "takes its scratch for zeros", .part = IN_NONE, .run = wants_zeros },
    { "takes zeros in its scratch for its own", .part = IN_NONE,
      .run = trusts_zeros },
    { "takes what its last run left for this run's", .part = IN_NONE,
      .run = trips_over_itself },
    { "takes its scratch for as it left it", .part = IN_NONE,
      .run = trusts_last_run },
    { "takes its last answer for this run's", .run = answers_again },
    { 0 }
};
