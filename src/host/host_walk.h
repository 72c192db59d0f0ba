/* host_walk.h - work in chunks, by one thread or by all, and its time. */
#ifndef TETRAD_HOST_WALK_H
#define TETRAD_HOST_WALK_H

#include <stddef.h>
#include <stdint.h>

/* What a walk does: run() for each of so many chunks, once. What it returns is
 * added up, so that no compiler drops the work. */
struct host_work {
    uint64_t (*run)(const void *context, size_t chunk);
    const void *context;
    size_t chunks;
};

/* By so many threads: 1, which is the caller, or all. */
void host_walk(const struct host_work *, int threads);
/* Its seconds. All start together and the last to end stops the clock: waking
 * a thread is not the work's time. */
double host_walk_seconds(const struct host_work *, int threads);

#endif
