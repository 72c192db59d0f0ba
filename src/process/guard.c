/* guard.c - deadlines that stand still while we do, and whose memory it is.
 *
 * Linux counts the processes that it killed for lack of memory, in any
 * container, as oom_kill in /proc/vmstat (proc(5)); elsewhere what was free
 * must do. */
#include "process/guard.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "host/system.h"

static const double PATIENCE = 5;        /* s to end in */
static const double CASE_PATIENCE = 0.9; /* s to end a case that is cut off */
static const double ASLEEP = 2; /* s without a tick: we were stopped */
/* Free memory that the rest of the machine needs: under that, or this share
 * of all memory, somebody has taken too much. */
static const size_t LEAST_MEMORY = (size_t)256 << 20;
enum { LEAST_SHARE = 64 };

static unsigned long kills_so_far(void)
{
    char text[64];
    system_value("/proc/vmstat", "oom_kill", text, sizeof text);
    return strtoul(text, NULL, 10);
}

void guard_open(struct guard *g)
{
    const size_t share = system_memory() / LEAST_SHARE;
    *g = (struct guard){ .memory_least =
                             share < LEAST_MEMORY ? share : LEAST_MEMORY,
                         .memory_seen = SIZE_MAX,
                         .kills = kills_so_far() };
}

/* --- time ----------------------------------------------------------------- */

/* While the system had us stopped, the worker was too. */
void guard_tick(struct guard *g, const struct board_state *state, double now)
{
    if (state->entered != g->entered) {
        g->slept = 0;
        g->memory_seen = SIZE_MAX;
    }
    if (g->ticked > 0 && now - g->ticked > ASLEEP)
        g->slept += now - fmax(g->ticked, state->entered);
    g->entered = state->entered;
    g->ticked = now;
}

bool guard_late(const struct guard *g, const struct board_state *state,
                double now)
{
    return state->row != -1 && now >= state->entered + state->limit + g->slept;
}

double guard_patience(bool cut_off, bool in_case)
{
    return !cut_off ? PATIENCE : in_case ? CASE_PATIENCE : 0;
}

/* --- memory --------------------------------------------------------------- */

/* Resident bytes: the second number of statm, in pages (proc(5)). */
static size_t memory_of(pid_t pid)
{
    char path[64], text[128];
    unsigned long all, resident;
    const long page = sysconf(_SC_PAGESIZE);
    snprintf(path, sizeof path, "/proc/%ld/statm", (long)pid);
    system_line(path, text, sizeof text);
    if (page <= 0 || sscanf(text, "%lu %lu", &all, &resident) != 2)
        return 0;
    return resident * (size_t)page;
}

bool guard_greedy(struct guard *g, pid_t worker, size_t *left)
{
    *left = system_memory_free();
    if (*left < g->memory_seen)
        g->memory_seen = *left;
    if (*left >= g->memory_least)
        return false;
    const size_t all = system_memory();
    return *left < all && memory_of(worker) > (all - *left) / 2;
}

bool guard_starved(const struct guard *g)
{
    return g->memory_seen < g->memory_least || kills_so_far() > g->kills;
}
