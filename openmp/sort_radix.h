/* sort_radix.h - a radix sort on all cores: what its templates share. */
#ifndef TETRAD_OPENMP_SORT_RADIX_H
#define TETRAD_OPENMP_SORT_RADIX_H

#include "sort.h"
#include "team.h"

enum {
    DIGIT_BITS = 8,
    DIGITS = 1 << DIGIT_BITS,
    FEW = 32 /* keys that are inserted */
};

/* Items that lie next to each other, and whose keys differ in these bits at
 * most. */
struct range {
    size_t begin, n;
    uint64_t varying;
    enum sort_where where;
};

/* Of ranks whose bits above it are alike: the digit from bit `low` on. */
static inline size_t digit_at(uint64_t rank, unsigned low)
{
    return rank >> low & (DIGITS - 1);
}

/* A thread's own: a line for each digit's keys and values, that is written when
 * it is full, and where its first and its next item go. */
struct bench {
    _Alignas(LINE_BYTES) char keys[DIGITS][LINE_BYTES];
    char values[DIGITS][LINE_BYTES];
    size_t first[DIGITS], place[DIGITS];
};

/* What the keys of a block are like. */
struct survey {
    uint64_t varying; /* bits in which they differ from the very first */
    bool up, down;    /* never less than the one before, always less */
};

/* What one thread does, for one form of items. */
struct radix_form {
    void (*survey)(const struct sort_work *, size_t begin, size_t end,
                   struct survey *);
    /* Adds to count[digit]. */
    void (*count)(const struct sort_work *, enum sort_where, size_t begin,
                  size_t end, unsigned low, size_t *count);
    /* To bench->place, for which first is the same. */
    void (*scatter)(const struct sort_work *, enum sort_where from,
                    enum sort_where to, size_t begin, size_t end, unsigned low,
                    struct bench *, bool stream);
    void (*copy)(const struct sort_work *, enum sort_where, size_t begin,
                 size_t n);
    void (*turn)(const struct sort_work *, size_t begin, size_t end);
    /* All of it by the caller, to SORT_OUT. */
    void (*alone)(const struct sort_work *, struct range, struct bench *);
};

/* Where the highest digit begins of keys that differ in `varying`, of at most
 * `most` bits. */
static inline unsigned highest_digit(uint64_t varying, unsigned most)
{
    const unsigned above = 64 - (unsigned)__builtin_clzll(varying);
    const unsigned lowest = (unsigned)__builtin_ctzll(varying);
    const unsigned low = above > most ? above - most : 0;
    return low > lowest ? low : lowest;
}

static inline uint64_t bits_below(uint64_t bits, unsigned bit)
{
    return bits & (((uint64_t)1 << bit) - 1);
}

/* Whether one thread's caches hold that many items twice. */
bool openmp_sort_fits(const struct sort_work *, size_t n);

#endif
