/* segscan.c - segscan on all cores.
 *
 * `two-pass`: each thread sums the elements of its block since the last head;
 * these sums go along the threads as far as the next block with a head; each
 * thread scans its block from what comes into it. Behind its last head, a block
 * is read twice; without one, all of it.
 *
 * `tiled`: tiles that stay in a core's cache are claimed in order, and one
 * sweep does the same for each. The sum behind a tile is known at once where a
 * head lies in it, and else as soon as that behind the tile before it is
 * (Merrill and Garland 2016's look-back, a tile far; chain.h).
 *
 * Offsets become flags, a tile at a time. */
#include "ops/segscan.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "op.h"
#include "chain.h"
#include "team.h"
#include "prefix.h"
#include "segscan_kernel.h"
#include "simd.h"

/* Measured as chain.h's: prefetches gain 6 % where no tile has a head. */
enum {
    ALONE_BYTES = 32 * 1024, /* arrays up to this go to one thread */
    UNIT = 256,              /* elements that a tile is a multiple of */
    AHEAD = 4096,            /* bytes that prefetches of flags are ahead */
    ROOM = CHUNK_MOST / 4    /* flags of a tile, at most */
};

/* --- flags and offsets ---------------------------------------------------- */

/* The first k in [0, count] with offsets[k] >= at, else count + 1. */
static size_t find(const uint64_t *offsets, size_t count, size_t at)
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

/* How one array is cut. */
struct plan {
    const struct prefix_kernel *sums;
    segscan_kernel *scan;
    const char *x;
    const void *starts; /* flags or offsets */
    char *y;
    size_t n, segments, size, tile; /* elements, segments, bytes of an element,
                                       elements of a tile */
    bool flags, late, stream;
    void *scratch;
};

/* Flags of elements [begin, end), at most a tile: the input's own, or made
 * from offsets in `room`. */
static const uint8_t *flags_of(const struct plan *p, size_t begin, size_t end,
                               uint8_t *room)
{
    if (p->flags)
        return (const uint8_t *)p->starts + begin;
    const uint64_t *offsets = p->starts;
    memset(room, 0, end - begin);
    for (size_t k = find(offsets, p->segments, begin);
         k <= p->segments && offsets[k] < end; k++)
        room[offsets[k] - begin] = 1;
    return room;
}

/* The last head among n flags, n: there is none. */
SIMD_CLONES
static size_t last_head(const uint8_t *flags, size_t n)
{
    enum { BLOCK = 64 };
    size_t end = n;
    for (; end >= BLOCK; end -= BLOCK) {
        unsigned any = 0;
        prefetch_line(flags + end, -AHEAD);
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

static uint64_t sum_of(const struct plan *p, size_t begin, size_t end)
{
    return p->sums->fold(p->x + begin * p->size, end - begin);
}

/* Scans elements [begin, end) with a sum of `before` in front of them; that
 * behind them is returned. */
static uint64_t scan_of(const struct plan *p, size_t begin, size_t end,
                        const uint8_t *flags, uint64_t before)
{
    return p->scan(p->x + begin * p->size, flags, p->y + begin * p->size,
                   end - begin, before, p->late, p->stream);
}

/* The same of any number of elements. */
static uint64_t scan_block(const struct plan *p, size_t begin, size_t end,
                           uint64_t sum)
{
    uint8_t room[ROOM];
    for (size_t i = begin; i < end; i += p->tile) {
        const size_t stop = i + least(p->tile, end - i);
        sum = scan_of(p, i, stop, flags_of(p, i, stop, room), sum);
    }
    return sum;
}

static struct plan plan_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t n = p->dim[0], size = elem_size(p->type);
    const size_t share = piece_length(n, (size_t)team_size(), UNIT);
    return (struct plan){
        .sums = openmp_prefix_kernel(p->type, false),
        .scan = openmp_segscan_kernel(p->type),
        .x = job->in[0],
        .starts = job->in[1],
        .y = job->out[0],
        .n = n,
        .segments = p->dim[1],
        .size = size,
        .tile = least(chunk_bytes(n, size) / size / UNIT * UNIT, share),
        .flags = p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS,
        .late = p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE,
        .stream = openmp_prefix_streams(job),
        .scratch = job->scratch,
    };
}

/* The longest chain of additions in scan_block of n elements. */
static double scan_depth(const struct job *job, size_t n)
{
    const size_t tile = plan_of(job).tile;
    return (double)ceil_div(n, tile) *
        openmp_prefix_scan_depth(job->problem->type, least(n, tile));
}

/* --- two passes ----------------------------------------------------------- */

struct block {                         /* in scratch, one a thread */
    _Alignas(LINE_BYTES) uint64_t sum; /* since the last head */
    bool whole;                        /* there is one */
};

static size_t block_length(const struct plan *p)
{
    return piece_length(p->n, (size_t)team_size(), UNIT);
}

static void sum_block(const struct plan *p, size_t b)
{
    const size_t begin = least(b * block_length(p), p->n);
    const size_t end = least(begin + block_length(p), p->n);
    const uint64_t *offsets = p->starts;
    struct block *block = (struct block *)p->scratch + b;
    size_t last = begin;
    if (p->flags)
        last += last_head((const uint8_t *)p->starts + begin, end - begin);
    else {
        const size_t k = find(offsets, p->segments, end);
        last = k > 0 && offsets[k - 1] >= begin ? offsets[k - 1] : end;
    }
    block->whole = last < end;
    block->sum = sum_of(p, block->whole ? last : begin, end);
}

static void run_block(const struct plan *p, size_t b)
{
    const struct block *blocks = p->scratch;
    const size_t begin = least(b * block_length(p), p->n);
    size_t from = b; /* the blocks whose sums come into this one */
    uint64_t sum = p->sums->fold(NULL, 0);
    while (from > 0 && (from == b || !blocks[from].whole))
        from--;
    for (; from < b; from++)
        sum = p->sums->join(sum, blocks[from].sum);
    scan_block(p, begin, least(begin + block_length(p), p->n), sum);
}

static enum status run_two_pass(struct job *job)
{
    const struct plan plan = plan_of(job);
    const size_t blocks = (size_t)team_size();
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            sum_block(&plan, b);
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < blocks; b++)
            run_block(&plan, b);
    }
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return (size_t)team_size() * sizeof(struct block);
}

static double depth_two_pass(const struct job *job)
{
    const struct plan plan = plan_of(job);
    const size_t length = block_length(&plan);
    return openmp_prefix_fold_depth(job->problem->type, length) + team_size() +
        scan_depth(job, length);
}

/* --- one sweep ------------------------------------------------------------ */

/* Publishes the sum behind tile t as early as can be, then scans it. */
static void run_tile(const struct plan *p, size_t t)
{
    struct chain *chain = p->scratch;
    const size_t begin = t * p->tile;
    const size_t end = begin + least(p->tile, p->n - begin);
    uint8_t room[ROOM];
    const uint8_t *flags = flags_of(p, begin, end, room);
    const size_t last = last_head(flags, end - begin);
    const bool whole = last < end - begin;
    const uint64_t sum = sum_of(p, begin + (whole ? last : 0), end);
    uint64_t before = p->sums->fold(NULL, 0);
    if (whole)
        chain_publish(chain, t, sum);
    if (t > 0)
        before = chain_wait(chain, t - 1);
    if (!whole)
        chain_publish(chain, t, p->sums->join(before, sum));
    scan_of(p, begin, end, flags, before);
}

static bool alone(const struct plan *p)
{
    return team_size() == 1 || p->n * p->size <= ALONE_BYTES;
}

static enum status run_tiled(struct job *job)
{
    const struct plan plan = plan_of(job);
    struct chain *chain = job->scratch;
    const size_t tiles = ceil_div(plan.n, plan.tile);
    if (alone(&plan)) {
        scan_block(&plan, 0, plan.n, plan.sums->fold(NULL, 0));
        return STATUS_OK;
    }
    chain_begin(chain, tiles);
#pragma omp parallel
    for (size_t t; (t = chain_claim(chain)) < tiles;)
        run_tile(&plan, t);
    return STATUS_OK;
}

static size_t scratch_tiled(const struct job *job)
{
    const struct plan plan = plan_of(job);
    return alone(&plan) ? 0 : chain_bytes(ceil_div(plan.n, plan.tile));
}

/* Alone, along all elements; else those of a tile, along the tiles, and those
 * of another. */
static double depth_tiled(const struct job *job)
{
    const struct plan plan = plan_of(job);
    if (alone(&plan))
        return scan_depth(job, plan.n);
    return openmp_prefix_fold_depth(job->problem->type, plan.tile) +
        (double)ceil_div(plan.n, plan.tile) + scan_depth(job, plan.tile);
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
