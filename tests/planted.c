/* planted.c - compare with two more backends, whose variants of reduce are
 * slow by a known amount, or fail in a known way.
 *
 * What does not fail runs the reference's best. The tables of matrix.c get the
 * backends at their end. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "matrix.h"
#include "place.h"
#include "commands/cli.h"
#include "host/host.h"
#include "planted.h"

#define backends backends_of_matrix
#define backend_find backend_find_of_matrix
#define variants_of variants_of_matrix
#include "matrix.c"
#undef backends
#undef backend_find
#undef variants_of

enum {
    LATE = 10,                 /* the run that fails */
    HANG_LEAST = 1000,         /* elements */
    HOARD_CHUNK = 8 << 20,     /* bytes, each taken in HOARD_PAUSE */
    HOARD_PAUSE = 10 * 1000000 /* ns: slower than the supervisor looks */
};

static const double STALE = 200e-6; /* s; a hot sample is of more */

struct shared *shared;

/* --- variants ------------------------------------------------------------- */

static const struct variant *best(void)
{
    return variant_best(variants_of_matrix(&op_reduce, &backend_reference));
}

enum status planted_right(struct job *job)
{
    return best()->run(job);
}

double planted_depth(const struct job *job)
{
    return best()->depth(job);
}

static enum status run_slowly(struct job *job, double share)
{
    const double begin = host_clock();
    const enum status status = best()->run(job);
    const double end = host_clock();
    while (host_clock() - end < share * (end - begin))
        continue;
    return status;
}

static enum status run_slow_3(struct job *job)
{
    return run_slowly(job, 0.03);
}

static enum status run_slow_10(struct job *job)
{
    return run_slowly(job, 0.10);
}

static enum status run_slow_100(struct job *job)
{
    return run_slowly(job, 1);
}

/* Small problems are run before all others: faults are of those. */
static bool is_small(const struct job *job)
{
    return job->problem->size <= SMALL;
}

/* By the signal itself: sanitizers would catch the access, or the signal. */
static void segfault(void)
{
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static enum status run_segfault(struct job *job)
{
    if (is_small(job))
        return best()->run(job);
    segfault();
    return STATUS_OK;
}

static enum status run_late_segfault(struct job *job)
{
    static int runs;
    return !is_small(job) && ++runs == LATE ? run_segfault(job)
                                            : best()->run(job);
}

static enum status run_abort(struct job *job)
{
    if (is_small(job))
        return best()->run(job);
    abort();
}

static enum status run_killed(struct job *job)
{
    if (is_small(job))
        return best()->run(job);
    raise(SIGKILL);
    return STATUS_OK;
}

/* Somebody else has all memory for a while, longer than between two looks. */
static void starve(void)
{
    const struct timespec pause_for = { .tv_nsec = 900000000 };
    shared->hoarded = HOARD_MOST;
    shared->hoarder = getpid();
    nanosleep(&pause_for, NULL);
}

static enum status run_starved(struct job *job)
{
    static bool fed;
    if (is_small(job))
        return best()->run(job);
    if (!fed)
        starve();
    fed = true;
    shared->hoarder = 0;
    return best()->run(job);
}

/* As the system does when memory runs out. */
static enum status run_oom(struct job *job)
{
    if (is_small(job))
        return best()->run(job);
    starve();
    return run_killed(job);
}

static enum status run_wrong(struct job *job)
{
    memset(job->out[0], 0, elem_size(job->problem->type));
    return STATUS_OK;
}

/* Soon done where its result is there already; else takes its time. */
static enum status run_stale(struct job *job)
{
    const size_t size = elem_size(job->problem->type);
    const double begin = host_clock();
    double result;
    struct job own = *job;
    own.out[0] = &result;
    const enum status status = best()->run(&own);
    if (!memcmp(job->out[0], &result, size))
        return status;
    memcpy(job->out[0], &result, size);
    while (host_clock() - begin < STALE)
        continue;
    return status;
}

static enum status run_exit(struct job *job)
{
    if (is_small(job))
        return best()->run(job);
    exit(3);
}

static enum status run_hang(struct job *job)
{
    (void)job;
    while (pause()) /* -1, whenever a signal came */
        continue;
    return STATUS_OK;
}

static enum status run_hoard(struct job *job)
{
    const struct timespec pause_for = { .tv_nsec = HOARD_PAUSE };
    if (is_small(job))
        return best()->run(job);
    shared->hoarded = 0;
    shared->hoarder = getpid();
    while (shared->hoarded + HOARD_CHUNK <= HOARD_MOST) {
        char *memory = malloc(HOARD_CHUNK);
        if (!memory)
            return fail(job->why, STATUS_MEMORY, "malloc has no more");
        memset(memory, 1, HOARD_CHUNK);
        shared->hoarded += HOARD_CHUNK;
        nanosleep(&pause_for, NULL);
    }
    return run_hang(job);
}

static enum status run_lacking(struct job *job)
{
    return fail(job->why, STATUS_MISSING, "it needs a copy engine");
}

/* The problem that nobody asks for. */
static enum status run_small_segfault(struct job *job)
{
    if (job->problem->size == 1)
        segfault();
    return best()->run(job);
}

static enum status run_small_hang(struct job *job)
{
    return job->problem->size == 1 ? run_hang(job) : best()->run(job);
}

/* Asked for when a run is checked, and none is under way. */
static double depth_bad(const struct job *job)
{
    if (!is_small(job))
        segfault();
    return planted_depth(job);
}

static double depth_bad_once(const struct job *job)
{
    if (!is_small(job) && job->problem->size > shared->checked) {
        shared->checked = job->problem->size;
        segfault();
    }
    return planted_depth(job);
}

/* So that a run has cases before the one that hangs. */
static const char *refuses_hang(const struct problem *p)
{
    return p->size < HANG_LEAST ? "hangs only on larger problems" : NULL;
}

static const struct variant planted_reduce[] = {
    BEST("copy-a"),
    PLANTED("over", planted_over, "writes past its output"),
    PLANTED("over-late", planted_over_late, "the same, once"),
    PLANTED("changes-late", planted_changes_late, "changes its input, late"),
    PLANTED("second", planted_second, "writes past where n is 1, but once"),
    PLANTED("late-small", planted_late_small, "late where n is 31"),
    PLANTED("rare", planted_rare, "now and then some elements are missing"),
    PLANTED("denormals", planted_denormals, "has a team ignore denormals"),
    PLANTED("copy-b", planted_right, "the same again"),
    PLANTED("slow-3", run_slow_3, "takes 3 % longer"),
    PLANTED("slow-10", run_slow_10, "takes 10 % longer"),
    PLANTED("slow-100", run_slow_100, "takes twice as long"),
    PLANTED("wrong", run_wrong, "answers 0"),
    PLANTED("stale", run_stale, "soon done where its result is"),
    PLANTED("late", planted_late, "writes when it has ended"),
    PLANTED("rounding", planted_rounding, "has others round up"),
    PLANTED("teams", planted_teams, "sets OpenMP to other teams"),
    PLANTED("one", planted_one, "wrong where n is 1"),
    PLANTED("odd", planted_odd, "right where n is a power of two"),
    PLANTED("elsewhere", planted_elsewhere, "binds itself elsewhere"),
    VARIANT("rounding-scratch", "has others round up as it asks for scratch",
            .scratch = planted_rounding_scratch, .run = planted_right),
    VARIANT("busy-depth", "does its work as it tells its depth",
            .depth = planted_busy_depth, .run = planted_nothing),
    PLANTED("memo", planted_memo, "keeps answers, by some of the input"),
    PLANTED("memo-all", planted_memo_all, "the same, by all of it"),
    PLANTED("skip", planted_skip, "does nothing where its output is there"),
    VARIANT("streak", "trusts what came often", .run = planted_streak),
    PLANTED("debounce", planted_debounce, "takes two in a row for one"),
    VARIANT("endless", "errs by anything", .depth = planted_endless,
            .run = planted_right),
    PLANTED("segfault", run_segfault, "gets SIGSEGV"),
    PLANTED("abort", run_abort, "calls abort()"),
    PLANTED("killed", run_killed, "gets SIGKILL"),
    PLANTED("exit", run_exit, "calls exit(3)"),
    VARIANT("hang", "never ends", .refuses = refuses_hang, .run = run_hang),
    PLANTED("hoard", run_hoard, "takes memory without end"),
    PLANTED("late-segfault", run_late_segfault, "gets SIGSEGV the tenth time"),
    PLANTED("lacking", run_lacking, "needs what this machine lacks"),
    PLANTED("starved", run_starved, "runs while others take all memory"),
    PLANTED("oom", run_oom, "gets SIGKILL when memory is short"),
    PLANTED("small-segfault", run_small_segfault, "gets SIGSEGV for n = 1"),
    PLANTED("small-hang", run_small_hang, "never ends for n = 1"),
    VARIANT("bad-check", "crashes when checked", .depth = depth_bad,
            .run = planted_right),
    VARIANT("bad-check-once", "crashes at its first check of a case",
            .depth = depth_bad_once, .run = planted_right),
    VARIANT("absent", "is not in this build",
            .absent = "its library was not found"),
    VARIANT("mute", "is not in this build, and nobody says why", .run = NULL),
    VARIANT("plan", "keeps what it knows", .traits = KEEPS_STATE,
            .depth = planted_depth, .run = planted_right),
    { 0 }
};

/* --- the matrix ----------------------------------------------------------- */

static enum status run_nothing(struct job *job)
{
    (void)job;
    return STATUS_OK;
}

static const struct variant empty = {
    .name = "empty", .idea = "", .source = "", .run = run_nothing
};

static const struct backend backend_planted = {
    .name = "planted",
    .summary = "slow and broken on purpose",
    .scope = SCOPE_CORE,
    .place = &host_place,
    .empty = &empty
};

static const struct backend backend_lossy = { .name = "lossy",
                                              .summary = "is lost",
                                              .place = &planted_lossy,
                                              .empty = &empty };
static const struct backend hollow = { .name = "hollow", .summary = "" };

const struct backend *const backends[] = { BACKENDS(POINTER) & backend_planted,
                                           &backend_lossy, &hollow, NULL };

const struct variant *variants_of(const struct op *op,
                                  const struct backend *backend)
{
    if (backend != &backend_planted && backend != &backend_lossy)
        return variants_of_matrix(op, backend);
    return op != &op_reduce         ? NULL
        : backend == &backend_lossy ? planted_lossy_reduce
                                    : planted_reduce;
}

const struct backend *backend_find(const char *name)
{
    for (size_t i = 0; backends[i]; i++)
        if (!strcmp(backends[i]->name, name))
            return backends[i];
    return NULL;
}

int main(int argc, char **argv)
{
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) {
        perror("planted");
        return EXIT_FAILURE;
    }
    planted_make_lossy();
    return cli_main(argc, argv);
}
