/* partition_sides.c - partition by one thread: it packs some elements at a time
 * into two buffers that stay in its L1 cache, and moves the lines that are
 * full. */
#include "partition_sides.h"

#include <string.h>

#include "ops/partition.h"
#include "prefix.h"
#include "team.h"

enum { STEP_BYTES = 8 * 1024 }; /* packed at a time */

struct partition_work openmp_partition_work(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t size = elem_size(p->type), n = p->size;
    struct partition_work w = {
        .kernel = openmp_compact_kernel(p->type),
        .x = job->in[0],
        .y = job->out[0],
        .counts = job->out[1],
        .n = n,
        .size = size,
        .stream = openmp_streams(n * size),
    };
    partition_threshold(p, &w.t);
    return w;
}

size_t openmp_partition_count(const struct partition_work *w, size_t begin,
                              size_t length)
{
    return w->kernel->count(w->x + begin * w->size, length, &w->t);
}

void openmp_partition_tell(const struct partition_work *w, size_t first)
{
    w->counts[0] = first;
    w->counts[1] = w->n - first;
}

/* The end of a side: what is packed but not moved. */
struct side {
    char *to, *held;
    size_t bytes;
};

/* Moves what fills lines; all of it when that is `all` there is. */
static void move_side(const struct partition_work *w, struct side *s, bool all)
{
    const size_t part = all ? 0 : ((uintptr_t)s->to + s->bytes) % LINE_BYTES;
    if (s->bytes <= part)
        return;
    const size_t whole = s->bytes - part;
    w->kernel->move(s->to, s->held, whole, w->stream);
    memmove(s->held, s->held + whole, part);
    s->to += whole;
    s->bytes = part;
}

void openmp_partition_divide(const struct partition_work *w, size_t begin,
                             size_t length, char *above, char *rest)
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
