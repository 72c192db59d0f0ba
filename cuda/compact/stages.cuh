/* stages.cuh - the ring of ring.cuh: its stages in shared memory, who works on
 * them, and how tiles get there.
 *
 * A thread has a run of 112 bytes: seven vectors, and as seven is odd, the
 * eight threads that read shared memory together meet all banks once. */
#ifndef TETRAD_CUDA_COMPACT_STAGES_CUH
#define TETRAD_CUDA_COMPACT_STAGES_CUH

#include "compact/part.cuh"
#include "compact/published.cuh"
#include "parts/bulk.cuh"
#include "parts/overlap.cuh"

constexpr int RUN_VECTORS = 7, CHUNKS = 8;
constexpr int CHUNK_VECTORS = WARP * RUN_VECTORS; /* of one warp */
constexpr int TILE_VECTORS = CHUNKS * CHUNK_VECTORS;
/* All of shared memory. H200, 2^28 i32, half of them kept, when packers still
 * stored: 393 us, with 6 stages 411, by tiles of half as many chunks and 16
 * stages 663. */
constexpr int STAGES = 8;
/* Packs of packers, which take turns. H200, 2^28 i32, 1, 10, 50 and 90 % kept:
 * when packers still stored 265, 288, 395 and 502 us, by one pack 305, 359, 393
 * and 495; now both 265, 287, 388 and 497. */
constexpr int PACKS = 2;
/* Tiles a ticket. The same: 263, 287, 382 and 485 us, by one 265, 286, 389 and
 * 498; H100: 363, 393, 525 and 676, by one the same, by four 411, 491, 622 and
 * 779. */
constexpr unsigned GROUP = 2;

template <class T>
constexpr int RUN = RUN_VECTORS *vector<T>::LANES;
template <class T>
constexpr int TILE = TILE_VECTORS *vector<T>::LANES;

/* Warps: first the packers, then one counter a chunk. */
constexpr unsigned COUNTERS = PACKS * CHUNKS, LOADER = COUNTERS + CHUNKS;
constexpr unsigned LOOKER = LOADER + 1, STORER = LOOKER + 1;
constexpr int RING_THREADS = (STORER + 1) * WARP;

constexpr unsigned NO_TILE = ~0u;

struct pack_ring {
    /* Each side of a tile may start anywhere in its first vector; stages begin
     * at multiples of 128 bytes. */
    uint4 stage[STAGES][TILE_VECTORS + 8];
    unsigned long long start[STAGES]; /* in the output, by the looker */
    /* A stage passes from one to the next, and back. */
    uint64_t full[STAGES], counted[STAGES], placed[STAGES], packed[STAGES];
    uint64_t empty[STAGES];
    unsigned totals[STAGES][CHUNKS]; /* what chunks keep */
    unsigned tile[STAGES];           /* NO_TILE: there are no more */
    /* Where the counts were told by a launch before: what all tiles keep, once
     * all who add it up have arrived. */
    unsigned long long all;
    uint64_t known;
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Where a block's r-th tile is. */
struct turn {
    unsigned stage, parity;

    __device__ explicit turn(unsigned r)
        : stage(r % STAGES), parity(r / STAGES & 1)
    {
    }
};

/* --- loading ------------------------------------------------------------- */

/* Vectors [low, high) of a tile are all there, beside them elements may be;
 * element `first` begins it, which may be less than zero, and then is huge. */
struct inside {
    size_t first;
    unsigned low, high;
};

template <class T>
static __device__ inside inside_of(const extent &x, size_t tile)
{
    inside part;
    part.first = tile * TILE<T> - x.skip;
    part.low = tile == 0 && x.skip ? 1 : 0;
    const size_t left = min(x.n - part.first, size_t(TILE<T>));
    part.high = max(part.low, unsigned(left) / vector<T>::LANES);
    return part;
}

/* The vectors that are not all there. */
template <class T>
static __device__ void fill_edges(uint4 *tile, const packing<T> &p,
                                  const inside &part)
{
    constexpr unsigned LANES = vector<T>::LANES;
#pragma unroll 1
    for (unsigned i = threadIdx.x % WARP; i < TILE_VECTORS; i += WARP) {
        if (i >= part.low && i < part.high)
            continue;
        vector<T> v;
#pragma unroll
        for (unsigned k = 0; k < LANES; k++) {
            const size_t at = part.first + i * LANES + k;
            v.lane[k] = at < p.x.n ? p.in[at] : p.threshold;
        }
        tile[i] = vector_bits(v);
    }
}

/* All of the loading warp; the tile's number, and where it is. */
template <class T>
static __device__ void load_tile(pack_ring &ring, unsigned stage,
                                 const packing<T> &p, unsigned tile,
                                 size_t place)
{
    const inside part = inside_of<T>(p.x, place);
    const unsigned bytes = (part.high - part.low) * sizeof(uint4);
    uint4 *to = ring.stage[stage];
    if (part.high - part.low < TILE_VECTORS)
        fill_edges(to, p, part);
    if (threadIdx.x % WARP == 0) {
        ring.tile[stage] = tile;
        barrier_expect(&ring.full[stage], bytes);
        if (bytes)
            bulk_load(to + part.low,
                      p.in + (part.first + part.low * vector<T>::LANES), bytes,
                      &ring.full[stage]);
    } else {
        barrier_arrive(&ring.full[stage]);
    }
    __syncwarp();
}

/* There are no more, said to every pack. */
static __device__ void load_none(pack_ring &ring, unsigned stage)
{
    if (threadIdx.x % WARP == 0)
        ring.tile[stage] = NO_TILE;
    barrier_arrive(&ring.full[stage]);
}

/* A block's first group of tiles, and its next ones. Where the counts are told,
 * nobody waits for another: the first group is dealt by number, and on its way
 * before the launch that counts has ended. */
template <class Sides>
static __device__ unsigned first_group(void *scratch)
{
    return Sides::STABLE ? blockIdx.x : take_ticket(scratch);
}

template <class Sides>
static __device__ unsigned next_group(void *scratch)
{
    if constexpr (Sides::STABLE) {
        await_first();
        return gridDim.x + take_ticket(scratch);
    } else {
        return take_ticket(scratch);
    }
}

/* Tiles are numbered in the order of their turn: where the counts are told,
 * from the last in the array, which L2 may still hold, to the first. */
template <class Sides>
static __device__ unsigned tile_place(unsigned tile, unsigned tiles)
{
    return Sides::STABLE ? tiles - 1 - tile : tile;
}

/* The next ticket is asked for when the tiles of the last are on their way. */
template <class T, class Sides>
static __device__ void load_tiles(pack_ring &ring, const packing<T> &p,
                                  unsigned tiles, void *scratch)
{
    const bool asks = threadIdx.x % WARP == 0;
    unsigned ticket = asks ? first_group<Sides>(scratch) : 0;
#pragma unroll 1
    for (unsigned r = 0, ends = 0; ends < PACKS; r++) {
        const turn turn(r);
        if (r >= STAGES)
            barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1);
        const unsigned tile =
            __shfl_sync(FULL_WARP, ticket, 0) * GROUP + r % GROUP;
        if (ends || tile >= tiles) {
            load_none(ring, turn.stage);
            ends++;
            continue;
        }
        load_tile(ring, turn.stage, p, tile, tile_place<Sides>(tile, tiles));
        if (asks && r % GROUP == GROUP - 1)
            ticket = next_group<Sides>(scratch);
    }
}

/* --- reading ------------------------------------------------------------- */

template <class T>
static __device__ void run_read(T (&run)[RUN<T>], const uint4 *chunk)
{
    const uint4 *from = chunk + threadIdx.x % WARP * RUN_VECTORS;
#pragma unroll
    for (int k = 0; k < RUN_VECTORS; k++) {
        const uint4 bits = from[k];
        memcpy(run + k * vector<T>::LANES, &bits, sizeof bits);
    }
}

template <class T>
static __device__ unsigned run_count(const T (&run)[RUN<T>], T threshold)
{
    unsigned count = 0;
#pragma unroll
    for (int k = 0; k < RUN<T>; k++)
        count += run[k] > threshold;
    return count;
}

/* What this lane's chunk keeps, zero in lanes after the chunks. */
static __device__ unsigned lane_total(const pack_ring &ring, unsigned stage)
{
    const unsigned lane = threadIdx.x % WARP;
    return lane < CHUNKS ? ring.totals[stage][lane] : 0;
}

#endif
#endif
