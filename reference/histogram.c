/* histogram.c - histogram on one core: the obvious loop, and one for samples
 * that are alike.
 *
 * A counter that was just stored is not there to be loaded for some cycles:
 * equal samples wait for each other. Neighbours that count in tables of their
 * own do not. */
#include "ops/histogram.h"

#include <string.h>

#include "op.h"
#include "problem.h"

enum {
    TABLES_MOST = 4,
    FOUR_BINS = 2048, /* bins up to which there are so many: 64 KB */
    TWO_BINS = 32768, /* or two: 512 KB */
    A_BIN = 4,        /* samples at least: fewer are not worth tables */
    PAD = 80 /* counters between tables, so that the same bin of two of them is
                not in the same set of a cache */
};

struct tables {
    uint64_t *counts;
    size_t stride; /* from table to table */
    size_t ways;   /* tables: 2 or 4, or 0 */
};

#define ELEM_TEMPLATE "reference/histogram_tmpl.h"
#include "elem_each_binned.h"
#undef ELEM_TEMPLATE

static enum status run_loop(struct job *job)
{
    static void (*const loop[ELEM_COUNT])(const struct job *) =
        EACH(BINNED, loop);
    loop[job->problem->type](job);
    return STATUS_OK;
}

/* 0: the result itself is the only one. */
static size_t ways_of(const struct job *job)
{
    const size_t bins = job->problem->out[0].count;
    return job->problem->size < A_BIN * bins ? 0
        : bins <= FOUR_BINS                  ? TABLES_MOST
        : bins <= TWO_BINS                   ? 2
                                             : 0;
}

static struct tables tables_of(const struct job *job)
{
    return (struct tables){
        .counts = job->scratch,
        .stride = job->problem->out[0].count + PAD,
        .ways = ways_of(job),
    };
}

static size_t scratch_dealt(const struct job *job)
{
    const struct tables t = tables_of(job);
    return t.ways * t.stride * sizeof *t.counts;
}

static enum status run_dealt(struct job *job)
{
    static void (*const deal[ELEM_COUNT])(const struct job *, struct tables) =
        EACH(BINNED, deal);
    const struct tables t = tables_of(job);
    if (!t.ways)
        return run_loop(job);
    memset(t.counts, 0, scratch_dealt(job));
    deal[job->problem->type](job, t);
    for (size_t b = 0; b < job->problem->out[0].count; b++) {
        uint64_t all = 0;
        for (size_t k = 0; k < t.ways; k++)
            all += t.counts[k * t.stride + b];
        if (histogram_is_wide(job->problem))
            ((uint64_t *)job->out[0])[b] = all;
        else
            ((uint32_t *)job->out[0])[b] = (uint32_t)all;
    }
    return STATUS_OK;
}

extern const struct variant reference_histogram[];

const struct variant reference_histogram[] = {
    { .name = "loop", .idea = "one pass", .source = "", .run = run_loop },
    { .name = "dealt",
      .idea =
          "up to four tables in turn, so that equal neighbours do not wait "
          "for each other's stores; few samples in none",
      .source = "",
      .best = true,
      .scratch = scratch_dealt,
      .run = run_dealt },
    { 0 }
};
