/* short.h - best's ways with few items, short.cu, to its launcher. */
#ifndef TETRAD_CUDA_SORT_SHORT_H
#define TETRAD_CUDA_SORT_SHORT_H

#include "op.h"

/* Whether one warp, or one block that merges, is to sort them, and has room. */
bool is_short(const struct job *job);

enum status launch_short(const struct job *job);

#endif
