/* lookahead.cuh - one block a multiprocessor, tiles in a ring of shared memory
 * and no chain from tile to tile.
 *
 * Block b has the tiles b, b + grid, b + 2 grid, ... Copies by the copy engine
 * fill and empty the stages of its ring. As soon as a tile is there its
 * aggregate is published; the prefix of a tile is that of the block's tile
 * before, joined with all aggregates published since, those of one round of
 * all blocks. So a late block delays others only by what the ring does not
 * hide: STAGES tiles. (After the look-ahead scan of CUB 3.2, which this is
 * not the code of.) Which aggregates are joined in which order does not depend
 * on time: results repeat bit for bit.
 *
 * Roles, by warp: 8 scan, 8 reduce, one loads, one looks ahead. A thread that
 * scans has a run of 112 bytes: seven vectors, and as seven is odd, the eight
 * threads that access shared memory together meet all banks once. 2 bytes
 * are moved a byte of input.
 *
 * Each role waits only for barriers of the block and, looking ahead, for the
 * aggregates of lower tiles, which wait for nothing but prefixes of yet lower
 * ones: no deadlock, as long as all blocks are resident. */
#ifndef TETRAD_CUDA_SCAN_LOOKAHEAD_CUH
#define TETRAD_CUDA_SCAN_LOOKAHEAD_CUH

#include "bulk.cuh"
#include "lookback.cuh"
#include "scan/joins.cuh"

constexpr int RUN_VECTORS = 7, CHUNKS = 8;
constexpr int CHUNK_VECTORS = WARP * RUN_VECTORS; /* of one warp */
constexpr int TILE_VECTORS = CHUNKS * CHUNK_VECTORS;
constexpr int CHUNK_BYTES = CHUNK_VECTORS * 16, TILE_BYTES = TILE_VECTORS * 16;
constexpr int STAGES = 7;
/* The packets of a round that a lane reads at once: 160 in all. */
constexpr int AHEAD = 5;
constexpr int LOADER = 2 * CHUNKS, LOOKER = LOADER + 1;
constexpr int LOOKAHEAD_THREADS = (LOOKER + 1) * WARP;

template <class E>
constexpr int RUN = RUN_VECTORS * vector<E>::LANES;
template <class E>
constexpr int CHUNK = WARP * RUN<E>;
template <class E>
constexpr int TILE = CHUNKS * CHUNK<E>;

/* A stage passes from the loader to the reducers, the looker, the scanners,
 * and back. */
template <class E>
struct ring {
    uint4 stage[STAGES][TILE_VECTORS];
    E totals[STAGES][CHUNKS]; /* of the chunks, by the reducers */
    E starts[STAGES][CHUNKS]; /* before the chunks, by the looker */
    uint64_t full[STAGES], reduced[STAGES], started[STAGES], empty[STAGES];
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* The r-th tile of this block. */
struct turn {
    size_t tile;
    unsigned stage, parity;

    __device__ explicit turn(unsigned r)
        : tile(blockIdx.x + size_t(r) * gridDim.x), stage(r % STAGES),
          parity(r / STAGES & 1)
    {
    }
};

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
static __device__ typename Op::element
run_total(const typename Op::element (&run)[RUN<typename Op::element>])
{
    typename Op::element sum = run[0];
#pragma unroll
    for (int k = 1; k < RUN<typename Op::element>; k++)
        sum = Op::join(sum, run[k]);
    return sum;
}

/* --- loading ------------------------------------------------------------- */

/* A tile that the array does not fill: the engine copies the vectors that are
 * whole, the warp does the rest, and puts none() where there is nothing. */
template <class Op>
static __device__ void load_edge(ring<typename Op::element> &ring,
                                 const typename Op::element *in,
                                 const extent &x, const turn &turn)
{
    using E = typename Op::element;
    constexpr unsigned LANES = vector<E>::LANES;
    const size_t begin = turn.tile * TILE<E>, end = x.skip + x.n;
    const unsigned low = begin < x.skip ? x.skip : 0;
    const unsigned high = unsigned(min(size_t(TILE<E>), end - begin));
    const unsigned low_vector = (low + LANES - 1) / LANES * LANES;
    const unsigned high_vector = max(low_vector, high / LANES * LANES);
    E *const tile = reinterpret_cast<E *>(ring.stage[turn.stage]);
    for (unsigned i = threadIdx.x % WARP; i < TILE<E>; i += WARP)
        if (i < low_vector || i >= high_vector)
            tile[i] = i >= low && i < high ? in[begin + i - x.skip]
                                           : Op::none();
    __syncwarp();
    if (threadIdx.x % WARP)
        return;
    const unsigned bytes = (high_vector - low_vector) * sizeof(E);
    uint64_t *const full = &ring.full[turn.stage];
    barrier_expect(full, bytes);
    if (bytes)
        bulk_load(tile + low_vector, in + (begin + low_vector - x.skip), bytes,
                  full);
}

template <class Op>
static __device__ void load_tiles(ring<typename Op::element> &ring,
                                  const typename Op::element *in,
                                  const extent &x, unsigned rounds)
{
    using E = typename Op::element;
#pragma unroll 1
    for (unsigned r = 0; r < rounds; r++) {
        const turn turn(r);
        if (r >= STAGES)
            barrier_wait(&ring.empty[turn.stage], turn.parity ^ 1);
        const size_t first = tile_first<E>(x, turn.tile);
        if (!whole(x, first, TILE<E>)) {
            load_edge<Op>(ring, in, x, turn);
        } else if (threadIdx.x % WARP == 0) {
            uint64_t *const full = &ring.full[turn.stage];
            barrier_expect(full, TILE_BYTES);
            bulk_load(ring.stage[turn.stage], in + first, TILE_BYTES, full);
        }
        __syncwarp();
    }
}

/* --- aggregates ---------------------------------------------------------- */

/* Each of the reducing warps leaves the total of its chunk; the first of them
 * publishes that of the tile. */
template <class Op>
static __device__ void reduce_tiles(ring<typename Op::element> &ring,
                                    unsigned chunk, unsigned rounds,
                                    unsigned epoch, void *scratch)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = 0; r < rounds; r++) {
        const turn turn(r);
        E run[RUN<E>];
        barrier_wait(&ring.full[turn.stage], turn.parity);
        run_read(run, ring.stage[turn.stage] + chunk * CHUNK_VECTORS);
        E sum = warp_reduce(run_total<Op>(run), Op::join);
        if (lane == 0) {
            ring.totals[turn.stage][chunk] = sum;
            barrier_arrive(&ring.reduced[turn.stage]);
        }
        if (chunk > 0)
            continue;
        barrier_wait(&ring.reduced[turn.stage], turn.parity);
        sum = lane < CHUNKS ? ring.totals[turn.stage][lane] : Op::none();
        sum = warp_reduce<CHUNKS>(sum, Op::join);
        if (lane == 0) {
            chain_publish<E>(chain_packets<E>(scratch), turn.tile, epoch,
                             CHAIN_AGGREGATE, sum);
            barrier_arrive(&ring.empty[turn.stage]);
        }
    }
}

/* The join of the aggregates of tiles [begin, end), as they appear; in every
 * lane. */
template <class Op>
static __device__ typename Op::element
join_ahead(const packet<typename Op::element> *packets, size_t begin,
           size_t end, unsigned epoch)
{
    using E = typename Op::element;
    E sum = Op::none();
#pragma unroll 1
    for (size_t at = begin + threadIdx.x % WARP; at < end;
         at += AHEAD * WARP) {
        E part[AHEAD];
        bool there[AHEAD] = {}, all;
#pragma unroll 1
        do {
            all = true;
#pragma unroll
            for (int k = 0; k < AHEAD; k++) {
                if (!there[k] && at + k * WARP < end)
                    there[k] = chain_read<E>(packets, at + k * WARP, epoch,
                                             part[k]) != CHAIN_EMPTY;
                all &= there[k] || at + k * WARP >= end;
            }
        } while (!all);
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (there[k])
                sum = Op::join(sum, part[k]);
    }
    __syncwarp();
    return warp_reduce_all(sum, Op::join);
}

/* Tells the scanners of each tile where their chunks start from. */
template <class Op>
static __device__ void look_ahead(ring<typename Op::element> &ring,
                                  unsigned rounds, unsigned epoch,
                                  void *scratch)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
    E prefix = Op::none();
    size_t joined = 0; /* tiles */
#pragma unroll 1
    for (unsigned r = 0; r < rounds; r++) {
        const turn turn(r);
        prefix = Op::join(prefix,
                          join_ahead<Op>(chain_packets<E>(scratch), joined,
                                         turn.tile, epoch));
        joined = turn.tile;
        barrier_wait(&ring.reduced[turn.stage], turn.parity);
        E sum = lane < CHUNKS ? ring.totals[turn.stage][lane] : Op::none();
        sum = warp_before<Op>(warp_scan<Op, CHUNKS>(sum));
        if (lane < CHUNKS)
            ring.starts[turn.stage][lane] = Op::join(prefix, sum);
        __syncwarp();
        if (lane == 0)
            barrier_arrive(&ring.started[turn.stage]);
    }
    if (lane == 0)
        chain_leave(scratch, gridDim.x, epoch);
}

/* --- scanning ------------------------------------------------------------ */

/* The warp's chunk from shared to global memory, by the engine where that can
 * copy it. */
template <class E>
static __device__ void chunk_store(E *out, const extent &x, size_t first,
                                   const uint4 *chunk)
{
    const unsigned lane = threadIdx.x % WARP;
    bulk_fence();
    __syncwarp();
    if (x.together && whole(x, first, CHUNK<E>)) {
        if (lane == 0)
            bulk_store(out + first, chunk, CHUNK_BYTES);
        return;
    }
    const E *const from = reinterpret_cast<const E *>(chunk);
#pragma unroll 7
    for (unsigned i = lane; i < CHUNK<E>; i += WARP)
        if (first + i < x.n)
            out[first + i] = from[i];
    __syncwarp();
}

/* A chunk is scanned on the spot. A stage is given back a round later, when
 * the engine has long read it. */
template <class Op>
static __device__ void scan_tiles(ring<typename Op::element> &ring,
                                  typename Op::element *out, const extent &x,
                                  unsigned chunk, unsigned rounds,
                                  bool exclusive)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = 0; r < rounds; r++) {
        const turn turn(r);
        uint4 *const here = ring.stage[turn.stage] + chunk * CHUNK_VECTORS;
        E run[RUN<E>];
        barrier_wait(&ring.full[turn.stage], turn.parity);
        run_read(run, here);
        const E before = warp_before<Op>(warp_scan<Op>(run_total<Op>(run)));
        barrier_wait(&ring.started[turn.stage], turn.parity);
        run_scan<Op>(run, Op::join(ring.starts[turn.stage][chunk], before),
                     exclusive);
#pragma unroll
        for (int k = 0; k < RUN_VECTORS; k++) {
            uint4 bits;
            memcpy(&bits, run + k * vector<E>::LANES, sizeof bits);
            here[lane * RUN_VECTORS + k] = bits;
        }
        chunk_store(out, x, tile_first<E>(x, turn.tile) + chunk * CHUNK<E>,
                    here);
        if (lane == 0) {
            bulk_commit();
            bulk_wait_read<1>();
            if (r > 0)
                barrier_arrive(&ring.empty[(r - 1) % STAGES]);
        }
        __syncwarp();
    }
    if (lane == 0)
        bulk_wait_read<0>();
}

#endif

template <class Op>
static __global__ void __launch_bounds__(LOOKAHEAD_THREADS, 1)
scan_lookahead(const typename Op::element *in, typename Op::element *out,
               extent x, unsigned tiles, bool exclusive, void *scratch)
{
#if __CUDA_ARCH__ >= 900
    using E = typename Op::element;
    extern __shared__ uint4 room[];
    auto &ring = *reinterpret_cast<::ring<E> *>(room);
    const unsigned warp = threadIdx.x / WARP;
    const unsigned rounds = (tiles - blockIdx.x - 1) / gridDim.x + 1;
    if (threadIdx.x < STAGES) {
        barrier_open(&ring.full[threadIdx.x], 1);
        barrier_open(&ring.reduced[threadIdx.x], CHUNKS);
        barrier_open(&ring.started[threadIdx.x], 1);
        /* The scanners, and the reducer that publishes. */
        barrier_open(&ring.empty[threadIdx.x], CHUNKS + 1);
        bulk_fence();
    }
    __syncthreads();
    if (warp == LOADER)
        load_tiles<Op>(ring, in, x, rounds);
    else if (warp == LOOKER)
        look_ahead<Op>(ring, rounds, chain_epoch(scratch), scratch);
    else if (warp >= CHUNKS)
        reduce_tiles<Op>(ring, warp - CHUNKS, rounds, chain_epoch(scratch),
                         scratch);
    else
        scan_tiles<Op>(ring, out, x, warp, rounds, exclusive);
#endif
}

#endif
