/* profile.cu - where the parts of a run begin: events between its kernels,
 * behind the gate as the rest. A kernel that would have started during the one
 * before it no longer does where an event is between them, so a run that tells
 * of its parts may take longer than one that is timed. */
#include "place/backend.h"

void cuda_mark(struct parts *parts, int part)
{
    struct profile *profile = reinterpret_cast<struct profile *>(parts);
    struct device *device = profile->device;
    struct gpu *own = device->own;
    const int at = profile->count++;
    if (at >= PROFILE_MOST)
        return;
    profile->part[at] = part;
    cudaError_t e = cudaSuccess;
    if (!own->border[at])
        e = cudaEventCreate(&own->border[at]);
    if (!e)
        e = cudaEventRecord(own->border[at], device->stream);
    if (e)
        own->border_error = e;
}

enum status cuda_tell_borders(struct device *device, struct profile *profile,
                              struct reason *why)
{
    struct gpu *own = device->own;
    cudaError_t e = own->border_error;
    own->border_error = cudaSuccess;
    for (int i = 0; i < profile->count && i < PROFILE_MOST && !e; i++) {
        float ms = 0;
        e = cudaEventElapsedTime(&ms, own->begin, own->border[i]);
        profile->at[i] = ms * 1e-3;
    }
    return cuda_fail(why, e, "telling parts apart");
}
