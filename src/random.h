/* random.h - inputs from a seeded counter-based generator.
 *
 * Philox4x32-10 (Salmon et al., SC'11) through Random123: element i of array k
 * depends on (seed, k, i) alone, so any slice on any thread gives the same
 * data. No distribution yields an array of zeros.
 *
 * Values that a type cannot hold are clamped to it: few:ARG has fewer distinct
 * values in a type that cannot count to ARG, and constant:ARG loses its
 * fraction in integers, where it is 1 if nothing else is left. */
#ifndef TETRAD_RANDOM_H
#define TETRAD_RANDOM_H

#include "op.h"

struct dist {
    const char *name, *summary;
    double preset; /* the default of ARG */
    bool takes_argument;
    bool counts; /* ARG is a whole number from 1 to 2^32; else any but
                           0, which would make an array of zeros */
    double most; /* ARG is above 0 and at most this; 0: as said above */
};

extern const struct dist dists[]; /* ends with a NULL name; [0] is default */
/* Integers but 0, exactly summable in any order: op->twin. From -4 to 4, of
 * unsigned types 1 to 8, full of ties, or as far as the input's twin_most says;
 * at two random places as wide as its twin_digits. Also in dists[], as
 * "integers": the same numbers. */
extern const struct dist *dist_twin;

/* For an input that is added up, of a signed type, in arithmetic of so many
 * significant bits: the twin's numbers are as large as leaves every sum of
 * neighbours, or of every so manieth of them, exact. Two have all the bits, so
 * that no arithmetic in fewer gets the sum right. */
void random_twin_sums(struct array *, int digits);

const struct dist *dist_find(const char *name, size_t length);

/* Whether the problem's type has what its distribution is to make. */
enum status random_fits(const struct problem *, struct reason *);

/* Fills input number `which` of the problem: in[which].count elements of
 * in[which].type, in parallel. */
void random_fill(const struct problem *, int which, void *elements);

/* A value that about the given share of input `which`, between 0 and 1, exceed:
 * a quantile of its distribution. Where there are few values, the one whose
 * share is nearest, which may be below all of them. Cheap: nothing is
 * generated. */
double random_exceeded(const struct problem *, int which, double share);

/* The interval [*low, *high) that all of input `which` lie in, but for a few in
 * 10^4 of normal ones, and half of floats of any bits: never empty. */
void random_range(const struct problem *, int which, double *low,
                  double *high);

/* Number `index` of a stream of its own, uniform in (0, 1], a multiple of
 * 2^-32. An op's fill() gives the number of the input it fills, whose words
 * these are. */
double random_unit(uint64_t seed, int which, uint64_t index);

/* A plain random number stream for the harness itself (shuffles). */
uint64_t random_next(uint64_t *state);

#endif
