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
 * (Merrill and Garland 2016's look-back, a tile far; chain.h). Where most
 * blocks have a head near their ends it takes two passes over these instead.
 *
 * Offsets become flags, a tile at a time. */
#include "ops/segscan.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "op.h"
#include "chain.h"
#include "claims.h"
#include "team.h"
#include "prefix.h"
#include "segscan_kernel.h"
#include "simd.h"

/* Measured as chain.h's: prefetches gain 6 % where no tile has a head. */
enum {
    ALONE_BYTES = 32 * 1024, /* arrays up to this go to one thread */
    UNIT = 256,              /* elements that a tile is a multiple of */
    AHEAD = 4096,            /* bytes that prefetches of flags are ahead */
    ROOM = CHUNK_MOST / 4,   /* flags of a tile, at most */
    BLOCKS = 4,              /* a thread, of `tiled`, at least, */
    BLOCK_MOST = 1 << 19,    /* elements: no sum gets deeper, */
    NEAR = 4 /* one in so many of which are behind a head: two passes take 0.7
                of a sweep's time (segments of 10^5, two cores of an EPYC) */
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
    size_t blocks;
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
        .blocks = (size_t)team_size(),
        .flags = p->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS,
        .late = p->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_EXCLUSIVE,
        .stream = openmp_prefix_streams(job),
        .scratch = job->scratch,
    };
}

/* The longest chain of additions in scan_block of n elements. */
static double scan_depth(const struct job *job, size_t n)
{
    const size_t tile = plan_of(job).tile, length = least(n, tile);
    return (double)ceil_div(n, tile) *
        openmp_prefix_scan_depth(job->problem->type, length);
}

/* --- two passes ----------------------------------------------------------- */

struct block {                         /* in scratch */
    _Alignas(LINE_BYTES) uint64_t sum; /* since the last head */
    bool whole;                        /* there is one */
    bool known;                        /* all of this is */
};

static size_t block_length(const struct plan *p)
{
    return piece_length(p->n, p->blocks, UNIT);
}

/* The last head among elements [begin, end), end: there is none; of flags at
 * most `reach` are looked at. */
static size_t head_before(const struct plan *p, size_t begin, size_t end,
                          size_t reach)
{
    const uint64_t *offsets = p->starts;
    if (p->flags) {
        const size_t from = end - least(reach, end - begin);
        return from + last_head((const uint8_t *)p->starts + from, end - from);
    }
    const size_t k = find(offsets, p->segments, end);
    return k > 0 && offsets[k - 1] >= begin ? offsets[k - 1] : end;
}

/* Of a block whose last head is not that near its end nothing is known. */
static void sum_block(const struct plan *p, struct block *blocks, size_t b,
                      size_t reach)
{
    const size_t begin = least(b * block_length(p), p->n);
    const size_t end = least(begin + block_length(p), p->n);
    const size_t head = head_before(p, begin, end, reach);
    struct block *block = &blocks[b];
    block->whole = head < end;
    block->known =
        reach >= end - begin || (block->whole && end - head <= reach);
    if (block->known)
        block->sum = sum_of(p, block->whole ? head : begin, end);
}

static void run_block(const struct plan *p, const struct block *blocks,
                      size_t b)
{
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
    struct block *blocks = job->scratch;
#pragma omp parallel
    {
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < plan.blocks; b++)
            sum_block(&plan, blocks, b, plan.n);
#pragma omp for schedule(static, 1)
        for (size_t b = 0; b < plan.blocks; b++)
            run_block(&plan, blocks, b);
    }
    return STATUS_OK;
}

static size_t scratch_two_pass(const struct job *job)
{
    (void)job;
    return (size_t)team_size() * sizeof(struct block);
}

static double blocks_depth(const struct job *job, const struct plan *p)
{
    const size_t length = block_length(p);
    return openmp_prefix_fold_depth(job->problem->type, length) +
        (double)p->blocks + scan_depth(job, length);
}

static double depth_two_pass(const struct job *job)
{
    const struct plan plan = plan_of(job);
    return blocks_depth(job, &plan);
}

/* --- one sweep ------------------------------------------------------------ */

/* Publishes the sum behind tile t as early as can be, then scans it. */
static void run_tile(const struct plan *p, struct chain *chain, size_t t)
{
    const size_t begin = t * p->tile, end = least(begin + p->tile, p->n);
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

/* What of scratch is for what. */
struct room {
    struct claims *shares;
    struct block *blocks;
    struct chain *chain;
    size_t bytes;
};

static size_t tiles_of(const struct plan *p)
{
    return ceil_div(p->n, p->tile);
}

static struct room room_of(const struct plan *p)
{
    const size_t shares = claims_bytes(), blocks = p->blocks;
    char *at = p->scratch;
    return (struct room){
        .shares = (struct claims *)at,
        .blocks = (struct block *)(at + shares),
        .chain = (struct chain *)(at + shares + blocks * sizeof(struct block)),
        .bytes =
            shares + blocks * sizeof(struct block) + chain_bytes(tiles_of(p)),
    };
}

static struct plan plan_tiled(const struct job *job)
{
    struct plan plan = plan_of(job);
    const size_t share = plan.n / plan.blocks;
    plan.blocks *= BLOCKS * (1 + share / BLOCKS / BLOCK_MOST);
    return plan;
}

static bool most_are_known(const struct plan *p, const struct block *blocks)
{
    const size_t all = ceil_div(p->n, block_length(p));
    size_t known = 0;
    for (size_t b = 0; b < all; b++)
        known += blocks[b].known;
    return NEAR * known >= (NEAR - 1) * all;
}

static void run_blocks(const struct plan *p, const struct room *room)
{
    struct claimant c = claimant_of(room->shares);
#pragma omp for schedule(static)
    for (size_t b = 0; b < p->blocks; b++)
        if (!room->blocks[b].known)
            sum_block(p, room->blocks, b, p->n);
    for (size_t b; claim(&c, &b);)
        run_block(p, room->blocks, b);
}

static bool alone(const struct plan *p)
{
    return team_size() == 1 || p->n * p->size <= ALONE_BYTES;
}

static enum status run_tiled(struct job *job)
{
    const struct plan plan = plan_tiled(job);
    const struct room room = room_of(&plan);
    if (alone(&plan)) {
        scan_block(&plan, 0, plan.n, plan.sums->fold(NULL, 0));
        return STATUS_OK;
    }
    claims_begin(room.shares, (size_t)team_size(), plan.blocks);
    chain_begin(room.chain, tiles_of(&plan));
    bool twice = false;
#pragma omp parallel
    {
#pragma omp for schedule(static)
        for (size_t b = 0; b < plan.blocks; b++)
            sum_block(&plan, room.blocks, b, block_length(&plan) / NEAR);
#pragma omp single
        twice = most_are_known(&plan, room.blocks);
        if (twice)
            run_blocks(&plan, &room);
        else
            for (size_t t; (t = chain_claim(room.chain)) < tiles_of(&plan);)
                run_tile(&plan, room.chain, t);
    }
    return STATUS_OK;
}

static size_t scratch_tiled(const struct job *job)
{
    const struct plan plan = plan_tiled(job);
    return alone(&plan) ? 0 : room_of(&plan).bytes;
}

/* Alone, along all elements; else those of a block or a tile, along them, and
 * those of another. */
static double depth_tiled(const struct job *job)
{
    const struct plan plan = plan_tiled(job);
    if (alone(&plan))
        return scan_depth(job, plan.n);
    return fmax(blocks_depth(job, &plan),
                openmp_prefix_fold_depth(job->problem->type, plan.tile) +
                    (double)tiles_of(&plan) + scan_depth(job, plan.tile));
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
              "waits for no other; blocks where they have heads near their "
              "ends",
      .source = "after Merrill and Garland 2016",
      .best = true,
      .types = TYPE(I32) | TYPE(I64) | TYPE(F32) | TYPE(F64),
      .scratch = scratch_tiled,
      .depth = depth_tiled,
      .run = run_tiled },
    { 0 }
};
