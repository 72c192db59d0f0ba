/* partition_sweep.c - partition in one sweep: chunks are claimed in order
 * (chain.h), a thread counts one of them, which its cache then holds, and tells
 * how many of its elements stay, being on the first side. When it has counted
 * one more it adds up what the chunks before the first told, packs the first
 * side where it belongs and the second aside, from where it moves when all is
 * known. Or all that turned round: from the last chunk to the first, the second
 * side belongs at the end and the first goes aside. */
#include "partition_sides.h"

#include "chain.h"
#include "team.h"

enum { COUNTED = 2 }; /* chunks of a thread that are counted, not packed */

struct sweep {
    const struct partition_work *work;
    bool backward;
    size_t length, chunks; /* elements of a chunk */
    struct chain *chain;
    char *aside; /* room for n elements */
};

/* A chunk that is counted. */
struct counted {
    size_t turn; /* in the order in which chunks are claimed */
    size_t begin, length, stay;
};

static size_t chunk_length(const struct partition_work *w)
{
    return chunk_bytes(w->n, w->size) / w->size;
}

static void count_next(const struct sweep *s, struct counted *c)
{
    c->turn = chain_claim(s->chain);
    if (c->turn >= s->chunks)
        return;
    c->begin = (s->backward ? s->chunks - 1 - c->turn : c->turn) * s->length;
    c->length = least(s->length, s->work->n - c->begin);
    const size_t first = openmp_partition_count(s->work, c->begin, c->length);
    c->stay = s->backward ? c->length - first : first;
    chain_publish(s->chain, c->turn, c->stay);
}

/* `stay` elements of the chunks claimed before are where they belong. */
static void divide_chunk(const struct sweep *s, const struct counted *c,
                         size_t stay)
{
    const struct partition_work *w = s->work;
    size_t above = stay, rest = c->begin - stay;
    if (s->backward) { /* both sides end where those behind begin */
        const size_t behind = w->n - (c->begin + c->length);
        above = w->n - (behind - stay) - (c->length - c->stay);
        rest = w->n - stay - c->stay;
    }
    openmp_partition_divide(w, c->begin, c->length,
                            (s->backward ? s->aside : w->y) + above * w->size,
                            (s->backward ? w->y : s->aside) + rest * w->size);
}

/* One thread's chunks. */
static void sweep(const struct sweep *s)
{
    struct counted counted[COUNTED];
    size_t known = 0, stay = 0; /* of the chunks claimed before `known` */
    for (size_t k = 0; k < COUNTED; k++)
        count_next(s, &counted[k]);
    for (size_t k = 0; counted[k].turn < s->chunks; k = (k + 1) % COUNTED) {
        struct counted *c = &counted[k];
        for (; known < c->turn; known++)
            stay += chain_wait(s->chain, known);
        divide_chunk(s, c, stay);
        if (c->turn == s->chunks - 1) {
            const size_t all = stay + c->stay;
            openmp_partition_tell(s->work,
                                  s->backward ? s->work->n - all : all);
        }
        count_next(s, c);
    }
    drain(s->work->stream);
}

/* Share k, one a thread, of what went aside. */
static void move_back(const struct sweep *s, size_t k)
{
    const struct partition_work *w = s->work;
    const size_t stay = w->counts[s->backward] * w->size;
    const size_t bytes = w->n * w->size - stay;
    const size_t share = piece_length(bytes, (size_t)team_size(), LINE_BYTES);
    const size_t begin = least(k * share, bytes);
    char *to = w->y + (s->backward ? 0 : stay);
    const char *from = s->aside + (s->backward ? stay : 0);
    w->kernel->move(to + begin, from + begin, least(share, bytes - begin),
                    w->stream);
    drain(w->stream);
}

void openmp_partition_sweep(const struct partition_work *w, bool backward,
                            void *scratch)
{
    const size_t length = chunk_length(w), chunks = ceil_div(w->n, length);
    const size_t shares = (size_t)team_size();
    const struct sweep s = {
        .work = w,
        .backward = backward,
        .length = length,
        .chunks = chunks,
        .chain = scratch,
        .aside = (char *)scratch + chain_bytes(chunks),
    };
    chain_begin(s.chain, chunks);
#pragma omp parallel
    {
        sweep(&s);
#pragma omp barrier
#pragma omp for schedule(static, 1)
        for (size_t k = 0; k < shares; k++)
            move_back(&s, k);
    }
}

size_t openmp_partition_sweep_scratch(const struct partition_work *w)
{
    return chain_bytes(ceil_div(w->n, chunk_length(w))) + w->n * w->size;
}
