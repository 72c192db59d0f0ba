/* cpus.c - what /sys and /proc tell of clocks, quotas, load and swapping (Linux
 * kernel documentation, "CPU Performance Scaling", "Control Group v2" and "CFS
 * Bandwidth Control"; proc_stat(5), proc_vmstat(5), cgroups(7)). */
#include "host/cpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/comma.h"
#include "host/system.h"

#define GROUPS "/sys/fs/cgroup"
#define SYSTEM "/sys/devices/system/"

enum { GROUP_ROOM = 400, PATH_ROOM = 512, TICKS = 8 };

static void line_of(const char *root, const char *path, char *out, size_t room)
{
    char whole[PATH_ROOM];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    system_line(whole, out, room);
}

static FILE *opened(const char *root, const char *path)
{
    char whole[PATH_ROOM];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    return fopen(whole, "r");
}

/* --- clocks --------------------------------------------------------------- */

static void frequency(const char *root, int processor, const char *name,
                      char *out, size_t room)
{
    char path[PATH_ROOM];
    snprintf(path, sizeof path, SYSTEM "cpu/cpu%d/cpufreq/%s", processor,
             name);
    line_of(root, path, out, room);
}

void cpus_governor(const char *root, struct cpus cpus, char *out, size_t room)
{
    char text[64];
    out[0] = 0;
    for (int i = 0; i < cpus.count && strcmp(out, "powersave"); i++) {
        frequency(root, cpus.number[i], "scaling_governor", text, sizeof text);
        if (!out[0] || !strcmp(text, "powersave"))
            snprintf(out, room, "%s", text);
    }
}

double cpus_clock_max(const char *root, struct cpus cpus)
{
    char text[64];
    double most = 0; /* kHz */
    for (int i = 0; i < cpus.count; i++) {
        frequency(root, cpus.number[i], "cpuinfo_max_freq", text, sizeof text);
        const double clock = strtod(text, NULL);
        most = clock > most ? clock : most;
    }
    return most * 1e-3;
}

int cpus_boost(const char *root)
{
    char text[16];
    line_of(root, SYSTEM "cpu/intel_pstate/no_turbo", text, sizeof text);
    if (text[0])
        return text[0] == '0';
    line_of(root, SYSTEM "cpu/cpufreq/boost", text, sizeof text);
    return text[0] ? text[0] != '0' : -1;
}

/* --- the machine ---------------------------------------------------------- */

static bool has_word(const char *line, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = line; (at = strstr(at, word)) != NULL; at += length)
        if (at > line && strchr(" \t:", at[-1]) &&
            strchr(" \t\n", at[length])) /* or the end */
            return true;
    return false;
}

int cpus_virtual(const char *root)
{
    FILE *file = opened(root, "/proc/cpuinfo");
    char *line = NULL;
    size_t room = 0;
    int found = -1; /* the line is too long for system_value() */
    while (file && found < 0 && getline(&line, &room, file) > 0)
        if (!strncmp(line, "flags", strlen("flags")))
            found = has_word(line, "hypervisor");
    free(line);
    if (file)
        fclose(file);
    return found;
}

/* Of a list such as 0-3,8. */
static int count_of(const char *list)
{
    int count = 0;
    for (char *end; *list; list = *end == ',' ? end + 1 : end) {
        const long first = strtol(list, &end, 10);
        const char *from = *end == '-' ? end + 1 : list;
        const long last = strtol(from, &end, 10);
        if (end == from || last < first || (*end && *end != ','))
            return 0;
        count += (int)(last - first) + 1;
    }
    return count;
}

int cpus_numa_nodes(const char *root)
{
    char text[256];
    line_of(root, SYSTEM "node/has_memory", text, sizeof text);
    return count_of(text);
}

/* --- quotas --------------------------------------------------------------- */

/* Processors' worth of time that a control group of either version grants. */
static double quota_of(const char *root, const char *group)
{
    char path[PATH_ROOM], text[64];
    double quota = 0, period = 0;
    snprintf(path, sizeof path, "%s/cpu.max", group);
    line_of(root, path, text, sizeof text);
    if (sscanf(text, "%lf %lf", &quota, &period) != 2) {
        snprintf(path, sizeof path, "%s/cpu.cfs_quota_us", group);
        line_of(root, path, text, sizeof text);
        quota = strtod(text, NULL); /* -1: no limit */
        snprintf(path, sizeof path, "%s/cpu.cfs_period_us", group);
        line_of(root, path, text, sizeof text);
        period = strtod(text, NULL);
    }
    return quota > 0 && period > 0 ? quota / period : 0;
}

/* Of a group below `top` and those around it, up to the root, which in a
 * container is its own. */
static void lower_quota(const char *root, const char *top, const char *path,
                        double *least)
{
    char group[GROUP_ROOM], *end;
    snprintf(group, sizeof group, "%s%s", top, path);
    do {
        const double quota = quota_of(root, group);
        if (quota > 0 && (!(*least > 0) || quota < *least))
            *least = quota;
        end = strrchr(group + strlen(top), '/');
        if (end)
            *end = 0;
    } while (end);
}

static bool has_cpu(const char *controllers)
{
    const char *item;
    size_t length;
    while (comma_next(&controllers, &item, &length))
        if (length == 3 && !strncmp(item, "cpu", length))
            return true;
    return false;
}

/* The group of each hierarchy, as in 4:cpu,cpuacct:/path and, of version 2,
 * 0::/path. */
double cpus_quota(const char *root)
{
    FILE *file = opened(root, "/proc/self/cgroup");
    char line[PATH_ROOM];
    double least = 0;
    lower_quota(root, GROUPS, "", &least);
    lower_quota(root, GROUPS "/cpu", "", &least);
    while (file && fgets(line, sizeof line, file)) {
        char *controllers = strchr(line, ':');
        char *path = controllers ? strchr(++controllers, ':') : NULL;
        if (!path)
            continue;
        *path++ = 0;
        path[strcspn(path, "\n")] = 0;
        if (!*controllers)
            lower_quota(root, GROUPS, path, &least);
        else if (has_cpu(controllers))
            lower_quota(root, GROUPS "/cpu", path, &least);
    }
    if (file)
        fclose(file);
    return least;
}

/* --- load ----------------------------------------------------------------- */

/* user nice system idle iowait irq softirq steal; what other systems on the
 * same hardware stole is no load of ours. */
static void add_ticks(struct cpus_load *load, const char *text)
{
    enum { IDLE = 3, IOWAIT = 4, STEAL = 7 };
    for (int i = 0; i < TICKS; i++) {
        char *end;
        const double ticks = strtod(text, &end);
        if (end == text)
            return;
        load->all += ticks;
        if (i != IDLE && i != IOWAIT && i != STEAL)
            load->busy += ticks;
        text = end;
    }
}

static double pages_swapped(const char *root)
{
    char path[PATH_ROOM], in[32], out[32];
    snprintf(path, sizeof path, "%s/proc/vmstat", root);
    system_value(path, "pswpin", in, sizeof in);
    system_value(path, "pswpout", out, sizeof out);
    return strtod(in, NULL) + strtod(out, NULL);
}

struct cpus_load cpus_load(const char *root)
{
    struct cpus_load load = { .swapped = pages_swapped(root) };
    FILE *file = opened(root, "/proc/stat");
    char line[512];
    while (file && fgets(line, sizeof line, file) &&
           !strncmp(line, "cpu", strlen("cpu"))) {
        if (line[3] == ' ')
            add_ticks(&load, line + 3);
        else
            load.processors++;
    }
    if (file)
        fclose(file);
    return load;
}

double cpus_busy(const struct cpus_load *before, const struct cpus_load *after)
{
    const double all = after->all - before->all;
    const double busy = after->busy - before->busy;
    return all > 0 ? busy / all * after->processors : 0;
}
