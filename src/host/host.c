/* host.c - the CPU as a place.
 *
 * Cold means: no cache holds a line of what a run may touch (host_flush.c), and
 * the caches near each core hold other, clean lines. */
#include "host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/host_energy.h"
#include "host/host_memory.h"
#include "host/machine.h"
#include "host/system.h"

struct device {
    char *sweep;
    size_t sweep_bytes;
    struct host_energy energy;
};

double host_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static enum status open_host(struct device **device,
                             const struct placement *want, struct reason *why)
{
    (void)want; /* machine_open() has resolved it */
    *device = calloc(1, sizeof **device);
    if (!*device)
        return fail(why, STATUS_MEMORY, "no memory");
    host_energy_open(&(*device)->energy, HOST_ENERGY_ROOT);
    return STATUS_OK;
}

/* --- time ---------------------------------------------------------------- */

/* What a CPU that flushed still has to sweep is near its cores: twice what that
 * cache holds, by quarters of it, each read again at once. A cache may keep
 * what was used again from what is read once, however often: of a way through
 * 64 KiB, 3.5 ns a line in the L2 of a Zen 5, half took 7 ns or more after two
 * sweeps of it all, but a tenth 3.6 or less beside other programs; 11 and 7.7
 * so. */
enum { NEAR_READS = 2, NEAR_PIECES = 4 };

static size_t sweep_bytes(size_t near)
{
    return near ? 2 * near * (size_t)machine_threads() : machine_sweep();
}

static enum status flush_host(struct device *device, const struct span *spans,
                              int count, struct reason *why)
{
    static uint64_t sink;
    const size_t near = host_flush(spans, count) ? machine_known()->l2 : 0;
    if (!device->sweep) {
        const size_t bytes = sweep_bytes(near);
        const enum status status =
            host_alloc(device, bytes, (void **)&device->sweep, why);
        if (status)
            return status;
        device->sweep_bytes = bytes;
        host_set(device, device->sweep, 1, bytes, why);
    }
    const size_t piece = near ? near / NEAR_PIECES : device->sweep_bytes;
    __atomic_fetch_add(&sink,
                       host_sweep(device->sweep, device->sweep_bytes, piece,
                                  near ? NEAR_READS : 1),
                       __ATOMIC_RELAXED);
    return STATUS_OK;
}

/* Arrays are in host memory, so that a transfer has nothing to copy; a run
 * writes its own reason. */
static void mark_host(struct parts *parts, int part)
{
    struct profile *profile = (struct profile *)parts;
    const int at = profile->count++;
    if (at >= PROFILE_MOST)
        return;
    profile->part[at] = part;
    profile->at[at] = host_clock();
}

static void count_from(struct profile *profile, double begin)
{
    for (int i = 0; i < profile->count && i < PROFILE_MOST; i++)
        profile->at[i] -= begin;
}

static enum status sample_host(struct device *device,
                               const struct batch *batch,
                               struct timing *timing, struct reason *why)
{
    (void)device;
    (void)why; /* a run writes its own */
    const size_t jobs = (size_t)batch->job_count;
    enum status status = STATUS_OK;
    if (batch->profile)
        batch->profile->count = 0;
    const double begin = host_clock();
    for (size_t left = (size_t)batch->repeats; left-- && !status;) {
        if (!left && batch->late)
            late_make(batch->late);
        status = batch->variant->run(&batch->jobs[left % jobs]);
    }
    *timing = (struct timing){ .seconds = host_clock() - begin };
    if (batch->profile)
        count_from(batch->profile, begin);
    return status;
}

static bool energy_host(struct device *device, double *joules)
{
    return host_energy_read(&device->energy, joules);
}

static void facts_host(struct device *device, struct device_facts *facts)
{
    (void)device;
    memset(facts, 0, sizeof *facts);
    json_t *environment = machine_environment();
    const json_t *cpu = json_object_get(environment, "cpu");
    const char *name = json_string_value(json_object_get(cpu, "name"));
    snprintf(facts->name, sizeof facts->name, "%s", name ? name : "CPU");
    facts->cores = (int)json_integer_value(json_object_get(cpu, "cores"));
    snprintf(facts->detail, sizeof facts->detail, "%d threads, %s",
             machine_threads(),
             machine_threads() == 1 ? "one core" : "one a core");
    json_decref(environment);
    facts->memory = system_memory();
    facts->memory_free = system_memory_free();
    facts->cache = machine_cache();
    facts->cache_one = machine_cache_one();
}

static void close_host(struct device *device)
{
    if (!device)
        return;
    host_roofs_end(device);
    host_release(device, device->sweep);
    free(device);
}

const struct meter host_meter = {
    .flush = flush_host,
    .sample = sample_host,
    .mark = mark_host,
    .pace = host_pace,
    .roof = host_roof,
    .roofs_end = host_roofs_end,
    .copier = &host_copier,
    .energy = energy_host,
};

const struct place host_place = {
    .name = "host",
    .paged = true,
    .open = open_host,
    .close = close_host,
    .alloc = host_alloc,
    .release = host_release,
    .copy = host_copy,
    .set = host_set,
    .digest = host_digest,
    .facts = facts_host,
    .meter = &host_meter,
};
