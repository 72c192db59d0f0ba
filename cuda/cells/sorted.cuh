/* sorted.cuh - particles sorted by cell, however that was done: launches of
 * what comes before and after a sort, compiled once, in sorted.cu.
 *
 * Particles of cell c are those from start[c] up to start[c + 1] in the order;
 * start has a place more than there are cells. */
#ifndef TETRAD_CUDA_CELLS_SORTED_CUH
#define TETRAD_CUDA_CELLS_SORTED_CUH

#include "op.h"

struct sorted_particles {
    unsigned *order; /* their numbers */
    unsigned *start; /* of each cell */
    void *points;    /* where they are, point<Dim> each */
    void *home;      /* cells_home_bytes() for forces on their way to where
                        they belong; NULL: they are written there at once */
};

/* Bits of a cell's number. */
static inline int cell_bits(unsigned cells)
{
    int bits = 1;
    while (bits < 32 && cells > 1u << bits)
        bits++;
    return bits;
}

/* Bytes of a point. */
size_t cells_point_bytes(const struct problem *);

/* Each particle's cell, and its number, to be sorted by it. */
enum status cells_keys(const struct job *, unsigned *key, unsigned *number);
/* Where each cell begins in sorted keys. */
enum status cells_starts(const struct job *, const unsigned *key,
                         unsigned *start);
/* Points in the order. */
enum status cells_gather(const struct job *, const struct sorted_particles &);
/* Whether there are so many particles that accesses at random places cost more
 * than to sort by digits. */
bool cells_are_far(const struct job *);
/* Whether forces that L2 does not hold are to be written in the order of cells
 * first, and then brought home; the bytes of that. */
bool cells_go_home(const struct job *);
size_t cells_home_bytes(const struct job *);
/* The forces, of all of them. */
enum status cells_forces(const struct job *, const struct sorted_particles &);

#endif
