/* gather.c - gather on all cores.
 *
 * Elements at random places come from memory a line each, and a core waits for
 * as many lines at a time as it finds loads in what it has fetched of the
 * loop, and its first cache has buffers for: `prefetching` asks for those
 * further on, into the second, which has more (host_accesses.c). `best` does
 * so only where prefetchers could not, as the first indices of each step tell;
 * and where the results pass the caches it writes them around, a line at a
 * time, so that none is read to be overwritten, asks for a line of each array
 * further on, as prefetchers end with a page, and has threads claim pieces. */
#include "ops/gather.h"

#include <stdbool.h>

#include "op.h"
#include "claims.h"
#include "compact_kernel.h"
#include "places.h"
#include "prefix.h"
#include "team.h"
#include "host/machine.h"

enum {
    AHEAD = 64,              /* elements that a prefetch is ahead; */
    LINE_AHEAD = 512,        /* one of a line, where places are near, */
    INDEX_AHEAD = 1024,      /* and of indices: 1.2 times as fast on a core of
                                an EPYC (Zen 3), identity of 2^25 f32 */
    ALONE_BYTES = 32 * 1024, /* results up to this are one thread's */
    STEP = 4096, /* elements that are taken one way or the other, */
    LOOK = 32    /* as the first of their indices tell: others would be out of
                    the order that prefetchers follow */
};

enum { INTO_L2 = 2 }; /* of prefetches: their locality */

/* What is asked for with each line of results: its elements further on, each
 * at its place; or, where their places are near each other, a line of them and
 * one of indices. */
enum ask { NOTHING, LINES, EACH_PLACE };

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

/* By one thread; `stream`: results go around the caches, as they do wherever
 * LINES are asked for, and do not where there is NOTHING. */
static void gather(const struct gather_work *w, size_t begin, size_t end,
                   enum ask what, bool stream)
{
    static void (*const gathers[ELEM_COUNT])(const struct gather_work *,
                                             size_t, size_t, enum ask, bool) =
        EACH(TAUGHT, gather);
    gathers[w->type](w, begin, end, what, stream);
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

static void run_blocks(const struct gather_work *w, enum ask what)
{
    const size_t length = share_of(w);
#pragma omp parallel for schedule(static, 1)
    for (size_t begin = 0; begin < w->n; begin += length)
        gather(w, begin, least(begin + length, w->n), what, false);
}

static enum status run_blocked(struct job *job)
{
    const struct gather_work w = work_of(job);
    run_blocks(&w, NOTHING);
    return STATUS_OK;
}

static enum status run_prefetching(struct job *job)
{
    const struct gather_work w = work_of(job);
    run_blocks(&w, EACH_PLACE);
    return STATUS_OK;
}

/* --- best ----------------------------------------------------------------- */

/* Caches would not hold the table, beside what else goes through them. On two
 * cores of an EPYC (Zen 4), whose caches hold 32 MiB, prefetching takes 0.8 of
 * the time from a table of 17 MB, and 0.65 at 33 MB. */
static bool table_is_far(const struct job *job)
{
    const struct array *x = &job->problem->in[0];
    return 3 * x->count * elem_size(x->type) > machine_cache();
}

static void run_steps(const struct gather_work *w, size_t begin, size_t end,
                      bool far, bool stream)
{
    const enum ask near = stream ? LINES : NOTHING;
    for (size_t i = begin, next; i < end; i = next) {
        const size_t look = least(i + LOOK, end);
        const bool apart =
            far && places_are_far(w->index, w->wide, i, look, w->size);
        next = least(i + STEP, end);
        gather(w, i, next, apart ? EACH_PLACE : near, stream);
    }
}

static void run_claimed(const struct gather_work *w, bool far, bool stream,
                        struct claims *shares)
{
    const size_t length = PIECE_BYTES / w->size;
    claims_begin(shares, (size_t)team_size(), ceil_div(w->n, length));
#pragma omp parallel
    {
        struct claimant c = claimant_of(shares);
        for (size_t k; claim(&c, &k);)
            run_steps(w, k * length, least((k + 1) * length, w->n), far,
                      stream);
        drain(stream);
    }
}

static enum status run_best(struct job *job)
{
    const struct gather_work w = work_of(job);
    const bool far = table_is_far(job);
    const bool stream = openmp_streams(w.n * w.size);
    const size_t length = share_of(&w);
    if (w.n * w.size <= ALONE_BYTES) {
        run_steps(&w, 0, w.n, far, stream);
        drain(stream);
    } else if (stream) {
        run_claimed(&w, far, stream, job->scratch);
    } else {
#pragma omp parallel for schedule(static, 1)
        for (size_t begin = 0; begin < w.n; begin += length)
            run_steps(&w, begin, least(begin + length, w.n), far, false);
    }
    return STATUS_OK;
}

static size_t scratch_best(const struct job *job)
{
    (void)job;
    return claims_bytes();
}

extern const struct variant openmp_gather[];

const struct variant openmp_gather[] = {
    { .name = "blocked",
      .idea = "a block a thread",
      .source = "",
      .run = run_blocked },
    { .name = "prefetching",
      .idea = "the line of an element further on is asked for with each, into "
              "the second cache",
      .source = "",
      .run = run_prefetching },
    { .name = "best",
      .idea = "prefetching where places are at random and the table passes "
              "the caches, and results written around them, in pieces that "
              "free threads claim; small arrays alone",
      .source = "",
      .best = true,
      .scratch = scratch_best,
      .run = run_best },
    { 0 }
};
