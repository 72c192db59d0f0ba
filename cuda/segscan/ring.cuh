/* ring.cuh - one launch, one pass, at any alignment: persistent blocks that
 * keep tiles in shared memory.
 *
 * Warps of a block have roles. The mover copies tiles of elements and flags
 * into a ring of stages by bulk copies, ahead of their use, and results out.
 * The scanners scan a tile in place: each thread its own run of elements,
 * then warps, then the block; what comes from the tiles before is added at
 * the second look at a thread's elements. By offsets, markers make the flags.
 *
 * A tile with a head publishes a prefix at once, for nothing before it counts
 * after its last head; so with segments shorter than a tile nobody looks back
 * further than one tile (lookback.cuh). Tiles are dealt out in turns, and a
 * block waits only for blocks of a grid that is on the GPU as a whole. */
#ifndef TETRAD_CUDA_SEGSCAN_RING_CUH
#define TETRAD_CUDA_SEGSCAN_RING_CUH

#include "segscan/stages.cuh"

#if __CUDA_ARCH__ >= 900

/* --- marking -------------------------------------------------------------- */

/* Marker number m has turns m, m + MARKERS, ... It searches before the stage
 * is free. */
template <class S>
static __device__ void mark_tiles(tile_room<S> &room,
                                  const segscan_work<typename S::element> &w,
                                  unsigned turns, unsigned m)
{
    const unsigned lane = threadIdx.x % WARP;
    hint h = { 0, 0 };
#pragma unroll 1
    for (unsigned k = m; k < turns; k += MARKERS) {
        const size_t start = tile_of(k) * S::TILE;
        const size_t first = start > w.lead ? start - w.lead : 0;
        const size_t end = min(w.n, start + S::TILE - w.lead);
        const unsigned stage = k % S::STAGES, use = k / S::STAGES;
        unsigned char *bytes = room.flags[stage];
        probes p;
        const size_t at = seek(w.by, first, end, h, p);
        if (use > 0)
            barrier_wait(&room.done[stage], (use - 1) & 1);
        for (unsigned v = lane; v < S::TILE / 16; v += WARP)
            reinterpret_cast<uint4 *>(bytes)[v] = uint4{ 0, 0, 0, 0 };
        __syncwarp();
        mark(w.by, at, p, first, end, bytes + (first + w.lead - start));
        barrier_arrive(&room.full[stage]);
    }
}

/* --- scanning ------------------------------------------------------------- */

static __device__ void scanners_sync()
{
    asm volatile("barrier.sync 1, %0;" : : "n"(SCAN_THREADS) : "memory");
}

/* Without a common 16-byte phase, results go out one by one. */
template <class S>
static __device__ void
store_singly(const typename S::element *from,
             const segscan_work<typename S::element> &w, size_t tile)
{
    scanners_sync();
    for (unsigned j = threadIdx.x; j < S::TILE; j += SCAN_THREADS) {
        const size_t i = tile * S::TILE + j - w.lead;
        if (i < w.n)
            w.out[i] = from[j];
    }
}

template <class S>
static __device__ void scan_tile(tile_room<S> &room, int stage, unsigned turn,
                                 const segscan_work<typename S::element> &w,
                                 size_t tile, unsigned epoch)
{
    using T = typename S::element;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned flags_at = w.flags
        ? unsigned(uintptr_t(w.flags) - w.lead) % 16 : 0;
    uint4 *const mine = reinterpret_cast<uint4 *>(room.elements[stage]) +
                        threadIdx.x * S::VECTORS;
    alignas(16) T x[S::ITEMS];
#pragma unroll
    for (int v = 0; v < S::VECTORS; v++) {
        const uint4 bits = mine[v];
        memcpy(x + v * S::LANES, &bits, sizeof bits);
    }
    unsigned heads = head_mask<S::ITEMS>(room.flags[stage],
                                         flags_at + threadIdx.x * S::ITEMS);
    if (tile == 0 && threadIdx.x == 0)
        heads |= 1u << w.lead;
    const unsigned with = __ballot_sync(FULL_WARP, heads != 0);
    const T sum = scan_lanes(sum_items<S::ITEMS>(x, heads), with);
    T run = lane_before(sum);
    bool open = none_before(with);
    part<T> all;
    const part<T> before = warps_before<SCAN_WARPS>(
        part<T>{ __shfl_sync(FULL_WARP, sum, WARP - 1), with != 0 },
        room.parts[turn % 2], scanners_sync, all);
    if (open)
        run = before.sum + run;
    open &= !before.head;
    T *const carry = &room.carry[turn % 2];
    uint64_t *const carried = &room.carried[turn % 2];
    if (warp == 0) {
        const bool asks = !(__shfl_sync(FULL_WARP, heads, 0) & 1) && tile > 0;
        const T found = exchange(chain_packets<T>(w.scratch), tile, epoch,
                                 all, asks);
        if (lane == 0) {
            *carry = found;
            barrier_arrive(carried);
        }
    }
    if (__any_sync(FULL_WARP, open)) {
        barrier_wait(carried, turn / 2 % 2);
        if (open)
            run = *carry + run;
    }
    scan_items<S::ITEMS>(x, heads, run, w.inclusive);
#pragma unroll
    for (int v = 0; v < S::VECTORS; v++) {
        uint4 bits;
        memcpy(&bits, x + v * S::LANES, sizeof bits);
        mine[v] = bits;
    }
}

template <class S>
static __device__ void scan_tiles(tile_room<S> &room,
                                  const segscan_work<typename S::element> &w,
                                  unsigned turns)
{
    unsigned epoch = 0, phase = 0;
    int stage = 0;
    if (threadIdx.x < WARP)
        epoch = chain_epoch(w.scratch);
#pragma unroll 1
    for (unsigned k = 0; k < turns; k++) {
        const size_t tile = tile_of(k);
        barrier_wait(&room.full[stage], phase);
        scan_tile(room, stage, k, w, tile, epoch);
        if (!w.in_step)
            store_singly<S>(room.elements[stage], w, tile);
        bulk_fence();
        barrier_arrive(&room.done[stage]);
        if (++stage == S::STAGES) {
            stage = 0;
            phase ^= 1;
        }
    }
    if (threadIdx.x == 0)
        chain_leave(w.scratch, gridDim.x, epoch);
}

#endif

/* SCAN_WARPS, a mover, and by offsets MARKERS; at least Blocks of them on a
 * multiprocessor. Moves the least, each element, flag and offset once. */
template <class S, int Blocks>
static __global__ void
__launch_bounds__(RING_THREADS, Blocks)
segscan_ring(segscan_work<typename S::element> w, unsigned tiles)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ uint4 shared[];
    tile_room<S> &room = *reinterpret_cast<tile_room<S> *>(shared);
    const unsigned warp = threadIdx.x / WARP;
    const unsigned turns = (tiles - blockIdx.x - 1) / gridDim.x + 1;
    if (threadIdx.x == 0) {
        for (int k = 0; k < S::STAGES; k++) {
            /* The mover's announcement of bytes and its lanes, a marker's. */
            barrier_open(&room.full[k], 1 + (w.flags ? 1 : 2) * WARP);
            barrier_open(&room.done[k], SCAN_THREADS);
        }
        barrier_open(&room.carried[0], 1);
        barrier_open(&room.carried[1], 1);
        bulk_fence();
    }
    __syncthreads();
    if (warp < SCAN_WARPS)
        scan_tiles(room, w, turns);
    else if (warp == SCAN_WARPS)
        move(room, w, turns);
    else
        mark_tiles(room, w, turns, warp - SCAN_WARPS - 1);
#endif
}

#endif
