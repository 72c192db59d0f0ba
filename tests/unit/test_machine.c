/* test_machine.c - threads, processors and caches of this machine, as it is
 * opened, and what is said of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "unit.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tree.h"
#include "host/host.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "host/system.h"

static struct reason why;

static enum status opened(int threads, const char *bind)
{
    const struct placement want = { .threads = threads, .bind = bind };
    return machine_open(&want, &why);
}

/* --- threads -------------------------------------------------------------- */

/* As many as are asked for, else as the environment says, else one a core or,
 * compact, one a processor. */
static void threads_of_the_machine(void **state)
{
    static const struct {
        const char *environment;
        int asked, threads;
    } cases[] = { { "2", 3, 3 }, { "2", 0, 2 },  { "3,2", 0, 3 },
                  { "0", 0, 0 }, { "-5", 0, 0 }, { "x", 0, 0 },
                  { "", 0, 0 },  { NULL, 0, 0 }, { NULL, 1, 1 } };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int compact = 0; compact < 2; compact++) {
            if (cases[i].environment)
                setenv("OMP_NUM_THREADS", cases[i].environment, 1);
            else
                unsetenv("OMP_NUM_THREADS");
            assert_int_equal(
                opened(cases[i].asked, compact ? "compact" : NULL), STATUS_OK);
            const struct machine *m = machine_known();
            assert_int_equal(m->threads,
                             cases[i].threads ? cases[i].threads
                                 : compact    ? m->processors
                                              : m->cores);
            assert_int_equal(machine_threads(), m->threads);
            assert_string_equal(m->bind, compact ? "compact" : "cores");
            assert_in_range(m->cores, 1, m->processors);
            machine_close();
        }
    unsetenv("OMP_NUM_THREADS");
}

/* Four a processor, but sixteen anywhere. */
static void threads_that_are_too_many(void **state)
{
    char text[64];
    (void)state;
    assert_int_equal(opened(1, NULL), STATUS_OK);
    const int fair = 4 * machine_known()->processors;
    const int most = fair > 16 ? fair : 16;
    machine_close();
    assert_int_equal(opened(most, NULL), STATUS_OK);
    machine_close();
    assert_int_equal(opened(most + 1, NULL), STATUS_USAGE);
    snprintf(text, sizeof text, "--threads %d: expected at most %d, as this",
             most + 1, most);
    assert_non_null(strstr(why.text, text));
    machine_close();
    setenv("OMP_NUM_THREADS", "99999999999", 1);
    assert_int_equal(opened(0, NULL), STATUS_USAGE);
    assert_non_null(strstr(why.text, "OMP_NUM_THREADS=2147483647: expected"));
    machine_close();
    unsetenv("OMP_NUM_THREADS");
    assert_int_equal(opened(1, "sideways"), STATUS_USAGE);
    assert_non_null(strstr(why.text, "--bind sideways: must be cores"));
    machine_close();
}

/* --- processors ----------------------------------------------------------- */

static cpu_set_t now(void)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    return set;
}

/* Each thread on one of its own, those that are too many on the first again;
 * unbound where they may be; and after all where they were. */
static void where_threads_sit(void **state)
{
    static const char *const binds[] = { "cores", "compact", "numa", "none" };
    const cpu_set_t before = now();
    (void)state;
    for (int b = 0; b < 4; b++) {
        cpu_set_t all, first = before;
        CPU_ZERO(&all);
        assert_int_equal(opened(0, binds[b]), STATUS_OK);
        const int places =
            b == 1 ? machine_known()->processors : machine_known()->cores;
        for (int i = 0; i <= places; i++) {
            machine_bind_self(i);
            const cpu_set_t set = now();
            if (b == 3) {
                assert_true(CPU_EQUAL(&set, &before));
                continue;
            }
            assert_int_equal(CPU_COUNT(&set), 1);
            first = i ? first : set;
            CPU_OR(&all, &all, &set);
            assert_int_equal(CPU_COUNT(&all), i < places ? i + 1 : places);
            assert_true(i < places || CPU_EQUAL(&set, &first));
            assert_true(
                i >= machine_known()->used.count ||
                CPU_ISSET((size_t)machine_known()->used.number[i], &set));
        }
        machine_close();
        const cpu_set_t after = now();
        assert_true(CPU_EQUAL(&after, &before));
    }
}

static cpu_set_t seen[8];

static void note(void *context, size_t begin, size_t end, int rank)
{
    (void)context;
    if (begin < end && rank < 8)
        seen[rank] = now();
}

/* As do those of a parallel loop. */
static void where_a_team_sits(void **state)
{
    (void)state;
    assert_int_equal(opened(0, "compact"), STATUS_OK);
    const int threads = machine_threads() < 8 ? machine_threads() : 8;
    parallel_set_threads(threads);
    machine_bind_self(0);
    parallel_for((size_t)threads, note, NULL);
    for (int i = 0; i < threads; i++) {
        assert_int_equal(CPU_COUNT(&seen[i]), 1);
        assert_true(
            CPU_ISSET((size_t)machine_known()->used.number[i], &seen[i]));
    }
    machine_close();
}

/* --- caches and memory ---------------------------------------------------- */

static void caches(void **state)
{
    (void)state;
    assert_int_equal(opened(0, NULL), STATUS_OK);
    const struct machine *m = machine_known();
    const size_t last = m->l3 ? m->l3 : m->l2;
    assert_true(machine_cache() >= (size_t)8 << 20);
    assert_true(machine_cache() >= last);
    assert_true(!m->l2 || m->l2 >= m->l1);
    assert_true(!last || machine_cache_one() == last);
    if (m->l3 > (size_t)8 << 20)
        assert_int_equal(machine_cache() % m->l3, 0);
    const bool is_short = machine_sweep_short();
    assert_int_equal(is_short, machine_sweep() < 2 * machine_cache());
    assert_true(is_short || machine_sweep() == 2 * machine_cache());
    assert_true(machine_sweep() < system_memory());
    machine_close();
}

static void facts(void **state)
{
    struct device_facts facts;
    char text[32];
    (void)state;
    for (int threads = 1; threads < 4; threads += 2) {
        assert_int_equal(opened(threads, NULL), STATUS_OK);
        host_place.facts(NULL, &facts);
        snprintf(text, sizeof text, "%d threads, %s", threads,
                 threads == 1 ? "one core" : "one a core");
        assert_string_equal(facts.detail, text);
        assert_int_equal(facts.cores, machine_known()->cores);
        assert_int_equal(facts.cache, machine_cache());
        assert_int_equal(facts.cache_one, machine_cache_one());
        assert_int_equal(facts.memory, system_memory());
        assert_in_range(facts.memory_free, 1, facts.memory - 1);
        machine_close();
    }
}

/* --- files of the system -------------------------------------------------- */

static void lines_and_values(void **state)
{
    static const struct {
        const char *key, *value;
    } values[] = { { "model name", "A \xc2\xb5 CPU: fast" },
                   { "model", "7" },
                   { "MemFree", "12 kB" },
                   { "Mem", "" },
                   { "oom_kill", "3" },
                   { "oom", "" },
                   { "absent", "" } };
    const struct tree tree = tree_made();
    char path[128], text[64];
    (void)state;
    tree_put(&tree, "file",
             "model\t\t: 7\nmodel name\t: A \xc2\xb5 CPU: fast\n"
             "MemFree:   12 kB\nMemFree: 13 kB\noom_killer 4\noom_kill 3\n");
    snprintf(path, sizeof path, "%s/file", tree.root);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        system_value(path, values[i].key, text, sizeof text);
        assert_string_equal(text, values[i].value);
    }
    system_line(path, text, sizeof text);
    assert_string_equal(text, "model\t\t: 7");
    tree_put(&tree, "file", "");
    strcpy(text, "left");
    system_line(path, text, sizeof text);
    assert_string_equal(text, "");
    tree_take(&tree, "file");
    strcpy(text, "left");
    system_line(path, text, sizeof text);
    assert_string_equal(text, "");
    tree_end(&tree);
}

#define V2 "sys/fs/cgroup/"
#define V1 "sys/fs/cgroup/memory/"

enum { KIB = 1024 };

/* As much as there is, or as a control group of either version grants; pages of
 * files that nobody uses are free. */
static void memory_of_the_system(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, "proc/meminfo",
             "MemTotal:  1000 kB\nMemFree: 10 kB\nMemAvailable: 600 kB\n");
    for (int version = 2; version >= 1; version--) {
        const bool two = version == 2;
        const char *most = two ? V2 "memory.max" : V1 "memory.limit_in_bytes";
        const char *used =
            two ? V2 "memory.current" : V1 "memory.usage_in_bytes";
        const char *stat = two ? V2 "memory.stat" : V1 "memory.stat";
        assert_int_equal(system_memory_in(tree.root), 1000 * KIB);
        assert_int_equal(system_memory_free_in(tree.root), 600 * KIB);
        tree_put(&tree, used, "307200\n");
        tree_put(&tree, stat,
                 two ? "active_file 7\ninactive_file 102400\n"
                     : "inactive_file 7\ntotal_inactive_file 102400\n");
        tree_put(&tree, most, "512000\n"); /* 500 KiB; of 300 100 are idle */
        assert_int_equal(system_memory_in(tree.root), 500 * KIB);
        assert_int_equal(system_memory_free_in(tree.root), 300 * KIB);
        tree_put(&tree, most, "2048000\n"); /* more than there is */
        assert_int_equal(system_memory_in(tree.root), 1000 * KIB);
        assert_int_equal(system_memory_free_in(tree.root), 600 * KIB);
        tree_put(&tree, most, "102400\n"); /* less than is used */
        assert_int_equal(system_memory_free_in(tree.root), 0);
        tree_put(&tree, stat,
                 "inactive_file 409600\n"
                 "total_inactive_file 409600\n");
        assert_int_equal(system_memory_free_in(tree.root), 100 * KIB);
        tree_put(&tree, most, "max\n");
        assert_int_equal(system_memory_in(tree.root), 1000 * KIB);
        tree_take(&tree, most), tree_take(&tree, used), tree_take(&tree, stat);
    }
    tree_end(&tree);
}

/* --- the environment ------------------------------------------------------ */

/* As the files of this system tell it; what they do not is left out. */
static void state_of_cpus(const json_t *cpu)
{
    char governor[64];
    const struct cpus used = machine_known()->used;
    const double clock = cpus_clock_max("", used), quota = cpus_quota("");
    const int boost = cpus_boost(""), virtual = cpus_virtual("");
    const int nodes = cpus_numa_nodes("");
    const json_t *said;
    cpus_governor("", used, governor, sizeof governor);
    said = json_object_get(cpu, "governor");
    assert_string_equal(said ? json_string_value(said) : "", governor);
    said = json_object_get(cpu, "boost");
    assert_int_equal(said ? json_is_true(said) : -1, boost);
    said = json_object_get(cpu, "virtual");
    assert_int_equal(said ? json_is_true(said) : -1, virtual);
    said = json_object_get(cpu, "numa_nodes");
    assert_int_equal(said ? json_integer_value(said) : 0, nodes);
    assert_true(json_number_value(json_object_get(cpu, "clock_max_mhz")) ==
                clock);
    assert_true(json_number_value(json_object_get(cpu, "quota")) == quota);
}

static json_int_t number(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    assert_non_null(value);
    return json_integer_value(value);
}

/* What a record says of this machine, and of the variables that are named: no
 * others. */
static void environment(void **state)
{
    static const char *const named[] = {
        "OMP_NUM_THREADS",      "OMP_PROC_BIND",    "OMP_PLACES",
        "OMP_SCHEDULE",         "OMP_WAIT_POLICY",  "GOMP_SPINCOUNT",
        "OMP_DYNAMIC",          "OMP_THREAD_LIMIT", "GOMP_CPU_AFFINITY",
        "CUDA_VISIBLE_DEVICES", "OPENBLAS_CORETYPE"
    };
    const size_t count = sizeof named / sizeof *named;
    char *before[sizeof named / sizeof *named];
    char host[256];
    (void)state;
    for (size_t i = 0; i < count; i++) {
        const char *text = getenv(named[i]);
        before[i] = text ? strdup(text) : NULL;
        setenv(named[i], i ? named[i] : "2", 1);
    }
    setenv("OMP_SECRET", "none", 1);
    assert_int_equal(opened(1, "none"), STATUS_OK);
    json_t *all = machine_environment();
    const json_t *cpu = json_object_get(all, "cpu");
    const json_t *variables = json_object_get(all, "variables");
    const struct machine *m = machine_known();
    state_of_cpus(cpu);
    assert_int_equal(number(cpu, "cores"), m->cores);
    assert_int_equal(number(cpu, "processors"), m->processors);
    assert_int_equal(number(cpu, "threads"), 1);
    assert_int_equal(number(cpu, "l1_bytes"), m->l1);
    assert_int_equal(number(cpu, "l2_bytes"), m->l2);
    assert_int_equal(number(cpu, "l3_bytes"), m->l3);
    assert_string_equal(json_string_value(json_object_get(cpu, "bind")),
                        "none");
    assert_string_equal(json_string_value(json_object_get(cpu, "name")),
                        m->cpu_name);
    assert_int_equal(number(all, "memory_bytes"), system_memory());
    assert_int_equal(gethostname(host, sizeof host), 0);
    assert_string_equal(json_string_value(json_object_get(all, "host")), host);
    assert_int_equal(json_object_size(variables), count);
    for (size_t i = 0; i < count; i++)
        assert_string_equal(
            json_string_value(json_object_get(variables, named[i])),
            i ? named[i] : "2");
    json_decref(all);
    machine_close();
    unsetenv("OMP_SECRET");
    for (size_t i = 0; i < count; i++) {
        if (before[i])
            setenv(named[i], before[i], 1);
        else
            unsetenv(named[i]);
        free(before[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_of_the_machine),
        cmocka_unit_test(threads_that_are_too_many),
        cmocka_unit_test(where_threads_sit),
        cmocka_unit_test(where_a_team_sits),
        cmocka_unit_test(caches),
        cmocka_unit_test(facts),
        cmocka_unit_test(lines_and_values),
        cmocka_unit_test(memory_of_the_system),
        cmocka_unit_test(environment),
    };
    return cmocka_run_group_tests_name("machine", tests, NULL, NULL);
}
