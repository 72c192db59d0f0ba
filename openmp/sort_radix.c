/* sort_radix.c - a radix sort on all cores, the most significant digit first
 * as long as that makes bins that caches hold (McIlroy, Bostic and McIlroy
 * 1993; Wassenberg and Sanders 2011), then the least significant in cache, or
 * by vectors (sort_vectors.c). Where a sample shows but few keys, none of this
 * is done: they are counted (sort_few.c).
 *
 * One sweep finds the bits in which keys differ, no other ones are ever looked
 * at, and whether they are in order already. The team divides all items, and
 * again what of that is more than a quarter of a thread's fair share: blocks
 * counted, the counts added up, items moved, around the caches in groups of
 * whole lines. A sample tells beforehand which digits have many items: these
 * are cut by further bits, at once. The other bins go to whoever is free, whose
 * passes in cache go to a place of its own and back, or pairs, key by value,
 * from one place of its own to another. */
#include "sort_radix.h"

#include <string.h>

#include "sort_chunks.h"
#include "sort_few.h"
#include "team.h"

enum {
    ALONE_BYTES = 32 * 1024, /* that many go to one thread */
    SPARSE = 1024,           /* keys for one in a sample, at least */
    MOST_SAMPLE = 8192,  /* keys of one: more would take longer than 0.1 ms */
    LEAST_SAMPLE = 1024, /* or there is none */
    MANY = 32,   /* keys of it with one digit that are not so by chance */
    LARGE = 4,   /* a thread's fair share is so many times what is divided by
                   the team at least */
    DIVIDED = 64 /* ranges that the team may divide */
};

struct radix { /* what it points to is in scratch */
    const struct sort_work *work;
    const struct radix_form *form;
    size_t team;
    struct survey *survey;        /* one a thread */
    size_t (*count)[MOST_DIGITS]; /* likewise */
    struct bench *bench;          /* likewise */
    struct range *large, *bins;   /* for the team, for single threads */
    size_t large_count, bin_count;
    void *rest; /* for sort_chunks.c */
    /* Of the range that the team is at: */
    struct range range;
    bool up, down; /* in order, in the other */
    struct division by;
    struct split *split;
    enum sort_where to;
};

/* Each is longer than n / (LARGE team). */
static size_t most_large(size_t team)
{
    return LARGE * team;
}

/* No two have an item in common. */
static size_t most_bins(const struct sort_work *w, size_t team)
{
    return least(w->n, (size_t)DIVIDED * MOST_DIGITS + most_large(team));
}

/* A thread's share of a range. */
static void share_of(const struct radix *r, size_t t, size_t *begin,
                     size_t *end)
{
    const size_t length = piece_length(r->range.n, r->team, LINE_BYTES);
    *begin = r->range.begin + least(t * length, r->range.n);
    *end = r->range.begin + least((t + 1) * length, r->range.n);
}

/* A range that is still to be sorted goes to the team or to one thread. */
static void add_range(struct radix *r, struct range range)
{
    if (range.n == 0)
        return;
    if (range.n > r->work->n / most_large(r->team) &&
        !openmp_sort_fits(r->work, range.n))
        r->large[r->large_count++] = range;
    else
        r->bins[r->bin_count++] = range;
}

/* The next range of the team, or none. What would be of more bins than there is
 * room for is left to one thread. */
static void next_range(struct radix *r)
{
    const size_t room = (size_t)DIVIDED * MOST_DIGITS;
    r->range.n = 0;
    while (r->large_count) {
        const struct range range = r->large[--r->large_count];
        if (r->bin_count + least(range.n, MOST_DIGITS) <= room) {
            r->range = range;
            return;
        }
        r->bins[r->bin_count++] = range;
    }
}

static void survey_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, t, &begin, &end);
    r->survey[t] = begin < end
        ? r->form->survey(r->work, &r->range, begin, end)
        : (struct survey){ 0, true, true };
}

/* The word of a digit whose ranks, from that on, go to bins from `bin` on. */
static uint32_t split_of(uint64_t rank, unsigned low, size_t bin)
{
    return low | (uint32_t)((rank >> low) - bin) << 16;
}

/* Bins of about `most` keys of the sample, where further bits tell them apart;
 * what is cut shares none, so that not all can be in one. Returns how many they
 * are; above MOST_DIGITS, that is too many. */
static size_t lay_bins(const struct sample *sample, struct digit digit,
                       size_t most, struct split *split)
{
    size_t bins = 1, in_last = 0;
    for (size_t d = 0; d <= digit.mask && bins <= MOST_DIGITS; d++) {
        const size_t keys = sample->count[d];
        unsigned bits = 0;
        while (bits < digit.low && bits < MOST_BITS && sample->varying[d] &&
               keys >> bits > most)
            bits++;
        if (in_last + keys > most) {
            bins += (size_t)1 << bits;
            in_last = 0;
        }
        in_last += bits ? most + 1 : keys;
        split->of[d] = split_of(sample->above | d << digit.low,
                                digit.low - bits, bins - ((size_t)1 << bits));
    }
    return bins;
}

/* Digits are cut if the sample has one of too many keys for a cache. */
static void split_digits(struct radix *r)
{
    struct sample sample = { .keys = least(r->range.n / SPARSE, MOST_SAMPLE) };
    const size_t part = r->range.n / (sample.keys ? sample.keys : 1);
    size_t most = openmp_sort_bin(r->work) / part + 1, longest = 0, bins;
    if (sample.keys < LEAST_SAMPLE)
        return;
    r->form->sample(r->work, &r->range, r->by.digit, &sample);
    for (size_t d = 0; d < r->by.bins; d++)
        if (sample.varying[d] && sample.count[d] > longest)
            longest = sample.count[d];
    if (longest < MANY || openmp_sort_fits(r->work, longest * part))
        return;
    do
        bins = lay_bins(&sample, r->by.digit, most, r->split);
    while (bins > MOST_DIGITS && (most *= 2));
    r->by.bins = bins;
    r->by.split = r->split;
}

/* What the surveys come to, and what follows from it. */
static void plan_range(struct radix *r)
{
    uint64_t varying = 0;
    r->up = true;
    r->down = r->range.where == SORT_IN;
    for (size_t t = 0; t < r->team; t++) {
        varying |= r->survey[t].varying;
        r->up = r->up && r->survey[t].up;
        r->down = r->down && r->survey[t].down;
    }
    if (r->up || r->down)
        return;
    r->by = openmp_sort_divide(r->work, r->range.n, varying);
    r->to = other_place(r->range.where, true);
    split_digits(r);
}

/* What is in order already, or exactly in the other. */
static void copy_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, t, &begin, &end);
    if (r->up)
        r->form->copy(r->work, r->range.where, begin, end - begin);
    else
        r->form->turn(r->work, begin, end);
}

static void count_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, t, &begin, &end);
    memset(r->count[t], 0, r->by.bins * sizeof r->count[t][0]);
    r->form->count(r->work, r->range.where, begin, end, &r->by, r->count[t]);
}

/* How many items each bin has, by all threads, and by those before t. */
static void add_counts(const struct radix *r, size_t t, size_t *before,
                       size_t *total)
{
    memset(before, 0, r->by.bins * sizeof *before);
    memset(total, 0, r->by.bins * sizeof *total);
    for (size_t s = 0; s < r->team; s++)
        for (size_t d = 0; d < r->by.bins; d++) {
            total[d] += r->count[s][d];
            before[d] += s < t ? r->count[s][d] : 0;
        }
}

/* Thread t's items of each bin go behind those of lower bins, and behind those
 * of the threads before. */
static void move_share(struct radix *r, size_t t)
{
    size_t *place = r->bench[t].place, total[MOST_DIGITS];
    size_t begin, end, before = r->range.begin;
    share_of(r, t, &begin, &end);
    add_counts(r, t, place, total);
    for (size_t d = 0; d < r->by.bins; before += total[d++])
        place[d] += before;
    r->form->scatter(r->work, r->range.where, r->to, begin, end, &r->by,
                     &r->bench[t], openmp_sort_streams(r->work, r->range.n));
}

/* Where the last thread's items of a bin end, the bin's end. */
static void add_bins(struct radix *r)
{
    const size_t *place = r->bench[r->team - 1].place;
    struct range bin = r->range;
    bin.where = r->to;
    for (size_t d = 0; d < r->by.bins; d++) {
        bin.n = place[d] - bin.begin;
        add_range(r, bin);
        bin.begin += bin.n;
    }
}

/* --- all of it ----------------------------------------------------------- */

/* By all threads; each step ends when all have. */
static void divide(struct radix *r)
{
#pragma omp for schedule(static, 1)
    for (size_t t = 0; t < r->team; t++)
        count_share(r, t);
#pragma omp for schedule(static, 1)
    for (size_t t = 0; t < r->team; t++)
        move_share(r, t);
#pragma omp single
    add_bins(r);
}

/* The next range: copied if that is all it takes, or divided. */
static void settle(struct radix *r)
{
#pragma omp for schedule(static, 1)
    for (size_t t = 0; t < r->team; t++)
        survey_share(r, t);
#pragma omp single
    plan_range(r);
    if (r->up || r->down) {
#pragma omp for schedule(static, 1)
        for (size_t t = 0; t < r->team; t++)
            copy_share(r, t);
    } else
        divide(r);
#pragma omp single
    next_range(r);
}

static void sort_all(struct radix *r)
{
#pragma omp parallel
    {
        while (r->range.n)
            settle(r);
#pragma omp for schedule(dynamic, 1)
        for (size_t k = 0; k < r->bin_count; k++)
            r->form->alone(r->work, r->bins[k], &r->bench[team_rank()]);
    }
}

/* The parts of scratch, each at a line's begin; returns where they end. */
static size_t lay_out(struct radix *r, const struct sort_work *w, char *at)
{
    const size_t team = (size_t)team_size();
    const size_t bytes[] = { team * sizeof *r->bench,
                             team * sizeof *r->survey,
                             team * sizeof *r->count,
                             most_large(team) * sizeof *r->large,
                             most_bins(w, team) * sizeof *r->bins,
                             team * openmp_sort_spare(),
                             sizeof *r->split };
    void *part[sizeof bytes / sizeof *bytes];
    size_t used = 0;
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        part[i] = at ? at + used : NULL;
        used += ceil_div(bytes[i], LINE_BYTES) * LINE_BYTES;
    }
    *r = (struct radix){ .work = w,
                         .team = team,
                         .bench = part[0],
                         .survey = part[1],
                         .count = part[2],
                         .large = part[3],
                         .bins = part[4],
                         .split = part[6] };
    for (size_t t = 0; at && t < team; t++)
        r->bench[t].spare = (char *)part[5] + t * openmp_sort_spare();
    r->rest = at ? at + used : NULL;
    return used + openmp_sort_chunks_scratch(w);
}

/* By vectors, if that pays; what they leave is still to be sorted. */
static bool sort_chunks(struct radix *r)
{
    struct range *left;
    size_t count;
    if (!openmp_sort_chunks(r->work, r->form->is_float, r->rest,
                            r->bench[0].spare, &left, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        add_range(r, left[i]);
    next_range(r);
    return true;
}

void openmp_sort_radix(const struct sort_work *w, size_t form)
{
    struct radix r;
    lay_out(&r, w, w->rest);
    r.form = openmp_sort_radix_form(form);
    r.range = (struct range){ 0, w->n, SORT_IN };
    if (w->n * (w->size + w->width) <= ALONE_BYTES ||
        (r.team == 1 && openmp_sort_fits(w, w->n)))
        r.form->alone(w, r.range, r.bench);
    else if (!openmp_sort_few(w, r.form->is_float, r.bench) &&
             (!sort_chunks(&r) || r.range.n || r.bin_count))
        sort_all(&r);
}

size_t openmp_sort_radix_scratch(const struct sort_work *w)
{
    struct radix r;
    return lay_out(&r, w, NULL);
}
