/* radix.cuh - particles that are far (sorted.cuh) sorted by radix.cu, and the
 * forces on them: for best. */
#ifndef TETRAD_CUDA_CELLS_RADIX_CUH
#define TETRAD_CUDA_CELLS_RADIX_CUH

#include "op.h"

/* Whether a block can have the shared memory. */
bool cells_have_radix(const struct job *);
enum status cells_run_radix(const struct job *);
size_t cells_radix_bytes(const struct job *);

#endif
