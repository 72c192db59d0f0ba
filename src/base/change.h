/* change.h - what became of a time between two records. */
#ifndef TETRAD_CHANGE_H
#define TETRAD_CHANGE_H

enum change {
    BROKEN, /* was right, and is wrong or failed now */
    SLOWER,
    FASTER,
    SAME,
    UNCLEAR,
    ONLY_OLD,
    ONLY_NEW,
    NOT_MEASURED, /* on a side, or on both */
    CHANGES
};

/* Of a ratio of times and its interval, by a threshold t: slower when all of
 * the interval lies above 1 + t, faster when all of it lies below 1/(1 + t),
 * same when all of it lies between the two, else unclear. */
enum change change_of(double ci_low, double ci_high, double threshold);
const char *change_name(enum change); /* "slower", "only in old" */

#endif
