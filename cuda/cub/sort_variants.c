/* sort_variants.c - sort by NVIDIA's libraries. */
#include "cuda.h"

LAUNCHER(cub_sort_merge);
LAUNCHER(cub_sort_radix);
LAUNCHER(cub_sort_thrust);

static const char *refuses_long(const struct problem *p)
{
    return p->size > UINT32_MAX ? "it is compiled for lengths of 32 bits"
                                : NULL;
}

#define CALLED_BY(stem)                                                       \
    .refuses = refuses_long, .scratch = CUDA(stem##_scratch), .run = CUDA(stem)

const struct variant cub_sort[] = {
    { .name = "device-merge-sort",
      .idea = "compares: tiles sorted by blocks, then merged by twos",
      .source = "cub::DeviceMergeSort",
      .traits = UNSTABLE,
      CALLED_BY(cub_sort_merge) },
    { .name = "thrust-sort",
      .idea = "the kernels of device-radix-sort as Thrust's users call them, "
              "in place on a copy",
      .source = "thrust::stable_sort, stable_sort_by_key",
      CALLED_BY(cub_sort_thrust) },
    { .name = "device-radix-sort",
      .idea = "a histogram of all digits of 8 bits, then a launch a digit, "
              "with decoupled look-back; the input is left as it is",
      .source = "cub::DeviceRadixSort",
      .best = true,
      CALLED_BY(cub_sort_radix) },
    { 0 }
};
