/* sampled.h - best's way with more than a block's items and less than onesweep
 * pays for, sampled.cu, to its launcher. */
#ifndef TETRAD_CUDA_SORT_SAMPLED_H
#define TETRAD_CUDA_SORT_SAMPLED_H

#include "op.h"

/* Whether a sample can cut them into pieces for which blocks have room. */
bool is_sampled(const struct job *job);

size_t sampled_scratch(const struct job *job);
enum status launch_sampled(const struct job *job);

#endif
