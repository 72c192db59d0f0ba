/* planted_lossy.c - the backend `lossy` of tests/planted: it runs on a place
 * that is the host, but can be lost as a GPU is, and with $LOW_ROOFS is said to
 * do next to nothing. */
#include <stdlib.h>

#include "host/host.h"
#include "planted.h"

static struct meter lossy_meter;
struct place planted_lossy;
static bool lost; /* until this process ends */

static bool is_lost(struct device *device)
{
    (void)device;
    return lost;
}

static enum status roof_lossy(struct device *device, enum scope scope,
                              enum roof_kind kind, double *rate,
                              struct reason *why)
{
    if (!getenv("LOW_ROOFS"))
        return host_meter.roof(device, scope, kind, rate, why);
    *rate = 1;
    return STATUS_OK;
}

static enum status open_lossy(struct device **device,
                              const struct placement *want, struct reason *why)
{
    if (shared->gone)
        return fail(why, STATUS_MISSING, "it is gone for good");
    return host_place.open(device, want, why);
}

void planted_make_lossy(void)
{
    lossy_meter = *host_place.meter;
    lossy_meter.lost = is_lost;
    lossy_meter.roof = roof_lossy;
    planted_lossy = host_place;
    planted_lossy.name = "lossy";
    planted_lossy.open = open_lossy;
    planted_lossy.meter = &lossy_meter;
}

static enum status run_lose(struct job *job)
{
    if (job->problem->size <= SMALL) /* which nobody asked for */
        return planted_right(job);
    lost = true;
    return fail(job->why, STATUS_DEVICE, "it fell off the bus");
}

static enum status run_lose_for_good(struct job *job)
{
    shared->gone = shared->gone || job->problem->size > SMALL;
    return run_lose(job);
}

const struct variant planted_lossy_reduce[] = {
    BEST("copy"),
    PLANTED("lose", run_lose, "makes the device unusable"),
    PLANTED("lose-for-good", run_lose_for_good, "and nobody finds it again"),
    { 0 }
};
