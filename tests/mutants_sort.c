/* mutants_sort.c - keys sorted wrongly, in the ways that are special to an
 * order: its ties, its zeros, what is no number, and what keys carry. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mutants_sorted.h"

static enum status right(struct job *job)
{
    return sorted_by(job, sorted_order(job), NULL);
}

/* --- the order ------------------------------------------------------------ */

static enum status other_direction(struct job *job)
{
    return sorted_by(
        job, sort_descends(job->problem) ? sorted_up : sorted_down, NULL);
}

static int last_place_first(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    return x->rank == y->rank ? sorted_up(b, a) : sorted_up(a, b);
}

static enum status ties_reversed(struct job *job)
{
    return sorted_by(job, last_place_first, NULL);
}

/* What one does who turns an ascending order round. */
static int all_reversed(const void *a, const void *b)
{
    return sorted_up(b, a);
}

static enum status descends_by_reversing(struct job *job)
{
    return sorted_by(job, all_reversed, NULL);
}

/* The first neighbours from the middle on that tie, and whose items differ. */
static void swap_tie(const struct job *job, struct item *items, size_t n)
{
    for (size_t k = 0; k + 1 < n; k++) {
        const size_t i = (n / 2 + k) % (n - 1);
        if (items[i].rank == items[i + 1].rank &&
            (width_of(job) ||
             memcmp(items[i].key, items[i + 1].key, key_size(job)))) {
            sorted_swap(&items[i], &items[i + 1]);
            return;
        }
    }
}

static enum status unstable_once(struct job *job)
{
    return sorted_by(job, sorted_order(job), swap_tie);
}

static enum status swaps_neighbours(struct job *job)
{
    return sorted_by(job, sorted_order(job), sorted_swap_others);
}

static enum status swaps_last(struct job *job)
{
    return sorted_by(job, sorted_order(job), sorted_swap_last);
}

/* By each element's bits, as unsigned numbers. */
static uint64_t bits_of(const struct job *job, const struct item *item)
{
    uint64_t bits = 0;
    memcpy(&bits, item->key, key_size(job));
    return bits;
}

static enum status sort_by_ranks(const struct job *job,
                                 uint64_t (*rank)(const struct job *,
                                                  const struct item *))
{
    const size_t n = count_of(job);
    struct item *items = sorted_items(job);
    for (size_t i = 0; i < n; i++)
        items[i].rank = rank(job, &items[i]);
    qsort(items, n, sizeof *items, sorted_order(job));
    for (size_t i = 0; i < n; i++)
        sorted_put(job, i, &items[i]);
    free(items);
    return STATUS_OK;
}

static enum status signs_forgotten(struct job *job)
{
    return sort_by_ranks(job, bits_of);
}

/* Negative floats in the order of their magnitudes. */
static uint64_t sign_alone(const struct job *job, const struct item *item)
{
    return bits_of(job, item) ^ (uint64_t)1 << (8 * key_size(job) - 1);
}

static enum status negatives_reversed(struct job *job)
{
    return sort_by_ranks(job, sign_alone);
}

static bool is_nan(const struct job *job, const struct item *item)
{
    const double x = elem_double(job->problem->type, item->key);
    return x != x;
}

static uint64_t nan_high(const struct job *job, const struct item *item)
{
    return is_nan(job, item) ? UINT64_MAX : item->rank;
}

static enum status nans_last(struct job *job)
{
    return sort_by_ranks(job, nan_high);
}

static uint64_t nan_low(const struct job *job, const struct item *item)
{
    return is_nan(job, item) ? 0 : item->rank;
}

static enum status nans_first(struct job *job)
{
    return sort_by_ranks(job, nan_low);
}

/* -0 before +0: another order, though a finer one. */
static uint64_t zeros_apart(const struct job *job, const struct item *item)
{
    const double x = elem_double(job->problem->type, item->key);
    return item->rank - (x == 0 && signbit(x) ? 1 : 0);
}

static enum status parts_zeros(struct job *job)
{
    return sort_by_ranks(job, zeros_apart);
}

/* +0 where -0 was. */
static void lose_signs(const struct job *job, struct item *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (elem_double(job->problem->type, items[i].key) == 0)
            memset(items[i].key, 0, sizeof items[i].key);
}

static enum status loses_signs_of_zeros(struct job *job)
{
    return sorted_by(job, sorted_order(job), lose_signs);
}

/* --- bytes ---------------------------------------------------------------- */

static uint64_t all_but_lowest(const struct job *job, const struct item *item)
{
    (void)job;
    return item->rank >> 8;
}

static enum status lowest_byte_forgotten(struct job *job)
{
    return sort_by_ranks(job, all_but_lowest);
}

static uint64_t all_but_highest(const struct job *job, const struct item *item)
{
    return item->rank & (((uint64_t)1 << (8 * key_size(job) - 8)) - 1);
}

static enum status highest_byte_forgotten(struct job *job)
{
    return sort_by_ranks(job, all_but_highest);
}

static uint64_t all_but_one(const struct job *job, const struct item *item)
{
    (void)job;
    return item->rank & ~(uint64_t)0xff00;
}

static enum status second_byte_forgotten(struct job *job)
{
    return sort_by_ranks(job, all_but_one);
}

/* --- what is there -------------------------------------------------------- */

static void double_one(const struct job *job, struct item *items, size_t n)
{
    (void)job;
    items[n / 2] = items[n / 2 - 1];
}

static enum status doubles_one(struct job *job)
{
    return sorted_by(job, sorted_order(job), double_one);
}

/* Those behind move sorted_up; the last is there twice. */
static void lose_one(const struct job *job, struct item *items, size_t n)
{
    (void)job;
    memmove(&items[n / 3], &items[n / 3 + 1], (n - n / 3 - 1) * sizeof *items);
}

static enum status loses_one(struct job *job)
{
    return sorted_by(job, sorted_order(job), lose_one);
}

/* Each tile by itself, up to item `end`. */
static enum status sort_tiles(const struct job *job, size_t tile, size_t end)
{
    struct item *items = sorted_items(job);
    for (size_t i = 0; i < end; i += tile)
        qsort(items + i, end - i < tile ? end - i : tile, sizeof *items,
              sorted_order(job));
    for (size_t i = 0; i < count_of(job); i++)
        sorted_put(job, i, &items[i]);
    free(items);
    return STATUS_OK;
}

static enum status leaves_second_half(struct job *job)
{
    return sort_tiles(job, count_of(job) / 2, count_of(job) / 2);
}

static enum status sorts_tiles(struct job *job)
{
    return sort_tiles(job, 64, count_of(job));
}

static enum status copies(struct job *job)
{
    memcpy(job->out[0], job->in[0], count_of(job) * key_size(job));
    if (width_of(job))
        memcpy(job->out[1], job->in[1], count_of(job) * width_of(job));
    return STATUS_OK;
}

/* --- what keys carry ------------------------------------------------------ */

static enum status leaves_values(struct job *job)
{
    right(job);
    memcpy(job->out[1], job->in[1], count_of(job) * width_of(job));
    return STATUS_OK;
}

static void take_places(const struct job *job, struct item *items, size_t n)
{
    (void)job;
    for (size_t i = 0; i < n; i++)
        items[i].value = items[i].place;
}

static enum status writes_places(struct job *job)
{
    return sorted_by(job, sorted_order(job), take_places);
}
/* Values of two keys that differ have changed places: all are there. */
static void mix_values(const struct job *job, struct item *items, size_t n)
{
    const uint64_t kept = items[0].value;
    (void)job;
    items[0].value = items[n - 1].value;
    items[n - 1].value = kept;
}

static enum status mixes_values(struct job *job)
{
    return sorted_by(job, sorted_order(job), mix_values);
}

static void truncate_values(const struct job *job, struct item *items,
                            size_t n)
{
    (void)job;
    for (size_t i = 0; i < n; i++)
        items[i].value = (uint32_t)items[i].value;
}

static enum status truncates_values(struct job *job)
{
    return sorted_by(job, sorted_order(job), truncate_values);
}

static enum status keys_alone(struct job *job)
{
    const size_t n = count_of(job);
    struct item *items = sorted_items(job);
    qsort(items, n, sizeof *items, sorted_order(job));
    for (size_t i = 0; i < n; i++)
        memcpy((char *)job->out[0] + i * key_size(job), items[i].key,
               key_size(job));
    free(items);
    return STATUS_OK;
}

#define OF_ALL .types = TYPES(NUMBERS)
#define OF_FLOATS .types = TYPES(FLOATS)
#define OF_SIGNED .types = TYPES(SIGNED), .dist = "normal"
#define UNSTABLY OF_ALL, .traits = UNSTABLE
#define CARRY .settings = { "value=32" }
#define CARRY_64 .settings = { "value=64" }
#define SPECIAL .settings = { "special=30%" }
#define DOWN .settings = { "order=descending" }
#define CARRY_DOWN .settings = { "value=32", "order=descending" }

const size_t mutants_sort_sizes[] = { 67, 257, 4099, 0 };

const struct mutant mutants_sort[] = {
    { "right keys", FATE_RIGHT, OF_ALL, .run = right },
    { "right keys, special ones", FATE_RIGHT, OF_ALL, SPECIAL, .run = right },
    { "right keys, descending", FATE_RIGHT, OF_ALL, DOWN, .run = right },
    { "right pairs", FATE_RIGHT, OF_ALL, CARRY, .run = right },
    { "right pairs, descending", FATE_RIGHT, OF_ALL, CARRY_DOWN,
      .run = right },
    { "unstable, ties in order all the same", FATE_RIGHT, UNSTABLY, CARRY,
      .run = right },
    { "unstable, ties reversed", FATE_RIGHT, UNSTABLY, CARRY,
      .run = ties_reversed },
    { "unstable once, and says so", FATE_RIGHT, UNSTABLY, CARRY,
      .run = unstable_once },
    { "unstable, -0 before 0", FATE_RIGHT, OF_FLOATS, .traits = UNSTABLE,
      SPECIAL, .run = parts_zeros },
    { "ties reversed", OF_ALL, CARRY, .run = ties_reversed },
    { "unstable once", OF_ALL, CARRY, .run = unstable_once },
    { "-0 before 0, of random ones", OF_FLOATS, .run = parts_zeros },
    { "-0 becomes 0, of random ones", OF_FLOATS, .run = loses_signs_of_zeros },
    { "all NaNs last, of random ones", OF_FLOATS, .run = nans_last },
    { "all NaNs first, of random ones", OF_FLOATS, .run = nans_first },
    { "signs forgotten, of random ones", .types = TYPES(SIGNED),
      .run = signs_forgotten },
    { "negative floats by their magnitudes, of random ones", OF_FLOATS,
      .run = negatives_reversed },
    { "zeros unstable", OF_FLOATS, SPECIAL, .run = unstable_once },
    { "unstable, and -0 becomes 0", OF_FLOATS, .traits = UNSTABLE, SPECIAL,
      .run = loses_signs_of_zeros },
    { "descending", OF_ALL, .run = other_direction },
    { "ascending where it should not be", OF_ALL, DOWN,
      .run = other_direction },
    { "descends by reversing, ties too", OF_ALL, CARRY_DOWN,
      .run = descends_by_reversing },
    { "neighbours swapped", OF_ALL, .run = swaps_neighbours },
    { "unstable, neighbours swapped", UNSTABLY, .run = swaps_neighbours },
    { "the last that differ swapped", OF_ALL, .run = swaps_last },
    { "unstable, the last that differ swapped", UNSTABLY, .run = swaps_last },
    { "unsigned", OF_SIGNED, .run = signs_forgotten },
    { "unstable, all NaNs last", OF_FLOATS, .traits = UNSTABLE, SPECIAL,
      .run = nans_last },
    { "the lowest byte forgotten", OF_ALL, .settings = { "bytes=1" },
      .run = lowest_byte_forgotten },
    { "the second byte forgotten", OF_ALL, .settings = { "bytes=3" },
      .run = second_byte_forgotten },
    { "the highest byte forgotten", OF_ALL, SPECIAL,
      .run = highest_byte_forgotten },
    { "one doubled", OF_ALL, .run = doubles_one },
    { "one lost", OF_ALL, .run = loses_one },
    { "unstable, one doubled", UNSTABLY, .run = doubles_one },
    { "unstable, one lost", UNSTABLY, .run = loses_one },
    { "a half left out", OF_ALL, .run = leaves_second_half },
    { "tiles sorted each by itself", OF_ALL, .least = 257,
      .run = sorts_tiles },
    { "nothing sorted", OF_ALL, .run = copies },
    { "values stay", OF_ALL, CARRY, .run = leaves_values },
    { "unstable, values stay", UNSTABLY, CARRY, .run = leaves_values },
    { "places for values", OF_ALL, CARRY, .run = writes_places },
    { "two values changed places", OF_ALL, CARRY_64, .run = mixes_values },
    { "unstable, two values changed places", UNSTABLY, CARRY_64,
      .run = mixes_values },
    { "values cut off", OF_ALL, CARRY_64, .run = truncates_values },
    { "no values", OF_ALL, CARRY, .run = keys_alone },
    { 0 }
};
