/* ring.cuh - tiles in a ring of shared memory, which the copy engine fills and
 * empties, so that loads are always on their way: where tiles lie, how they
 * get there, and how threads read them.
 *
 * A thread that reads a tile has a run of 112 bytes: seven vectors, and as
 * seven is odd, the eight threads that access shared memory together meet all
 * banks once. */
#ifndef TETRAD_CUDA_SCAN_RING_CUH
#define TETRAD_CUDA_SCAN_RING_CUH

#include "parts/bulk.cuh"
#include "parts/rows.cuh"
#include "parts/ticket.cuh"
#include "scan/joins.cuh"

constexpr int RUN_VECTORS = 7, CHUNKS = 8;
constexpr int CHUNK_VECTORS = WARP * RUN_VECTORS; /* of one warp */
constexpr int TILE_VECTORS = CHUNKS * CHUNK_VECTORS;
constexpr int CHUNK_BYTES = CHUNK_VECTORS * 16, TILE_BYTES = TILE_VECTORS * 16;
/* All of shared memory. H200, 2^28 u32: 526 us, with 6 stages 543, 4 848,
 * before L2 was told to keep what is read (kept.cuh). 2^22 i32: 17.0 us, by
 * tiles of 12 KB and two blocks a multiprocessor 19.8, of 20 KB 18.8. */
constexpr int STAGES = 8;

template <class E>
constexpr int RUN = RUN_VECTORS *vector<E>::LANES;
template <class E>
constexpr int CHUNK = WARP *RUN<E>;
template <class E>
constexpr int TILE = CHUNKS *CHUNK<E>;

/* Packs of scanners, which take turns. H200, 2^24 and 2^28, i32 and f64, by one
 * pack 40.3 us, 509, 76 and 1039, by two 38.8, 513, 71 and 997. */
constexpr unsigned PACKS = 2;
static_assert(STAGES % PACKS == 0, "a stage is always one pack's");
constexpr unsigned NO_TILE = ~0u;

/* A stage passes from the loader to the reducers, the looker, the scanners,
 * and back. */
template <class E>
struct ring {
    uint4 stage[STAGES][TILE_VECTORS];
    E totals[STAGES][CHUNKS]; /* of the chunks, by the reducers */
    E starts[STAGES][CHUNKS]; /* before the chunks, by the looker */
    uint64_t full[STAGES], reduced[STAGES], started[STAGES], empty[STAGES];
    uint64_t numbered[STAGES];
    unsigned tile[STAGES]; /* by the loader; NO_TILE: there are no more */
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Where the r-th tile of this block is. */
struct turn {
    unsigned stage, parity;

    __device__ explicit turn(unsigned r)
        : stage(r % STAGES), parity(r / STAGES & 1)
    {
    }
};

/* Waits for it; its number, or NO_TILE. */
template <class E>
static __device__ unsigned tile_await(ring<E> &ring, const turn &turn)
{
    barrier_wait(&ring.full[turn.stage], turn.parity);
    return ring.tile[turn.stage];
}

/* The same of what may still be on its way. */
template <class E>
static __device__ unsigned number_await(ring<E> &ring, const turn &turn)
{
    barrier_wait(&ring.numbered[turn.stage], turn.parity);
    return ring.tile[turn.stage];
}

template <class E>
static __device__ void number(ring<E> &ring, const turn &turn, unsigned tile)
{
    if (threadIdx.x % WARP == 0) {
        ring.tile[turn.stage] = tile;
        barrier_arrive(&ring.numbered[turn.stage]);
    }
}

/* Element `first` of the input begins the tile; it may be less than zero, and
 * then is huge. */
template <class E>
static __device__ size_t tile_first(const extent &x, size_t tile)
{
    return tile * TILE<E> - x.skip;
}

template <class E>
static __device__ void run_read(E (&run)[RUN<E>], const uint4 *chunk)
{
    const uint4 *from = chunk + threadIdx.x % WARP * RUN_VECTORS;
#pragma unroll
    for (int k = 0; k < RUN_VECTORS; k++) {
        const uint4 bits = from[k];
        memcpy(run + k * vector<E>::LANES, &bits, sizeof bits);
    }
}

template <class Op>
static __device__ typename Op::element run_total(
    const typename Op::element (&run)[RUN<typename Op::element>])
{
    typename Op::element sum = run[0];
#pragma unroll
    for (int k = 1; k < RUN<typename Op::element>; k++)
        sum = Op::join(sum, run[k]);
    return sum;
}

/* --- loading ------------------------------------------------------------- */

/* The part of a tile that the array fills, [low, high), and the whole vectors
 * of it. */
template <class E>
struct filled {
    size_t begin; /* of the tile, in elements from the first vector */
    unsigned low, high, low_vector, high_vector;

    __device__ filled(const extent &x, size_t tile)
    {
        constexpr unsigned LANES = vector<E>::LANES;
        begin = tile * TILE<E>;
        low = begin < x.skip ? x.skip : 0;
        high = unsigned(min(size_t(TILE<E>), x.skip + x.n - begin));
        low_vector = (low + LANES - 1) / LANES;
        high_vector = max(low_vector, high / LANES);
    }
};

/* All of the loading warp: what its lanes wrote to the stage is done. */
template <class E>
static __device__ void expect(ring<E> &ring, const turn &turn, unsigned bytes)
{
    uint64_t *full = &ring.full[turn.stage];
    if (threadIdx.x % WARP == 0)
        barrier_expect(full, bytes);
    else
        barrier_arrive(full);
}

/* A tile that the array does not fill: the engine copies its whole vectors,
 * the warp the elements beside them, and none() where there are none. */
template <class Op>
static __device__ void load_edge(ring<typename Op::element> &ring,
                                 const typename Op::element *in,
                                 const extent &x, const turn &turn,
                                 size_t number)
{
    using E = typename Op::element;
    constexpr unsigned LANES = vector<E>::LANES;
    const filled<E> f(x, number);
    uint4 *tile = ring.stage[turn.stage];
    const auto fill = [&](unsigned at) {
        E one[LANES];
        uint4 bits;
#pragma unroll
        for (unsigned k = 0; k < LANES; k++) {
            const unsigned i = at * LANES + k;
            one[k] = i >= f.low && i < f.high ? in[f.begin + i - x.skip]
                                              : Op::none();
        }
        memcpy(&bits, one, sizeof bits);
        tile[at] = bits;
    };
    const unsigned lane = threadIdx.x % WARP;
    if (lane < f.low_vector)
        fill(lane);
#pragma unroll 1
    for (unsigned at = f.high_vector + lane; at < TILE_VECTORS; at += WARP)
        fill(at);
    const unsigned bytes = (f.high_vector - f.low_vector) * sizeof(uint4);
    expect(ring, turn, bytes);
    if (lane == 0 && bytes)
        bulk_load(tile + f.low_vector,
                  in + (f.begin + f.low_vector * LANES - x.skip), bytes,
                  &ring.full[turn.stage]);
}

template <class Op>
static __device__ void load_tile(ring<typename Op::element> &ring,
                                 const typename Op::element *in,
                                 const extent &x, const turn &turn,
                                 unsigned tile)
{
    using E = typename Op::element;
    const size_t first = tile_first<E>(x, tile);
    number(ring, turn, tile);
    if (!whole(x, first, TILE<E>)) {
        load_edge<Op>(ring, in, x, turn, tile);
        return;
    }
    expect(ring, turn, TILE_BYTES);
    if (threadIdx.x % WARP == 0)
        bulk_load(ring.stage[turn.stage], in + first, TILE_BYTES,
                  &ring.full[turn.stage]);
}

/* Tiles are dealt by tickets, of which two are on their way. That there are no
 * more is said to every pack. */
template <class Op>
static __device__ void load_tiles(ring<typename Op::element> &ring,
                                  const typename Op::element *in,
                                  const extent &x, unsigned tiles,
                                  void *counter)
{
    const bool asks = threadIdx.x % WARP == 0;
    unsigned ticket = asks ? take_ticket(counter) : 0;
    unsigned next = asks ? take_ticket(counter) : 0;
#pragma unroll 1
    for (unsigned r = 0, ends = 0; ends < PACKS; r++) {
        const turn turn(r);
        if (r >= STAGES)
            barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1);
        const unsigned tile = __shfl_sync(FULL_WARP, ticket, 0);
        if (ends || tile >= tiles) {
            number(ring, turn, NO_TILE);
            barrier_arrive(&ring.full[turn.stage]);
            ends++;
            continue;
        }
        load_tile<Op>(ring, in, x, turn, tile);
        ticket = next;
        if (asks)
            next = take_ticket(counter);
    }
}

#endif
#endif
