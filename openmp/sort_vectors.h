/* sort_vectors.h - keys of 4 bytes sorted in cache by one thread's vectors. */
#ifndef TETRAD_OPENMP_SORT_VECTORS_H
#define TETRAD_OPENMP_SORT_VECTORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How keys become ranks, numbers without a sign: by sort_flip(). */
struct key_order {
    uint32_t flip;
    bool is_float;
};

/* What keys are like. */
struct key_look {
    bool plus, minus;     /* floats: zeros of either sign */
    bool falls;           /* a rank below the one before */
    uint32_t least, most; /* ranks */
};

/* Whether this CPU has them, and is faster so. */
bool openmp_sort_vectors_pay(void);

/* Sorts n keys, at least one, from one place to another or the same; spare has
 * room for 2 n. False: nothing was done, as there are both -0 and +0, whose
 * order is to stay. */
bool openmp_sort_vectors(const uint32_t *from, uint32_t *to, size_t n,
                         struct key_order order, uint32_t *spare);

/* Sorts n ranks, at least one, none below `least` or above `most`, from the
 * front of spare, which has room for 2 n, to keys at `to`. */
void openmp_sort_vectors_ranks(uint32_t *spare, size_t n, uint32_t least,
                               uint32_t most, struct key_order order,
                               uint32_t *to);

#endif
