/* mutual.h - best's way with many bodies, each pair once, to the launcher of
 * best. */
#ifndef TETRAD_CUDA_NBODY_MUTUAL_H
#define TETRAD_CUDA_NBODY_MUTUAL_H

#include "op.h"

/* Whether there are so many that it pays. */
bool is_mutual(const struct job *job);
size_t mutual_scratch(const struct job *job);
enum status launch_mutual(const struct job *job);
/* Of the longest chain of additions. */
double mutual_depth(const struct job *job);

#endif
