/* segscan.c - segscan on all cores.
 *
 * `two-pass`: each thread sums the elements of its block since the last head;
 * these sums go along the threads as far as the next block with a head; each
 * thread scans its block from what comes into it. Elements are read twice.
 *
 * `tiled`: tiles that stay in a core's cache are claimed in order, and one
 * sweep does the same for each. The sum behind a tile is known at once where a
 * head lies in it, and else as soon as that behind the tile before it is
 * (Merrill and Garland 2016's look-back, a tile far). Tiles before a claimed
 * one have been claimed by threads that run, so nobody waits for ever.
 *
 * Offsets become flags, a tile at a time. */
#include "ops/segscan.h"

#include <math.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "op.h"
#include "partition.h"
#include "simd.h"
#ifdef __x86_64__
#include <immintrin.h>
#endif

/* Tuning: of tiles of 32 to 256 KiB, measured on 16 cores of a Sapphire Rapids
 * Xeon, n = 2^27, these are within 5 % of the best for short segments and 6 %
 * ahead for one. */
enum {
    TILE_BYTES = 64 * 1024,     /* of elements, at most */
    UNIT = 256,                 /* elements that a tile is a multiple of */
    ALONE_BYTES = 192 * 1024,   /* arrays up to this go to one thread */
    CACHED_BYTES = 2048 * 1024, /* a thread's share that its cache keeps */
    SUM_BYTES = 256,            /* of accumulators: 4 AVX-512 registers */
    SPINS = 4096,               /* looks at a tile's state before a yield */
    MOST_LANES = 8
};

/* What lies behind a tile, on a cache line of its own. */
struct state {
    _Alignas(64) uint64_t run; /* that it was written in; 0: none */
    uint64_t sum;              /* the bits of it */
    bool whole;                /* two-pass: a head lies in the block */
};

struct shared { /* the scratch */
    _Alignas(64) uint64_t runs;
    _Alignas(64) size_t claimed;
    struct state state[]; /* one a tile, or a thread's block */
};

/* How one array is cut. */
struct plan {
    const void *x, *starts; /* flags or offsets */
    void *y;
    size_t n, segments, tile, tiles; /* elements, segments, elements a tile */
    bool flags, late, stream;
    uint64_t run;
    struct shared *shared;
};

#define ELEM_TEMPLATE "openmp/segscan_simd.h"

#define TIER(x) plain_##x
#define TARGET
#define WIDTH 16
#define SHIFT_1 3, 4, 5, 6
#define SHIFT_2 2, 3, 4, 5
#define LAST_1 3, 3, 3, 3
#define LAST_2 2, 3, 2, 3
#ifdef __x86_64__
#define STREAM(to, v) _mm_stream_si128((__m128i *)(void *)(to), (__m128i)(v))
#endif
#include "elem_each_signed.h"

#ifdef __x86_64__
#undef TIER
#undef TARGET
#undef WIDTH
#undef SHIFT_1
#undef SHIFT_2
#undef LAST_1
#undef LAST_2
#undef STREAM
#define TIER(x) avx2_##x
#define TARGET __attribute__((target("avx2")))
#define WIDTH 32
#define SHIFT_1 7, 8, 9, 10, 11, 12, 13, 14
#define SHIFT_2 6, 7, 8, 9, 10, 11, 12, 13
#define SHIFT_4 4, 5, 6, 7, 8, 9, 10, 11
#define LAST_1 7, 7, 7, 7, 7, 7, 7, 7
#define LAST_2 6, 7, 6, 7, 6, 7, 6, 7
#define STREAM(to, v)                                                       \
    _mm256_stream_si256((__m256i *)(void *)(to), (__m256i)(v))
#include "elem_each_signed.h"
#endif
#undef ELEM_TEMPLATE

/* Bytes of the widest vectors that this CPU has. */
static int width_here(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2"))
        return 32;
#endif
    return 16;
}

static void fence(void)
{
#ifdef __x86_64__
    _mm_sfence();
#endif
}

/* Until the state is this run's. The fast way first: a tile takes about as
 * long as any other, so waits are short unless threads share a core. */
static void wait_for(const struct state *const s, const uint64_t run)
{
    for (int spins = 0; __atomic_load_n(&s->run, __ATOMIC_ACQUIRE) != run;
         spins++)
        if (spins < SPINS) {
#ifdef __x86_64__
            _mm_pause();
#endif
        } else
            sched_yield();
}

/* The first k in [0, count] with offsets[k] >= at, else count + 1. */
static size_t find(const uint64_t *const offsets, const size_t count,
                   const size_t at)
{
    size_t low = 0, high = count + 1;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (offsets[middle] < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Flags of elements [begin, end), at most a tile: the input's own, or made
 * from offsets in `room`. */
static const uint8_t *flags_of(const struct plan *const p, const size_t begin,
                               const size_t end, uint8_t *const room)
{
    if (p->flags)
        return (const uint8_t *)p->starts + begin;
    const uint64_t *const offsets = p->starts;
    const size_t stop = find(offsets, p->segments, end);
    memset(room, 0, end - begin);
    for (size_t k = find(offsets, p->segments, begin); k < stop; k++)
        room[offsets[k] - begin] = 1;
    return room;
}

/* The last head among n flags, n: there is none. */
SIMD_CLONES
static size_t last_head(const uint8_t *const flags, const size_t n)
{
    enum { BLOCK = 64 };
    size_t end = n;
    for (; end >= BLOCK; end -= BLOCK) {
        unsigned any = 0;
        for (size_t k = 0; k < BLOCK; k++)
            any |= flags[end - BLOCK + k];
        if (any)
            break;
    }
    while (end > 0)
        if (flags[--end])
            return end;
    return n;
}

#define ELEM_TEMPLATE "openmp/segscan_tmpl.h"
#include "elem_each_signed.h"
#undef ELEM_TEMPLATE

#define OF_TYPE(name) { [ELEM_I32] = i32_##name, [ELEM_I64] = i64_##name,   \
                        [ELEM_F32] = f32_##name, [ELEM_F64] = f64_##name }

static struct plan plan_of(const struct job *const job)
{
    const struct problem *const p = job->problem;
    const size_t size = elem_size(p->type), bytes = p->dim[0] * size;
    const size_t share = piece_length(p->dim[0], (size_t)team_size(), UNIT);
    const size_t tile = least(TILE_BYTES / size, share);
    return (struct plan){
        .x = job->in[0], .starts = job->in[1], .y = job->out[0],
        .n = p->dim[0], .segments = p->dim[1], .tile = tile,
        .tiles = ceil_div(p->dim[0], tile),
        .flags = p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS,
        .late = p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE,
        .stream = bytes / (size_t)team_size() > CACHED_BYTES,
        .shared = job->scratch,
    };
}

static enum status run_two_pass(struct job *const job)
{
    static void (*const two_pass[])(const struct plan *) = OF_TYPE(two_pass);
    struct plan plan = plan_of(job);
    plan.stream = false;
    two_pass[job->problem->type](&plan);
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *const job)
{
    (void)job;
    return sizeof(struct shared)
        + (size_t)team_size() * sizeof(struct state);
}

/* Along one thread's vectors, then along the threads. */
static double depth_two_pass(const struct job *const job)
{
    const size_t team = (size_t)team_size();
    const double piece = (double)piece_length(job->problem->dim[0], team,
                                              MOST_LANES);
    const double size = (double)elem_size(job->problem->type);
    const double lanes = width_here() / size, sums = SUM_BYTES / size;
    return ceil(piece / sums) + log2(sums) + (double)team
        + ceil(piece / lanes) + 2 * lanes + log2(lanes) + 1;
}

static enum status run_tiled(struct job *const job)
{
    static void (*const alone[])(const struct plan *) = OF_TYPE(alone);
    static void (*const tiled[])(const struct plan *) = OF_TYPE(tiled);
    struct plan plan = plan_of(job);
    if (team_size() == 1 || plan.n <= ALONE_BYTES
        / elem_size(job->problem->type)) {
        alone[job->problem->type](&plan);
        return STATUS_OK;
    }
    plan.run = ++plan.shared->runs;
    plan.shared->claimed = 0;
    tiled[job->problem->type](&plan);
    return STATUS_OK;
}

static size_t scratch_tiled(const struct job *const job)
{
    return sizeof(struct shared)
        + plan_of(job).tiles * sizeof(struct state);
}

/* A tile's sum, then along the tiles, then along the vectors of one; alone,
 * along all vectors. */
static double depth_tiled(const struct job *const job)
{
    const struct plan plan = plan_of(job);
    const double size = (double)elem_size(job->problem->type);
    const double lanes = width_here() / size, sums = SUM_BYTES / size;
    const double n = (double)plan.n, tile = (double)plan.tile;
    const double way = team_size() == 1 || n * size <= ALONE_BYTES ? n : tile;
    return ceil(tile / sums) + log2(sums) + (double)plan.tiles
        + ceil(way / lanes) + (2 * lanes + log2(lanes) + 2)
        * (way < n ? 1 : (double)plan.tiles);
}

extern const struct variant openmp_segscan[];

const struct variant openmp_segscan[] = {
    { .name = "two-pass",
      .idea = "a block a thread; sums go on only into blocks without a head",
      .source = "",
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .scratch = scratch_two_pass,
      .depth = depth_two_pass,
      .run = run_two_pass },
    { .name = "tiled",
      .idea = "tiles claimed in order, read once from memory; one with a head "
              "waits for no other",
      .source = "after Merrill and Garland 2016",
      .best = true,
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .scratch = scratch_tiled,
      .depth = depth_tiled,
      .run = run_tiled },
    { 0 }
};
