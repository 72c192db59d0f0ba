/* machine.c - topology and binding through hwloc, or the operating system. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_HWLOC
#include <hwloc.h>
#endif

#include "host/given.h"
#include "host/system.h"

enum {
    MAX_PROCESSORS = 1024,
    SWEEPS = 2,
    PER_PROCESSOR = 4, /* threads, at most; but so many on any machine */
    ANYWHERE = 16
};

static struct machine machine;
static struct {
    int count;               /* processors in binding order; 0: do not bind */
    int cpu[MAX_PROCESSORS]; /* operating-system numbers */
    size_t last_level;       /* bytes of all instances of the last level */
    bool free_known;
    cpu_set_t free; /* where this process may run */
    int used[MAX_PROCESSORS];
} affinity;

static const char *const bindings[] = { "cores", "compact", "numa", "none",
                                        NULL };

/* --- topology ------------------------------------------------------------ */

static size_t cache_level(int name)
{
    const long size = sysconf(name);
    return size > 0 ? (size_t)size : 0;
}

/* A core is a processor here, and caches are as libc knows them. */
static void ask_system(const char *bind)
{
    if (!affinity.free_known)
        return;
    for (int c = 0; c < CPU_SETSIZE; c++)
        if (CPU_ISSET((size_t)c, &affinity.free) &&
            affinity.count < MAX_PROCESSORS)
            affinity.cpu[affinity.count++] = c;
    machine.processors = machine.cores = affinity.count;
    machine.l1 = cache_level(_SC_LEVEL1_DCACHE_SIZE);
    machine.l2 = cache_level(_SC_LEVEL2_CACHE_SIZE);
    machine.l3 = cache_level(_SC_LEVEL3_CACHE_SIZE);
    affinity.last_level =
        machine.l3 ? machine.l3 : machine.l2 * (size_t)machine.cores;
    if (!strcmp(bind, "none"))
        affinity.count = 0;
}

#ifdef HAVE_HWLOC

static size_t cache_size(hwloc_topology_t t, hwloc_obj_type_t type,
                         size_t *all)
{
    const int count = hwloc_get_nbobjs_by_type(t, type);
    if (count <= 0)
        return 0;
    const hwloc_obj_t one = hwloc_get_obj_by_type(t, type, 0);
    const size_t size = (size_t)one->attr->cache.size;
    *all = size * (size_t)count;
    return size;
}

/* Leaves the processors that this process may run on: taskset, a batch
 * system or a container may have narrowed them. */
static void restrict_topology(hwloc_topology_t t)
{
    const hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (set && !affinity.free_known)
        (void)hwloc_get_cpubind(t, set, HWLOC_CPUBIND_PROCESS);
    for (unsigned c = 0; set && affinity.free_known && c < CPU_SETSIZE; c++)
        if (CPU_ISSET(c, &affinity.free))
            (void)hwloc_bitmap_set(set, c);
    if (set && !hwloc_bitmap_iszero(set))
        (void)hwloc_topology_restrict(t, set, 0);
    hwloc_bitmap_free(set);
}

static void add_place(unsigned os_index)
{
    if (affinity.count < MAX_PROCESSORS)
        affinity.cpu[affinity.count++] = (int)os_index;
}

/* One processor a core, in logical order or dealt over the NUMA nodes; or
 * every processor in logical order, so that siblings are neighbours. */
static void order_processors(hwloc_topology_t t, const char *bind)
{
    const int cores = machine.cores;
    int nodes = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_NUMANODE);
    if (strcmp(bind, "numa") || nodes < 1 || cores % nodes)
        nodes = 1;
    if (!strcmp(bind, "none"))
        return;
    if (!strcmp(bind, "compact") || cores < 1) {
        for (int i = 0; i < machine.processors; i++)
            add_place(
                hwloc_get_obj_by_type(t, HWLOC_OBJ_PU, (unsigned)i)->os_index);
        return;
    }
    for (int i = 0; i < cores; i++) {
        const int core = i % nodes * (cores / nodes) + i / nodes;
        const hwloc_obj_t obj =
            hwloc_get_obj_by_type(t, HWLOC_OBJ_CORE, (unsigned)core);
        add_place((unsigned)hwloc_bitmap_first(obj->cpuset));
    }
}

/* False when hwloc sees no topology (no /sys, as in a bare chroot). */
static bool ask_hwloc(const char *bind)
{
    hwloc_topology_t t;
    setenv("HWLOC_HIDE_ERRORS", "2", 0); /* then we ask the system */
    if (hwloc_topology_init(&t))
        return false;
    if (!hwloc_topology_load(t)) {
        restrict_topology(t);
        const int pus = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_PU);
        const int cores = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_CORE);
        machine.processors = pus > 0 ? pus : 1;
        machine.cores = cores > 0 ? cores : machine.processors;
        machine.l1 = cache_size(t, HWLOC_OBJ_L1CACHE, &affinity.last_level);
        machine.l2 = cache_size(t, HWLOC_OBJ_L2CACHE, &affinity.last_level);
        machine.l3 = cache_size(t, HWLOC_OBJ_L3CACHE, &affinity.last_level);
        order_processors(t, bind);
    }
    hwloc_topology_destroy(t);
    return affinity.last_level > 0;
}

#endif

static void read_topology(const char *bind)
{
#ifdef HAVE_HWLOC
    if (ask_hwloc(bind))
        return;
    affinity.count = 0;
#endif
    ask_system(bind);
}

/* Those that threads sit on; unbound, all that they may move to. */
static struct cpus used_cpus(void)
{
    const int bound =
        machine.threads < affinity.count ? machine.threads : affinity.count;
    int count = 0;
    for (int i = 0; i < bound; i++)
        affinity.used[count++] = affinity.cpu[i];
    if (!bound && affinity.free_known)
        for (int c = 0; c < CPU_SETSIZE && count < MAX_PROCESSORS; c++)
            if (CPU_ISSET((size_t)c, &affinity.free))
                affinity.used[count++] = c;
    return (struct cpus){ affinity.used, count };
}

/* OMP_NUM_THREADS, of a list of levels the first; 0: it says no number. */
static int of_environment(void)
{
    const char *text = getenv("OMP_NUM_THREADS");
    const long number = text ? strtol(text, NULL, 10) : 0;
    return number < 0 ? 0 : number > INT_MAX ? INT_MAX : (int)number;
}

/* Where many threads share a processor, one waits for the next at every
 * barrier, and nothing ends. */
static enum status check_threads(const char *by, int wanted,
                                 struct reason *why)
{
    const int fair = PER_PROCESSOR * machine.processors;
    const int most = fair > ANYWHERE ? fair : ANYWHERE;
    return wanted <= most
        ? STATUS_OK
        : fail(why, STATUS_USAGE,
               "%s%d: expected at most %d, as this machine has %d "
               "processor%s",
               by, wanted, most, machine.processors,
               machine.processors == 1 ? "" : "s");
}

enum status machine_open(const struct placement *want, struct reason *why)
{
    const char *bind = want->bind ? want->bind : "cores";
    bool known = false;
    memset(&machine, 0, sizeof machine);
    memset(&affinity, 0, sizeof affinity);
    for (int i = 0; bindings[i]; i++)
        known = known || !strcmp(bind, bindings[i]);
    if (!known)
        return fail(why, STATUS_USAGE,
                    "--bind %s: must be cores, compact, "
                    "numa or none",
                    bind);
    machine.processors = machine.cores = 1;
    machine.bind = bind;
    affinity.free_known = given_release(&affinity.free);
    read_topology(bind);
    system_value("/proc/cpuinfo", "model name", machine.cpu_name,
                 sizeof machine.cpu_name);
    machine.threads = want->threads ? want->threads
        : of_environment()          ? of_environment()
        : strcmp(bind, "compact")   ? machine.cores
                                    : machine.processors;
    machine.used = used_cpus();
    return check_threads(want->threads ? "--threads " : "OMP_NUM_THREADS=",
                         want->threads ? want->threads : of_environment(),
                         why);
}

void machine_close(void)
{
    if (affinity.count && affinity.free_known)
        (void)sched_setaffinity(0, sizeof affinity.free, &affinity.free);
    affinity.count = 0;
}

const struct machine *machine_known(void)
{
    return &machine;
}

int machine_threads(void)
{
    return machine.threads ? machine.threads : 1;
}

void machine_bind_self(int thread)
{
    cpu_set_t set;
    if (!affinity.count)
        return;
    CPU_ZERO(&set);
    CPU_SET((size_t)affinity.cpu[thread % affinity.count], &set);
    /* A container may forbid it; the row is then merely unbound. */
    (void)sched_setaffinity(0, sizeof set, &set);
}

size_t machine_cache(void)
{
    const size_t floor = (size_t)8 << 20; /* unknown: a desktop's */
    return affinity.last_level > floor ? affinity.last_level : floor;
}

size_t machine_cache_one(void)
{
    const size_t one = machine.l3 ? machine.l3 : machine.l2;
    return one ? one : machine_cache();
}

size_t machine_sweep(void)
{
    const size_t most = system_memory_free() / 4;
    const size_t bytes = SWEEPS * machine_cache();
    return bytes < most ? bytes : most;
}

bool machine_sweep_short(void)
{
    return machine_sweep() < SWEEPS * machine_cache();
}
