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
} machine;

static const char *const bindings[] = { "cores", "compact", "numa", "none",
                                        NULL };

/* --- what the operating system tells ----------------------------------- */

/* The value after `key` in a "key : value" file of /proc, or "". */
static void proc_value(const char *path, const char *key, char *out,
                       size_t room)
{
    char line[512];
    FILE *file = fopen(path, "r");
    out[0] = 0;
    while (file && !out[0] && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (!colon || strncmp(line, key, strlen(key)))
            continue;
        colon += 1 + strspn(colon + 1, " \t");
        colon[strcspn(colon, "\n")] = 0;
        snprintf(out, room, "%s", colon);
    }
    if (file)
        fclose(file);
}

static void first_line(const char *path, char *out, size_t room)
{
    FILE *file = fopen(path, "r");
    out[0] = 0;
    if (!file)
        return;
    if (!fgets(out, (int)room, file))
        out[0] = 0;
    out[strcspn(out, "\n")] = 0;
    fclose(file);
}

static size_t proc_kib(const char *key)
{
    char text[64];
    proc_value("/proc/meminfo", key, text, sizeof text);
    return (size_t)strtoull(text, NULL, 10) << 10;
}

/* A container's limit, where there is one. */
static size_t cgroup_limit(void)
{
    char text[64];
    first_line("/sys/fs/cgroup/memory.max", text, sizeof text);
    const size_t limit = (size_t)strtoull(text, NULL, 10);
    return limit ? limit : SIZE_MAX;
}

size_t machine_memory(void)
{
    const size_t total = proc_kib("MemTotal"), limit = cgroup_limit();
    return total < limit ? total : limit;
}

size_t machine_memory_free(void)
{
    char text[64];
    const size_t available = proc_kib("MemAvailable"), limit = cgroup_limit();
    first_line("/sys/fs/cgroup/memory.current", text, sizeof text);
    const size_t used = (size_t)strtoull(text, NULL, 10);
    const size_t room = limit > used ? limit - used : 0;
    return available < room ? available : room;
}

/* --- topology ------------------------------------------------------------ */

static size_t cache_level(int name)
{
    const long size = sysconf(name);
    return size > 0 ? (size_t)size : 0;
}

/* A core is a processor here, and caches are as libc knows them. */
static void ask_system(const char *bind)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set))
        return;
    for (int c = 0; c < CPU_SETSIZE; c++)
        if (CPU_ISSET((size_t)c, &set) && machine.places < MAX_PLACES)
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
    read_topology(bind);
    proc_value("/proc/cpuinfo", "model name", machine.cpu_name,
               sizeof machine.cpu_name);
    machine.threads = want->threads ? want->threads
        : strcmp(bind, "compact") ? machine.cores : machine.processors;
    return STATUS_OK;
}

void machine_close(void)
{
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
    first_line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", out,
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
    set_text(build, "compiler", __VERSION__);
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
    first_line("/etc/os-release", line, sizeof line);
    char *name = strchr(line, '"');
    if (name) {
        name[1 + strcspn(name + 1, "\"")] = 0;
        set_text(environment, "os", name + 1);
    }
    first_line("/proc/sys/kernel/osrelease", text, sizeof text);
    set_text(environment, "kernel", text);
    json_object_set_new(environment, "memory_bytes",
                        json_integer((json_int_t)machine_memory()));
    json_object_set_new(environment, "cpu", cpu_environment());
    json_object_set_new(environment, "build", build_environment());
    json_object_set_new(environment, "variables", named_variables());
    return environment;
}
