/* system.c - memory and limits, from /proc, control groups or sysconf.
 *
 * A container sees its own control group at the root of the hierarchy, of
 * version 2 or 1 (Linux kernel documentation, "Control Group v2" and "Memory
 * Resource Controller"). File pages that nobody uses count as used there but
 * are given up on demand, so they are free to us. */
#include "host/system.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CGROUP "/sys/fs/cgroup/"

void system_line(const char *path, char *out, size_t room)
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

void system_value(const char *path, const char *key, char *out, size_t room)
{
    const size_t length = strlen(key);
    char line[512];
    FILE *file = fopen(path, "r");
    out[0] = 0;
    while (file && !out[0] && fgets(line, sizeof line, file)) {
        const char *value = line + length;
        if (strncmp(line, key, length) || !strchr(" \t:", *value))
            continue;
        value += strspn(value, " \t:");
        snprintf(out, room, "%.*s", (int)strcspn(value, "\n"), value);
    }
    if (file)
        fclose(file);
}

/* --- memory --------------------------------------------------------------- */

static size_t kib_of(const char *key)
{
    char text[64];
    system_value("/proc/meminfo", key, text, sizeof text);
    return (size_t)strtoull(text, NULL, 10) << 10;
}

/* Where /proc tells nothing. */
static size_t pages_of(int name)
{
    const long pages = sysconf(name), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (size_t)pages * (size_t)bytes : 0;
}

/* False for an absent file and for "max". */
static bool number_in(const char *path, size_t *number)
{
    char text[64], *end;
    system_line(path, text, sizeof text);
    *number = (size_t)strtoull(text, &end, 10);
    return end > text;
}

static size_t limit_of_group(void)
{
    size_t limit;
    if (number_in(CGROUP "memory.max", &limit) ||
        number_in(CGROUP "memory/memory.limit_in_bytes", &limit))
        return limit;
    return SIZE_MAX;
}

static size_t used_by_group(void)
{
    size_t used;
    char text[64];
    if (number_in(CGROUP "memory.current", &used))
        system_value(CGROUP "memory.stat", "inactive_file", text, sizeof text);
    else if (number_in(CGROUP "memory/memory.usage_in_bytes", &used))
        system_value(CGROUP "memory/memory.stat", "total_inactive_file", text,
                     sizeof text);
    else
        return 0;
    const size_t idle = (size_t)strtoull(text, NULL, 10);
    return used > idle ? used - idle : 0;
}

size_t system_memory(void)
{
    const size_t told = kib_of("MemTotal"), limit = limit_of_group();
    const size_t total = told ? told : pages_of(_SC_PHYS_PAGES);
    return total < limit ? total : limit;
}

size_t system_memory_free(void)
{
    const size_t told = kib_of("MemAvailable"), limit = limit_of_group();
    const size_t available = told ? told : pages_of(_SC_AVPHYS_PAGES);
    if (limit == SIZE_MAX)
        return available;
    const size_t used = used_by_group();
    const size_t room = limit > used ? limit - used : 0;
    return available < room ? available : room;
}
