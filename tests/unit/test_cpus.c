/* test_cpus.c - clocks, quotas, load and swapping of made-up systems; the
 * warnings of this one. */
#include "unit.h"

#include <math.h>

#include "tree.h"
#include "host/cpus.h"
#include "host/host.h"
#include "host/machine.h"

#define CPU "sys/devices/system/cpu/"
#define GROUPS "sys/fs/cgroup/"

static const int numbers[] = { 0, 3 };
static const struct cpus used = { numbers, 2 };

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static void nothing_told(void **state)
{
    const struct tree tree = tree_made();
    char text[32] = "?";
    (void)state;
    cpus_governor(tree.root, used, text, sizeof text);
    assert_string_equal(text, "");
    assert_true(near(cpus_clock_max(tree.root, used), 0));
    assert_int_equal(cpus_boost(tree.root), -1);
    assert_int_equal(cpus_virtual(tree.root), -1);
    assert_int_equal(cpus_numa_nodes(tree.root), 0);
    assert_true(near(cpus_quota(tree.root), 0));
    const struct cpus_load load = cpus_load(tree.root);
    assert_true(near(cpus_busy(&load, &load), 0));
    tree_end(&tree);
}

/* Processor 1 runs no thread: what it does is of no interest. */
static void governor_of_those_used(void **state)
{
    const struct tree tree = tree_made();
    char text[32];
    (void)state;
    tree_put(&tree, CPU "cpu0/cpufreq/scaling_governor", "schedutil\n");
    tree_put(&tree, CPU "cpu1/cpufreq/scaling_governor", "powersave\n");
    tree_put(&tree, CPU "cpu3/cpufreq/scaling_governor", "performance\n");
    cpus_governor(tree.root, used, text, sizeof text);
    assert_string_equal(text, "schedutil");
    tree_put(&tree, CPU "cpu3/cpufreq/scaling_governor", "powersave\n");
    cpus_governor(tree.root, used, text, sizeof text);
    assert_string_equal(text, "powersave");
    tree_take(&tree, CPU "cpu0/cpufreq/scaling_governor");
    tree_put(&tree, CPU "cpu3/cpufreq/scaling_governor", "performance\n");
    cpus_governor(tree.root, used, text, sizeof text);
    assert_string_equal(text, "performance");
    tree_end(&tree);
}

static void clocks(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, CPU "cpu0/cpufreq/cpuinfo_max_freq", "3500000\n");
    tree_put(&tree, CPU "cpu1/cpufreq/cpuinfo_max_freq", "5000000\n");
    tree_put(&tree, CPU "cpu3/cpufreq/cpuinfo_max_freq", "4100000\n");
    assert_true(near(cpus_clock_max(tree.root, used), 4100));
    tree_put(&tree, CPU "cpufreq/boost", "1\n");
    assert_int_equal(cpus_boost(tree.root), 1);
    tree_put(&tree, CPU "cpufreq/boost", "0\n");
    assert_int_equal(cpus_boost(tree.root), 0);
    tree_put(&tree, CPU "intel_pstate/no_turbo", "0\n");
    assert_int_equal(cpus_boost(tree.root), 1);
    tree_put(&tree, CPU "intel_pstate/no_turbo", "1\n");
    assert_int_equal(cpus_boost(tree.root), 0);
    tree_end(&tree);
}

/* The fastest, wherever it is; words that only hold another are others, and
 * lists that run backwards none. */
static void the_fastest_clock(void **state)
{
    static const int turned[] = { 3, 0 };
    const struct cpus others = { turned, 2 };
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, CPU "cpu0/cpufreq/cpuinfo_max_freq", "3500000\n");
    tree_put(&tree, CPU "cpu3/cpufreq/cpuinfo_max_freq", "4100000\n");
    assert_true(near(cpus_clock_max(tree.root, used), 4100));
    assert_true(near(cpus_clock_max(tree.root, others), 4100));
    tree_put(&tree, "proc/cpuinfo", "flags\t: sse nohypervisor hypervisor2\n");
    assert_int_equal(cpus_virtual(tree.root), 0);
    tree_put(&tree, "sys/devices/system/node/has_memory", "3-1\n");
    assert_int_equal(cpus_numa_nodes(tree.root), 0);
    tree_end(&tree);
}

/* The flags stand in a line longer than most buffers. */
static void hypervisor(void **state)
{
    const struct tree tree = tree_made();
    char text[4096] = "processor\t: 0\nflags\t\t:";
    (void)state;
    for (int i = 0; i < 300; i++)
        strcat(text, " nopl_ssse3");
    strcat(text, " hypervisors");
    tree_put(&tree, "proc/cpuinfo", text);
    assert_int_equal(cpus_virtual(tree.root), 0);
    strcat(text, " hypervisor");
    tree_put(&tree, "proc/cpuinfo", text);
    assert_int_equal(cpus_virtual(tree.root), 1);
    tree_put(&tree, "proc/cpuinfo", "Features\t: fp asimd\n");
    assert_int_equal(cpus_virtual(tree.root), -1);
    tree_end(&tree);
}

static void nodes(void **state)
{
    static const struct {
        const char *list;
        int count;
    } lists[] = { { "0\n", 1 }, { "0-3\n", 4 }, { "0-1,4,6-7\n", 5 },
                  { "\n", 0 },  { "0-\n", 0 },  { "x\n", 0 } };
    const struct tree tree = tree_made();
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        tree_put(&tree, "sys/devices/system/node/has_memory", lists[i].list);
        assert_int_equal(cpus_numa_nodes(tree.root), lists[i].count);
    }
    tree_end(&tree);
}

/* A container's own group is the root of its hierarchy. */
static void quota_of_a_container(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, GROUPS "cpu.max", "150000 100000\n");
    assert_true(near(cpus_quota(tree.root), 1.5));
    tree_put(&tree, "proc/self/cgroup", "0::/\n");
    assert_true(near(cpus_quota(tree.root), 1.5));
    tree_put(&tree, "proc/self/cgroup", "0::/docker/of-the-host\n");
    assert_true(near(cpus_quota(tree.root), 1.5));
    tree_put(&tree, GROUPS "cpu.max", "max 100000\n");
    assert_true(near(cpus_quota(tree.root), 0));
    tree_end(&tree);
}

/* The least of all groups around this process, and of no others. */
static void quota_of_groups(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, "proc/self/cgroup", "0::/user.slice/shell\n");
    tree_put(&tree, GROUPS "user.slice/other/cpu.max", "10000 100000\n");
    tree_put(&tree, GROUPS "user.slice/shell/cpu.max", "max 100000\n");
    assert_true(near(cpus_quota(tree.root), 0));
    tree_put(&tree, GROUPS "user.slice/cpu.max", "400000 100000\n");
    assert_true(near(cpus_quota(tree.root), 4));
    tree_put(&tree, GROUPS "user.slice/shell/cpu.max", "50000 20000\n");
    assert_true(near(cpus_quota(tree.root), 2.5));
    tree_put(&tree, GROUPS "user.slice/cpu.max", "200000 100000\n");
    tree_put(&tree, GROUPS "user.slice/shell/cpu.max", "800000 100000\n");
    assert_true(near(cpus_quota(tree.root), 2));
    tree_end(&tree);
}

static void quota_of_version_1(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, GROUPS "cpu/cpu.cfs_period_us", "100000\n");
    tree_put(&tree, GROUPS "cpu/cpu.cfs_quota_us", "-1\n");
    assert_true(near(cpus_quota(tree.root), 0));
    tree_put(&tree, GROUPS "cpu/cpu.cfs_quota_us", "250000\n");
    assert_true(near(cpus_quota(tree.root), 2.5));
    tree_put(&tree, GROUPS "cpu/batch/job/cpu.cfs_period_us", "100000\n");
    tree_put(&tree, GROUPS "cpu/batch/job/cpu.cfs_quota_us", "50000\n");
    tree_put(&tree, "proc/self/cgroup",
             "5:cpuset:/batch/job\n2:cpuacct,cpus:/batch/job\n");
    assert_true(near(cpus_quota(tree.root), 2.5));
    tree_put(&tree, "proc/self/cgroup",
             "5:cpuset:/\n4:cpuacct,cpu:/batch/job\n0::/\n");
    assert_true(near(cpus_quota(tree.root), 0.5));
    tree_end(&tree);
}

static void load_of_others(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    tree_put(&tree, "proc/stat",
             "cpu  10 0 5 100 7 0 0 3 0 0\n"
             "cpu0 5 0 2 50 3 0 0 1 0 0\ncpu1 5 0 3 50 4 0 0 2 0 0\n"
             "intr 1 2 3\ncpu2 9 9 9 9 9 9 9 9 9 9\n");
    tree_put(&tree, "proc/vmstat", "pswpin 5\npswpout 7\npswpinner 9\n");
    const struct cpus_load before = cpus_load(tree.root);
    assert_int_equal(before.processors, 2);
    assert_true(near(before.all, 125));
    assert_true(near(before.swapped, 12));
    /* Of 20 ticks: 4 + 1 + 1 + 1 + 1 of work, 9 idle, 2 of waiting, 1 stolen;
     * what a guest did is in user already. */
    tree_put(&tree, "proc/stat",
             "cpu  14 1 6 109 9 1 1 4 4 0\ncpu0 1\n"
             "cpu1 1\n");
    const struct cpus_load after = cpus_load(tree.root);
    assert_true(near(cpus_busy(&before, &after), 2 * 8 / 20.0));
    tree_end(&tree);
}

/* A processor a thread; threads that are not bound may sit on any. */
static void used_by_threads(void **state)
{
    struct placement want = { .threads = 1, .bind = "compact" };
    struct reason why;
    (void)state;
    assert_int_equal(machine_open(&want, &why), STATUS_OK);
    const int processors = machine_known()->processors;
    assert_int_equal(machine_known()->used.count, 1);
    machine_close();
    if (processors == 1) {
        print_message("one processor\n");
        skip();
    }
    want.threads = processors - 1;
    assert_int_equal(machine_open(&want, &why), STATUS_OK);
    assert_int_equal(machine_known()->used.count, processors - 1);
    machine_close();
    want.bind = "none";
    assert_int_equal(machine_open(&want, &why), STATUS_OK);
    assert_int_equal(machine_known()->used.count, processors);
    machine_close();
}

static bool warned_in(const char *root, const struct placement *want,
                      const char *part)
{
    const char *lines[16];
    struct reason why;
    bool found = false;
    assert_int_equal(machine_open(want, &why), STATUS_OK);
    const int count = machine_warnings(root, lines, 16);
    for (int i = 0; i < count; i++)
        found = found || strstr(lines[i], part);
    assert_int_equal(machine_warnings(root, lines, 0), 0);
    machine_close();
    return found;
}

static bool warned(const struct placement *want, const char *part)
{
    return warned_in("", want, part);
}

/* Threads that are no more than it grants do not meet it, however many
 * processors there are. */
static void warns_of_a_quota(void **state)
{
    const struct tree tree = tree_made();
    const struct placement one = { .threads = 1 }, two = { .threads = 2 };
    (void)state;
    tree_put(&tree, GROUPS "cpu.max", "max 100000\n");
    assert_false(warned_in(tree.root, &two, "quota"));
    tree_put(&tree, GROUPS "cpu.max", "100000 100000\n");
    assert_false(warned_in(tree.root, &one, "quota"));
    assert_true(warned_in(tree.root, &two, "stops its 2 threads"));
    tree_put(&tree, GROUPS "cpu.max", "90000 100000\n");
    assert_true(warned_in(tree.root, &one, "may use 0.9 of"));
    tree_end(&tree);
}

static void warns_of_threads(void **state)
{
    const struct placement one = { .threads = 1 };
    const struct placement endless = { .threads = 1000000 };
    struct placement many = { 0 };
    char governor[64];
    struct reason why;
    (void)state;
    assert_int_equal(machine_open(&one, &why), STATUS_OK);
    many.threads = machine_known()->processors + 1;
    machine_close();
    assert_int_equal(machine_open(&endless, &why), STATUS_USAGE);
    assert_non_null(strstr(why.text, "--threads 1000000: expected at most"));
    machine_close();
    assert_true(warned(&many, "more threads than processors"));
    many.threads--;
    assert_false(warned(&many, "more threads than processors"));
    assert_false(warned(&one, "SMT siblings"));
    assert_false(host_flush(NULL, 0) && warned(&one, "quite cold"));
    assert_int_equal(machine_open(&one, &why), STATUS_OK);
    cpus_governor("", machine_known()->used, governor, sizeof governor);
    machine_close();
    assert_int_equal(warned(&one, "governor is powersave"),
                     !strcmp(governor, "powersave"));
    assert_false(warned(&one, "more threads than processors"));
    setenv("OMP_WAIT_POLICY", "Active", 1);
    assert_true(warned(&one, "OMP_WAIT_POLICY"));
    unsetenv("OMP_WAIT_POLICY");
    assert_false(warned(&one, "OMP_WAIT_POLICY"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_told),
        cmocka_unit_test(governor_of_those_used),
        cmocka_unit_test(clocks),
        cmocka_unit_test(hypervisor),
        cmocka_unit_test(the_fastest_clock),
        cmocka_unit_test(nodes),
        cmocka_unit_test(quota_of_a_container),
        cmocka_unit_test(quota_of_groups),
        cmocka_unit_test(quota_of_version_1),
        cmocka_unit_test(load_of_others),
        cmocka_unit_test(used_by_threads),
        cmocka_unit_test(warns_of_a_quota),
        cmocka_unit_test(warns_of_threads),
    };
    return cmocka_run_group_tests_name("cpus", tests, NULL, NULL);
}
