/* test_host_energy.c - joules from made-up powercap trees. */
#include "unit.h"

#include <math.h>

#include "tree.h"
#include "host/host_energy.h"

static struct host_energy energy;

static void zone(const struct tree *tree, const char *name, const char *is,
                 const char *microjoules)
{
    char path[128];
    snprintf(path, sizeof path, "%s/name", name);
    tree_put(tree, path, is);
    snprintf(path, sizeof path, "%s/energy_uj", name);
    tree_put(tree, path, microjoules);
    snprintf(path, sizeof path, "%s/max_energy_range_uj", name);
    tree_put(tree, path, "10000000\n");
}

static double joules(void)
{
    double value = -1;
    assert_true(host_energy_read(&energy, &value));
    return value;
}

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

static bool unreadable(void)
{
    double value;
    return !host_energy_read(&energy, &value);
}

static void counts_and_starts_again(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    zone(&tree, "intel-rapl:0", "package-0\n", "9000000\n");
    host_energy_open(&energy, tree.root);
    assert_true(near(joules(), 0));
    zone(&tree, "intel-rapl:0", "package-0\n", "9500000\n");
    assert_true(near(joules(), 0.5));
    zone(&tree, "intel-rapl:0", "package-0\n", "1000000\n");
    assert_true(near(joules(), 2));
    assert_true(near(joules(), 2));
    zone(&tree, "intel-rapl:0", "package-0\n", "500000\n");
    assert_true(near(joules(), 11.5));
    tree_end(&tree);
}

/* Parts are in their package already, the board holds the packages, and the
 * same package may be told twice. */
static void packages_alone(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    for (int i = 0; i < 2; i++) {
        const char *at = i ? "4000000\n" : "0\n";
        zone(&tree, "intel-rapl:0", "package-0\n", at);
        zone(&tree, "intel-rapl:1", "package-1-die-0\n", at);
        zone(&tree, "intel-rapl:2", "psys\n", at);
        zone(&tree, "intel-rapl:0:0", "core\n", at);
        zone(&tree, "intel-rapl:0:1", "package-0\n", at);
        zone(&tree, "intel-rapl-mmio:0", "package-0\n", at);
        zone(&tree, "intel-rapl", "package-0\n", at);
        if (!i)
            host_energy_open(&energy, tree.root);
        assert_true(near(joules(), 8 * i));
    }
    tree_end(&tree);
}

static void one_of_two_is_none(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    zone(&tree, "intel-rapl:0", "package-0\n", "1\n");
    zone(&tree, "intel-rapl:1", "package-1\n", "1\n");
    host_energy_open(&energy, tree.root);
    assert_false(unreadable());
    tree_take(&tree, "intel-rapl:1/energy_uj");
    assert_true(unreadable());
    tree_put(&tree, "intel-rapl:1/energy_uj", "not a number\n");
    assert_true(unreadable());
    tree_take(&tree, "intel-rapl:1/max_energy_range_uj");
    tree_put(&tree, "intel-rapl:1/energy_uj", "1\n");
    host_energy_open(&energy, tree.root);
    assert_true(unreadable());
    tree_end(&tree);
}

static void nothing_there(void **state)
{
    const struct tree tree = tree_made();
    (void)state;
    host_energy_open(&energy, tree.root);
    assert_true(unreadable());
    zone(&tree, "intel-rapl:0", "psys\n", "1\n");
    host_energy_open(&energy, tree.root);
    assert_true(unreadable());
    tree_end(&tree);
    host_energy_open(&energy, tree.root);
    assert_true(unreadable());
}

/* Root reads everything, so that it becomes nobody for a while. */
static void not_allowed(void **state)
{
    const struct tree tree = tree_made();
    const uid_t nobody = 65534, self = geteuid();
    char path[128];
    (void)state;
    zone(&tree, "intel-rapl:0", "package-0\n", "1\n");
    snprintf(path, sizeof path, "%s/intel-rapl:0", tree.root);
    assert_int_equal(chmod(tree.root, 0755) | chmod(path, 0755), 0);
    strcat(path, "/energy_uj");
    assert_int_equal(chmod(path, 0), 0);
    if (!self && seteuid(nobody))
        print_message("root cannot be anyone else here\n");
    const bool all_powerful = !geteuid();
    host_energy_open(&energy, tree.root);
    const bool refused = unreadable();
    assert_int_equal(seteuid(self), 0);
    tree_end(&tree);
    if (all_powerful)
        skip();
    assert_int_equal(energy.count, 1);
    assert_true(refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_and_starts_again),
        cmocka_unit_test(packages_alone),
        cmocka_unit_test(one_of_two_is_none),
        cmocka_unit_test(nothing_there),
        cmocka_unit_test(not_allowed),
    };
    return cmocka_run_group_tests_name("host_energy", tests, NULL, NULL);
}
