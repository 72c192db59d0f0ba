/* compact.c - compact on all cores.
 *
 * `two-pass` reads memory twice, from blocks as long as the array allows.
 * `blocked` reads it once, by chunks that threads claim in order: a thread
 * packs a chunk into a buffer of its own, that stays in its cache, and tells
 * how many elements it kept (chain.h). When it has packed one more it adds up
 * what the chunks before the first kept, which are there by then as a rule,
 * and moves the buffer to where they end. By then all chunks up to this one
 * have been read, so the result may go where they were: in place. */
#include "ops/compact.h"

#include "op.h"
#include "chain.h"
#include "compact_kernel.h"
#include "team.h"
#include "prefix.h"

enum {
    ALONE_BYTES = 32 * 1024, /* arrays up to this go to one thread */
    PACKED = 2,            /* chunks of a thread that are packed, not moved */
    STEP_BYTES = 16 * 1024 /* that two passes pack at a time: in L1 */
};

struct work {
    const struct compact_kernel *kernel;
    const char *x;
    char *y;
    uint64_t *count;
    size_t n, size; /* elements, bytes of one */
    double t;       /* the threshold; its first bytes are an element */
    bool stream;
    size_t length, chunks; /* of `blocked`: elements of a chunk */
};

static struct work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), n = p->size;
    struct work w = {
        .kernel = openmp_compact_kernel(p->type),
        .x = job->in[0],
        .y = job->out[0],
        .count = job->out[1],
        .n = n,
        .size = size,
        .stream = openmp_streams(n * size),
        .length = chunk_bytes(n, size) / size,
    };
    w.chunks = ceil_div(n, w.length);
    compact_threshold(p, &w.t);
    return w;
}

/* --- two passes ----------------------------------------------------------- */

struct slot { /* in scratch, one a thread */
    _Alignas(LINE_BYTES) uint64_t count;
};

/* Elements [*begin, *begin + result) are block b, one a thread. */
static size_t block_at(const struct work *w, size_t b, size_t *begin)
{
    const size_t length =
        piece_length(w->n, (size_t)team_size(), LINE_BYTES / w->size);
    *begin = least(b * length, w->n);
    return least(length, w->n - *begin);
}

static void count_block(const struct work *w, struct slot *slots, size_t b)
{
    size_t begin;
    const size_t length = block_at(w, b, &begin);
    slots[b].count = w->kernel->count(w->x + begin * w->size, length, &w->t);
}

static void pack_block(const struct work *w, const struct slot *slots,
                       size_t b)
{
    _Alignas(LINE_BYTES) char step[STEP_BYTES];
    size_t begin, to = 0;
    const size_t length = block_at(w, b, &begin), most = STEP_BYTES / w->size;
    for (size_t k = 0; k < b; k++)
        to += slots[k].count;
    for (size_t i = 0; i < length; i += most) {
        const size_t kept =
            w->kernel->pack(w->x + (begin + i) * w->size,
                            least(most, length - i), &w->t, step);
        w->kernel->move(w->y + to * w->size, step, kept * w->size, w->stream);
        to += kept;
    }
    drain(w->stream);
    if (begin + length == w->n && length)
        *w->count = to;
}

static enum status run_two_pass(struct job *job)
{
    const struct work w = work_of(job);
    const size_t blocks = (size_t)team_size();
    struct slot *slots = job->scratch;
    *w.count = 0;
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            count_block(&w, slots, b);
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            pack_block(&w, slots, b);
    }
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return (size_t)team_size() * sizeof(struct slot);
}

static const char *refuses_in_place(const struct problem *p)
{
    return p->param[COMPACT_PARAM_IN_PLACE].i
        ? "in place, a thread would write where another has not read yet"
        : NULL;
}

/* --- one sweep ------------------------------------------------------------ */

/* A chunk's elements in a buffer. */
struct packed {
    size_t chunk, count;
    char *elements;
};

/* Claims a chunk and tells how many of its elements are kept. */
static void pack_next(const struct work *w, struct chain *chain,
                      struct packed *p)
{
    p->chunk = chain_claim(chain);
    if (p->chunk >= w->chunks)
        return;
    const size_t begin = p->chunk * w->length;
    p->count =
        w->kernel->pack(w->x + begin * w->size, least(w->length, w->n - begin),
                        &w->t, p->elements);
    chain_publish(chain, p->chunk, p->count);
}

/* One thread's chunks, by way of its buffers. */
static void sweep(const struct work *w, struct chain *chain, char *buffers)
{
    struct packed packed[PACKED];
    size_t known = 0, before = 0; /* kept of chunks up to `known` */
    for (size_t k = 0; k < PACKED; k++) {
        packed[k].elements = buffers + k * w->length * w->size;
        pack_next(w, chain, &packed[k]);
    }
    for (size_t k = 0; packed[k].chunk < w->chunks; k = (k + 1) % PACKED) {
        struct packed *p = &packed[k];
        for (; known < p->chunk; known++)
            before += chain_wait(chain, known);
        w->kernel->move(w->y + before * w->size, p->elements,
                        p->count * w->size, w->stream);
        if (p->chunk == w->chunks - 1)
            *w->count = before + p->count;
        pack_next(w, chain, p);
    }
    drain(w->stream);
}

static bool alone(const struct work *w)
{
    return w->n * w->size <= ALONE_BYTES;
}

static enum status run_blocked(struct job *job)
{
    const struct work w = work_of(job);
    struct chain *chain = job->scratch;
    if (alone(&w)) {
        *w.count = w.kernel->pack(w.x, w.n, &w.t, w.y);
        return STATUS_OK;
    }
    chain_begin(chain, w.chunks);
#pragma omp parallel
    sweep(&w, chain,
          (char *)job->scratch + chain_bytes(w.chunks) +
              team_rank() * PACKED * w.length * w.size);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct work w = work_of(job);
    return alone(&w) ? 0
                     : chain_bytes(w.chunks) +
            (size_t)team_size() * PACKED * w.length * w.size;
}

extern const struct variant openmp_compact[];

const struct variant openmp_compact[] = {
    { .name = "two-pass",
      .idea = "each thread counts what its block keeps, then packs it behind "
              "what those before keep: memory is read twice",
      .source = "",
      .refuses = refuses_in_place,
      .scratch = scratch_two_pass,
      .run = run_two_pass },
    { .name = "blocked",
      .idea = "chunks packed in cache, one ahead, and moved behind those "
              "before: memory is read once, no branch depends on the data",
      .source = "chained scan: Yan, Long and Zhang 2013",
      .best = true,
      .scratch = scratch_blocked,
      .run = run_blocked },
    { 0 }
};
