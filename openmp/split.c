/* split.c - split on all cores, by one sweep over the flags: chunks are
 * claimed in order (chain.h), a thread counts a chunk's flags, which its cache
 * then holds, and tells how many are set. When it has counted one more chunk
 * it adds up what the chunks before the first told, which is there by then as
 * a rule: so many packed elements are used before it. */
#include "ops/split.h"

#include "op.h"
#include "chain.h"
#include "prefix.h"
#include "split_kernel.h"
#include "team.h"

enum {
    ALONE_BYTES = 32 * 1024, /* outputs up to this go to one thread */
    COUNTED = 2 /* chunks of a thread that are counted, not written */
};

struct work {
    const struct split_kernel *kernel;
    const char *x;
    const uint8_t *flags;
    char *y;
    size_t n, size; /* elements, bytes of one */
    bool stream;
    size_t length, chunks; /* elements of a chunk */
};

static struct work work_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), n = p->size;
    struct work w = {
        .kernel = openmp_split_kernel(p->type),
        .x = job->in[0],
        .flags = job->in[1],
        .y = job->out[0],
        .n = n,
        .size = size,
        .stream = openmp_streams(n * size),
        .length = chunk_bytes(n, size) / size,
    };
    w.chunks = ceil_div(n, w.length);
    return w;
}

static size_t chunk_at(const struct work *w, size_t chunk)
{
    return least(w->length, w->n - chunk * w->length);
}

/* Claims a chunk and tells how many of its flags are set; the result is the
 * chunk, or one that is not there. */
static size_t count_next(const struct work *w, struct chain *chain)
{
    const size_t chunk = chain_claim(chain);
    if (chunk < w->chunks)
        chain_publish(chain, chunk,
                      w->kernel->count(w->flags + chunk * w->length,
                                       chunk_at(w, chunk)));
    return chunk;
}

/* One thread's chunks. */
static void sweep(const struct work *w, struct chain *chain)
{
    size_t counted[COUNTED];
    size_t known = 0, before = 0; /* flags set in chunks up to `known` */
    for (size_t k = 0; k < COUNTED; k++)
        counted[k] = count_next(w, chain);
    for (size_t k = 0; counted[k] < w->chunks; k = (k + 1) % COUNTED) {
        const size_t chunk = counted[k], begin = chunk * w->length;
        for (; known < chunk; known++)
            before += chain_wait(chain, known);
        w->kernel->spread(w->x + before * w->size, w->flags + begin,
                          chunk_at(w, chunk), w->y + begin * w->size,
                          w->stream);
        counted[k] = count_next(w, chain);
    }
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
        w.kernel->spread(w.x, w.flags, w.n, w.y, w.stream);
        return STATUS_OK;
    }
    chain_begin(chain, w.chunks);
#pragma omp parallel
    sweep(&w, chain);
    return STATUS_OK;
}

static size_t scratch_blocked(const struct job *job)
{
    const struct work w = work_of(job);
    return alone(&w) ? 0 : chain_bytes(w.chunks);
}

extern const struct variant openmp_split[];

const struct variant openmp_split[] = {
    { .name = "blocked",
      .idea =
          "chunks whose flags are counted, one ahead, then read again from "
          "cache as vectors are spread: no branch depends on the data",
      .source = "chained scan: Yan, Long and Zhang 2013",
      .best = true,
      .scratch = scratch_blocked,
      .run = run_blocked },
    { 0 }
};
