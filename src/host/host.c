/* host.c - the CPU and its memory as a place.
 *
 * Arrays are first touched in blocks by the threads that will read them, on
 * huge pages where the system grants them. Cold means: no cache holds a line
 * of what a run may touch (host_flush.c), and the caches near each core hold
 * other, clean lines. */
#include "host/host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "digest.h"
#include "simd.h"
#include "host/host_energy.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "host/system.h"

enum {
    PAGE = 4096,    /* the smallest there are; larger ones are touched
                                often */
    HUGE = 2 << 20, /* x86-64's and most of AArch64's */
    OFFSETS = 8,
    OFFSET = (128 << 10) + PAGE + 256
};

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

/* --- memory ----------------------------------------------------------- */

/* Of the pages that begin in [begin, end) bytes. */
static void touch(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    volatile char *memory = context;
    const size_t first = (begin + PAGE - 1) / PAGE * PAGE;
    for (size_t at = first; at < end; at += PAGE)
        memory[at] = 0;
}

/* A loop over bytes or words, by the caller alone where waking the others would
 * take longer than all of it: guards are as short. */
static void over_memory(size_t n, void (*body)(void *, size_t, size_t, int),
                        void *context)
{
    const size_t short_loop = 1 << 15;
    if (n < short_loop)
        body(context, 0, n, 0);
    else
        parallel_for(n, body, context);
}

/* What release needs, just before each array. */
struct header {
    void *mapped;
    size_t bytes;
};

/* Arrays begin in a huge page of their own, if the system grants one, so that
 * their place in the caches does not change from run to run with the pages
 * that happen to be free. They begin at unlike offsets into it, so that they
 * do not all want the same sets of a cache. */
static size_t offset_of_next(void)
{
    static size_t arrays;
    return PAGE + arrays++ % OFFSETS * OFFSET;
}

static enum status alloc_host(struct device *device, size_t bytes,
                              void **memory, struct reason *why)
{
    (void)device;
    const size_t offset = offset_of_next();
    const size_t all = bytes + offset + HUGE;
    char *mapped = MAP_FAILED;
    if (all > bytes && bytes <= system_memory_free())
        mapped = mmap(NULL, all, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapped == MAP_FAILED)
        return fail(why, STATUS_MEMORY,
                    "the host has no %.1f GB free "
                    "(%.1f GB are)",
                    (double)bytes * 1e-9, (double)system_memory_free() * 1e-9);
    char *base = mapped + (HUGE - (uintptr_t)mapped % HUGE) % HUGE;
    const struct header header = { mapped, all };
    (void)madvise(base, bytes + offset, MADV_HUGEPAGE);
    char *array = base + offset;
    over_memory(bytes, touch, array);
    memcpy(array - sizeof header, &header, sizeof header);
    *memory = array;
    return STATUS_OK;
}

static void release_host(struct device *device, void *memory)
{
    (void)device;
    if (!memory)
        return;
    struct header header;
    memcpy(&header, (char *)memory - sizeof header, sizeof header);
    munmap(header.mapped, header.bytes);
}

struct moving {
    char *to;
    const char *from;
    int byte;
};

static void copy_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    const struct moving *m = context;
    memcpy(m->to + begin, m->from + begin, end - begin);
}

static enum status copy_host(struct device *device, void *to, const void *from,
                             size_t bytes, enum direction direction,
                             struct reason *why)
{
    (void)device, (void)direction, (void)why;
    struct moving m = { to, from, 0 };
    over_memory(bytes, copy_block, &m);
    return STATUS_OK;
}

static void set_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    const struct moving *m = context;
    memset(m->to + begin, m->byte, end - begin);
}

static enum status set_host(struct device *device, void *to, int byte,
                            size_t bytes, struct reason *why)
{
    (void)device, (void)why;
    struct moving m = { to, NULL, byte };
    over_memory(bytes, set_block, &m);
    return STATUS_OK;
}

struct digesting {
    const char *memory;
    size_t bytes;
    uint64_t sum;
};

/* Of whole words alone. */
SIMD_CLONES
static uint64_t digest_words(const char *memory, size_t begin, size_t end)
{
    uint64_t sum = 0;
    for (size_t i = begin; i < end; i++) {
        uint64_t word;
        memcpy(&word, memory + i * sizeof word, sizeof word);
        sum += digest_word(word, i);
    }
    return sum;
}

static void digest_block(void *context, size_t begin, size_t end, int rank)
{
    (void)rank;
    struct digesting *d = context;
    const size_t whole = d->bytes / sizeof(uint64_t);
    uint64_t sum = digest_words(d->memory, begin, end < whole ? end : whole);
    uint64_t last = 0;
    if (end > whole) {
        memcpy(&last, d->memory + whole * sizeof last,
               d->bytes - whole * sizeof last);
        sum += digest_word(last, whole);
    }
    __atomic_fetch_add(&d->sum, sum, __ATOMIC_RELAXED);
}

static enum status digest_host(struct device *device, const struct span *spans,
                               int count, uint64_t *digests,
                               struct reason *why)
{
    (void)device, (void)why;
    for (int i = 0; i < count; i++) {
        struct digesting d = { spans[i].memory, spans[i].bytes, 0 };
        over_memory((d.bytes + 7) / 8, digest_block, &d);
        digests[i] = d.sum;
    }
    return STATUS_OK;
}

/* --- time ---------------------------------------------------------------- */

/* What a CPU that flushed still has to sweep is near its cores. */
static size_t sweep_bytes(bool flushed)
{
    const size_t near = 2 * machine_known()->l2 * (size_t)machine_threads();
    return flushed && near ? near : machine_sweep();
}

static enum status flush_host(struct device *device, const struct span *spans,
                              int count, struct reason *why)
{
    static uint64_t sink;
    const bool flushed = host_flush(spans, count);
    if (!device->sweep) {
        const size_t bytes = sweep_bytes(flushed);
        const enum status status =
            alloc_host(device, bytes, (void **)&device->sweep, why);
        if (status)
            return status;
        device->sweep_bytes = bytes;
        set_host(device, device->sweep, 1, bytes, why);
    }
    __atomic_fetch_add(&sink, host_sweep(device->sweep, device->sweep_bytes),
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
    (void)device, (void)why;
    const size_t jobs = (size_t)batch->job_count;
    enum status status = STATUS_OK;
    if (batch->profile)
        batch->profile->count = 0;
    const double begin = host_clock();
    for (size_t left = (size_t)batch->repeats; left-- && !status;)
        status = batch->variant->run(&batch->jobs[left % jobs]);
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
    release_host(device, device->sweep);
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
    .alloc = alloc_host,
    .release = release_host,
    .copy = copy_host,
    .set = set_host,
    .digest = digest_host,
    .facts = facts_host,
    .meter = &host_meter,
};
