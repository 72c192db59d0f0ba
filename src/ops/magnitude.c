/* magnitude.c - how large the numbers of an input are. */
#include "ops/magnitude.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "simd.h"
#include "host/parallel.h"

/* The largest |x|, as bits: without the sign, the bit patterns of floats order
 * like the numbers, infinity above them and NaN above infinity. */
SIMD_CLONES
static uint32_t largest(const float *x, size_t n)
{
    uint32_t most = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        bits &= INT32_MAX;
        most = bits > most ? bits : most;
    }
    return most;
}

struct search {
    pthread_mutex_t lock;
    const float *x;
    uint32_t most;
};

static void search_block(void *context, size_t begin, size_t end, int rank)
{
    struct search *s = context;
    const uint32_t most = largest(s->x + begin, end - begin);
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
    struct search s = { .x = elements };
    pthread_mutex_init(&s.lock, NULL);
    parallel_for(array->count, search_block, &s);
    pthread_mutex_destroy(&s.lock);
    float value;
    memcpy(&value, &s.most, sizeof value);
    *most = (double)value;
    for (size_t i = 0; !isfinite(value) && i < array->count; i++)
        if (!isfinite(s.x[i]))
            return fail(why, STATUS_USAGE,
                        "element %zu of %s is %g: %s takes finite numbers", i,
                        array->name, (double)s.x[i], p->op->name);
    return STATUS_OK;
}
