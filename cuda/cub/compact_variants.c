/* compact_variants.c - compact by NVIDIA's libraries. */
#include "cuda.h"
#include "ops/compact.h"

LAUNCHER(cub_compact_device);
LAUNCHER(cub_compact_thrust);

static const char *refuses_in_place(const struct problem *p)
{
    return p->param[COMPACT_PARAM_IN_PLACE].i
        ? "copy_if needs an output of its own"
        : NULL;
}

const struct variant cub_compact[] = {
    {
        .name = "thrust-copy-if",
        .idea =
            "the kernels of device-select; the end of the output comes "
            "back to the host: the time holds a wait and the host's delays",
        .source = "thrust::copy_if",
        .traits = WAITS,
        .refuses = refuses_in_place,
        .scratch = CUDA(cub_compact_thrust_scratch),
        .run = CUDA(cub_compact_thrust),
    },
    {
        .name = "device-select",
        .idea = "one pass with decoupled look-back, after a launch that "
                "clears the tiles' states",
        .source = "cub::DeviceSelect::If",
        .best = true,
        .scratch = CUDA(cub_compact_device_scratch),
        .run = CUDA(cub_compact_device),
    },
    { 0 }
};
