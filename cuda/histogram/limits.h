/* limits.h - how large tables in shared memory may be. */
#ifndef TETRAD_CUDA_HISTOGRAM_LIMITS_H
#define TETRAD_CUDA_HISTOGRAM_LIMITS_H

enum {
    RUNG_THREADS = 256, /* a block, of the rungs */
    RUNG_WARPS = 8,
    SHARED_MOST = 227 * 1024 /* bytes that a block can ask for, of compute
                                capability 9.0; others have less */
};

#endif
