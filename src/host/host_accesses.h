/* host_accesses.h - the loops that the CPU's roofs of random accesses are
 * measured with.
 *
 * They go to the elements of a table of 2^bits in an order that looks random
 * and meets each once in 2^bits accesses, as an index array that is a
 * permutation does, but comes out of arithmetic, vectors of it at a time. */
#ifndef TETRAD_HOST_ACCESSES_H
#define TETRAD_HOST_ACCESSES_H

#include "place.h"

struct host_accesses {
    const char *name;
    /* Accesses `first` and the next `count` - 1, modulo 2^bits, of a table
     * whose elements are as wide as the loop's accesses; bits: 2 to 32. A
     * gather returns the sum of what it loaded; a scatter stores each
     * access's number. */
    uint64_t (*run)(void *table, unsigned bits, size_t first, size_t count);
};

/* The loops of a kind that is random, ended by a NULL name, the plainest
 * first. All run everywhere. */
const struct host_accesses *host_accesses(enum roof_kind);

#endif
