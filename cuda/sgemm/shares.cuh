/* shares.cuh - tiles of C dealt out so that multiprocessors end together.
 *
 * Tiles are a block's each as long as they fill the GPU. Those that are left
 * over are laid end to end along K, a line of steps that is cut into shares as
 * equal as they can be, a block each (Osama et al., Stream-K, PPoPP 2023), of
 * two tiles at most. What a share adds up of a tile is a piece, and lies in
 * scratch until a last launch adds the pieces of each tile in their order. */
#ifndef TETRAD_CUDA_SGEMM_SHARES_CUH
#define TETRAD_CUDA_SGEMM_SHARES_CUH

#include "parts/overlap.cuh"
#include "sgemm/product.cuh"

constexpr unsigned PIECES = 2; /* of a share, at most */

struct shares {
    unsigned whole; /* tiles that are a block's each */
    unsigned tiles; /* those after them, which are shared, by */
    unsigned count; /* shares, no fewer */
    unsigned steps; /* along K, of every tile; no fewer in all than shares */

    __host__ __device__ uint64_t line() const
    {
        return uint64_t(tiles) * steps;
    }

    /* Where share i begins on the line. */
    __device__ unsigned first(unsigned i) const
    {
        return unsigned(i * line() / count);
    }

    /* The share that a step is of. */
    __device__ unsigned of_step(unsigned step) const
    {
        return unsigned(((uint64_t(step) + 1) * count - 1) / line());
    }

    /* Steps of a share, at most. */
    unsigned most_steps() const
    {
        return count ? unsigned(ceil_div(line(), uint64_t(count))) : 0;
    }

    /* Pieces of a tile, at most: shares begin evenly, so that no more than
     * these begin within its steps. */
    unsigned most_pieces() const
    {
        return count ? ceil_div(count, tiles) + (count % tiles > 0) : 1;
    }

    /* Of the chains of additions along K, in steps. */
    unsigned longest() const
    {
        return whole || count == 0 ? steps : most_steps();
    }
};

/* --- which tile ----------------------------------------------------------- */

/* Tiles in bands of BAND rows of them, column by column: those that run at the
 * same time share more of A and B in L2. */
constexpr unsigned BAND = 8;

static __device__ struct tile tile_in_band(const product &p, unsigned t,
                                           unsigned rows, unsigned columns)
{
    const unsigned across = unsigned(ceil_div(p.n, size_t(columns)));
    const unsigned down = unsigned(ceil_div(p.m, size_t(rows)));
    const unsigned first = t / (BAND * across) * BAND;
    const unsigned within = t % (BAND * across);
    const unsigned high = min(BAND, down - first);
    return { size_t(first + within % high) * rows,
             size_t(within / high) * columns };
}

/* --- pieces --------------------------------------------------------------- */

/* Room for a piece in scratch, by rows of a tile. */
static __host__ __device__ constexpr size_t piece_room(size_t share,
                                                       unsigned which,
                                                       size_t area)
{
    return (share * PIECES + which) * area;
}

constexpr int JOIN_THREADS = 64;

static __device__ void add_four(float4 &sum, const float4 &next)
{
    sum.x += next.x;
    sum.y += next.y;
    sum.z += next.z;
    sum.w += next.w;
}

/* The shared tiles of C, of rows x columns, from their pieces; a block has a
 * JOIN_THREADS fours of one, of which `chunks` are a tile. */
static __global__ void __launch_bounds__(JOIN_THREADS)
    sgemm_join_tiles(product p, shares s, const float *pieces, unsigned rows,
                     unsigned columns, unsigned chunks)
{
    const unsigned t = blockIdx.x / chunks;
    const unsigned four = blockIdx.x % chunks * JOIN_THREADS + threadIdx.x;
    const unsigned begin = t * s.steps;
    const unsigned one = s.of_step(begin),
                   last = s.of_step(begin + s.steps - 1);
    /* Whether its first share began with the tile before. */
    const unsigned which = s.first(one) < begin;
    const size_t area = size_t(rows) * columns;
    const tile tile = tile_in_band(p, s.whole + t, rows, columns);
    float4 sum = {};

    await_first();
    if (four >= area / 4)
        return;
#pragma unroll 8
    for (unsigned i = one; i <= last; i++)
        add_four(
            sum,
            reinterpret_cast<const float4 *>(
                pieces + piece_room(i, i == one ? which : 0, area))[four]);
    store_four(p, tile.row + four / (columns / 4),
               tile.column + four % (columns / 4) * 4, sum);
}

#endif
