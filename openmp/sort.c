/* sort.c - sort on all cores. */
#include "sort.h"

#include "op.h"

#include "team.h"

static size_t lines(size_t bytes)
{
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

/* Scratch: spare keys, spare values, the rest. */
struct sort_work openmp_sort_work(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), width = sort_value_bytes(p);
    char *spare = job->scratch, *values = spare + lines(p->size * size);
    return (struct sort_work){
        .at = { [SORT_IN] = { (void *)(uintptr_t)job->in[0],
                              (void *)(uintptr_t)job->in[1] },
                [SORT_OUT] = { job->out[0], job->out[1] },
                [SORT_SPARE] = { spare, values } },
        .n = p->size,
        .size = size,
        .width = width,
        .flip = sort_flip(p),
        .rest = values + lines(p->size * width),
    };
}

size_t openmp_sort_scratch(const struct job *job, size_t rest)
{
    const struct problem *p = job->problem;
    return lines(p->size * elem_size(p->type)) +
        lines(p->size * sort_value_bytes(p)) + rest;
}

static size_t scratch_radix(const struct job *job)
{
    const struct sort_work w = openmp_sort_work(job);
    return openmp_sort_scratch(job, openmp_sort_radix_scratch(&w));
}

static enum status run_radix(struct job *job)
{
    const struct sort_work w = openmp_sort_work(job);
    openmp_sort_radix(&w, sort_form(job->problem));
    return STATUS_OK;
}

static size_t scratch_spare(const struct job *job)
{
    return openmp_sort_scratch(job, 0);
}

static enum status run_merge(struct job *job)
{
    const struct sort_work w = openmp_sort_work(job);
    openmp_sort_merge(&w, sort_form(job->problem));
    return STATUS_OK;
}

static enum status run_quick(struct job *job)
{
    const struct sort_work w = openmp_sort_work(job);
    openmp_sort_quick(&w, sort_form(job->problem));
    return STATUS_OK;
}

extern const struct variant openmp_sort[];

const struct variant openmp_sort[] = {
    { .name = "quicksort-tasks",
      .idea = "partitioned in place by one thread, then both sides at once; "
              "merged where it goes too deep",
      .source = "Hoare 1961; Musser 1997",
      .traits = UNSTABLE,
      .scratch = scratch_spare,
      .run = run_quick },
    { .name = "merge-tasks",
      .idea = "halves sorted at once, then merged at once, too: each merge is "
              "cut in two where the middle of the longer run belongs",
      .source = "Cormen et al. 2009, 27.3",
      .scratch = scratch_spare,
      .run = run_merge },
    { .name = "radix",
      .idea =
          "into bins by the highest 11 bits in which keys differ, more "
          "where a sample shows many alike, through lines that are "
          "written when full; a bin in cache, the lowest digit first; keys "
          "of 4 bytes alone by vectors of AVX-512: chunks parted in cache, "
          "then each bin fetched and sorted; keys alone of which 256 differ "
          "at most are counted and written; what is in order is copied",
      .source = "McIlroy, Bostic and McIlroy 1993; Wassenberg and Sanders "
                "2011; Frazer and McKellar 1970; Bramas 2017; Seward 1954",
      .best = true,
      .scratch = scratch_radix,
      .run = run_radix },
    { 0 }
};
