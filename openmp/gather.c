/* gather.c - gather on all cores.
 *
 * Elements at random places come from memory a line each, and a core waits for
 * as many lines at a time as it finds loads in what it has fetched of the
 * loop: `prefetching` asks for those further on. `best` does so only where
 * prefetchers could not, as the first indices of each step tell; and where the
 * results pass the caches it writes them around, a line at a time, so that
 * none is read to be overwritten. */
#include "ops/gather.h"

#include <stdbool.h>

#include "op.h"
#include "compact_kernel.h"
#include "places.h"
#include "prefix.h"
#include "team.h"
#include "host/machine.h"

enum {
    AHEAD = 64,              /* elements that a prefetch is ahead */
    ALONE_BYTES = 32 * 1024, /* results up to this are one thread's */
    STEP = 4096, /* elements that are taken one way or the other, */
    LOOK = 32    /* as the first of their indices tell: others would be out of
                 the order that prefetchers follow */
};

struct gather_work {
    const void *x, *index;
    char *y;
    size_t n, size; /* indices, bytes of an element */
    enum elem type;
    bool wide;
};

#define ELEM_TEMPLATE "openmp/gather_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

/* By one thread; `ahead`: lines further on are asked for; `stream`: results go
 * around the caches. */
static void gather(const struct gather_work *w, size_t begin, size_t end,
                   bool ahead, bool stream)
{
    static void (*const gathers[ELEM_COUNT])(const struct gather_work *,
                                             size_t, size_t, bool, bool) =
        EACH(TAUGHT, gather);
    gathers[w->type](w, begin, end, ahead, stream);
}

static struct gather_work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct gather_work){
        .x = job->in[0],
        .index = job->in[1],
        .y = job->out[0],
        .n = p->dim[0],
        .size = elem_size(p->type),
        .type = p->type,
        .wide = indices_are_wide(p),
    };
}

/* Elements a thread, in whole lines. */
static size_t share_of(const struct gather_work *w)
{
    return piece_length(w->n, (size_t)team_size(), LINE_BYTES / w->size);
}

static void run_blocks(const struct gather_work *w, bool ahead)
{
    const size_t length = share_of(w);
#pragma omp parallel for schedule(static, 1)
    for (size_t begin = 0; begin < w->n; begin += length)
        gather(w, begin, least(begin + length, w->n), ahead, false);
}

static enum status run_blocked(struct job *job)
{
    const struct gather_work w = work_of(job);
    run_blocks(&w, false);
    return STATUS_OK;
}

static enum status run_prefetching(struct job *job)
{
    const struct gather_work w = work_of(job);
    run_blocks(&w, true);
    return STATUS_OK;
}

/* --- best ----------------------------------------------------------------- */

/* Caches would not hold the table. */
static bool table_is_far(const struct job *job)
{
    const struct array *x = &job->problem->in[0];
    return x->count * elem_size(x->type) > machine_cache();
}

static void run_steps(const struct gather_work *w, size_t begin, size_t end,
                      bool far, bool stream)
{
    for (size_t i = begin, next; i < end; i = next) {
        next = least(i + STEP, end);
        gather(w, i, next,
               far &&
                   places_are_far(w->index, w->wide, i, least(i + LOOK, next),
                                  w->size),
               stream);
    }
    drain(stream);
}

static enum status run_best(struct job *job)
{
    const struct gather_work w = work_of(job);
    const bool far = table_is_far(job);
    const bool stream = openmp_streams(w.n * w.size);
    const size_t length = share_of(&w);
    if (w.n * w.size <= ALONE_BYTES) {
        run_steps(&w, 0, w.n, far, stream);
        return STATUS_OK;
    }
#pragma omp parallel for schedule(static, 1)
    for (size_t begin = 0; begin < w.n; begin += length)
        run_steps(&w, begin, least(begin + length, w.n), far, stream);
    return STATUS_OK;
}

extern const struct variant openmp_gather[];

const struct variant openmp_gather[] = {
    { .name = "blocked",
      .idea = "a block a thread",
      .source = "",
      .run = run_blocked },
    { .name = "prefetching",
      .idea = "the line of an element further on is asked for with each",
      .source = "",
      .run = run_prefetching },
    { .name = "best",
      .idea = "prefetching where places are at random and the table passes "
              "the caches, and results written around them; small arrays "
              "alone",
      .source = "",
      .best = true,
      .run = run_best },
    { 0 }
};
