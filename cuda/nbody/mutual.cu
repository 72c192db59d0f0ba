/* mutual.cu - launching the kernels of mutual.cuh: how long pieces are, and how
 * many tiles at a time have room for what they pull others with. */
#include "nbody/mutual.h"

#include "cuda.h"
#include "nbody/mutual.cuh"

/* Fewer bodies fill no GPU this way. H200, us, each pull by itself and so: 2^13
 * 40.3 and 47.6, 2^14 140.5 and 117.8, 2^16 2026 and 1518, 2^18 31941 and
 * 23579. */
constexpr size_t MUTUAL_LEAST = 1 << 14;

/* What follows is by counts of instructions. */

/* What a block costs besides, in bodies that pull its tile. */
constexpr size_t BLOCK_COST = 48;
/* Of blocks; of more the last ones hardly matter. */
constexpr size_t MOST_WAVES = 8, MOST_TILES = 32;
constexpr unsigned MOST_PIECE = 4096;
/* Bytes, where the sums of one tile take no more. */
constexpr size_t MOST_SCRATCH = size_t(256) << 20;

static size_t tiles_of(size_t n)
{
    return ceil_div(n, size_t(TILE));
}

/* Blocks of pieces of so many bodies. */
static size_t blocks_of(size_t n, size_t piece)
{
    size_t blocks = 0;
    for (size_t first = 0; first < n; first += TILE)
        blocks += ceil_div(n - first, piece);
    return blocks;
}

/* The shortest pieces of which no more waves of blocks come than those. */
static size_t piece_in(size_t n, size_t waves, size_t slots)
{
    const size_t tiles = tiles_of(n);
    const size_t line = tiles * n - tiles * (tiles - 1) / 2 * TILE;
    size_t piece = max(line / (waves * slots) / WARP, size_t(1)) * WARP;
    while (piece < n && blocks_of(n, piece) > waves * slots)
        piece += WARP;
    return piece;
}

/* The same for as many multiprocessors, so that sums are, to the bit. */
static unsigned piece_of(const struct job *job)
{
    const size_t n = job->problem->size;
    const size_t slots = size_t(job->device->sms) * MUTUAL_BLOCKS;
    size_t best = MOST_PIECE, least = SIZE_MAX;
    if (tiles_of(n) > MOST_TILES)
        return MOST_PIECE;
    for (size_t waves = 1; waves <= MOST_WAVES; waves++) {
        const size_t piece = piece_in(n, waves, slots);
        const size_t cost = waves * (piece + BLOCK_COST);
        if (piece <= MOST_PIECE && cost < least) {
            least = cost;
            best = piece;
        }
    }
    return unsigned(best);
}

/* Tiles at a time, as many as have room for their sums. */
static mutual_sums sums_of(const struct job *job)
{
    const size_t n = job->problem->size;
    mutual_sums sums = { nullptr, nullptr, 0, 0, piece_of(job) };
    const size_t pieces = ceil_div(n, size_t(sums.piece));
    const size_t each = 3 * sizeof(float) * (pieces * TILE + n);
    sums.tiles =
        unsigned(min(tiles_of(n), max(MOST_SCRATCH / each, size_t(1))));
    return sums;
}

/* Floats of what the pieces pull those tiles' bodies with. */
static size_t own_room(size_t n, const mutual_sums &sums)
{
    return ceil_div(n, size_t(sums.piece)) * 3 * sums.bodies();
}

bool is_mutual(const struct job *job)
{
    return job->problem->size >= MUTUAL_LEAST;
}

size_t mutual_scratch(const struct job *job)
{
    const size_t n = job->problem->size;
    const mutual_sums sums = sums_of(job);
    return sizeof(float) * (own_room(n, sums) + sums.tiles * 3 * n);
}

static enum status launch_tiles(const struct job *job, const bodies &b,
                                const mutual_sums &sums)
{
    const unsigned left = b.n - sums.first();
    const dim3 grid(ceil_div(left, sums.piece),
                    min(sums.tiles, ceil_div(left, TILE)));
    nbody_mutual<<<grid, MUTUAL_THREADS, 0, stream_of(job)>>>(b, sums);
    const enum status status = cuda_launched(job, "nbody_mutual");
    return status
        ? status
        : launch_overlapped(job, "nbody_add_mutual", nbody_add_mutual,
                            blocks_for(3 * size_t(left), ADD_THREADS),
                            ADD_THREADS, sums, b.n, pulls(job));
}

enum status launch_mutual(const struct job *job)
{
    const bodies b(job);
    mutual_sums sums = sums_of(job);
    enum status status = STATUS_OK;
    sums.own = static_cast<float *>(job->scratch);
    sums.back = sums.own + own_room(b.n, sums);
    share_room(nbody_mutual);
    share_room(nbody_add_mutual);
    for (; sums.first() < b.n && !status; sums.tile += sums.tiles)
        status = launch_tiles(job, b, sums);
    return status;
}

/* Of a chunk, of its piece's chunks or the block's warps, of pieces, tiles, and
 * as many of them as have room. */
double mutual_depth(const struct job *job)
{
    const size_t n = job->problem->size;
    const mutual_sums sums = sums_of(job);
    const size_t chunks = ceil_div(size_t(sums.piece), size_t(NBODY_CHUNK));
    return double(NBODY_CHUNK) + double(max(chunks, size_t(MUTUAL_WARPS))) +
        double(ceil_div(n, size_t(sums.piece))) + double(tiles_of(n)) +
        double(ceil_div(tiles_of(n), size_t(sums.tiles)));
}
