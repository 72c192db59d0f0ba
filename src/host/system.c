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

enum { WHOLE_ROOM = 512 };

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

static void value_in(const char *root, const char *path, const char *key,
                     char *out, size_t room)
{
    char whole[WHOLE_ROOM];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    system_value(whole, key, out, room);
}

static size_t kib_of(const char *root, const char *key)
{
    char text[64];
    value_in(root, "/proc/meminfo", key, text, sizeof text);
    return (size_t)strtoull(text, NULL, 10) << 10;
}

/* Where /proc tells nothing. */
static size_t pages_of(int name)
{
    const long pages = sysconf(name), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (size_t)pages * (size_t)bytes : 0;
}

/* False for an absent file and for "max". */
static bool number_in(const char *root, const char *path, size_t *number)
{
    char whole[WHOLE_ROOM], text[64], *end;
    snprintf(whole, sizeof whole, "%s%s", root, path);
    system_line(whole, text, sizeof text);
    *number = (size_t)strtoull(text, &end, 10);
    return end > text;
}

static size_t limit_of_group(const char *root)
{
    size_t limit;
    if (number_in(root, CGROUP "memory.max", &limit) ||
        number_in(root, CGROUP "memory/memory.limit_in_bytes", &limit))
        return limit;
    return SIZE_MAX;
}

static size_t used_by_group(const char *root)
{
    size_t used;
    char text[64];
    if (number_in(root, CGROUP "memory.current", &used))
        value_in(root, CGROUP "memory.stat", "inactive_file", text,
                 sizeof text);
    else if (number_in(root, CGROUP "memory/memory.usage_in_bytes", &used))
        value_in(root, CGROUP "memory/memory.stat", "total_inactive_file",
                 text, sizeof text);
    else
        return 0;
    const size_t idle = (size_t)strtoull(text, NULL, 10);
    return used > idle ? used - idle : 0;
}

size_t system_memory_in(const char *root)
{
    const size_t told = kib_of(root, "MemTotal"), limit = limit_of_group(root);
    const size_t total = told ? told : pages_of(_SC_PHYS_PAGES);
    return total < limit ? total : limit;
}

size_t system_memory_free_in(const char *root)
{
    const size_t told = kib_of(root, "MemAvailable");
    const size_t limit = limit_of_group(root);
    const size_t available = told ? told : pages_of(_SC_AVPHYS_PAGES);
    if (limit == SIZE_MAX)
        return available;
    const size_t used = used_by_group(root);
    const size_t room = limit > used ? limit - used : 0;
    return available < room ? available : room;
}

size_t system_memory(void)
{
    return system_memory_in("");
}

size_t system_memory_free(void)
{
    return system_memory_free_in("");
}
