/* host_energy.c - the running average power limit (RAPL) counters of Intel's
 * and AMD's CPUs, through the powercap tree (Linux kernel documentation,
 * "Power Capping Framework").
 *
 * A zone intel-rapl:P is a package or the whole board; its parts, such as the
 * cores, are zones intel-rapl:P:S of their own and already in it. The same
 * package may appear again as intel-rapl-mmio:P. */
#include "host/host_energy.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/system.h"

#define ZONE "intel-rapl:"

static void attribute(const struct host_energy *energy, const char *zone,
                      const char *name, char *text, size_t room)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s", energy->root, zone, name);
    system_line(path, text, room);
}

static bool microjoules(const struct host_energy *energy, const char *zone,
                        const char *name, uint64_t *value)
{
    char text[32], *end;
    attribute(energy, zone, name, text, sizeof text);
    *value = strtoumax(text, &end, 10);
    return end > text;
}

static bool is_package(const struct host_energy *energy, const char *zone)
{
    char name[32];
    if (strncmp(zone, ZONE, strlen(ZONE)) || strchr(zone + strlen(ZONE), ':'))
        return false;
    attribute(energy, zone, "name", name, sizeof name);
    return !strncmp(name, "package-", strlen("package-"));
}

/* A package left out would make joules of a part look like those of all, so
 * that too many, or one without a range, are no counter at all. */
static bool add(struct host_energy *energy, const char *zone)
{
    const int at = energy->count;
    if (at == ENERGY_PACKAGES ||
        strlen(zone) >= sizeof energy->packages[at].zone ||
        !microjoules(energy, zone, "max_energy_range_uj",
                     &energy->packages[at].range))
        return false;
    strcpy(energy->packages[at].zone, zone);
    energy->count++;
    return true;
}

void host_energy_open(struct host_energy *energy, const char *root)
{
    memset(energy, 0, sizeof *energy);
    energy->root = root;
    DIR *directory = opendir(root);
    if (!directory)
        return;
    bool whole = true;
    for (const struct dirent *entry;
         whole && (entry = readdir(directory)) != NULL;)
        if (is_package(energy, entry->d_name))
            whole = add(energy, entry->d_name);
    if (!whole)
        energy->count = 0;
    closedir(directory);
}

bool host_energy_read(struct host_energy *energy, double *joules)
{
    uint64_t now[ENERGY_PACKAGES], spent = 0;
    for (int i = 0; i < energy->count; i++)
        if (!microjoules(energy, energy->packages[i].zone, "energy_uj",
                         &now[i]))
            return false;
    for (int i = 0; i < energy->count; i++) {
        const uint64_t last = energy->packages[i].last;
        spent +=
            now[i] - last + (now[i] < last ? energy->packages[i].range : 0);
        energy->packages[i].last = now[i];
    }
    if (energy->read)
        energy->joules += (double)spent * 1e-6;
    energy->read = true;
    *joules = energy->joules;
    return energy->count > 0;
}
