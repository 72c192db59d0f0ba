/* partition.c - partition on all cores.
 *
 * Where the second side begins only all elements tell. `two-pass` counts the
 * first side, then packs both: memory is read twice, written once. `blocked`
 * does so in many pieces, back from the last, of what caches hold; and where
 * they do not hold it, and one side is much the larger, in one sweep that reads
 * once: chunks are claimed in order (chain.h), a thread counts one of them,
 * which its cache then holds, and tells how many of its elements are on the
 * first side. When it has counted one more it adds up what the chunks before
 * the first told, packs the first side where it belongs and the second aside,
 * from where it moves when all is known. Or all that turned round: from the
 * last chunk to the first, the second side belongs at the end and the first
 * goes aside. What goes aside is read and written twice, so a sample says
 * which side does, and whether it pays.
 *
 * A thread packs some elements at a time into two buffers that stay in its L1
 * cache, and moves the lines that are full. */
#include "ops/partition.h"

#include <string.h>

#include "op.h"
#include "chain.h"
#include "compact_kernel.h"
#include "prefix.h"
#include "team.h"
#include "host/machine.h"

enum {
    ALONE_BYTES = 32 * 1024,     /* arrays up to this go to one thread */
    STEP_BYTES = 8 * 1024,       /* packed at a time */
    PIECES = 16,                 /* of a thread's block, in `blocked` */
    COUNTED = 2,                 /* chunks of a thread counted, not packed */
    SAMPLES = 32,                /* places that are looked at, */
    SAMPLE = 64,                 /* elements of each */
    ASIDE = SAMPLES * SAMPLE / 4 /* of these, the most for one sweep */
};

struct work {
    const struct compact_kernel *kernel;
    const char *x;
    char *y;
    uint64_t *counts;
    size_t n, size; /* elements, bytes of one */
    double t;       /* the threshold; its first bytes are an element */
    bool stream;
    /* Of one sweep alone. */
    size_t length, chunks; /* elements of a chunk */
    struct chain *chain;
    char *aside;   /* room for n elements */
    bool backward; /* from the last chunk, the first side aside */
};

static struct work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), n = p->size;
    struct work w = {
        .kernel = openmp_compact_kernel(p->type),
        .x = job->in[0],
        .y = job->out[0],
        .counts = job->out[1],
        .n = n,
        .size = size,
        .stream = openmp_streams(n * size),
        .length = chunk_bytes(n, size) / size,
    };
    w.chunks = ceil_div(n, w.length);
    partition_threshold(p, &w.t);
    return w;
}

static size_t count_from(const struct work *w, size_t begin, size_t length)
{
    return w->kernel->count(w->x + begin * w->size, length, &w->t);
}

static void tell(const struct work *w, size_t first)
{
    w->counts[0] = first;
    w->counts[1] = w->n - first;
}

/* --- by one thread -------------------------------------------------------- */

/* The end of a side: what is packed but not moved. */
struct side {
    char *to, *held;
    size_t bytes;
};

/* Moves what fills lines; all of it when that is `all` there is. */
static void move_side(const struct work *w, struct side *s, bool all)
{
    const size_t part = all ? 0 : ((uintptr_t)s->to + s->bytes) % LINE_BYTES;
    if (s->bytes <= part)
        return;
    const size_t whole = s->bytes - part;
    w->kernel->move(s->to, s->held, whole, w->stream);
    memcpy(s->held, s->held + whole, part);
    s->to += whole;
    s->bytes = part;
}

/* Packs the two sides of some elements to where they begin. */
static void divide(const struct work *w, size_t begin, size_t length,
                   char *above, char *rest)
{
    _Alignas(LINE_BYTES) char held[2][STEP_BYTES + LINE_BYTES];
    struct side first = { .to = above, .held = held[0] };
    struct side second = { .to = rest, .held = held[1] };
    const size_t most = STEP_BYTES / w->size;
    for (size_t i = 0; i < length; i += most) {
        const size_t step = least(most, length - i);
        const size_t taken = w->kernel->divide(
            w->x + (begin + i) * w->size, step, &w->t,
            first.held + first.bytes, second.held + second.bytes);
        first.bytes += taken * w->size;
        second.bytes += (step - taken) * w->size;
        move_side(w, &first, i + step == length);
        move_side(w, &second, i + step == length);
    }
}

static void divide_alone(const struct work *w)
{
    const size_t first = count_from(w, 0, w->n);
    divide(w, 0, w->n, w->y, w->y + first * w->size);
    tell(w, first);
}

/* --- two passes ----------------------------------------------------------- */

/* A thread has so many pieces, one after another. It counts them from the
 * first to the last and packs them from the last to the first: what it counted
 * last its caches still hold. */
struct passes {
    const struct work *work;
    size_t pieces, length; /* of a thread; elements of a piece */
    uint64_t *first;       /* of the first side in each piece; in scratch */
};

/* Elements [*begin, *begin + result) are piece k of all threads'. */
static size_t piece_at(const struct passes *p, size_t k, size_t *begin)
{
    *begin = least(k * p->length, p->work->n);
    return least(p->length, p->work->n - *begin);
}

static void count_block(const struct passes *p, size_t b)
{
    for (size_t k = b * p->pieces; k < (b + 1) * p->pieces; k++) {
        size_t begin;
        const size_t length = piece_at(p, k, &begin);
        p->first[k] = count_from(p->work, begin, length);
    }
}

static void divide_block(const struct passes *p, size_t b)
{
    const struct work *w = p->work;
    size_t first = 0, before = 0; /* of all; of the pieces up to k */
    for (size_t k = 0; k < (size_t)team_size() * p->pieces; k++) {
        before += k < (b + 1) * p->pieces ? p->first[k] : 0;
        first += p->first[k];
    }
    for (size_t k = (b + 1) * p->pieces; k-- > b * p->pieces;) {
        size_t begin;
        const size_t length = piece_at(p, k, &begin);
        before -= p->first[k];
        divide(w, begin, length, w->y + before * w->size,
               w->y + (first + begin - before) * w->size);
    }
    drain(w->stream);
    if (b == 0)
        tell(w, first);
}

static void two_pass(const struct work *w, size_t pieces, void *scratch)
{
    const size_t blocks = (size_t)team_size();
    const struct passes p = {
        .work = w,
        .pieces = pieces,
        .length = piece_length(w->n, blocks * pieces, LINE_BYTES / w->size),
        .first = scratch,
    };
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            count_block(&p, b);
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            divide_block(&p, b);
    }
}

static size_t two_pass_scratch(size_t pieces)
{
    return (size_t)team_size() * pieces * sizeof(uint64_t);
}

static enum status run_two_pass(struct job *job)
{
    const struct work w = work_of(job);
    two_pass(&w, 1, job->scratch);
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return two_pass_scratch(1);
}

/* --- one sweep ------------------------------------------------------------ */

/* A chunk that is counted: the place of its first element, how many it has,
 * and how many of those are not to go aside. */
struct counted {
    size_t turn; /* in the order in which chunks are claimed */
    size_t begin, length, stay;
};

static void count_next(const struct work *w, struct counted *c)
{
    c->turn = chain_claim(w->chain);
    if (c->turn >= w->chunks)
        return;
    c->begin = (w->backward ? w->chunks - 1 - c->turn : c->turn) * w->length;
    c->length = least(w->length, w->n - c->begin);
    const size_t first = count_from(w, c->begin, c->length);
    c->stay = w->backward ? c->length - first : first;
    chain_publish(w->chain, c->turn, c->stay);
}

/* `stay` elements of the chunks claimed before are where they belong. */
static void divide_chunk(const struct work *w, const struct counted *c,
                         size_t stay)
{
    const size_t size = w->size;
    if (!w->backward) {
        divide(w, c->begin, c->length, w->y + stay * size,
               w->aside + (c->begin - stay) * size);
        return;
    }
    /* Both sides end where those behind begin. */
    const size_t end = c->begin + c->length, behind = w->n - end - stay;
    const size_t second = w->n - stay - c->stay;
    const size_t first = w->n - behind - (c->length - c->stay);
    divide(w, c->begin, c->length, w->aside + first * size,
           w->y + second * size);
}

/* One thread's chunks. */
static void sweep(const struct work *w)
{
    struct counted counted[COUNTED];
    size_t known = 0, stay = 0; /* of the chunks claimed before `known` */
    for (size_t k = 0; k < COUNTED; k++)
        count_next(w, &counted[k]);
    for (size_t k = 0; counted[k].turn < w->chunks; k = (k + 1) % COUNTED) {
        struct counted *c = &counted[k];
        for (; known < c->turn; known++)
            stay += chain_wait(w->chain, known);
        divide_chunk(w, c, stay);
        if (c->turn == w->chunks - 1)
            tell(w, w->backward ? w->n - stay - c->stay : stay + c->stay);
        count_next(w, c);
    }
    drain(w->stream);
}

/* A thread's share of what went aside. */
static void move_back(const struct work *w)
{
    const size_t bytes = w->counts[!w->backward] * w->size;
    const size_t share = piece_length(bytes, (size_t)team_size(), LINE_BYTES);
    const size_t begin = least(team_rank() * share, bytes);
    char *to = w->backward ? w->y : w->y + w->n * w->size - bytes;
    const char *from =
        w->backward ? w->aside + w->n * w->size - bytes : w->aside;
    w->kernel->move(to + begin, from + begin, least(share, bytes - begin),
                    w->stream);
    drain(w->stream);
}

static void run_sweep(struct work *w, void *scratch)
{
    w->chain = scratch;
    w->aside = (char *)scratch + chain_bytes(w->chunks);
    chain_begin(w->chain, w->chunks);
#pragma omp parallel
    {
        sweep(w);
#pragma omp barrier
        move_back(w);
    }
}

/* --- either --------------------------------------------------------------- */

static bool beyond_caches(const struct work *w)
{
    return w->stream && w->n * w->size > machine_cache();
}

/* Whether the smaller side is little enough to go aside, and which it is. */
static bool pays_to_sweep(const struct work *w, bool *backward)
{
    size_t first = 0;
    for (size_t k = 0; k < SAMPLES; k++)
        first += count_from(w, w->n / SAMPLES * k, SAMPLE);
    *backward = first < SAMPLES * SAMPLE - first;
    return least(first, SAMPLES * SAMPLE - first) <= ASIDE;
}

static enum status run_blocked(struct job *job)
{
    struct work w = work_of(job);
    if (w.n * w.size <= ALONE_BYTES)
        divide_alone(&w);
    else if (beyond_caches(&w) && pays_to_sweep(&w, &w.backward))
        run_sweep(&w, job->scratch);
    else
        two_pass(&w, PIECES, job->scratch);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct work w = work_of(job);
    const size_t passes = two_pass_scratch(PIECES);
    const size_t sweep = chain_bytes(w.chunks) + w.n * w.size;
    return beyond_caches(&w) && sweep > passes ? sweep : passes;
}

extern const struct variant openmp_partition[];

const struct variant openmp_partition[] = {
    { .name = "two-pass",
      .idea =
          "each thread counts the first side in its block, then packs both "
          "sides, step by step: memory is read twice",
      .source = "",
      .scratch = scratch_two_pass,
      .run = run_two_pass },
    { .name = "blocked",
      .idea = "what caches hold is read again from there; else, if one side "
              "is small, memory is read once and that side packed aside",
      .source = "chained scan: Yan, Long and Zhang 2013",
      .best = true,
      .scratch = scratch_blocked,
      .run = run_blocked },
    { 0 }
};
