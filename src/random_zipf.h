/* random_zipf.h - Zipf's distribution: number k from 1 to `most` with a
 * probability in proportion to 1 / k^exponent. */
#ifndef TETRAD_RANDOM_ZIPF_H
#define TETRAD_RANDOM_ZIPF_H

#include <stdint.h>

#include <Random123/philox.h>

enum { ZIPF_MOST = 1 << 20, ZIPF_EXPONENT_MOST = 100 };

struct zipf {
    double exponent, most;
    double low, high; /* between which a uniform number is inverted */
    double squeeze;   /* within which of a number it is taken at once */
};

/* `most` >= 1, 0 < exponent <= ZIPF_EXPONENT_MOST. */
struct zipf zipf_of(double exponent, double most);

/* What `word` and, when it is rejected, further words of element `index` of
 * array `which` make: the same whoever asks. */
double zipf_number(const struct zipf *, uint32_t word, uint64_t index,
                   uint32_t which, philox4x32_key_t key);

/* The value that about the given share of such numbers exceed: that whose share
 * is nearest; 0 is below all of them. */
double zipf_exceeded(const struct zipf *, double share);

#endif
