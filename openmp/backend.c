/* backend.c - the OpenMP backend: all cores that --threads allows.
 *
 * The team is made and bound once, then persists: every later region has the
 * same size, so no thread is started or moved inside a measurement. */
#include "op.h"
#include "team.h"
#include "host/host.h"
#include "host/machine.h"
#include "host/parallel.h"
#include "host/settings.h"

extern const struct backend backend_openmp;

#ifdef _OPENMP

static int teams;           /* that were made; the last of them is there */
static int threads, levels; /* that regions have, and nested ones; 0: none is
                               open */

static _Thread_local int seated_in;        /* which team */
static _Thread_local struct settings seat; /* as it was when it sat down */

/* Thread k of the team sits where the harness's thread k sits, which touched
 * its share of every array first. A library that asks for fewer threads ends
 * the others, so that there may be new ones later. */
static void sit(void)
{
    if (seated_in == teams)
        return;
    machine_bind_self(omp_get_thread_num());
    settings_read(&seat);
    seated_in = teams;
}

static enum status open_team(struct device *device, struct reason *why)
{
    const int wanted = parallel_threads();
    int size = 0;
    (void)device;
    teams++;
    omp_set_dynamic(0);
    omp_set_num_threads(wanted);
#pragma omp parallel reduction(+ : size)
    {
        sit();
        size = 1;
    }
    if (size != wanted)
        return fail(why, STATUS_MISSING,
                    "OpenMP gave %d threads of %d "
                    "(OMP_THREAD_LIMIT, OMP_MAX_ACTIVE_LEVELS?)",
                    size, wanted);
    threads = omp_get_max_threads();
    levels = omp_get_max_active_levels();
    return STATUS_OK;
}

static void wake_team(struct device *device)
{
    int awake = 0;
    (void)device;
#pragma omp parallel reduction(+ : awake)
    {
        sit();
        awake++;
    }
    (void)awake;
}

/* What any of its threads left otherwise than it sat down; NULL: nothing. */
static const char *mend_threads(void)
{
    const char *left = NULL;
#pragma omp parallel
    {
        bool moved = false;
        const char *own = seated_in ? settings_restore(&seat, &moved) : NULL;
        sit();
        if (own)
#pragma omp critical(mend_threads)
            left = own;
    }
    return left;
}

static const char *mend_team(bool moved, bool first)
{
    if (!threads)
        return NULL;
    const bool same = omp_get_max_threads() == threads && !omp_get_dynamic() &&
        omp_get_max_active_levels() == levels;
    if (!same) {
        omp_set_dynamic(0);
        omp_set_num_threads(threads);
        omp_set_max_active_levels(levels);
    }
    const char *left = first ? mend_threads() : NULL;
    if (moved)
        teams++; /* all sit down anew */
    return same ? left : "OpenMP set to other teams";
}

/* Compilers drop a region without any effect, hence the volatile store. */
static enum status run_nothing(struct job *job)
{
    (void)job;
#pragma omp parallel
    {
        volatile char here = 0;
        (void)here;
    }
    return STATUS_OK;
}

static const struct variant empty = {
    .name = "empty",
    .idea = "a parallel region of the whole team in which nothing is done",
    .source = "",
    .run = run_nothing,
};

#endif

const struct backend backend_openmp = {
    .name = "openmp",
    .summary = "OpenMP on all CPU cores",
    .scope = SCOPE_CORES,
#ifdef _OPENMP
    .place = &host_place,
    .open = open_team,
    .wake = wake_team,
    .mend = mend_team,
    .empty = &empty,
#else
    .absent = "this build has no OpenMP",
#endif
};
