/* partition_sides.h - partition by one thread: what two passes and one sweep
 * share. */
#ifndef TETRAD_OPENMP_PARTITION_SIDES_H
#define TETRAD_OPENMP_PARTITION_SIDES_H

#include "compact_kernel.h"
#include "op.h"

struct partition_work {
    const struct compact_kernel *kernel;
    const char *x;
    char *y;
    uint64_t *counts;
    size_t n, size; /* elements, bytes of one */
    double t;       /* the threshold; its first bytes are an element */
    bool stream;
};

struct partition_work openmp_partition_work(const struct job *);

/* How many of `length` elements from `begin` on are on the first side. */
size_t openmp_partition_count(const struct partition_work *, size_t begin,
                              size_t length);

/* Packs their two sides to where they begin; drain() when that was the last
 * of them. */
void openmp_partition_divide(const struct partition_work *, size_t begin,
                             size_t length, char *above, char *rest);

/* The counts: so many are on the first side, of all. */
void openmp_partition_tell(const struct partition_work *, size_t first);

/* All elements in one sweep by the team, one side aside: the first when
 * `backward`. */
void openmp_partition_sweep(const struct partition_work *, bool backward,
                            void *scratch);
size_t openmp_partition_sweep_scratch(const struct partition_work *);

#endif
