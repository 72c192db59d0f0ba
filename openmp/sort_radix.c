/* sort_radix.c - a radix sort on all cores, the most significant digit first
 * as long as that makes bins that caches hold (McIlroy, Bostic and McIlroy
 * 1993; Wassenberg and Sanders 2011), then the least significant in cache.
 *
 * One sweep finds the bits in which keys differ, no other ones are ever looked
 * at, and whether they are in order already. The team divides all items, and
 * again what of that is more than a fair share of a thread: blocks counted, the
 * counts added up, items moved through a line for each digit. The other bins go
 * to whoever is free. */
#include "sort_radix.h"

#include <string.h>

#include "compact_kernel.h"
#include "places.h"
#include "simd.h"
#include "team.h"
#include "host/machine.h"

enum {
    ALONE_BYTES = 32 * 1024, /* that many go to one thread */
    TEAM_BYTES = 256 * 1024, /* bins up to that many, too */
    LEAST_BIN = 1024,        /* keys of a bin, where all are about the same */
    SPARE_BITS = 6, /* more than tell n random keys apart: few then tie */
    LEVELS = 17     /* of ranges that the team divides, at most: it takes 4
                         bits a time or more, as ranges are long */
};

/* --- one thread ---------------------------------------------------------- */

bool openmp_sort_fits(const struct sort_work *w, size_t n)
{
    const size_t cache = machine_known()->l2;
    return 2 * n * (w->size + w->width) <= (cache ? cache : TEAM_BYTES);
}

/* Whether what is written of n items goes around the caches: it is read again
 * at once, so only where the last level holds neither. */
static bool streams(const struct sort_work *w, size_t n)
{
    return n * (w->size + w->width) > machine_cache() / 2;
}

/* Where items go next; from the input to SORT_OUT if `out`. */
static enum sort_where other_place(enum sort_where where, bool out)
{
    return where == SORT_SPARE || (where == SORT_IN && out) ? SORT_OUT
                                                            : SORT_SPARE;
}

/* Where the digits begin of n keys that differ in `varying`, the highest first:
 * of all of them or, if that spares two passes or more, of as many as leave few
 * ties. */
static size_t choose_digits(uint64_t varying, size_t n, unsigned low[],
                            bool *ties)
{
    const unsigned told = 64 - (unsigned)__builtin_clzll(n) + SPARE_BITS;
    const size_t enough = ceil_div(told, DIGIT_BITS);
    size_t digits = 0;
    for (uint64_t left = varying; left; digits++) {
        low[digits] = highest_digit(left, DIGIT_BITS);
        left = bits_below(left, low[digits]);
    }
    *ties = enough + 2 <= digits;
    return *ties ? enough : digits;
}

#define SORT_TEMPLATE "openmp/sort_radix_tmpl.h"
#include "ops/sort_each.h"
#undef SORT_TEMPLATE

/* --- the team ------------------------------------------------------------ */

struct radix { /* what it points to is in scratch */
    const struct sort_work *work;
    const struct radix_form *form;
    size_t team;
    struct survey *survey;      /* one a thread */
    size_t (*count)[DIGITS];    /* likewise */
    struct bench *bench;        /* likewise */
    struct range *large, *bins; /* for the team, for single threads */
    size_t large_count, bin_count;
    /* Of the range that the team divides: */
    struct range range;
    unsigned low; /* of its digit */
    enum sort_where to;
    bool moves;
};

/* Each is longer than n / (2 team). */
static size_t most_large(size_t team)
{
    return 2 * team;
}

static size_t most_bins(const struct sort_work *w, size_t team)
{
    return least(w->n, LEVELS * most_large(team) * DIGITS);
}

/* A thread's share of a range. */
static void share_of(const struct radix *r, const struct range *range,
                     size_t t, size_t *begin, size_t *end)
{
    const size_t length = piece_length(range->n, r->team, LINE_BYTES);
    *begin = range->begin + least(t * length, range->n);
    *end = range->begin + least((t + 1) * length, range->n);
}

/* A range that is still to be sorted goes to the team or to one thread. */
static void add_range(struct radix *r, struct range range)
{
    const struct sort_work *w = r->work;
    if (range.n == 0 || (!range.varying && range.where == SORT_OUT))
        return;
    if (range.varying && range.n > w->n / (2 * r->team) &&
        range.n * (w->size + w->width) > TEAM_BYTES)
        r->large[r->large_count++] = range;
    else
        r->bins[r->bin_count++] = range;
}

/* The next range, if there is one, and the digit by which it is divided: a
 * small one if bins would be short. */
static void next_range(struct radix *r)
{
    r->range.n = 0;
    if (!r->large_count)
        return;
    r->range = r->large[--r->large_count];
    unsigned most = 1;
    while (most < DIGIT_BITS && r->range.n >> most > LEAST_BIN)
        most++;
    r->low = highest_digit(r->range.varying, most);
    r->to = other_place(r->range.where, !bits_below(r->range.varying, r->low));
}

static void count_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, &r->range, t, &begin, &end);
    memset(r->count[t], 0, sizeof r->count[t]);
    r->form->count(r->work, r->range.where, begin, end, r->low, r->count[t]);
}

/* Counts become places; nothing moves if all items have one digit. */
static void add_up(struct radix *r)
{
    size_t at = r->range.begin;
    r->moves = true;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t first = at;
        for (size_t t = 0; t < r->team; t++) {
            r->bench[t].place[d] = at;
            at += r->count[t][d];
        }
        r->moves = r->moves && at - first < r->range.n;
    }
}

static void move_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, &r->range, t, &begin, &end);
    if (r->moves)
        r->form->scatter(r->work, r->range.where, r->to, begin, end, r->low,
                         &r->bench[t], streams(r->work, r->range.n));
}

/* Where the last thread's items of a digit end, the digit's end. */
static void add_bins(struct radix *r)
{
    struct range bin = r->range;
    const size_t end = bin.begin + bin.n;
    bin.varying = bits_below(bin.varying, r->low);
    if (!r->moves) {
        add_range(r, bin);
        return;
    }
    bin.where = r->to;
    for (size_t d = 0; d < DIGITS && bin.begin < end; d++) {
        bin.n = r->bench[r->team - 1].place[d] - bin.begin;
        add_range(r, bin);
        bin.begin += bin.n;
    }
}

/* By all threads; each step ends when all have. */
static void divide(struct radix *r)
{
#pragma omp for schedule(static, 1)
    for (size_t t = 0; t < r->team; t++)
        count_share(r, t);
#pragma omp single
    add_up(r);
#pragma omp for schedule(static, 1)
    for (size_t t = 0; t < r->team; t++)
        move_share(r, t);
#pragma omp single
    {
        add_bins(r);
        next_range(r);
    }
}

/* --- all of it ----------------------------------------------------------- */

static void survey_share(struct radix *r, size_t t)
{
    size_t begin, end;
    share_of(r, &r->range, t, &begin, &end);
    r->survey[t] = (struct survey){ 0, true, true };
    if (begin < end)
        r->form->survey(r->work, begin, end, &r->survey[t]);
}

/* What the surveys come to; the first range, if there is anything to sort. */
static struct survey begin_all(struct radix *r)
{
    struct survey all = { 0, true, true };
    for (size_t t = 0; t < r->team; t++) {
        all.varying |= r->survey[t].varying;
        all.up = all.up && r->survey[t].up;
        all.down = all.down && r->survey[t].down;
    }
    r->range.n = 0;
    if (!all.up && !all.down) {
        add_range(r, (struct range){ 0, r->work->n, all.varying, SORT_IN });
        next_range(r);
    }
    return all;
}

/* What is in order already, or exactly in the other. */
static void copy_share(struct radix *r, const struct survey *all, size_t t)
{
    size_t begin, end;
    share_of(r, &(struct range){ .n = r->work->n }, t, &begin, &end);
    if (all->up)
        r->form->copy(r->work, SORT_IN, begin, end - begin);
    else
        r->form->turn(r->work, begin, end);
}

static void sort_all(struct radix *r)
{
    struct survey all;
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t t = 0; t < r->team; t++)
            survey_share(r, t);
#pragma omp single
        all = begin_all(r);
        while (r->range.n)
            divide(r);
#pragma omp for schedule(dynamic, 1)
        for (size_t k = 0; k < r->bin_count; k++)
            r->form->alone(r->work, r->bins[k], &r->bench[team_rank()]);
        if (all.up || all.down) {
#pragma omp for schedule(static, 1)
            for (size_t t = 0; t < r->team; t++)
                copy_share(r, &all, t);
        }
    }
}

/* The parts of scratch, each at a line's begin; returns where they end. */
static size_t lay_out(struct radix *r, const struct sort_work *w, char *at)
{
    const size_t team = (size_t)team_size();
    const size_t bytes[] = { team * sizeof *r->bench, team * sizeof *r->survey,
                             team * sizeof *r->count,
                             most_large(team) * sizeof *r->large,
                             most_bins(w, team) * sizeof *r->bins };
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
                         .bins = part[4] };
    return used;
}

void openmp_sort_radix(const struct sort_work *w, size_t form)
{
    static const struct radix_form *const forms[] = SORT_FORMS(&, radix_form);
    const uint64_t all = ~(uint64_t)0;
    struct radix r;
    lay_out(&r, w, w->rest);
    r.form = forms[form];
    r.range = (struct range){ 0, w->n, all >> (64 - 8 * w->size), SORT_IN };
    if (w->n * (w->size + w->width) <= ALONE_BYTES)
        r.form->alone(w, r.range, r.bench);
    else
        sort_all(&r);
}

size_t openmp_sort_radix_scratch(const struct sort_work *w)
{
    struct radix r;
    return lay_out(&r, w, NULL);
}
