/* cpus.h - the state that the CPUs and the system around them are in: clocks,
 * quotas, other programs, swapping.
 *
 * `root` stands before every path ("" on a real system), so that tests can
 * bring a system of their own. */
#ifndef TETRAD_CPUS_H
#define TETRAD_CPUS_H

#include <stdbool.h>
#include <stddef.h>

/* Processors by their operating-system numbers. */
struct cpus {
    const int *number;
    int count;
};

/* The governor of the processors: "powersave" when one of them has it, else
 * that of the first that tells, else "". */
void cpus_governor(const char *root, struct cpus, char *out, size_t room);
/* The highest clock that any of them may take, in MHz; 0: unknown. */
double cpus_clock_max(const char *root, struct cpus);
/* Whether clocks may go beyond the nominal one for a while: 1, 0; -1:
 * unknown. */
int cpus_boost(const char *root);
int cpus_virtual(const char *root);    /* under a hypervisor; -1: unknown */
int cpus_numa_nodes(const char *root); /* with memory; 0: unknown */
/* Processors' worth of time that the control groups around this process, as a
 * container's, grant it; 0: no limit. */
double cpus_quota(const char *root);

/* What the system has counted since it started. */
struct cpus_load {
    double busy, all; /* ticks of all processors; all 0: unknown */
    int processors;
    double swapped; /* pages in and out */
};
struct cpus_load cpus_load(const char *root);
/* Between two of them: how many processors were busy. */
double cpus_busy(const struct cpus_load *before,
                 const struct cpus_load *after);

#endif
