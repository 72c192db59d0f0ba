/* machine.c - topology and binding through hwloc, or the operating system. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>
#ifdef HAVE_HWLOC
#include <hwloc.h>
#endif

#include "system.h"

#ifdef TETRAD_CC
#define COMPILER TETRAD_CC " "
#else
#define COMPILER ""
#endif

enum { MAX_PLACES = 1024 };

static struct {
    int threads;
    int places;              /* processors in binding order; 0: do not bind */
    int cpu[MAX_PLACES];     /* operating-system numbers */
    int processors, cores;   /* this process may use */
    size_t l1, l2, l3;       /* bytes of one instance */
    size_t last_level;       /* bytes of all instances of the last level */
    char cpu_name[96];
    const char *bind;
    bool free_known;
    cpu_set_t free;          /* where this process was let run at first */
} machine;

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
    if (!machine.free_known)
        return;
    for (int c = 0; c < CPU_SETSIZE; c++)
        if (CPU_ISSET((size_t)c, &machine.free) && machine.places < MAX_PLACES)
            machine.cpu[machine.places++] = c;
    machine.processors = machine.cores = machine.places;
    machine.l1 = cache_level(_SC_LEVEL1_DCACHE_SIZE);
    machine.l2 = cache_level(_SC_LEVEL2_CACHE_SIZE);
    machine.l3 = cache_level(_SC_LEVEL3_CACHE_SIZE);
    machine.last_level = machine.l3 ? machine.l3
                                    : machine.l2 * (size_t)machine.cores;
    if (!strcmp(bind, "none"))
        machine.places = 0;
}

#ifdef HAVE_HWLOC

static size_t cache_size(hwloc_topology_t t, hwloc_obj_type_t type, size_t *all)
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
    if (set && !hwloc_get_cpubind(t, set, HWLOC_CPUBIND_PROCESS)
        && !hwloc_bitmap_iszero(set))
        (void)hwloc_topology_restrict(t, set, 0);
    hwloc_bitmap_free(set);
}

static void add_place(unsigned os_index)
{
    if (machine.places < MAX_PLACES)
        machine.cpu[machine.places++] = (int)os_index;
}

/* One processor a core, in logical order or dealt over the NUMA nodes; or
 * every processor in logical order, so that siblings are neighbours. */
static void order_places(hwloc_topology_t t, const char *bind)
{
    const int cores = machine.cores;
    int nodes = hwloc_get_nbobjs_by_type(t, HWLOC_OBJ_NUMANODE);
    if (strcmp(bind, "numa") || nodes < 1 || cores % nodes)
        nodes = 1;
    if (!strcmp(bind, "none"))
        return;
    if (!strcmp(bind, "compact") || cores < 1) {
        for (int i = 0; i < machine.processors; i++)
            add_place(hwloc_get_obj_by_type(t, HWLOC_OBJ_PU, (unsigned)i)
                          ->os_index);
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
        machine.l1 = cache_size(t, HWLOC_OBJ_L1CACHE, &machine.last_level);
        machine.l2 = cache_size(t, HWLOC_OBJ_L2CACHE, &machine.last_level);
        machine.l3 = cache_size(t, HWLOC_OBJ_L3CACHE, &machine.last_level);
        order_places(t, bind);
    }
    hwloc_topology_destroy(t);
    return machine.last_level > 0;
}

#endif

static void read_topology(const char *bind)
{
#ifdef HAVE_HWLOC
    if (ask_hwloc(bind))
        return;
    machine.places = 0;
#endif
    ask_system(bind);
}

enum status machine_open(const struct placement *want, struct reason *why)
{
    const char *bind = want->bind ? want->bind : "cores";
    bool known = false;
    memset(&machine, 0, sizeof machine);
    for (int i = 0; bindings[i]; i++)
        known = known || !strcmp(bind, bindings[i]);
    if (!known)
        return fail(why, STATUS_USAGE, "--bind %s: must be cores, compact, "
                    "numa or none", bind);
    machine.processors = machine.cores = 1;
    machine.bind = bind;
    machine.free_known = !sched_getaffinity(0, sizeof machine.free,
                                            &machine.free);
    read_topology(bind);
    system_value("/proc/cpuinfo", "model name", machine.cpu_name,
               sizeof machine.cpu_name);
    machine.threads = want->threads ? want->threads
        : strcmp(bind, "compact") ? machine.cores : machine.processors;
    return STATUS_OK;
}

void machine_close(void)
{
    if (machine.places && machine.free_known)
        (void)sched_setaffinity(0, sizeof machine.free, &machine.free);
    machine.places = 0;
}

int machine_threads(void)
{
    return machine.threads ? machine.threads : 1;
}

void machine_bind_self(int thread)
{
    cpu_set_t set;
    if (!machine.places)
        return;
    CPU_ZERO(&set);
    CPU_SET((size_t)machine.cpu[thread % machine.places], &set);
    /* A container may forbid it; the row is then merely unbound. */
    (void)sched_setaffinity(0, sizeof set, &set);
}

size_t machine_cache(void)
{
    const size_t floor = (size_t)8 << 20; /* unknown: a desktop's */
    return machine.last_level > floor ? machine.last_level : floor;
}

/* --- warnings and the environment ---------------------------------------- */

static void governor(char *out, size_t room)
{
    system_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", out,
               room);
}

int machine_warnings(const char *lines[], int room)
{
    char text[64];
    int count = 0;
    governor(text, sizeof text);
    if (!strcmp(text, "powersave") && count < room)
        lines[count++] = "the CPU governor is powersave: times will vary; "
                         "set it to performance";
    if (machine.threads > machine.processors && count < room)
        lines[count++] = "more threads than processors: times include waiting "
                         "for one another";
    else if (machine.threads > machine.cores && count < room)
        lines[count++] = "SMT siblings share cores: use --bind cores for one "
                         "thread a core";
    const double quota = system_quota();
    if (quota > 0 && quota < machine.threads && count < room)
        lines[count++] = "a CPU quota (cgroup) grants less than one processor "
                         "a thread: threads are stopped now and then";
    const char *wait = getenv("OMP_WAIT_POLICY");
    if (wait && !strcasecmp(wait, "active") && count < room)
        lines[count++] = "OMP_WAIT_POLICY=active: idle OpenMP threads spin on "
                         "the cores that roofs and checks need";
#ifndef __OPTIMIZE__
    if (count < room)
        lines[count++] = "this is a debug build (no optimisation): times mean "
                         "little";
#endif
    return count;
}

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text && text[0])
        json_object_set_new(object, key, json_string(text));
}

static json_t *cpu_environment(void)
{
    char text[64];
    json_t *cpu = json_pack(
        "{s:s, s:i, s:i, s:i, s:s, s:I, s:I, s:I}", "name", machine.cpu_name,
        "cores", machine.cores, "processors", machine.processors, "threads",
        machine_threads(), "bind", machine.bind ? machine.bind : "cores",
        "l1_bytes", (json_int_t)machine.l1, "l2_bytes",
        (json_int_t)machine.l2, "l3_bytes", (json_int_t)machine.l3);
    governor(text, sizeof text);
    set_text(cpu, "governor", text);
    return cpu;
}

static json_t *build_environment(void)
{
    json_t *build = json_object();
#ifdef PACKAGE_VERSION
    set_text(build, "version", PACKAGE_VERSION);
#endif
#ifdef TETRAD_COMMIT
    set_text(build, "commit", TETRAD_COMMIT);
#endif
#ifdef __VERSION__
    set_text(build, "compiler", COMPILER __VERSION__);
#endif
#ifdef TETRAD_CFLAGS
    set_text(build, "cflags", TETRAD_CFLAGS);
#endif
#ifdef TETRAD_NVCC
    set_text(build, "nvcc", TETRAD_NVCC);
#endif
#ifdef TETRAD_NVCCFLAGS
    set_text(build, "nvccflags", TETRAD_NVCCFLAGS);
#endif
    return build;
}

/* Only these: an environment may hold secrets. */
static json_t *named_variables(void)
{
    static const char *const names[] = {
        "OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES", "OMP_SCHEDULE",
        "OMP_WAIT_POLICY", "CUDA_VISIBLE_DEVICES", NULL
    };
    json_t *variables = json_object();
    for (int i = 0; names[i]; i++)
        set_text(variables, names[i], getenv(names[i]));
    return variables;
}

json_t *machine_environment(void)
{
    char text[256], line[300] = "";
    json_t *environment = json_object();
    if (!gethostname(text, sizeof text))
        set_text(environment, "host", text);
    system_line("/etc/os-release", line, sizeof line);
    char *name = strchr(line, '"');
    if (name) {
        name[1 + strcspn(name + 1, "\"")] = 0;
        set_text(environment, "os", name + 1);
    }
    system_line("/proc/sys/kernel/osrelease", text, sizeof text);
    set_text(environment, "kernel", text);
    json_object_set_new(environment, "memory_bytes",
                        json_integer((json_int_t)system_memory()));
    json_object_set_new(environment, "cpu", cpu_environment());
    json_object_set_new(environment, "build", build_environment());
    json_object_set_new(environment, "variables", named_variables());
    return environment;
}
