/* test_given.c - the processors that a process was given, where OpenMP has
 * bound its first thread to one of them before main(). */
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif
#include "unit.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/given.h"
#include "host/idle.h"
#include "host/machine.h"

static const char CHILD[] = "TETRAD_TEST_GIVEN"; /* how many it is to see */

static int now(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 0 : CPU_COUNT(&set);
}

enum { GIVEN = 1, FREE = 2, KNOWN = 4 };

/* What is wrong. */
static int look(void)
{
    const struct placement unbound = { .bind = "none" };
    const int wanted = atoi(getenv(CHILD));
    struct reason why;
    cpu_set_t given;
    int wrong = 0;
    if (!given_release(&given) || CPU_COUNT(&given) != wanted)
        wrong |= GIVEN;
    if (now() != wanted)
        wrong |= FREE;
    if (machine_open(&unbound, &why) || machine_known()->processors != wanted)
        wrong |= KNOWN;
    machine_close();
    return wrong;
}

/* Of this program in such an environment. */
static int child(const char *variable, const char *value, int wanted,
                 bool anew)
{
    int status = -1;
    char number[16];
    snprintf(number, sizeof number, "%d", wanted);
    const pid_t it = fork();
    if (it == 0) {
        unsetenv("OMP_PROC_BIND");
        unsetenv("OMP_PLACES");
        unsetenv("GOMP_CPU_AFFINITY");
        unsetenv("GOMP_SPINCOUNT");
        unsetenv("OMP_WAIT_POLICY");
        if (!anew)
            setenv("OMP_WAIT_POLICY", "passive", 1);
        setenv(variable, value, 1);
        setenv(CHILD, number, 1);
        execl("/proc/self/exe", "test_given", (char *)NULL);
        _exit(127);
    }
    assert_int_equal(waitpid(it, &status, 0), it);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void all_of_them(void **state)
{
    (void)state;
    for (int anew = 0; anew < 2; anew++) {
        assert_int_equal(child("OMP_PROC_BIND", "spread", now(), anew), 0);
        assert_int_equal(child("OMP_PROC_BIND", "close", now(), anew), 0);
        assert_int_equal(child("OMP_PROC_BIND", "true", now(), anew), 0);
        assert_int_equal(child("OMP_PROC_BIND", "false", now(), anew), 0);
        assert_int_equal(child("OMP_PLACES", "threads", now(), anew), 0);
    }
}

/* Where it is told so: what OpenMP has no places on, it was not given. */
static void some_of_them(void **state)
{
    cpu_set_t set;
    int first = 0;
    char place[16];
    (void)state;
#ifndef HAVE_OPENMP
    print_message("built without OpenMP\n");
    skip();
#endif
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    while (!CPU_ISSET((size_t)first, &set))
        first++;
    snprintf(place, sizeof place, "{%d}", first);
    assert_int_equal(child("OMP_PLACES", place, 1, false), 0);
    assert_int_equal(child("OMP_PLACES", place, 1, true), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_of_them),
        cmocka_unit_test(some_of_them),
    };
    (void)argc;
    if (getenv(CHILD)) {
        idle_threads_sleep(argv);
        return look();
    }
    return cmocka_run_group_tests_name("given", tests, NULL, NULL);
}
