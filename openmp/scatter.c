/* scatter.c - scatter on all cores.
 *
 * An element at a random place costs the whole line around it, which is read,
 * and written some time. `binned` writes lines only: each thread sorts its
 * elements, with where they are to go, into bins by the high bits of that,
 * through buffers of whole lines that stay in its cache and are written around
 * it; then each bin is scattered inside a window that fits a core's cache,
 * and that window written at a stretch. A first look at the indices tells how
 * long each bin becomes.
 *
 * Where places follow each other, `best` writes the lines that they fill around
 * the caches, so that none is read to be overwritten. */
#include "ops/scatter.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "op.h"
#include "claims.h"
#include "compact_kernel.h"
#include "places.h"
#include "prefix.h"
#include "team.h"
#include "host/machine.h"

enum {
    ALONE_BYTES = 32 * 1024, /* results up to this are one thread's */
    L2_BYTES = 1024 * 1024,  /* where the machine does not say */
    GROUP = 16, /* elements that a bin's buffer holds: a line of places, a line
                   or two of values */
    STEP = 4096, /* elements whose places follow each other or do not, as those
                    of so many tell: */
    LOOK = 32,
    MISSES = 16, /* of lines that prove not full, until a step goes without */
    FETCHED = 2048, /* bytes that prefetches are ahead: a core's own end with a
                       page */
    RUNS = 8,       /* of elements in a row, whose places are looked at, */
    RUN_LOOKS = 32, /* so many of each, */
    SPARSE = 8,     /* and which are over so many times the room of all: then
                       bins are no slower than lines that are read for two
                       elements (stride 8; two cores of a Xeon) */
    BINS_A_THREAD = 4,  /* at least, so that threads finish together, */
    WINDOW_LEAST = 1024 /* if windows are of that many elements */
};

struct scatter_work {
    const void *x, *index;
    void *y;
    size_t n, size; /* elements, bytes of one */
    enum elem type;
    bool wide;
};

/* How `binned` cuts its work. Elements whose places agree above `shift` are a
 * bin; each of a team's shares has bins of its own. */
struct binning {
    size_t team, length, room; /* elements of a share, and of all its bins */
    size_t bins;
    int shift;
    size_t own; /* bytes of a share's buffers, or of a window */
    bool stream;
};

/* A share's scratch. */
struct share {
    size_t *begin, *end; /* of each bin, in elements */
    void *groups;        /* bin after bin */
    void *buffers;       /* a group a bin */
};

#define ELEM_TEMPLATE "openmp/scatter_tmpl.h"
#include "elem_each_taught.h"
#undef ELEM_TEMPLATE

static struct scatter_work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    return (struct scatter_work){
        .x = job->in[0],
        .index = job->in[1],
        .y = job->out[0],
        .n = p->dim[0],
        .size = elem_size(p->type),
        .type = p->type,
        .wide = indices_are_wide(p),
    };
}

/* --- blocked -------------------------------------------------------------- */

/* By one thread. */
static void scatter(const struct scatter_work *w, size_t begin, size_t end)
{
    static void (*const scatters[ELEM_COUNT])(
        const struct scatter_work *, size_t, size_t) = EACH(TAUGHT, scatter);
    scatters[w->type](w, begin, end);
}

static void run_blocks(const struct scatter_work *w)
{
    const size_t length = piece_length(w->n, (size_t)team_size(), GROUP);
#pragma omp parallel for schedule(static, 1)
    for (size_t begin = 0; begin < w->n; begin += length)
        scatter(w, begin, least(begin + length, w->n));
}

static enum status run_blocked(struct job *job)
{
    const struct scatter_work w = work_of(job);
    run_blocks(&w);
    return STATUS_OK;
}

/* --- binned --------------------------------------------------------------- */

static size_t near_bytes(void)
{
    const struct machine *machine = machine_known();
    return machine->l2 ? machine->l2 : L2_BYTES;
}

static size_t lines(size_t bytes)
{
    return ceil_div(bytes, LINE_BYTES) * LINE_BYTES;
}

/* Windows of half a core's cache, and buffers of not more than that; smaller
 * windows while the team would lack bins. */
static struct binning binning_of(const struct scatter_work *w)
{
    const size_t near = near_bytes() / 2, entry = sizeof(uint32_t) + w->size;
    struct binning g = {
        .team = (size_t)team_size(),
        .stream = openmp_streams(w->n * entry),
    };
    while ((w->size << g.shift) < near)
        g.shift++;
    while (w->n >> g.shift < BINS_A_THREAD * g.team &&
           (size_t)1 << g.shift > WINDOW_LEAST)
        g.shift--;
    while ((w->n >> g.shift) * GROUP * entry > near)
        g.shift++;
    g.bins = ceil_div(w->n, (size_t)1 << g.shift);
    g.length = piece_length(w->n, g.team, GROUP);
    g.room = g.length + g.bins * GROUP;
    g.own = lines(g.bins * GROUP * entry);
    if (g.own < w->size << g.shift)
        g.own = w->size << g.shift;
    return g;
}

static size_t scratch_binned(const struct job *job)
{
    const struct scatter_work w = work_of(job);
    const struct binning g = binning_of(&w);
    return g.team *
        (2 * lines(g.bins * sizeof(size_t)) + g.own +
         g.room * (sizeof(uint32_t) + w.size));
}

/* Share t in scratch: lines all. */
static struct share share_at(const struct scatter_work *w,
                             const struct binning *g, char *scratch, size_t t)
{
    const size_t row = lines(g->bins * sizeof(size_t));
    char *bounds = scratch + t * 2 * row;
    char *own = scratch + g->team * 2 * row + t * g->own;
    char *groups = scratch + g->team * (2 * row + g->own);
    return (struct share){
        .begin = (size_t *)(void *)bounds,
        .end = (size_t *)(void *)(bounds + row),
        .groups = groups + t * g->room * (sizeof(uint32_t) + w->size),
        .buffers = own,
    };
}

INLINE void count(const struct scatter_work *w, const struct binning *g,
                  const struct share *s, size_t begin, size_t end, bool wide)
{
    for (size_t i = begin; i < end; i++)
        s->end[place_at(w->index, i, wide) >> g->shift]++;
}

/* Where the bins of a share begin, each at a group. */
static void lay_out(const struct scatter_work *w, const struct binning *g,
                    const struct share *s, size_t begin, size_t end)
{
    size_t at = 0;
    memset(s->end, 0, g->bins * sizeof s->end[0]);
    if (w->wide)
        count(w, g, s, begin, end, true);
    else
        count(w, g, s, begin, end, false);
    for (size_t b = 0; b < g->bins; b++) {
        const size_t own = s->end[b];
        s->begin[b] = s->end[b] = at;
        at += ceil_div(own, GROUP) * GROUP;
    }
}

static void fill_share(const struct scatter_work *w, const struct binning *g,
                       char *scratch, size_t t)
{
    static void (*const fill_bins[ELEM_COUNT])(
        const struct scatter_work *, const struct binning *,
        const struct share *, size_t, size_t) = EACH(TAUGHT, fill_bins);
    const struct share s = share_at(w, g, scratch, t);
    const size_t begin = least(t * g->length, w->n);
    const size_t end = least(begin + g->length, w->n);
    lay_out(w, g, &s, begin, end);
    fill_bins[w->type](w, g, &s, begin, end);
    drain(g->stream);
}

/* By thread `rank`, whose window is where its share's buffers were. */
static void empty_bin(const struct scatter_work *w, const struct binning *g,
                      char *scratch, size_t b, size_t rank)
{
    static void (*const empty[ELEM_COUNT])(const struct share *, size_t,
                                           void *) = EACH(TAUGHT, empty_bin);
    const size_t first = b << g->shift;
    const size_t length = least((size_t)1 << g->shift, w->n - first);
    void *window = share_at(w, g, scratch, rank).buffers;
    for (size_t t = 0; t < g->team; t++) {
        const struct share s = share_at(w, g, scratch, t);
        empty[w->type](&s, b, window);
    }
    openmp_compact_kernel(w->type)->move((char *)w->y + first * w->size,
                                         window, length * w->size, g->stream);
}

static void run_bins(const struct scatter_work *w, char *scratch)
{
    const struct binning g = binning_of(w);
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t t = 0; t < g.team; t++)
            fill_share(w, &g, scratch, t);
#pragma omp for schedule(dynamic)
        for (size_t b = 0; b < g.bins; b++)
            empty_bin(w, &g, scratch, b, team_rank());
        drain(g.stream);
    }
}

static enum status run_binned(struct job *job)
{
    const struct scatter_work w = work_of(job);
    run_bins(&w, job->scratch);
    return STATUS_OK;
}

/* --- lines ---------------------------------------------------------------- */

/* Whether the first of elements [begin, end) go to places next to each other,
 * up or down. */
static bool are_next(const struct scatter_work *w, size_t begin, size_t end)
{
    const size_t looks = least(end - begin, LOOK);
    size_t up = 0, down = 0;
    for (size_t i = begin + 1; i < begin + looks; i++) {
        const size_t before = place_at(w->index, i - 1, w->wide);
        const size_t own = place_at(w->index, i, w->wide);
        up += own - before == 1;
        down += before - own == 1;
    }
    return up + 1 == looks || down + 1 == looks;
}

static void scatter_steps(const struct scatter_work *w, size_t begin,
                          size_t end)
{
    static void (*const lines[ELEM_COUNT])(const struct scatter_work *, size_t,
                                           size_t) =
        EACH(TAUGHT, scatter_lines);
    for (size_t i = begin, next; i < end; i = next) {
        next = least(i + STEP, end);
        if (are_next(w, i, next))
            lines[w->type](w, i, next);
        else
            scatter(w, i, next);
    }
}

static void run_lines(const struct scatter_work *w, struct claims *shares)
{
    const size_t length = PIECE_BYTES / w->size;
    claims_begin(shares, (size_t)team_size(), ceil_div(w->n, length));
#pragma omp parallel
    {
        struct claimant c = claimant_of(shares);
        for (size_t k; claim(&c, &k);)
            scatter_steps(w, k * length, least((k + 1) * length, w->n));
        drain(true);
    }
}

/* --- best ----------------------------------------------------------------- */

/* Whether bins can pay: caches would not hold the result, beside some of what
 * else goes through them. On two cores of an EPYC (Zen 4), whose caches hold 32
 * MiB, bins took 1.9 times as long where that was 20 MB of i32, 0.9 to 1.2 from
 * 24 to 33 MB, and 0.8 at 67 MB. */
static bool passes_caches(const struct job *job)
{
    const struct array *y = &job->problem->out[0];
    return 3 * y->count * elem_size(y->type) > 2 * machine_cache();
}

static int in_order(const void *a, const void *b)
{
    const size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

/* Whether `run` elements from `begin` on, one by one, go to many more lines
 * than they fill: most are not in their neighbour's, and half of them lie
 * further apart than half of so many lines. */
static bool is_sparse(const struct scatter_work *w, size_t begin, size_t run)
{
    size_t place[RUN_LOOKS], apart = 0;
    for (size_t k = 0; k < RUN_LOOKS; k++) {
        const size_t i = begin + k * (run / RUN_LOOKS);
        const size_t next = place_at(w->index, i + 1, w->wide);
        place[k] = place_at(w->index, i, w->wide);
        apart +=
            (place[k] < next ? next - place[k] : place[k] - next) * w->size >=
            LINE_BYTES;
    }
    qsort(place, RUN_LOOKS, sizeof *place, in_order);
    return 2 * apart > RUN_LOOKS &&
        place[RUN_LOOKS * 3 / 4] - place[RUN_LOOKS / 4] > SPARSE * run / 2;
}

/* The same of all, by as many at a time as a core's cache holds. */
static bool are_sparse(const struct scatter_work *w)
{
    const size_t run = least(near_bytes() / w->size, w->n / RUNS);
    size_t sparse = 0;
    for (size_t r = 0; r < RUNS; r++)
        sparse += is_sparse(w, r * (w->n / RUNS), run);
    return 2 * sparse > RUNS;
}

static size_t scratch_best(const struct job *job)
{
    const size_t binned = passes_caches(job) ? scratch_binned(job) : 0;
    return binned > claims_bytes() ? binned : claims_bytes();
}

static enum status run_best(struct job *job)
{
    const struct scatter_work w = work_of(job);
    if (w.n * w.size <= ALONE_BYTES)
        scatter(&w, 0, w.n);
    else if (passes_caches(job) && are_sparse(&w))
        run_bins(&w, job->scratch);
    else if (openmp_streams(w.n * w.size))
        run_lines(&w, job->scratch);
    else
        run_blocks(&w);
    return STATUS_OK;
}

extern const struct variant openmp_scatter[];

const struct variant openmp_scatter[] = {
    { .name = "blocked",
      .idea = "a block a thread",
      .source = "",
      .run = run_blocked },
    { .name = "binned",
      .idea = "into bins by high bits of the index, through buffers of whole "
              "lines; then each bin inside a window in cache",
      .source = "",
      .scratch = scratch_binned,
      .run = run_binned },
    { .name = "best",
      .idea = "binned where caches would not hold the lines that elements in "
              "a row go to; else blocked, or, past the caches, full lines "
              "written around them, in pieces that free threads claim; small "
              "arrays alone",
      .source = "",
      .best = true,
      .scratch = scratch_best,
      .run = run_best },
    { 0 }
};
