/* machine_facts.c - what is said of the machine: warnings, the environment. */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "host/machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "host/host.h"
#include "host/system.h"

#ifdef TETRAD_CC
#define COMPILER TETRAD_CC " "
#else
#define COMPILER ""
#endif

static const double LOAD_TIME = 0.05, LOAD_MOST = 0.5; /* s, processors */

/* --- warnings ------------------------------------------------------------- */

struct lines {
    const char **line;
    int room, count;
};

static void say(struct lines *lines, const char *text)
{
    if (lines->count < lines->room)
        lines->line[lines->count++] = text;
}

static void warn_of_placement(struct lines *lines)
{
    const struct machine *m = machine_known();
    const char *wait = getenv("OMP_WAIT_POLICY");
    if (m->threads > m->processors)
        say(lines,
            "more threads than processors: times include waiting for "
            "one another");
    else if (m->threads > m->cores)
        say(lines,
            "SMT siblings share cores: use --bind cores for one "
            "thread a core");
    if (wait && !strcasecmp(wait, "active"))
        say(lines,
            "OMP_WAIT_POLICY=active: idle OpenMP threads spin on the "
            "cores that roofs and checks need");
}

/* Fewer threads than it grants never meet it. */
static void warn_of_quota(struct lines *lines, const char *root)
{
    static char text[160];
    const struct machine *m = machine_known();
    const double quota = cpus_quota(root);
    if (!(quota > 0) || quota >= m->threads)
        return;
    snprintf(text, sizeof text,
             "this machine may use %.1f of %d processors: a CPU "
             "quota (cgroup) stops its %d threads now and then",
             quota, m->processors, m->threads);
    say(lines, text);
}

static double own_seconds(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t))
        return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* What others do while this process waits; what it does itself, such as a
 * team that spins, is taken off. */
static void warn_of_others(struct lines *lines, const char *root)
{
    static char text[112];
    const struct timespec pause = { 0, (long)(1e9 * LOAD_TIME) };
    const struct cpus_load before = cpus_load(root);
    const double own = own_seconds();
    nanosleep(&pause, NULL);
    const struct cpus_load after = cpus_load(root);
    const double busy =
        cpus_busy(&before, &after) - (own_seconds() - own) / LOAD_TIME;
    if (busy > LOAD_MOST) {
        snprintf(text, sizeof text,
                 "other programs keep about %.1f of %d "
                 "processors busy: times will vary",
                 busy, after.processors);
        say(lines, text);
    }
    if (after.swapped > before.swapped)
        say(lines, "the system is swapping: times include waiting for disks");
    if (!host_flush(NULL, 0) && machine_sweep_short())
        say(lines,
            "too little memory is free to fill the caches with other "
            "data: cold rows are not quite cold");
}

int machine_warnings(const char *root, const char *line[], int room)
{
    struct lines lines = { line, room, 0 };
    char governor[64];
    cpus_governor(root, machine_known()->used, governor, sizeof governor);
    if (!strcmp(governor, "powersave"))
        say(&lines,
            "the CPU governor is powersave: times will vary; set it "
            "to performance");
    warn_of_placement(&lines);
    warn_of_quota(&lines, root);
    warn_of_others(&lines, root);
#ifndef __OPTIMIZE__
    say(&lines, "this is a debug build (no optimisation): times mean little");
#endif
    return lines.count;
}

/* --- the environment ------------------------------------------------------ */

static void set_text(json_t *object, const char *key, const char *text)
{
    if (text && text[0])
        json_object_set_new(object, key, json_string(text));
}

/* Left out when the system does not tell. */
static void add_state(json_t *cpu)
{
    char governor[64];
    const struct cpus used = machine_known()->used;
    const double clock = cpus_clock_max("", used);
    const int boost = cpus_boost(""), virtual = cpus_virtual("");
    const int nodes = cpus_numa_nodes("");
    const double quota = cpus_quota("");
    cpus_governor("", used, governor, sizeof governor);
    set_text(cpu, "governor", governor);
    if (clock > 0)
        json_object_set_new(cpu, "clock_max_mhz", json_real(clock));
    if (boost >= 0)
        json_object_set_new(cpu, "boost", json_boolean(boost));
    if (virtual >= 0)
        json_object_set_new(cpu, "virtual", json_boolean(virtual));
    if (nodes > 0)
        json_object_set_new(cpu, "numa_nodes", json_integer(nodes));
    if (quota > 0)
        json_object_set_new(cpu, "quota", json_real(quota));
}

static json_t *cpu_environment(void)
{
    const struct machine *m = machine_known();
    json_t *cpu = json_pack("{s:s, s:i, s:i, s:i, s:s, s:I, s:I, s:I}", "name",
                            m->cpu_name, "cores", m->cores, "processors",
                            m->processors, "threads", machine_threads(),
                            "bind", m->bind ? m->bind : "cores", "l1_bytes",
                            (json_int_t)m->l1, "l2_bytes", (json_int_t)m->l2,
                            "l3_bytes", (json_int_t)m->l3);
    add_state(cpu);
    return cpu;
}

const char *machine_commit(void)
{
#ifdef TETRAD_COMMIT
    return TETRAD_COMMIT;
#else
    return "";
#endif
}

static json_t *build_environment(void)
{
    json_t *build = json_object();
#ifdef PACKAGE_VERSION
    set_text(build, "version", PACKAGE_VERSION);
#endif
    if (machine_commit()[0])
        set_text(build, "commit", machine_commit());
#ifdef __VERSION__
    set_text(build, "compiler", COMPILER __VERSION__);
#endif
#ifdef TETRAD_CFLAGS
    set_text(build, "cflags", TETRAD_CFLAGS);
#endif
#ifdef HAVE_OPENBLAS
    set_text(build, "openblas", TETRAD_OPENBLAS_WHY);
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
        "OMP_NUM_THREADS",      "OMP_PROC_BIND",     "OMP_PLACES",
        "OMP_SCHEDULE",         "OMP_WAIT_POLICY",   "GOMP_SPINCOUNT",
        "OMP_DYNAMIC",          "OMP_THREAD_LIMIT",  "GOMP_CPU_AFFINITY",
        "CUDA_VISIBLE_DEVICES", "OPENBLAS_CORETYPE", NULL
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
