/* sort_chunks.c - keys of 4 bytes, alone, sorted by all cores' vectors: a
 * samplesort (Frazer and McKellar 1970) in two sweeps over memory.
 *
 * A sample tells pivots between bins that a cache holds. First each chunk of
 * the input is parted in cache, by one thread (sort_parts.c), so that its bins
 * lie one after another. Then each bin is fetched from all chunks and sorted
 * in cache, by whoever is free. Nothing is counted
 * beforehand, and nothing is written but to a few places at a time. */
#include "sort_chunks.h"

#include <string.h>

#include "ops/sort_rank.h"
#include "sort_parts.h"
#include "team.h"

enum {
    KEY_BYTES = sizeof(uint32_t),
    CHUNK_SHARE = 4,  /* of a thread's cache a chunk's keys take, at most */
    BIN_SHARE = 4,    /* likewise a bin's: half of what it may be */
    EACH = 4,         /* chunks, and bins, a thread, at least */
    LEAST_BIN = 2048, /* keys, or there is no pay in it */
    LEAST_PART = 32,  /* keys that a chunk has of a bin, or it takes too long
                         to fetch them */
    SAMPLES = 32,     /* a bin */
    PER_LINE = LINE_BYTES / KEY_BYTES,
    NEAR = 4, /* parts ahead, whose first lines are fetched */
    NEAR_LINES = 4
};

struct chunks { /* what it points to is in scratch */
    const struct sort_work *work;
    struct key_order order;
    size_t length, count; /* keys of a chunk, at most; chunks */
    size_t bins, row;     /* entries of `begins` a chunk */
    bool taken;
    uint32_t *sample, *sorted, *pivots, *begins;
    struct key_look *look; /* a chunk */
    size_t *places;        /* where bins begin; `bins` of them, and the end */
    struct range *left;
    size_t left_count;
    char *spare; /* openmp_sort_spare() bytes a thread */
};

/* --- how large ------------------------------------------------------------ */

static size_t samples_of(const struct chunks *c)
{
    return c->bins * SAMPLES;
}

/* Whether chunks and bins are large enough to pay. */
static bool measure(struct chunks *c, const struct sort_work *w)
{
    const size_t cache = openmp_sort_spare();
    const size_t share = w->n / (EACH * (size_t)team_size());
    const size_t bin = least(cache / BIN_SHARE / KEY_BYTES, share);
    const size_t chunk = least(cache / CHUNK_SHARE / KEY_BYTES, share);
    if (w->size != KEY_BYTES || w->width || bin < LEAST_BIN ||
        !openmp_sort_vectors_pay())
        return false;
    *c = (struct chunks){ .work = w,
                          .length = chunk / PER_LINE * PER_LINE,
                          .bins = ceil_div(w->n, bin) };
    c->count = ceil_div(w->n, c->length);
    c->row = ceil_div(c->bins + 1, PER_LINE) * PER_LINE;
    return c->length / c->bins >= LEAST_PART;
}

static size_t chunk_begin(const struct chunks *c, size_t k)
{
    return least(k * c->length, c->work->n);
}

/* --- pivots --------------------------------------------------------------- */

static const uint32_t *input(const struct chunks *c)
{
    return c->work->at[SORT_IN].keys;
}

static void take_sample(struct chunks *c, size_t bin)
{
    const size_t step = c->work->n / samples_of(c);
    for (size_t i = bin * SAMPLES; i < (bin + 1) * SAMPLES; i++)
        c->sample[i] = input(c)[i * step + step / 2];
}

static uint32_t rank_of(const struct chunks *c, uint32_t bits)
{
    return sort_ranked_32(bits, c->order.is_float, c->order.flip);
}

/* Where they are in order as they lie, or in the other, all may be. */
static bool is_in_order(const struct chunks *c)
{
    const size_t n = samples_of(c);
    bool up = true, down = true;
    for (size_t i = 1; i < n; i++) {
        const uint32_t before = rank_of(c, c->sample[i - 1]);
        const uint32_t own = rank_of(c, c->sample[i]);
        up = up && before <= own;
        down = down && before >= own;
    }
    return up || down;
}

/* From the sample. False: it is in order, or has zeros of both signs, or so
 * many keys alike that they would fill a bin. */
static bool choose_pivots(struct chunks *c)
{
    if (is_in_order(c) ||
        !openmp_sort_vectors(c->sample, c->sample, samples_of(c), c->order,
                             c->sorted))
        return false;
    for (size_t b = 1; b < c->bins; b++) {
        c->pivots[b - 1] = rank_of(c, c->sample[b * SAMPLES]);
        if (b > 1 && c->pivots[b - 1] == c->pivots[b - 2])
            return false;
    }
    return true;
}

/* --- chunks --------------------------------------------------------------- */

static uint32_t *keys_at(const struct chunks *c, enum sort_where where,
                         size_t i)
{
    return (uint32_t *)c->work->at[where].keys + i;
}

static uint32_t *own_spare(const struct chunks *c)
{
    return (void *)(c->spare + team_rank() * openmp_sort_spare());
}

static void part_chunk(struct chunks *c, size_t k)
{
    const size_t begin = chunk_begin(c, k), end = chunk_begin(c, k + 1);
    c->look[k] = openmp_sort_parts(
        input(c) + begin, end - begin, c->order, c->pivots, c->bins,
        own_spare(c), keys_at(c, SORT_SPARE, begin), c->begins + k * c->row);
}

/* All chunks' looks in the first. */
static void look_at_all(struct chunks *c)
{
    struct key_look *all = &c->look[0];
    for (size_t k = 1; k < c->count; k++) {
        const struct key_look *own = &c->look[k];
        all->plus |= own->plus;
        all->minus |= own->minus;
        all->least = own->least < all->least ? own->least : all->least;
        all->most = own->most > all->most ? own->most : all->most;
    }
    c->taken = !(all->plus && all->minus);
}

/* --- bins ----------------------------------------------------------------- */

/* What chunk k has of a bin: where, and how many. */
struct part {
    size_t begin, n;
};

static struct part part_of(const struct chunks *c, size_t bin, size_t k)
{
    const uint32_t *begins = c->begins + k * c->row + bin;
    return (struct part){ chunk_begin(c, k) + begins[0],
                          begins[1] - begins[0] };
}

/* How many keys the bins of a line of `begins` have. */
static void count_line(struct chunks *c, size_t first)
{
    const size_t bins = least(c->bins - first, PER_LINE);
    memset(c->places + first, 0, bins * sizeof *c->places);
    for (size_t k = 0; k < c->count; k++)
        for (size_t b = first; b < first + bins; b++)
            c->places[b] += part_of(c, b, k).n;
}

static void place_bins(struct chunks *c)
{
    size_t place = 0;
    for (size_t b = 0; b < c->bins; b++) {
        const size_t n = c->places[b];
        c->places[b] = place;
        place += n;
    }
    c->places[c->bins] = place;
}

/* The ranks that chunks have of a bin, one chunk's after another's. */
static void fetch(const struct chunks *c, size_t bin, uint32_t *to)
{
    const uint32_t *ranks = keys_at(c, SORT_SPARE, 0);
    for (size_t k = 0; k < c->count; k++) {
        const struct part own = part_of(c, bin, k);
        const size_t near = least(k + NEAR, c->count - 1);
        const uint32_t *ahead = ranks + part_of(c, bin, near).begin;
        for (size_t line = 0; line < NEAR_LINES; line++)
            __builtin_prefetch(ahead + line * PER_LINE);
        memcpy(to, ranks + own.begin, own.n * sizeof *to);
        to += own.n;
    }
}

/* What no cache holds is left as keys. */
static void leave(struct chunks *c, size_t bin, struct range r)
{
    uint32_t *keys = keys_at(c, SORT_OUT, r.begin);
    size_t at;
    fetch(c, bin, keys);
    for (size_t i = 0; i < r.n; i++)
        keys[i] =
            sort_ranked_32(keys[i] ^ c->order.flip, c->order.is_float, 0);
#pragma omp atomic capture
    at = c->left_count++;
    c->left[at] = r;
}

static void sort_bin(struct chunks *c, size_t bin)
{
    const size_t begin = c->places[bin];
    const struct range r = { begin, c->places[bin + 1] - begin, SORT_OUT };
    const struct key_look *all = &c->look[0];
    const bool is_last = bin + 1 == c->bins;
    if (r.n == 0)
        return;
    if (!openmp_sort_fits(c->work, r.n)) {
        leave(c, bin, r);
        return;
    }
    fetch(c, bin, own_spare(c));
    openmp_sort_vectors_ranks(own_spare(c), r.n,
                              bin ? c->pivots[bin - 1] : all->least,
                              is_last ? all->most : c->pivots[bin] - 1,
                              c->order, keys_at(c, SORT_OUT, begin));
}

/* --- all of it ------------------------------------------------------------ */

static void sort_all(struct chunks *c)
{
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t b = 0; b < c->bins; b++)
            take_sample(c, b);
#pragma omp single
        c->taken = choose_pivots(c);
        if (c->taken) {
#pragma omp for schedule(dynamic, 1)
            for (size_t k = 0; k < c->count; k++)
                part_chunk(c, k);
#pragma omp single
            look_at_all(c);
        }
        if (c->taken) {
#pragma omp for schedule(static)
            for (size_t b = 0; b < c->bins; b += PER_LINE)
                count_line(c, b);
#pragma omp single
            place_bins(c);
#pragma omp for schedule(dynamic, 1)
            for (size_t b = 0; b < c->bins; b++)
                sort_bin(c, b);
        }
    }
}

/* The parts of scratch, each at a line's begin; returns where they end. */
static size_t lay_out(struct chunks *c, char *at)
{
    const size_t bytes[] = { samples_of(c) * sizeof *c->sample,
                             2 * samples_of(c) * sizeof *c->sorted,
                             c->bins * sizeof *c->pivots,
                             c->count * c->row * sizeof *c->begins,
                             c->count * sizeof *c->look,
                             (c->bins + 1) * sizeof *c->places,
                             c->bins * sizeof *c->left };
    void *part[sizeof bytes / sizeof *bytes];
    size_t used = 0;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        part[i] = at ? at + used : NULL;
        used += ceil_div(bytes[i], LINE_BYTES) * LINE_BYTES;
    }
    c->sample = part[0], c->sorted = part[1], c->pivots = part[2];
    c->begins = part[3], c->look = part[4], c->places = part[5];
    c->left = part[6];
    return used;
}

bool openmp_sort_chunks(const struct sort_work *w, bool is_float, void *rest,
                        char *spare, struct range **left, size_t *left_count)
{
    struct chunks c;
    if (!measure(&c, w))
        return false;
    lay_out(&c, rest);
    c.order = (struct key_order){ (uint32_t)w->flip, is_float };
    c.spare = spare;
    sort_all(&c);
    *left = c.left;
    *left_count = c.left_count;
    return c.taken;
}

size_t openmp_sort_chunks_scratch(const struct sort_work *w)
{
    struct chunks c;
    return measure(&c, w) ? lay_out(&c, NULL) : 0;
}
