/* segments.h - cutting n elements into segments: what segscan and segreduce
 * share.
 *
 * How many segments there are follows from the parameters alone; where they
 * begin also from the seed. Lengths in proportion to random weights add up to
 * n whatever the weights, and some of them are 0. */
#ifndef TETRAD_OPS_SEGMENTS_H
#define TETRAD_OPS_SEGMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "status.h"

struct problem;

/* How long generated segments are; the mean is a parameter of its own. */
enum segment_lengths {
    SEGMENTS_GEOMETRIC,
    SEGMENTS_FIXED,
    SEGMENTS_POWER, /* law */
    SEGMENTS_ONE,   /* one segment of everything */
    SEGMENTS_HEADS, /* each element a segment */
    SEGMENTS_EMPTY, /* no elements, all segments empty */
    SEGMENTS_LENGTHS
};

/* What an op's parameters, three from number `first` on, ask for: lengths,
 * mean and segments. */
struct segments {
    int lengths;
    size_t elements, count, mean;
    double most; /* the largest weight, the least being 1 by a power law; 0:
                    any */
};

/* The help of those parameters, in that order, and the least and the largest
 * value of the last two. */
#define SEGMENTS_LENGTHS_HELP "how long segments are"
#define SEGMENTS_MEAN_HELP                                                    \
    "their mean length where it is geometric, fixed or by a power law"
#define SEGMENTS_COUNT_HELP                                                   \
    "how many they are; 0: as many as elements and mean say"
#define SEGMENTS_WITH_MEAN                                                    \
    (1 << SEGMENTS_GEOMETRIC | 1 << SEGMENTS_FIXED | 1 << SEGMENTS_POWER)
#define SEGMENTS_MEAN 100 /* the preset */
#define SEGMENTS_MEAN_PRESET "100"
#define SEGMENTS_MEAN_LOW 1
#define SEGMENTS_MEAN_HIGH 0x1p40
#define SEGMENTS_COUNT_HIGH 0x1p40

enum status segments_shape(const struct problem *, int first,
                           struct segments *, struct reason *why);

/* Calls visit for each segment, a block of them a thread: elements [begin, end)
 * are its own. Random lengths follow from the seed and `which`. */
typedef void segments_visit(void *context, size_t k, size_t begin, size_t end);
void segments_each(uint64_t seed, int which, const struct segments *,
                   segments_visit *, void *context);

/* Fill input `which` of the problem: count + 1 offsets; or a byte an element,
 * not 0 where a segment that has elements begins: 1, but of inputs that are
 * not timed any byte, and 0 for the first element of all. */
void segments_offsets(const struct problem *, int which,
                      const struct segments *, uint64_t *offsets);
void segments_flags(const struct problem *, int which, const struct segments *,
                    uint8_t *flags);

/* That offsets begin at 0, never decrease, and end at n. */
enum status segments_validate(const uint64_t *offsets, size_t count, size_t n,
                              struct reason *why);

/* The first k in [0, count] with offsets[k] >= at; count + 1: none. */
size_t segments_find(const uint64_t *offsets, size_t count, uint64_t at);

/* Where segments begin, in either form. */
struct heads {
    const uint8_t *flags;    /* a byte an element; or NULL, and then */
    const uint64_t *offsets; /* of `count` segments */
    size_t count;
};

/* The first of n elements at or behind i that begins a segment; n: none. */
size_t heads_next(const struct heads *, size_t i, size_t n);

#endif
