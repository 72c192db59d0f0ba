/* cells_variants.c - cells, sorted by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_cells_radix);

const struct variant cub_cells[] = {
    { .name = "radix-sort",
      .idea = "sorted by cell by CUB; the forces are our own, best's of cuda",
      .source = "cub::DeviceRadixSort",
      .best = true,
      .scratch = CUDA(cub_cells_radix_scratch),
      .run = CUDA(cub_cells_radix) },
    { 0 }
};
