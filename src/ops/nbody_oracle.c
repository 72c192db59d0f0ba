/* nbody_oracle.c - the right answer of nbody, in double, on all threads.
 *
 * A block of bodies at a time, one a SIMD lane, over all others. Bodies at the
 * same place pull as one: of few places, as in the twin, that is all there is
 * to sum, so that any number of bodies is checked in full. */
#include "ops/nbody_oracle.h"

#include <math.h>

#include "simd.h"
#include "host/parallel.h"
#include "ops/nbody.h"

enum {
    LANES = 16,
    PLACES = 4 /* at most, that count as few */
};

/* Of more bodies than these as many are looked at as make the same number of
 * pairs: some 10 s of one core. */
static const size_t ALL = (size_t)1 << 16;

size_t nbody_want_bytes(const struct problem *p)
{
    return sizeof(struct nbody_want) + p->size * sizeof(struct nbody_pull);
}

struct source {
    double at[3], mass, size; /* the sum of the masses, and of their sizes */
};

struct work {
    const float *in[4];
    size_t n;
    double softening;
    struct source places[PLACES];
    size_t place_count; /* 0: they are many */
    struct nbody_want *want;
};

/* --- few places ----------------------------------------------------------- */

/* False: one place more than there is room for. */
static bool add_to_place(struct work *w, size_t i)
{
    const double x = (double)w->in[NBODY_X][i], y = (double)w->in[NBODY_Y][i];
    const double z = (double)w->in[NBODY_Z][i];
    const double m = (double)w->in[NBODY_MASS][i];
    size_t k = 0;
    for (; k < w->place_count; k++) {
        const double *at = w->places[k].at;
        if (at[0] == x && at[1] == y && at[2] == z)
            break;
    }
    if (k == PLACES)
        return false;
    if (k == w->place_count)
        w->places[w->place_count++] = (struct source){ .at = { x, y, z } };
    w->places[k].mass += m;
    w->places[k].size += fabs(m);
    return true;
}

static void find_places(struct work *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (!add_to_place(w, i)) {
            w->place_count = 0;
            return;
        }
}

static void pull_of_places(const struct work *w, size_t i,
                           struct nbody_pull *pull)
{
    for (size_t k = 0; k < w->place_count; k++) {
        const struct source *s = &w->places[k];
        double d[3], square = w->softening * w->softening;
        for (int c = 0; c < 3; c++) {
            d[c] = s->at[c] - (double)w->in[c][i];
            square += d[c] * d[c];
        }
        const double cube = square * sqrt(square);
        for (int c = 0; c < 3; c++) {
            pull->a[c] += s->mass * d[c] / cube;
            pull->size[c] += s->size * fabs(d[c]) / cube;
        }
    }
}

/* --- many ----------------------------------------------------------------- */

/* What all bodies pull those at[][lane] with. */
SIMD_CLONES
static void pull_of_all(const struct work *w, double at[3][LANES],
                        double a[3][LANES], double size[3][LANES])
{
    const float *x = w->in[NBODY_X], *y = w->in[NBODY_Y];
    const float *z = w->in[NBODY_Z], *m = w->in[NBODY_MASS];
    const double softening = w->softening * w->softening;
    double sum[6][LANES] = { { 0 } };
    for (size_t j = 0; j < w->n; j++) {
        const double xj = (double)x[j], yj = (double)y[j], zj = (double)z[j];
        const double mj = (double)m[j];
        for (size_t l = 0; l < LANES; l++) {
            const double dx = xj - at[0][l], dy = yj - at[1][l];
            const double dz = zj - at[2][l];
            const double square = dx * dx + dy * dy + dz * dz + softening;
            const double s = mj / (square * sqrt(square));
            sum[0][l] += s * dx;
            sum[1][l] += s * dy;
            sum[2][l] += s * dz;
            sum[3][l] += fabs(s * dx);
            sum[4][l] += fabs(s * dy);
            sum[5][l] += fabs(s * dz);
        }
    }
    for (size_t c = 0; c < 3; c++)
        for (size_t l = 0; l < LANES; l++) {
            a[c][l] = sum[c][l];
            size[c][l] = sum[3 + c][l];
        }
}

static void pull_block(const struct work *w, size_t first, size_t last)
{
    double at[3][LANES], a[3][LANES], size[3][LANES];
    for (size_t l = 0; l < LANES; l++) {
        const size_t s = first + l < last ? first + l : last - 1;
        const size_t i = nbody_looked_at(w->want, s);
        for (size_t c = 0; c < 3; c++)
            at[c][l] = (double)w->in[c][i];
    }
    pull_of_all(w, at, a, size);
    for (size_t s = first; s < last; s++)
        for (size_t c = 0; c < 3; c++) {
            w->want->of[s].a[c] = a[c][s - first];
            w->want->of[s].size[c] = size[c][s - first];
        }
}

static void work_on(void *context, size_t begin, size_t end, int rank)
{
    const struct work *w = context;
    (void)rank;
    if (w->place_count)
        for (size_t i = begin; i < end; i++)
            pull_of_places(w, i, &w->want->of[i]);
    else
        for (size_t i = begin; i < end; i += LANES)
            pull_block(w, i, end - i < LANES ? end : i + LANES);
}

size_t nbody_some(size_t n)
{
    return n > ALL ? ALL * ALL / n : n;
}

void nbody_oracle(const struct problem *p, const void *const in[], void *want)
{
    struct work w = { .in = { in[0], in[1], in[2], in[3] },
                      .n = p->size,
                      .softening = (double)nbody_softening(p),
                      .want = want };
    find_places(&w);
    w.want->bodies = w.n;
    w.want->count = w.place_count ? w.n : nbody_some(w.n);
    parallel_for(w.want->count, work_on, &w);
}
