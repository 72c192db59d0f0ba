/* mutants_gather.c - gathers, done wrong in the ways that they go wrong. */
#include "astray.h"
#include "mutants_parts.h"

#include "ops/gather.h"

static size_t indices(const struct job *job)
{
    return job->problem->dim[0];
}

static size_t index_at(const struct job *job, size_t i)
{
    return (size_t)indices_at(job->problem, job->in[1], i);
}

/* Element i of the result from place `from` of the table. */
static void take(const struct job *job, size_t i, size_t from)
{
    move(job, i, from);
}

static enum status right(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status right_backwards(struct job *job)
{
    for (size_t i = indices(job); i-- > 0;)
        take(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status copies(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, i % count_of(job));
    return STATUS_OK;
}

static enum status quiets(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        multiply_by_one(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status scatters(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, index_at(job, i), i);
    return STATUS_OK;
}

/* Of the place before, or of the index before. */
static enum status shifts_places(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, (index_at(job, i) + 1) % count_of(job));
    return STATUS_OK;
}

static enum status shifts_indices(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, index_at(job, (i + 1) % indices(job)));
    return STATUS_OK;
}

static enum status swaps_neighbours(struct job *job)
{
    const size_t i = some_place(job) % (indices(job) - 1);
    right(job);
    take(job, i, index_at(job, i + 1));
    take(job, i + 1, index_at(job, i));
    return STATUS_OK;
}

/* An index as it was some places before: it was fetched for them. */
static enum status stale_index(struct job *job)
{
    right(job);
    take(job, indices(job) - 1, index_at(job, indices(job) - 9));
    return STATUS_OK;
}

static enum status leaves_one(struct job *job)
{
    const size_t left = some_place(job) % indices(job);
    for (size_t i = 0; i < indices(job); i++)
        if (i != left)
            take(job, i, index_at(job, i));
    return STATUS_OK;
}

/* What is behind the last whole line. */
static enum status leaves_tail(struct job *job)
{
    for (size_t i = 0; i < indices(job) / 16 * 16; i++)
        take(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status halves_indices(struct job *job)
{
    const uint32_t *words = job->in[1];
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, words[i]);
    return STATUS_OK;
}

static enum status doubles_indices(struct job *job)
{
    const uint64_t *words = job->in[1];
    let_astray(words + indices(job) / 2, sizeof *words);
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, (size_t)words[i / 2] % count_of(job));
    return STATUS_OK;
}

static enum status in_sixteen_bits(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, index_at(job, i) & 0xffff);
    return STATUS_OK;
}

/* As if the table began again where the results do not. */
static enum status wraps(struct job *job)
{
    for (size_t i = 0; i < indices(job); i++)
        take(job, i, index_at(job, i) % indices(job));
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(TAUGHT)
#define WIDE .settings = { "index=64" }, OF_ALL

const size_t mutants_gather_sizes[] = { 67, 257, 4099, 70001, 0 };

const struct mutant mutants_gather[] = {
    { "right elements", FATE_RIGHT, OF_ALL, .run = right },
    { "right elements, by wide indices", FATE_RIGHT, WIDE, .run = right },
    { "right elements, the last first", FATE_RIGHT, OF_ALL,
      .settings = { "pattern=skewed" }, .run = right_backwards },
    { "copies", OF_ALL, .run = copies },
    { "copies, in order", OF_ALL, .settings = { "pattern=identity" },
      .run = copies },
    { "copies, of blocks of one", OF_ALL,
      .settings = { "pattern=blocks", "block=1" }, .run = copies },
    { "copies rows for columns", OF_ALL, .settings = { "pattern=stride" },
      .run = copies },
    { "quiets signalling NaNs", .types = TYPES(FLOATS), .least = 4099,
      .run = quiets },
    { "scatters", OF_ALL, .run = scatters },
    { "the place behind", OF_ALL, .run = shifts_places },
    { "the index behind", OF_ALL, .run = shifts_indices },
    { "two neighbours swapped", OF_ALL, .run = swaps_neighbours },
    { "an index of before", OF_ALL, .run = stale_index },
    { "leaves one", OF_ALL, .run = leaves_one },
    { "leaves what is behind whole lines", OF_ALL, .run = leaves_tail },
    { "wide indices read as narrow ones", WIDE, .run = halves_indices },
    { "narrow indices read as wide ones", OF_ALL, .run = doubles_indices },
    { "indices of 16 bits", OF_ALL, .least = 70001, .run = in_sixteen_bits },
    { "a table no longer than the results", .settings = { "table=1000003" },
      OF_ALL, .run = wraps },
    { 0 }
};
