/* map.c - map on all cores.
 *
 * Past the caches a store costs a read of its line, unless it goes around them
 * (a non-temporal store): so `streaming` moves two bytes for a byte copied, and
 * `blocked` three. A core's prefetchers follow several streams at a time but
 * stop at the end of a page: walking a long block as a few parts side by side,
 * with prefetches into each, keeps more lines on their way than one stream
 * does. */
#include "ops/map.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "op.h"
#include "claims.h"
#include "team.h"
#include "host/machine.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* 16 cores of a Sapphire Rapids Xeon under KVM, 2^28 f32, claimed chunks of
 * 256 and of 64 KiB: copy 15.5 and 14.6 ms, axpy 24.7 and 23.8; 1 MiB: 27.0.
 * Parts and prefetches matter less: 1 to 8 of them, 512 to 4096 bytes. */
enum {
    PARTS = 4,    /* of a long block that are walked together */
    AHEAD = 1024, /* bytes that prefetches are ahead, in each part */
    ALONE_BYTES = 32 * 1024, /* results up to this are one thread's */
    CHUNK_BYTES = 64 * 1024, /* of results that a thread claims at once */
    PARTED = 256 * 1024,     /* of results that are long: parts of 16 KiB end
                                too soon, 0.8 as fast (two cores of an EPYC, Zen
                                4) */
    STEP_BYTES = 128         /* of results of a part at a time */
};

#define INLINE static inline __attribute__((always_inline))

struct map_work {
    const void *x, *y; /* y: of axpy alone */
    void *out;
    size_t n;
    int function;
    double a;
    bool stream; /* stores around the caches */
};

/* --- one thread ----------------------------------------------------------- */

#define ELEM_TEMPLATE "openmp/map_tmpl.h"

#define WIDTH 16
#include "width.h"
#include "elem_each_taught.h"
#undef WIDTH

#ifdef __x86_64__
#define WIDTH 32
#include "width.h"
#include "elem_each_taught.h"
#undef WIDTH

#define WIDTH 64
#include "width.h"
#include "elem_each_taught.h"
#undef WIDTH
#endif

#undef ELEM_TEMPLATE

typedef void map_kernel(const struct map_work *, size_t begin, size_t end);

/* For the widest vectors of this CPU. */
static map_kernel *kernel_of(enum elem type)
{
    static map_kernel *const narrow[ELEM_COUNT] = EACH(TAUGHT, map_kernel_16);
#ifdef __x86_64__
    static map_kernel *const wide[ELEM_COUNT] = EACH(TAUGHT, map_kernel_32);
    static map_kernel *const widest[ELEM_COUNT] = EACH(TAUGHT, map_kernel_64);
    if (__builtin_cpu_supports("avx512f"))
        return widest[type];
    if (__builtin_cpu_supports("avx2"))
        return wide[type];
#endif
    return narrow[type];
}

static struct map_work work_of(const struct job *job, bool stream)
{
    const struct problem *p = job->problem;
    return (struct map_work){
        .x = job->in[0],
        .y = job->in[1],
        .out = job->out[0],
        .n = p->size,
        .function = (int)p->param[MAP_PARAM_FUNCTION].i,
        .a = p->param[MAP_PARAM_A].r,
        .stream = stream,
    };
}

/* --- the team ------------------------------------------------------------- */

/* Piece `k` of pieces of so many bytes of results, each from a line of the
 * output to another. */
static void run_piece(const struct map_work *w, enum elem type, size_t bytes,
                      size_t k)
{
    const size_t size = elem_size(type), length = bytes / size;
    const size_t off = -(uintptr_t)w->out % LINE_BYTES / size;
    const size_t begin = k ? k * length + off : 0;
    const size_t end = least((k + 1) * length + off, w->n);
    if (begin < end)
        kernel_of(type)(w, begin, end);
}

/* A piece a thread. */
static void run_blocks(const struct map_work *w, enum elem type)
{
    const size_t team = (size_t)team_size();
    const size_t bytes =
        piece_length(w->n * elem_size(type), team, LINE_BYTES);
#pragma omp parallel for schedule(static, 1)
    for (size_t k = 0; k < team; k++)
        run_piece(w, type, bytes, k);
}

static enum status run_blocked(struct job *job)
{
    const struct map_work w = work_of(job, false);
    run_blocks(&w, job->problem->type);
    return STATUS_OK;
}

static enum status run_streaming(struct job *job)
{
    const struct map_work w = work_of(job, true);
    run_blocks(&w, job->problem->type);
    return STATUS_OK;
}

/* --- best ----------------------------------------------------------------- */

static void run_claimed(const struct map_work *w, enum elem type,
                        struct claims *shares)
{
    claims_begin(shares, (size_t)team_size(),
                 ceil_div(w->n * elem_size(type), CHUNK_BYTES));
#pragma omp parallel
    {
        struct claimant c = claimant_of(shares);
        for (size_t k; claim(&c, &k);)
            run_piece(w, type, CHUNK_BYTES, k);
    }
}

/* Whether stores around the caches pay: those next to the cores would not hold
 * the results, and no line of theirs is read first. */
static bool streams(const struct job *job)
{
    const struct array *y = &job->problem->out[0];
    const struct machine *machine = machine_known();
    const size_t near =
        machine->l2 ? machine->l2 * (size_t)team_size() : machine_cache();
    return !y->from && y->count * elem_size(y->type) > near;
}

/* Chunks end streams that one thread alone would follow: 1.4 times as slow
 * (10^6 f32, an EPYC, Zen 4). */
static enum status run_best(struct job *job)
{
    const enum elem type = job->problem->type;
    const struct map_work w = work_of(job, streams(job));
    const size_t bytes = w.n * elem_size(type);
    if (bytes <= ALONE_BYTES)
        kernel_of(type)(&w, 0, w.n);
    else if (team_size() > 1 && (w.stream || bytes > machine_cache()))
        run_claimed(&w, type, job->scratch);
    else
        run_blocks(&w, type);
    return STATUS_OK;
}

static size_t scratch_best(const struct job *job)
{
    (void)job;
    return claims_bytes();
}

extern const struct variant openmp_map[];

const struct variant openmp_map[] = {
    { .name = "blocked",
      .idea = "a block a thread, in vectors of the CPU's width",
      .source = "",
      .run = run_blocked },
    { .name = "streaming",
      .idea = "stores go around the caches, so that no line is read to be "
              "overwritten",
      .source = "",
      .run = run_streaming },
    { .name = "best",
      .idea = "streaming where caches would not hold the results, in chunks "
              "that free threads claim; small arrays alone",
      .source = "",
      .best = true,
      .scratch = scratch_best,
      .run = run_best },
    { 0 }
};
