/* sgemm_openblas.c - sgemm by OpenBLAS, on the team's own threads.
 *
 * The library is opened when it is first asked for rather than linked, as one
 * with threads of its own starts them when it is loaded, in every process. Such
 * a pool, beside the team and on the same cores, would take time from the rows
 * that are measured next to this one; so of several threads only an OpenBLAS
 * whose threads are OpenMP's, and this program's OpenMP's, is used. */
#include "sgemm_openblas.h"

#if HAVE_OPENBLAS

#include <cblas.h>
#include <dlfcn.h>
#include <openblas_config.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "ops/sgemm.h"
#include "team.h"

static struct openblas {
    bool tried;        /* to open it */
    struct reason why; /* why it cannot be used, if it cannot */
    void *library;
    __typeof__(&cblas_sgemm) sgemm;
    __typeof__(&openblas_get_config) config;
    __typeof__(&openblas_get_corename) core;
    __typeof__(&openblas_get_parallel) parallel;
    __typeof__(&openblas_get_num_threads) threads;
    __typeof__(&openblas_set_num_threads) set_threads;
} openblas;

/* ISO C has no cast from what dlsym() gives to a function. */
static bool find(void *function, const char *name)
{
    void *const symbol = dlsym(openblas.library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

static bool open_library(void)
{
    openblas.library = dlopen(TETRAD_OPENBLAS_FILE, RTLD_NOW | RTLD_LOCAL);
    return openblas.library && find(&openblas.sgemm, "cblas_sgemm") &&
        find(&openblas.config, "openblas_get_config") &&
        find(&openblas.core, "openblas_get_corename") &&
        find(&openblas.parallel, "openblas_get_parallel") &&
        find(&openblas.threads, "openblas_get_num_threads") &&
        find(&openblas.set_threads, "openblas_set_num_threads");
}

/* Whether it has code for several processors. */
static bool has_choice(void)
{
    return strstr(openblas.config(), "DYNAMIC_ARCH") != NULL;
}

static bool is_of_avx2(const char *core)
{
    static const char *const cores[] = { "Haswell",    "Excavator",
                                         "Zen",        "SkylakeX",
                                         "Cooperlake", "SapphireRapids" };
    for (size_t i = 0; i < sizeof cores / sizeof *cores; i++)
        if (!strcasecmp(core, cores[i]))
            return true;
    return false;
}

const char *openmp_openblas_core(const char *core, bool avx2, bool avx512)
{
    return !avx2 || is_of_avx2(core) ? NULL : avx512 ? "SkylakeX" : "Haswell";
}

/* For this machine, of which OpenBLAS takes code for `core`. */
static const char *core_instead_of(const char *core)
{
#ifdef __x86_64__
    return openmp_openblas_core(
        core, __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"),
        __builtin_cpu_supports("avx512bw") &&
            __builtin_cpu_supports("avx512dq") &&
            __builtin_cpu_supports("avx512vl"));
#else
    (void)core;
    return NULL;
#endif
}

/* One with threads of its own is to start none: of OpenMP's it is told below
 * how many there are. A processor that is newer than OpenBLAS it takes for one
 * that has less, and is then opened again, told what to take it for. */
static enum status load(void)
{
    static const char told[] = "OPENBLAS_CORETYPE";
    setenv("OPENBLAS_NUM_THREADS", "1", 1);
    bool there = open_library();
    const char *core = there && !getenv(told) && has_choice()
        ? core_instead_of(openblas.core())
        : NULL;
    if (core) {
        setenv(told, core, 1);
        dlclose(openblas.library);
        there = open_library();
        unsetenv(told);
    }
    if (there)
        return STATUS_OK;
    const char *error = dlerror();
    return fail(&openblas.why, STATUS_MISSING, "no OpenBLAS: %s",
                error ? error : TETRAD_OPENBLAS_FILE);
}

static enum status loaded(struct reason *why)
{
    if (!openblas.tried)
        load();
    openblas.tried = true;
    return openblas.why.text[0]
        ? fail(why, STATUS_MISSING, "%s", openblas.why.text)
        : STATUS_OK;
}

/* Whether its OpenMP is the one that the team is of: two run-times would have
 * two teams. */
static bool shares_openmp(void)
{
    static const char symbol[] = "omp_get_max_threads";
    return dlsym(openblas.library, symbol) == dlsym(RTLD_DEFAULT, symbol);
}

/* Tells it how many threads the team has. One that takes fewer tells OpenMP of
 * them, which is undone. */
static enum status seat(struct reason *why)
{
    const int team = team_size();
    if (team > 1 && openblas.parallel() == OPENBLAS_THREAD)
        return fail(why, STATUS_MISSING,
                    "this OpenBLAS has threads of its own, beside OpenMP's: "
                    "one built with USE_OPENMP=1 is needed (package "
                    "libopenblas-openmp-dev, or --with-openblas=DIR)");
    if (team > 1 && openblas.parallel() == OPENBLAS_SEQUENTIAL)
        return fail(why, STATUS_MISSING, "this OpenBLAS is sequential");
    if (team > 1 && !shares_openmp())
        return fail(why, STATUS_MISSING,
                    "OpenBLAS has another OpenMP than this program");
    openblas.set_threads(team);
    omp_set_num_threads(team);
    if (openblas.threads() != team)
        return fail(why, STATUS_MISSING,
                    "this OpenBLAS takes %d threads, "
                    "not %d",
                    openblas.threads(), team);
    return STATUS_OK;
}

/* Before anything is timed; what is missing the run says. */
size_t openmp_sgemm_openblas_scratch(const struct job *job)
{
    if (!loaded(job->why))
        seat(job->why);
    return 0;
}

static blasint at_least_1(blasint x)
{
    return x > 1 ? x : 1;
}

enum status openmp_sgemm_openblas(struct job *job)
{
    const struct problem *p = job->problem;
    const blasint m = (blasint)p->dim[0], n = (blasint)p->dim[1];
    const blasint k = (blasint)p->dim[2];
    enum status status = loaded(job->why);
    if (!status && openblas.threads() != team_size())
        status = seat(job->why);
    if (status)
        return status;
    const bool a = sgemm_is_transposed(p, SGEMM_A);
    const bool b = sgemm_is_transposed(p, SGEMM_B);
    openblas.sgemm(CblasRowMajor, a ? CblasTrans : CblasNoTrans,
                   b ? CblasTrans : CblasNoTrans, m, n, k,
                   (float)p->param[SGEMM_PARAM_ALPHA].r, job->in[0],
                   at_least_1(a ? m : k), job->in[1], at_least_1(b ? k : n),
                   (float)p->param[SGEMM_PARAM_BETA].r, job->out[0],
                   at_least_1(n));
    return STATUS_OK;
}

const char *openmp_sgemm_openblas_refuses(const struct problem *p)
{
    const size_t most = sizeof(blasint) > 4 ? INT64_MAX : INT32_MAX;
    return p->dim[0] > most || p->dim[1] > most || p->dim[2] > most
        ? "this OpenBLAS counts rows and columns in 32 bits"
        : NULL;
}

const char *openmp_openblas(void)
{
    static const char *const kinds[] = { [OPENBLAS_SEQUENTIAL] = "sequential",
                                         [OPENBLAS_THREAD] =
                                             "with threads of its own",
                                         [OPENBLAS_OPENMP] =
                                             "on OpenMP's threads" };
    static char text[256];
    struct reason why;
    if (loaded(&why))
        return NULL;
    /* "OpenBLAS 0.3.21 DYNAMIC_ARCH ..." */
    const char *config = openblas.config();
    const size_t name = strcspn(config, " ") + 1;
    const int kind = openblas.parallel();
    snprintf(text, sizeof text, "%.*s, its code for %s, %s",
             (int)(name + strcspn(config + name, " ")), config,
             openblas.core(), kind >= 0 && kind < 3 ? kinds[kind] : "");
    return text;
}

/* K products into a sum, however it is split, and the sums into C. */
double openmp_sgemm_openblas_depth(const struct job *job)
{
    return (double)job->problem->dim[2] + 1;
}

#endif
