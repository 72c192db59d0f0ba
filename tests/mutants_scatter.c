/* mutants_scatter.c - scatters, done wrong in the ways that they go wrong. */
#include "astray.h"
#include "mutants_parts.h"

#include "ops/scatter.h"

static size_t index_at(const struct job *job, size_t i)
{
    return (size_t)indices_at(job->problem, job->in[1], i);
}

/* Input i to place `to` of the result. */
static void give(const struct job *job, size_t i, size_t to)
{
    move(job, to, i);
}

static enum status right(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status right_backwards(struct job *job)
{
    for (size_t i = count_of(job); i-- > 0;)
        give(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status copies(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, i);
    return STATUS_OK;
}

static enum status quiets(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        multiply_by_one(job, index_at(job, i), i);
    return STATUS_OK;
}

static enum status gathers(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, index_at(job, i), i);
    return STATUS_OK;
}

static enum status shifts_places(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, (index_at(job, i) + 1) % count_of(job));
    return STATUS_OK;
}

static enum status shifts_indices(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, index_at(job, (i + 1) % count_of(job)));
    return STATUS_OK;
}

static enum status swaps_neighbours(struct job *job)
{
    const size_t i = some_place(job) % (count_of(job) - 1);
    right(job);
    give(job, i, index_at(job, i + 1));
    give(job, i + 1, index_at(job, i));
    return STATUS_OK;
}

/* In a buffer of 16 that was full before: its last one again. */
static enum status stale_buffer(struct job *job)
{
    const size_t last = count_of(job) - 1;
    right(job);
    give(job, last - 16, index_at(job, last));
    return STATUS_OK;
}

static enum status leaves_one(struct job *job)
{
    const size_t left = some_place(job);
    for (size_t i = 0; i < count_of(job); i++)
        if (i != left)
            give(job, i, index_at(job, i));
    return STATUS_OK;
}

/* And writes another one twice. */
static enum status doubles_one(struct job *job)
{
    const size_t i = some_place(job);
    right(job);
    give(job, i, index_at(job, (i + 1) % count_of(job)));
    return STATUS_OK;
}

/* What fills no buffer. */
static enum status leaves_tail(struct job *job)
{
    for (size_t i = 0; i < count_of(job) / 16 * 16; i++)
        give(job, i, index_at(job, i));
    return STATUS_OK;
}

static enum status halves_indices(struct job *job)
{
    const uint32_t *words = job->in[1];
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, words[i]);
    return STATUS_OK;
}

static enum status doubles_indices(struct job *job)
{
    const uint64_t *words = job->in[1];
    let_astray(words + count_of(job) / 2, sizeof *words);
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, (size_t)words[i / 2] % count_of(job));
    return STATUS_OK;
}

static enum status in_sixteen_bits(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++)
        give(job, i, index_at(job, i) & 0xffff);
    return STATUS_OK;
}

/* A window of 1024 places where the one before it goes. */
static enum status shifts_window(struct job *job)
{
    for (size_t i = 0; i < count_of(job); i++) {
        const size_t place = index_at(job, i);
        give(job, i, place < 2048 ? place ^ 1024 : place);
    }
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(TAUGHT)
#define WIDE .settings = { "index=64" }, OF_ALL

const size_t mutants_scatter_sizes[] = { 67, 257, 4099, 70001, 0 };

const struct mutant mutants_scatter[] = {
    { "right elements", FATE_RIGHT, OF_ALL, .run = right },
    { "right elements, by wide indices", FATE_RIGHT, WIDE, .run = right },
    { "right elements, the last first", FATE_RIGHT, OF_ALL,
      .run = right_backwards },
    { "copies", OF_ALL, .run = copies },
    { "copies, in order", OF_ALL, .settings = { "pattern=identity" },
      .run = copies },
    { "gathers, where that is the inverse of itself", OF_ALL,
      .settings = { "pattern=reverse" }, .run = gathers },
    { "copies rows for columns", OF_ALL, .settings = { "pattern=stride" },
      .run = copies },
    { "quiets signalling NaNs", .types = TYPES(FLOATS), .least = 4099,
      .run = quiets },
    { "gathers", OF_ALL, .run = gathers },
    { "to the place behind", OF_ALL, .run = shifts_places },
    { "the index behind", OF_ALL, .run = shifts_indices },
    { "two neighbours swapped", OF_ALL, .run = swaps_neighbours },
    { "an element of the buffer before", OF_ALL, .run = stale_buffer },
    { "loses one", OF_ALL, .run = leaves_one },
    { "one twice", OF_ALL, .run = doubles_one },
    { "leaves what fills no buffer", OF_ALL, .run = leaves_tail },
    { "wide indices read as narrow ones", WIDE, .run = halves_indices },
    { "narrow indices read as wide ones", OF_ALL, .run = doubles_indices },
    { "indices of 16 bits", OF_ALL, .least = 70001, .run = in_sixteen_bits },
    { "two windows swapped", OF_ALL, .least = 4099, .run = shifts_window },
    { 0 }
};
