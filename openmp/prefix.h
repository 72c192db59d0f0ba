/* prefix.h - scans by one thread's vectors, and by one sweep of the team: what
 * scan and tile-scan share. */
#ifndef TETRAD_OPENMP_PREFIX_H
#define TETRAD_OPENMP_PREFIX_H

#include <stdbool.h>

#include "op.h"

/* What one thread does. A total is an element's bytes, then zeros. */
struct prefix_kernel {
    uint64_t (*join)(uint64_t before, uint64_t after);
    /* All n joined; of none, the identity. */
    uint64_t (*fold)(const void *x, size_t n);
    /* Writes n totals, `before` joined to each, past the caches when `stream`
     * says so; y may be x. Returns the last of them, inclusive. */
    uint64_t (*scan)(const void *x, void *y, size_t n, uint64_t before,
                     bool exclusive, bool stream);
    /* The same from nothing, inclusive, anew every `tile` elements. */
    void (*tiles)(const void *x, void *y, size_t n, size_t tile, bool stream);
};

/* For the widest vectors of this CPU. */
const struct prefix_kernel *openmp_prefix_kernel(enum elem, bool maxima);

/* The longest chain of additions of a fold and of a scan of n elements. */
double openmp_prefix_fold_depth(enum elem, size_t n);
double openmp_prefix_scan_depth(enum elem, size_t n);

/* A scan for the whole team; it starts anew every `period` elements, at least
 * one. */
struct prefix_work {
    const struct prefix_kernel *kernel;
    const char *x;
    char *y;
    size_t n, size, period; /* elements, bytes of one, elements */
    bool exclusive, stream;
    void *scratch;
};

/* Whether writing that many bytes past the caches pays: those next to the
 * cores would not hold them. Measured as prefix.c's constants: 25 % faster from
 * 2^24 elements of i32 on, though the last level holds them, and 5 % slower at
 * 2^22. */
bool openmp_streams(size_t bytes);

/* The same of y, if it is not x. */
bool openmp_prefix_streams(const struct job *);

/* By equal blocks, a thread each: folded, then scanned. The period is n. */
void openmp_prefix_two_pass(const struct prefix_work *);
size_t openmp_prefix_two_pass_scratch(void);
double openmp_prefix_two_pass_depth(enum elem, size_t n);

/* By one sweep over chunks that stay in cache, claimed in order; each waits
 * for the totals before it. */
void openmp_prefix_chained(const struct prefix_work *);
size_t openmp_prefix_chained_scratch(const struct prefix_work *);
double openmp_prefix_chained_depth(enum elem, const struct prefix_work *);

#endif
