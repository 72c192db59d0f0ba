/* lookahead.cuh - one block a multiprocessor, tiles in a ring of shared memory
 * and no chain from tile to tile.
 *
 * Blocks take tiles by tickets, so one that starts late, or never while others
 * run, leaves its tiles to them. Copies by the copy engine fill and empty the
 * stages of a block's ring. As soon as a tile is there its aggregate is
 * published; the prefix of a tile is what the block's tile before knew, joined
 * with all aggregates published since, about a round of all blocks. So a slow
 * block delays others only by what the ring does not hide: STAGES tiles. (The
 * idea is that of the look-ahead scan of NVIDIA's CCCL.) Which aggregates are
 * joined in which order depends neither on time nor on tickets (window.cuh):
 * results repeat bit for bit.
 *
 * Roles, by warp: two packs of 8 scan, 8 reduce, one loads, one looks ahead. An
 * element is read and written once.
 *
 * Lanes that read or wrote shared memory arrive, each for itself, at the
 * barrier that passes it on. Each role waits only for barriers of the block
 * and, looking ahead, for the aggregates of lower tiles, whose blocks have
 * started. */
#ifndef TETRAD_CUDA_SCAN_LOOKAHEAD_CUH
#define TETRAD_CUDA_SCAN_LOOKAHEAD_CUH

#include "parts/overlap.cuh"
#include "scan/ring.cuh"
#include "scan/window.cuh"

constexpr int REDUCERS = PACKS * CHUNKS, LOADER = REDUCERS + CHUNKS;
constexpr int LOOKER = LOADER + 1;
constexpr int LOOKAHEAD_THREADS = (LOOKER + 1) * WARP;

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* --- aggregates ---------------------------------------------------------- */

/* Each of the reducing warps leaves the total of its chunk; the first of them
 * publishes that of the tile. */
template <class Op>
static __device__ void reduce_tiles(ring<typename Op::element> &ring,
                                    unsigned chunk,
                                    packet<typename Op::element> *packets)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = 0;; r++) {
        const turn turn(r);
        const unsigned tile = tile_await(ring, turn);
        if (tile == NO_TILE)
            return;
        E run[RUN<E>];
        run_read(run, ring.stage[turn.stage] + chunk * CHUNK_VECTORS);
        E sum = warp_reduce(run_total<Op>(run), Op::join);
        if (lane == 0)
            ring.totals[turn.stage][chunk] = sum;
        barrier_arrive(&ring.reduced[turn.stage]);
        if (chunk > 0)
            continue;
        barrier_wait(&ring.reduced[turn.stage], turn.parity);
        sum = lane < CHUNKS ? ring.totals[turn.stage][lane] : Op::none();
        sum = warp_reduce<CHUNKS>(sum, Op::join);
        if (lane == 0)
            chain_publish<E>(packets, tile, CHAIN_AGGREGATE, sum);
        barrier_arrive(&ring.empty[turn.stage]);
    }
}

/* Tells the scanners of each tile where their chunks start from. What a tile
 * needs is asked for as soon as it is known which is next. */
template <class Op>
static __device__ void look_ahead(ring<typename Op::element> &ring,
                                  const packet<typename Op::element> *packets)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
    prefix_before<Op> before = { packets, Op::none(), 0, 0, {} };
    unsigned tile = number_await(ring, turn(0));
    if (tile != NO_TILE)
        before.ask(tile);
#pragma unroll 1
    for (unsigned r = 0; tile != NO_TILE; r++) {
        const turn turn(r);
        const E prefix = before.take();
        tile = number_await(ring, ::turn(r + 1));
        if (tile != NO_TILE)
            before.ask(tile);
        barrier_wait(&ring.reduced[turn.stage], turn.parity);
        E sum = lane < CHUNKS ? ring.totals[turn.stage][lane] : Op::none();
        sum = warp_before<Op>(warp_scan<Op, CHUNKS>(sum));
        if (lane < CHUNKS) {
            ring.starts[turn.stage][lane] = Op::join(prefix, sum);
            barrier_arrive(&ring.started[turn.stage]);
        }
        __syncwarp();
    }
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
    const E *from = reinterpret_cast<const E *>(chunk);
#pragma unroll 7
    for (unsigned i = lane; i < CHUNK<E>; i += WARP)
        if (first + i < x.n)
            out[first + i] = from[i];
    __syncwarp();
}

/* The pack's warps share every PACKS-th tile, a chunk each, which is scanned on
 * the spot. */
template <class Op>
static __device__ void scan_tiles(ring<typename Op::element> &ring,
                                  typename Op::element *out, const extent &x,
                                  unsigned pack, unsigned chunk,
                                  bool exclusive)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = pack;; r += PACKS) {
        const turn turn(r);
        const unsigned tile = tile_await(ring, turn);
        if (tile == NO_TILE)
            return;
        uint4 *here = ring.stage[turn.stage] + chunk * CHUNK_VECTORS;
        E run[RUN<E>];
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
        chunk_store(out, x, tile_first<E>(x, tile) + chunk * CHUNK<E>, here);
        if (lane == 0) {
            bulk_commit();
            bulk_wait_read<0>();
        }
        __syncwarp();
        barrier_arrive(&ring.empty[turn.stage]);
    }
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
    auto *packets = chain_packets<E>(scratch);
    if (threadIdx.x < STAGES) {
        barrier_open(&ring.numbered[threadIdx.x], 1);
        barrier_open(&ring.full[threadIdx.x], WARP);
        barrier_open(&ring.reduced[threadIdx.x], CHUNKS * WARP);
        barrier_open(&ring.started[threadIdx.x], CHUNKS);
        /* The scanners, and the reducer that publishes. */
        barrier_open(&ring.empty[threadIdx.x], (CHUNKS + 1) * WARP);
        bulk_fence();
    }
    __syncthreads();
    await_first(); /* which clears scratch */
    if (warp == LOADER)
        load_tiles<Op>(ring, in, x, tiles, scratch);
    else if (warp == LOOKER)
        look_ahead<Op>(ring, packets);
    else if (warp >= REDUCERS)
        reduce_tiles<Op>(ring, warp - REDUCERS, packets);
    else
        scan_tiles<Op>(ring, out, x, warp / CHUNKS, warp % CHUNKS, exclusive);
#endif
}

#endif
