/* cells_sort.c - particles sorted by cell, on all cores.
 *
 * Blocks of particles are counted by bucket, a few hundred cells each, and sent
 * there; then each bucket is sorted by cell, whose counters are in a cache.
 * Particles of a cell keep their order, so the result is the same on any number
 * of threads. */
#include "cells.h"

#include <string.h>

#include "team.h"

enum { MOST_BUCKETS = 256 };

static void *take(char *scratch, size_t *at, size_t count)
{
    void *array = scratch ? scratch + *at : NULL;
    *at += ceil_div(count * sizeof(uint32_t), LINE_BYTES) * LINE_BYTES;
    return array;
}

size_t cells_layout(struct cells_sorted *s, const struct job *job,
                    void *scratch)
{
    size_t bytes = 0;
    *s = (struct cells_sorted){ .grid = cells_grid_of(job->problem),
                                .n = job->problem->size,
                                .blocks = (size_t)team_size() };
    while ((s->grid.cells - 1) >> s->shift >= MOST_BUCKETS)
        s->shift++;
    s->buckets = ((s->grid.cells - 1) >> s->shift) + 1;
    s->end = take(scratch, &bytes, s->grid.cells);
    s->order = take(scratch, &bytes, s->n);
    s->cell = take(scratch, &bytes, s->n);
    s->by_bucket = take(scratch, &bytes, s->n);
    s->counts = take(scratch, &bytes, s->blocks * s->buckets + 1);
    for (int c = 0; c < s->grid.dim; c++) {
        s->in[c] = job->in[c];
        s->at[c] = take(scratch, &bytes, s->n + CELLS_PAD);
    }
    return bytes;
}

static size_t block_begin(const struct cells_sorted *s, size_t block)
{
    return s->n / s->blocks * block + least(s->n % s->blocks, block);
}

static void count_block(const struct cells_sorted *s, size_t block)
{
    uint32_t counts[MOST_BUCKETS] = { 0 };
    for (size_t i = block_begin(s, block); i < block_begin(s, block + 1);
         i++) {
        s->cell[i] = cells_cell(&s->grid, s->in, i);
        counts[s->cell[i] >> s->shift]++;
    }
    for (uint32_t b = 0; b < s->buckets; b++)
        s->counts[b * s->blocks + block] = counts[b];
}

/* Counts to where each begins; one more says where all end. */
static void sum_counts(const struct cells_sorted *s)
{
    uint32_t before = 0;
    for (size_t k = 0; k < s->blocks * s->buckets; k++) {
        const uint32_t count = s->counts[k];
        s->counts[k] = before;
        before += count;
    }
    s->counts[s->blocks * s->buckets] = before;
}

static void send_block(const struct cells_sorted *s, size_t block)
{
    uint32_t next[MOST_BUCKETS];
    for (uint32_t b = 0; b < s->buckets; b++)
        next[b] = s->counts[b * s->blocks + block];
    for (size_t i = block_begin(s, block); i < block_begin(s, block + 1); i++)
        s->by_bucket[next[s->cell[i] >> s->shift]++] = (uint32_t)i;
}

static void sort_bucket(const struct cells_sorted *s, uint32_t bucket)
{
    const uint32_t begin = s->counts[bucket * s->blocks];
    const uint32_t end = s->counts[(bucket + 1) * s->blocks];
    const size_t first = (size_t)bucket << s->shift;
    const size_t last = least((size_t)(bucket + 1) << s->shift, s->grid.cells);
    uint32_t before = begin;
    memset(s->end + first, 0, (last - first) * sizeof s->end[0]);
    for (uint32_t k = begin; k < end; k++)
        s->end[s->cell[s->by_bucket[k]]]++;
    for (size_t c = first; c < last; c++) {
        const uint32_t count = s->end[c];
        s->end[c] = before;
        before += count;
    }
    for (uint32_t k = begin; k < end; k++) {
        const uint32_t i = s->by_bucket[k], to = s->end[s->cell[i]]++;
        s->order[to] = i;
        for (int c = 0; c < s->grid.dim; c++)
            s->at[c][to] = s->in[c][i];
    }
}

void cells_sort(const struct job *job, const struct cells_sorted *s)
{
    team_part(job, CELLS_INDEX);
#pragma omp for schedule(static)
    for (size_t block = 0; block < s->blocks; block++)
        count_block(s, block);
    team_part(job, CELLS_SORT);
#pragma omp single
    {
        sum_counts(s);
        for (int c = 0; c < s->grid.dim; c++)
            memset(s->at[c] + s->n, 0, CELLS_PAD * sizeof(float));
    }
#pragma omp for schedule(static)
    for (size_t block = 0; block < s->blocks; block++)
        send_block(s, block);
#pragma omp for schedule(nonmonotonic : dynamic, 1)
    for (uint32_t bucket = 0; bucket < s->buckets; bucket++)
        sort_bucket(s, bucket);
}
