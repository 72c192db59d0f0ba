/* sort_radix.h - a radix sort on all cores: what its templates share. */
#ifndef TETRAD_OPENMP_SORT_RADIX_H
#define TETRAD_OPENMP_SORT_RADIX_H

#include "sort.h"
#include "team.h"

enum {
    MOST_BITS = 11, /* of a digit: lines of them all fit a thread's L2 cache */
    MOST_DIGITS = 1 << MOST_BITS,
    GROUP_BYTES = 3 * LINE_BYTES, /* of items that are written at once */
    MOST_PASSES = 6, /* by the lowest digit first: told by choose_digits() */
    FEW = 32,        /* keys that are inserted */
    BLOCK = 256,     /* items whose bins are found at a time */
    FETCHED = 2048,  /* bytes that prefetches are ahead, see fetch_keys() */
    AHEAD = 4        /* keys that are read before the first is sent: a read
                        that follows the writes waits for them (a pass of 8
                        bits in L2 took 2.4 ns a key on a Zen 3, then 0.85) */
};

/* Items that lie next to each other. */
struct range {
    size_t begin, n;
    enum sort_where where;
};

/* Bits of a rank, from bit `low` on. */
struct digit {
    unsigned low;
    size_t mask;
};

/* Of ranks whose bits above it are alike. */
static inline size_t digit_at(uint64_t rank, struct digit d)
{
    return rank >> d.low & d.mask;
}

/* Where digits are of very unequal numbers of items, those of many are cut by
 * the bits below them, and neighbours of few have one bin: that of an item is
 * its bits from bit `low` of its digit on, less `less`, all of it modulo 2^16.
 * A word has both: low | less << 16. */
struct split {
    uint32_t of[MOST_DIGITS];
};

/* Into which bins items go: by a digit, cut or not. */
struct division {
    struct digit digit;
    size_t bins;
    const struct split *split; /* NULL: a bin is a digit */
};

/* A thread's own: a group of items for each bin, which is written when it is
 * full, and where among the groups the next one goes, in keys; where a bin's
 * first item goes, and its next one, or where its group ends; bytes, as many as
 * openmp_sort_spare() says. */
struct bench {
    _Alignas(LINE_BYTES) char groups[MOST_DIGITS * GROUP_BYTES];
    uint32_t next[MOST_DIGITS];
    size_t first[MOST_DIGITS], place[MOST_DIGITS];
    char *spare;
};

/* What the keys of a range are like. */
struct survey {
    uint64_t varying; /* bits in which they differ from the range's first */
    bool up, down;    /* never less than the one before, always less */
};

/* How many keys of a sample have each digit, and in which bits those differ;
 * the bits above it, which are all keys'. */
struct sample {
    uint64_t above;
    size_t keys, count[MOST_DIGITS];
    uint64_t first[MOST_DIGITS], varying[MOST_DIGITS];
};

/* What one thread does, for one form of items. */
struct radix_form {
    bool is_float;
    /* Of those of the range in [begin, end). */
    struct survey (*survey)(const struct sort_work *, const struct range *,
                            size_t begin, size_t end);
    /* Of sample->keys keys of the range, evenly. */
    void (*sample)(const struct sort_work *, const struct range *,
                   struct digit, struct sample *);
    /* Adds to count[bin]. */
    void (*count)(const struct sort_work *, enum sort_where, size_t begin,
                  size_t end, const struct division *, size_t *count);
    /* To bench->place. */
    void (*scatter)(const struct sort_work *, enum sort_where from,
                    enum sort_where to, size_t begin, size_t end,
                    const struct division *, struct bench *, bool stream);
    void (*copy)(const struct sort_work *, enum sort_where, size_t begin,
                 size_t n);
    void (*turn)(const struct sort_work *, size_t begin, size_t end);
    /* All of it by the caller, to SORT_OUT. */
    void (*alone)(const struct sort_work *, struct range, struct bench *);
};

static inline unsigned bit_length(uint64_t x)
{
    return x ? 64 - (unsigned)__builtin_clzll(x) : 0;
}

/* The highest digit of keys that differ in `varying`, of `bits` bits, or fewer
 * where there are no more. Those of the digit above may be among them. */
static inline struct digit highest_digit(uint64_t varying, unsigned bits)
{
    const unsigned above = bit_length(varying);
    const unsigned lowest = (unsigned)__builtin_ctzll(varying);
    const unsigned low = above > bits ? above - bits : 0;
    return (struct digit){ low > lowest ? low : lowest,
                           ((size_t)1 << bits) - 1 };
}

static inline uint64_t bits_below(uint64_t bits, unsigned bit)
{
    return bits & (((uint64_t)1 << bit) - 1);
}

/* Where items go next; from the input to SORT_OUT if `out`. */
static inline enum sort_where other_place(enum sort_where where, bool out)
{
    return where == SORT_SPARE || (where == SORT_IN && out) ? SORT_OUT
                                                            : SORT_SPARE;
}

/* Whether one thread's caches hold that many items twice. */
bool openmp_sort_fits(const struct sort_work *, size_t n);
size_t openmp_sort_spare(void); /* bytes that hold what fits, twice */

/* Items of a bin, where there can be as many bins as it takes. */
size_t openmp_sort_bin(const struct sort_work *);
/* n items that differ in those bits, into about as many; or for good, where one
 * digit has all of these, and there are enough for so many bins. */
struct division openmp_sort_divide(const struct sort_work *, size_t n,
                                   uint64_t varying);

/* Whether what is written of n items goes around the caches: it is read again
 * at once, so only where the last level holds neither. */
bool openmp_sort_streams(const struct sort_work *, size_t n);

/* By sort_form(). */
const struct radix_form *openmp_sort_radix_form(size_t form);

#endif
