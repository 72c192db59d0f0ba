/* magnitude.c - how large the numbers of an input are. */
#include "ops/magnitude.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "simd.h"
#include "host/parallel.h"

#define ELEM_TEMPLATE "ops/magnitude_tmpl.h"
#include "elem_each_floats.h"
#undef ELEM_TEMPLATE

struct search {
    pthread_mutex_t lock;
    enum elem type;
    const void *elements;
    uint64_t most;
};

static void search_block(void *context, size_t begin, size_t end, int rank)
{
    static uint64_t (*const largest[ELEM_COUNT])(
        const void *, size_t, size_t) = EACH(FLOATS, largest);
    struct search *s = context;
    const uint64_t most = largest[s->type](s->elements, begin, end);
    (void)rank;
    pthread_mutex_lock(&s->lock);
    if (most > s->most)
        s->most = most;
    pthread_mutex_unlock(&s->lock);
}

enum status magnitude(const struct problem *p, int which, const void *elements,
                      double *most, struct reason *why)
{
    const struct array *array = &p->in[which];
    struct search s = { .type = array->type, .elements = elements };
    pthread_mutex_init(&s.lock, NULL);
    parallel_for(array->count, search_block, &s);
    pthread_mutex_destroy(&s.lock);
    memcpy(most, &s.most, sizeof *most);
    for (size_t i = 0; !isfinite(*most) && i < array->count; i++) {
        const double v = elem_double(
            array->type, (const char *)elements + i * elem_size(array->type));
        if (!isfinite(v))
            return fail(why, STATUS_USAGE,
                        "element %zu of %s is %g: %s takes finite numbers", i,
                        array->name, v, p->op->name);
    }
    return STATUS_OK;
}
