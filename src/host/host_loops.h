/* host_loops.h - the loops that the CPU's roofs are measured with.
 *
 * No one loop is fastest on every CPU: each kind of roof has a few, and
 * host_roofs.c keeps the one that this machine runs fastest. */
#ifndef TETRAD_HOST_LOOPS_H
#define TETRAD_HOST_LOOPS_H

#include "place.h"

struct host_loop {
    const char *name;
    bool (*can)(void); /* whether this CPU has its instructions; NULL: yes */
    double flops;      /* of one run, which touches no memory; 0: the loop
                          reads or writes the given bytes once */
    /* Any alignment and length. Returns what depends on all that was read, so
     * that no compiler drops the reads. */
    uint64_t (*run)(char *to, const char *from, size_t bytes);
};

/* The loops of a kind of roof, ended by a NULL name, the plainest first: that
 * one runs everywhere. NULL: the CPU has no such roof. */
const struct host_loop *host_loops(enum roof_kind);

#endif
