/* indices_check.c - indices of others: whether they are right, and what memory
 * moves for them. */
#include "ops/indices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "host/parallel.h"

/* --- right ones ----------------------------------------------------------- */

/* What the threads that look share; found[rank]: the first index that is wrong,
 * or `count`. */
struct look {
    const struct problem *problem;
    const void *indices;
    size_t count, places;
    uint64_t *seen; /* a bit a place */
    size_t found[PARALLEL_MOST];
};

static size_t first_found(size_t n, void (*body)(void *, size_t, size_t, int),
                          struct look *look)
{
    size_t first = look->count;
    for (int r = 0; r < parallel_threads(); r++) /* not all need be called */
        look->found[r] = look->count;
    parallel_for(n, body, look);
    for (int r = 0; r < parallel_threads(); r++)
        if (look->found[r] < first)
            first = look->found[r];
    return first;
}

static void look_for_far(void *context, size_t begin, size_t end, int rank)
{
    struct look *look = context;
    for (size_t i = begin; i < end; i++)
        if (indices_at(look->problem, look->indices, i) >= look->places) {
            look->found[rank] = i;
            return;
        }
}

enum status indices_validate(const struct problem *p, const void *indices,
                             size_t count, size_t places, struct reason *why)
{
    struct look look = {
        .problem = p, .indices = indices, .count = count, .places = places
    };
    const size_t bad = first_found(count, look_for_far, &look);
    if (bad == count)
        return STATUS_OK;
    return fail(why, STATUS_USAGE,
                "index %zu is %" PRIu64 ": of %zu elements it must be one of "
                "0 to %zu",
                bad, indices_at(p, indices, bad), places, places - 1);
}

/* Looks through all indices for those of 64 places each from `begin` to
 * `end`, so that no two threads write a word. */
static void look_for_twice(void *context, size_t begin, size_t end, int rank)
{
    struct look *look = context;
    for (size_t i = 0; i < look->count && begin < end; i++) {
        const uint64_t place = indices_at(look->problem, look->indices, i);
        const uint64_t bit = (uint64_t)1 << place % 64;
        if (place / 64 < begin || place / 64 >= end)
            continue;
        if (look->seen[place / 64] & bit) {
            look->found[rank] = i;
            return;
        }
        look->seen[place / 64] |= bit;
    }
}

enum status indices_distinct(const struct problem *p, const void *indices,
                             size_t count, size_t places, struct reason *why)
{
    const size_t words = places / 64 + 1;
    struct look look = { .problem = p,
                         .indices = indices,
                         .count = count,
                         .places = places,
                         .seen = calloc(words, sizeof *look.seen) };
    if (!look.seen)
        return fail(why, STATUS_MEMORY,
                    "no %zu bytes to look for indices that are there twice",
                    words * sizeof *look.seen);
    const size_t second = first_found(words, look_for_twice, &look);
    free(look.seen);
    if (second == count)
        return STATUS_OK;
    const uint64_t place = indices_at(p, indices, second);
    size_t first = 0;
    while (indices_at(p, indices, first) != place)
        first++;
    return fail(why, STATUS_USAGE,
                "indices %zu and %zu are both %" PRIu64 ": %s has a right "
                "answer only if none is there twice",
                first, second, place, p->op->name);
}

/* --- what is moved -------------------------------------------------------- */

/* A stretch of indices begins with nothing moved, so that stretches can be
 * looked at in parallel, and comes to the same on any number of threads; it is
 * long beside what is remembered. Sectors share a place of the memory of them
 * as lines do in a direct-mapped cache of 1 MiB, about what a core has. */
enum {
    STRETCH = 1 << 20,          /* indices */
    REMEMBERED = 1 << 15,       /* sectors */
    FAR = 4096 / INDICES_SECTOR /* sectors: more than a page away */
};

struct moved {
    uint64_t sector; /* + 1; 0: none */
    uint64_t bytes;  /* of its elements, so far */
};

struct walk {
    const struct problem *problem;
    const void *indices;
    size_t count, size;
    struct indices_traffic part[PARALLEL_MOST];
};

static bool is_part(const struct moved *m)
{
    return m->sector && m->bytes < INDICES_SECTOR;
}

static void walk_stretch(const struct walk *w, size_t begin, size_t end,
                         struct indices_traffic *t)
{
    struct moved moved[REMEMBERED] = { 0 };
    uint64_t before = 0;
    for (size_t i = begin; i < end; i++) {
        const uint64_t sector =
            indices_at(w->problem, w->indices, i) * w->size / INDICES_SECTOR;
        struct moved *m = &moved[sector % REMEMBERED];
        if (m->sector != sector + 1) {
            t->parts += is_part(m);
            t->sectors++;
            t->jumps +=
                i > begin && sector - before + FAR > 2 * FAR; /* either way */
            *m = (struct moved){ .sector = sector + 1 };
        }
        m->bytes += w->size;
        before = sector;
    }
    for (size_t k = 0; k < REMEMBERED; k++)
        t->parts += is_part(&moved[k]);
}

static void walk_stretches(void *context, size_t begin, size_t end, int rank)
{
    struct walk *w = context;
    for (size_t s = begin; s < end; s++) {
        const size_t first = s * STRETCH, rest = w->count - first;
        walk_stretch(w, first, first + (rest < STRETCH ? rest : STRETCH),
                     &w->part[rank]);
    }
}

struct indices_traffic indices_traffic(const struct problem *p,
                                       const void *indices, size_t count,
                                       size_t size)
{
    struct walk w = {
        .problem = p, .indices = indices, .count = count, .size = size
    };
    struct indices_traffic all = { 0 };
    parallel_for((count + STRETCH - 1) / STRETCH, walk_stretches, &w);
    for (int r = 0; r < parallel_threads(); r++) {
        all.sectors += w.part[r].sectors;
        all.parts += w.part[r].parts;
        all.jumps += w.part[r].jumps;
    }
    return all;
}

size_t indices_span(const struct problem *p, size_t places)
{
    const size_t block = (size_t)p->param[INDICES_PARAM_BLOCK].i;
    const bool blocks =
        p->param[INDICES_PARAM_PATTERN].i == INDICES_BLOCKS && !p->input_path;
    return (blocks && block < places ? block : places) * elem_size(p->type);
}
