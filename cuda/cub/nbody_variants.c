/* nbody_variants.c - nbody by NVIDIA's libraries. */
#include "cuda.h"
#include "ops/nbody.h"

LAUNCHER(cub_nbody_thrust);

const struct variant cub_nbody[] = {
    { .name = "thrust-transform",
      .idea = "each body from its number, by a function that goes through all",
      .source = "thrust::transform",
      .best = true,
      .depth = nbody_chunked_depth,
      .run = CUDA(cub_nbody_thrust) },
    { 0 }
};
