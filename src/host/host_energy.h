/* host_energy.h - joules that the CPU has spent, as it counts them itself. */
#ifndef TETRAD_HOST_ENERGY_H
#define TETRAD_HOST_ENERGY_H

#include <stdbool.h>
#include <stdint.h>

#define HOST_ENERGY_ROOT "/sys/class/powercap"

enum { ENERGY_PACKAGES = 64 };

struct host_energy {
    const char *root; /* where the counters are; the caller's */
    int count;        /* of packages; 0: no counter */
    struct {
        char zone[24];  /* intel-rapl:0 */
        uint64_t last;  /* as last read, microjoules */
        uint64_t range; /* the counter starts again after this */
    } packages[ENERGY_PACKAGES];
    bool read;     /* `last` holds something */
    double joules; /* since the first read */
};

/* Finds the packages under a directory laid out as HOST_ENERGY_ROOT. */
void host_energy_open(struct host_energy *, const char *root);
/* Joules since the first read, of all packages (cores, caches and memory
 * controllers; not memory itself). To be called more often than counters start
 * again: that takes minutes. False: there is no counter, or one of them cannot
 * be read, as most systems let only root do. */
bool host_energy_read(struct host_energy *, double *joules);

#endif
