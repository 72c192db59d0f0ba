/* starts.h - what the processes that measured a row say of it together.
 *
 * The same code, run again in a new process, lands on other pages, clocks and
 * neighbours, and samples of one process say nothing of that, however many.
 * This is the two-level design of Kalibera and Jones (Rigorous Benchmarking in
 * Reasonable Time, ISMM 2013): the spread of the upper level, the processes,
 * has that of the lower one in it, so that the medians of the processes are
 * all that an interval is made of. */
#ifndef TETRAD_STARTS_H
#define TETRAD_STARTS_H

#include "record/record.h"

/* With fewer no spread is known. */
enum { STARTS_LEAST = 3 };

/* What times are taken over: a kind of pace, or nothing. */
enum { OVER_NOTHING = PACES };

/* The logarithms of the starts' medians, over the pace that each had: their
 * mean, and how well it is known. */
struct level {
    double mean;
    double variance; /* of the mean */
    double freedom;  /* degrees */
};

bool starts_enough(const struct row *);
/* Whether every start knows this pace. */
bool starts_have(const struct row *, int over);
/* Of a row with enough starts. */
struct level starts_level(const struct row *, int over);
/* The median of start i's samples. */
double starts_median(const struct row *, int i);
/* The 97.5 % quantile of Student's t. */
double starts_quantile(double freedom);
/* The 95 % interval of the row's time, in s, its median in it. */
void starts_interval(const struct row *, double median, double *low,
                     double *high);
/* What the samples of a row, at least one, say of its time: by its starts if
 * they are enough. */
struct estimate starts_estimate(const struct row *);

/* Whether the starts of two rows fall on two levels, at least so many times
 * apart and each tighter than that, and those of one row on both: medians of
 * the levels in s. */
struct starts_levels {
    double low, high;
};
bool starts_flip(const struct row *, const struct row *, double least,
                 struct starts_levels *);

#endif
