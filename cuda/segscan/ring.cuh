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
 * further than one tile (parts/lookback.cuh). Tiles are dealt by tickets, so a
 * block waits only for blocks that have started. Float sums of segments longer
 * than a tile are grouped as blocks happened to finish. */
#ifndef TETRAD_CUDA_SEGSCAN_RING_CUH
#define TETRAD_CUDA_SEGSCAN_RING_CUH

#include "segscan/stages.cuh"

#if __CUDA_ARCH__ >= 900

/* --- marking -------------------------------------------------------------- */

/* Marker number m has turns m, m + MARKERS, ... */
template <class S>
static __device__ void mark_tiles(tile_room<S> &room,
                                  const segscan_work<typename S::element> &w,
                                  unsigned m)
{
    const unsigned lane = threadIdx.x % WARP;
    hint h = { 0, 0 };
#pragma unroll 1
    for (unsigned k = m;; k += MARKERS) {
        const unsigned stage = k % S::STAGES;
        barrier_wait(&room.numbered[stage], k / S::STAGES & 1);
        const unsigned tile = room.tile[stage];
        if (tile == NO_TILE) {
            barrier_arrive(&room.full[stage]);
            return;
        }
        const size_t start = size_t(tile) * S::TILE;
        const size_t first = start > w.lead ? start - w.lead : 0;
        const size_t end = min(w.n, start + S::TILE - w.lead);
        unsigned char *bytes = room.flags[stage];
        for (unsigned v = lane; v < S::TILE / 16; v += WARP)
            reinterpret_cast<uint4 *>(bytes)[v] = uint4{ 0, 0, 0, 0 };
        probes p;
        const size_t at = seek(w.by, first, end, h, p);
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
static __device__ void store_singly(const typename S::element *from,
                                    const segscan_work<typename S::element> &w,
                                    size_t tile)
{
    scanners_sync();
    for (unsigned j = threadIdx.x; j < S::TILE; j += SCAN_THREADS) {
        const size_t i = tile * S::TILE + j - w.lead;
        if (i < w.n)
            w.out[i] = from[j];
    }
}

/* What a scanner knows of its elements between its two looks at them. */
template <class T>
struct seen {
    unsigned tile;  /* NO_TILE: there is none, and nothing else is known */
    unsigned heads; /* bit k: element k is one */
    bool open;      /* no head before them in the tile */
    T run;          /* what they start from, unless open: less the carry */
    part<T> all;    /* what the tile hands on */
};

template <class S>
static __device__ void read_items(const tile_room<S> &room, int stage,
                                  typename S::element *x)
{
    const uint4 *mine = reinterpret_cast<const uint4 *>(room.elements[stage]) +
        threadIdx.x * S::VECTORS;
#pragma unroll
    for (int v = 0; v < S::VECTORS; v++) {
        const uint4 bits = mine[v];
        memcpy(x + v * S::LANES, &bits, sizeof bits);
    }
}

/* The first look: adds up, and publishes what the tile hands on. */
template <class S>
static __device__ seen<typename S::element> reduce_tile(
    tile_room<S> &room, unsigned turn,
    const segscan_work<typename S::element> &w)
{
    using T = typename S::element;
    const int stage = turn % S::STAGES;
    const unsigned flags_at =
        w.flags ? unsigned(uintptr_t(w.flags) - w.lead) % 16 : 0;
    barrier_wait(&room.full[stage], turn / S::STAGES & 1);
    seen<T> my = {};
    my.tile = room.tile[stage];
    if (my.tile == NO_TILE)
        return my;
    alignas(16) T x[S::ITEMS];
    read_items(room, stage, x);
    my.heads = head_mask<S::ITEMS>(room.flags[stage],
                                   flags_at + threadIdx.x * S::ITEMS);
    if (my.tile == 0 && threadIdx.x == 0)
        my.heads |= 1u << w.lead;
    const unsigned with = __ballot_sync(FULL_WARP, my.heads != 0);
    const T sum = scan_lanes(sum_items<S::ITEMS>(x, my.heads), with);
    my.run = lane_before(sum);
    my.open = none_before(with);
    const part<T> before = warps_before(
        part<T>{ __shfl_sync(FULL_WARP, sum, WARP - 1), with != 0 },
        room.parts[turn % 2], SCAN_WARPS, scanners_sync, my.all);
    if (my.open)
        my.run = before.sum + my.run;
    my.open &= !before.head;
    if (threadIdx.x == 0)
        chain_publish<T>(chain_packets<T>(w.scratch), my.tile,
                         my.all.head ? CHAIN_PREFIX : CHAIN_AGGREGATE,
                         my.all.sum);
    return my;
}

/* Warp 0: what the tile carries on; tells the others. */
template <class S>
static __device__ void carry_over(tile_room<S> &room, unsigned turn,
                                  const segscan_work<typename S::element> &w,
                                  const seen<typename S::element> &my)
{
    using T = typename S::element;
    packet<T> *packets = chain_packets<T>(w.scratch);
    const bool asks =
        !(__shfl_sync(FULL_WARP, my.heads, 0) & 1) && my.tile > 0;
    T carry = 0;
    if (asks) {
        carry = chain_look_back<T>(packets, my.tile,
                                   [](T a, T b) { return a + b; });
        if (threadIdx.x == 0 && !my.all.head)
            chain_publish<T>(packets, my.tile, CHAIN_PREFIX,
                             carry + my.all.sum);
    }
    if (threadIdx.x == 0) {
        room.carry[turn % 2] = carry;
        barrier_arrive(&room.carried[turn % 2]);
    }
}

/* The second look: the tile becomes its scan. */
template <class S>
static __device__ void scan_tile(tile_room<S> &room, unsigned turn,
                                 const segscan_work<typename S::element> &w,
                                 seen<typename S::element> my)
{
    using T = typename S::element;
    const int stage = turn % S::STAGES;
    if (threadIdx.x < WARP)
        carry_over(room, turn, w, my);
    if (__any_sync(FULL_WARP, my.open)) {
        barrier_wait(&room.carried[turn % 2], turn / 2 % 2);
        if (my.open)
            my.run = room.carry[turn % 2] + my.run;
    }
    alignas(16) T x[S::ITEMS];
    read_items(room, stage, x);
    scan_items<S::ITEMS>(x, my.heads, my.run, w.inclusive);
    uint4 *mine = reinterpret_cast<uint4 *>(room.elements[stage]) +
        threadIdx.x * S::VECTORS;
#pragma unroll
    for (int v = 0; v < S::VECTORS; v++) {
        uint4 bits;
        memcpy(&bits, x + v * S::LANES, sizeof bits);
        mine[v] = bits;
    }
    if (!w.in_step)
        store_singly<S>(room.elements[stage], w, my.tile);
    bulk_fence();
    barrier_arrive(&room.done[stage]);
}

template <class S>
static __device__ void scan_tiles(tile_room<S> &room,
                                  const segscan_work<typename S::element> &w)
{
    seen<typename S::element> my = reduce_tile(room, 0, w);
#pragma unroll 1
    for (unsigned k = 0; my.tile != NO_TILE; k++) {
        const seen<typename S::element> next = reduce_tile(room, k + 1, w);
        scan_tile(room, k, w, my);
        my = next;
    }
}

#endif

/* SCAN_WARPS, a mover, and by offsets MARKERS; at least Blocks of them on a
 * multiprocessor. Moves the least, each element, flag and offset once. */
template <class S, int Blocks>
static __global__ void __launch_bounds__(RING_THREADS, Blocks)
    segscan_ring(segscan_work<typename S::element> w, unsigned tiles)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ uint4 shared[];
    tile_room<S> &room = *reinterpret_cast<tile_room<S> *>(shared);
    const unsigned warp = threadIdx.x / WARP;
    if (threadIdx.x == 0) {
        for (int k = 0; k < S::STAGES; k++) {
            /* The mover's announcement of bytes and its lanes, a marker's. */
            barrier_open(&room.full[k], 1 + (w.flags ? 1 : 2) * WARP);
            barrier_open(&room.done[k], SCAN_THREADS);
            barrier_open(&room.numbered[k], 1);
        }
        barrier_open(&room.carried[0], 1);
        barrier_open(&room.carried[1], 1);
        bulk_fence();
    }
    __syncthreads();
    await_first(); /* which clears scratch */
    if (warp < SCAN_WARPS)
        scan_tiles(room, w);
    else if (warp == SCAN_WARPS)
        move(room, w, tiles);
    else
        mark_tiles(room, w, warp - SCAN_WARPS - 1);
#endif
}

#endif
