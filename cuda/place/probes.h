/* probes.h - the loops that look for a roof. */
#ifndef TETRAD_CUDA_PROBES_H
#define TETRAD_CUDA_PROBES_H

#include "place.h"

/* A loop over in[0], out[0] or both, which have as many bytes, are aligned to
 * 16 and are in GPU memory but for the far end of a link; or accesses at random
 * places of in[0] or out[0], of which there are a power of two; or a loop in
 * registers or shared memory alone. It runs as any variant does. */
struct probe {
    enum roof_kind kind;
    const char *name;
    enum status (*run)(struct job *);
};

extern const struct probe cuda_probes[]; /* ends with a NULL name */

/* What one run of a probe does: bytes moved, FLOPs, accesses, or additions.
 * `bytes`: of each array of the job. */
double cuda_probe_work(const struct device *, enum roof_kind, size_t bytes);

#endif
