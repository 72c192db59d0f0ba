/* segments.h - cutting n elements into segments: what segscan and segreduce
 * share. */
#ifndef TETRAD_OPS_SEGMENTS_H
#define TETRAD_OPS_SEGMENTS_H

/* How long generated segments are; the mean is a parameter of its own. */
enum segment_lengths {
    SEGMENTS_GEOMETRIC, SEGMENTS_FIXED, SEGMENTS_POWER, /* law */
    SEGMENTS_ONE,   /* one segment of everything */
    SEGMENTS_HEADS, /* each element a segment */
    SEGMENTS_EMPTY, /* no elements, all segments empty */
    SEGMENTS_LENGTHS
};

#endif
