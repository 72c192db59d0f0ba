/* ring.cuh - tiles go through a ring of shared memory, which the copy engine
 * fills and empties: an element is read once, and stored once if kept, or if
 * both sides are (sides.cuh).
 *
 * A block stays, and takes tiles by tickets. The loader has them loaded, the
 * counters count what each keeps as soon as it is there, and publish that. The
 * looker adds up the counts of all tiles between the block's last and this one
 * (no chain of prefixes, so a tile's count is all that others wait for), so
 * that the packers, who share a tile, know where it goes; the storer has it
 * stored. Tiles are loaded long before their place is known: the ring is deep.
 *
 * Nobody waits for a ticket that is not taken, and a stage becomes free once
 * the tiles below its own are counted: the lowest tile without a count always
 * gets on, whatever blocks are there.
 *
 * In place, too: a count is published when its tile is in shared memory, and
 * nothing is stored before the counts of all lower tiles are known.
 *
 * Where both sides are stable, a launch before has told the counts (told.cuh),
 * nobody waits for another, and the looker adds up what is there. */
#ifndef TETRAD_CUDA_COMPACT_RING_CUH
#define TETRAD_CUDA_COMPACT_RING_CUH

#include "compact/two_sides.cuh"

/* A tile that keeps no more is stored by a warp, in so many rows. */
constexpr unsigned FEW_ROWS = 3;
/* Counts a lane of the looker reads at once, and a warp. */
constexpr int READS = 5;
constexpr unsigned WINDOW = READS * WARP;

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* --- counting ------------------------------------------------------------ */

/* Each of these warps counts its chunk; the first of them publishes. */
template <class T, class Sides>
static __device__ void count_tiles(pack_ring &ring, unsigned chunk,
                                   T threshold, unsigned *counts)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = 0;; r++) {
        const turn turn(r);
        barrier_wait(&ring.full[turn.stage], turn.parity);
        const unsigned tile = ring.tile[turn.stage];
        if (tile == NO_TILE)
            return;
        T run[RUN<T>];
        run_read(run, ring.stage[turn.stage] + chunk * CHUNK_VECTORS);
        const unsigned mine = warp_sum(run_count(run, threshold));
        if (lane == 0)
            ring.totals[turn.stage][chunk] = mine;
        barrier_arrive(&ring.counted[turn.stage]);
        if (Sides::STABLE || chunk > 0)
            continue;
        barrier_wait(&ring.counted[turn.stage], turn.parity);
        const unsigned total = warp_sum(lane_total(ring, turn.stage));
        if (lane == 0)
            count_publish(counts + tile, total);
        barrier_arrive(&ring.empty[turn.stage]);
    }
}

/* --- looking ahead ------------------------------------------------------- */

/* What tiles [begin, end) keep, at most WINDOW of them; waits until all have
 * published. */
static __device__ unsigned counts_between(const unsigned *counts,
                                          unsigned begin, unsigned end)
{
    const unsigned first = begin + threadIdx.x % WARP;
    unsigned seen[READS], sum = 0;
#pragma unroll
    for (int k = 0; k < READS; k++) {
        const unsigned tile = first + k * WARP;
        seen[k] = tile < end ? count_ask(counts + tile) : 1;
    }
#pragma unroll 1
    for (bool all = false; !all;) {
        all = true;
#pragma unroll
        for (int k = 0; k < READS; k++)
            if (!seen[k]) {
                seen[k] = count_ask(counts + first + k * WARP);
                all = false;
            }
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < READS; k++)
        sum += seen[k] - 1;
    return warp_sum(sum);
}

/* Adds up what all tiles keep, by the packers and counters. */
static __device__ void add_told(pack_ring &ring, unsigned tiles,
                                const unsigned *counts)
{
    unsigned long long sum = 0;
    await_first();
#pragma unroll 8
    for (unsigned tile = threadIdx.x; tile < tiles; tile += LOADER * WARP)
        sum += counts[tile] - 1;
    sum = warp_reduce_all(
        sum, [](unsigned long long a, unsigned long long b) { return a + b; });
    if (threadIdx.x % WARP == 0)
        atomicAdd(&ring.all, sum);
    barrier_arrive(&ring.known);
}

/* Tells where each tile starts; of the last also where it ends. Tiles that lie
 * from the last to the first start before what those until then keep. */
template <class T, class Sides>
static __device__ void look_ahead(pack_ring &ring, const packing<T> &p,
                                  unsigned tiles, const unsigned *counts)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned long long sum = 0; /* what the tiles before `done` keep */
    unsigned done = 0;
    if constexpr (Sides::STABLE) {
        await_first();
        barrier_wait(&ring.known, 0);
    }
#pragma unroll 1
    for (unsigned r = 0;; r++) {
        const turn turn(r);
        barrier_wait(&ring.full[turn.stage], turn.parity);
        const unsigned tile = ring.tile[turn.stage];
        if (tile == NO_TILE)
            return;
#pragma unroll 1
        while (done < tile) {
            const unsigned end = min(tile, done + WINDOW);
            sum += counts_between(counts, done, end);
            done = end;
        }
        barrier_wait(&ring.counted[turn.stage], turn.parity);
        const unsigned total = warp_sum(lane_total(ring, turn.stage));
        if (lane == 0)
            ring.start[turn.stage] =
                Sides::STABLE ? ring.all - sum - total : sum;
        barrier_arrive(&ring.placed[turn.stage]);
        sum += total;
        done = tile + 1;
        if (done == tiles && lane == 0)
            tell_counts<Sides>(p.count, p.x.n, sum);
    }
}

/* --- packing ------------------------------------------------------------- */

/* A barrier of the warps of a pack. */
static __device__ void pack_meets(unsigned pack)
{
    asm volatile("bar.sync %0, %1;" ::"r"(1 + pack), "n"(CHUNKS * WARP)
                 : "memory");
}

/* The pack's warps share every PACKS-th tile, a chunk each. It is packed on
 * the spot, once all of it is in registers; its vectors lie as those of the
 * output. */
template <class T, class Sides>
static __device__ void pack_tiles(pack_ring &ring, const packing<T> &p,
                                  unsigned tiles, unsigned pack,
                                  unsigned chunk)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = pack;; r += PACKS) {
        const turn turn(r);
        uint4 *tile = ring.stage[turn.stage];
        T run[RUN<T>];
        barrier_wait(&ring.full[turn.stage], turn.parity);
        if (ring.tile[turn.stage] == NO_TILE)
            return;
        run_read(run, tile + chunk * CHUNK_VECTORS);
        const unsigned mine = run_count(run, p.threshold);
        const unsigned upto = warp_sum_upto(mine);
        barrier_wait(&ring.counted[turn.stage], turn.parity);
        const unsigned total = lane_total(ring, turn.stage);
        const unsigned before = warp_sum(lane < chunk ? total : 0);
        barrier_wait(&ring.placed[turn.stage], turn.parity);
        pack_meets(pack);
        T *to = reinterpret_cast<T *>(tile) +
            low_of(p.out, ring.start[turn.stage]) + before + (upto - mine);
        if constexpr (Sides::BOTH) {
            run_pack<T, Sides>(run, p.threshold, to, tile,
                               sides_of<T, Sides>(ring, turn.stage, p, tiles,
                                                  warp_sum(total)),
                               chunk, before + (upto - mine));
        } else {
#pragma unroll
            for (int k = 0; k < RUN<T>; k++)
                if (run[k] > p.threshold)
                    *to++ = run[k];
        }
        bulk_fence();
        barrier_arrive(&ring.packed[turn.stage]);
    }
}

/* --- storing ------------------------------------------------------------- */

/* Elements [low, high) of the tile: whole vectors by the engine, the others by
 * lanes. */
template <class T>
static __device__ void tile_store(T *to, const uint4 *tile, unsigned low,
                                  unsigned high)
{
    constexpr unsigned LANES = vector<T>::LANES;
    const unsigned lane = threadIdx.x % WARP;
    const T *from = reinterpret_cast<const T *>(tile);
    if (high - low <= FEW_ROWS * WARP) {
#pragma unroll
        for (unsigned at = low + lane, k = 0; k < FEW_ROWS; k++, at += WARP)
            if (at < high)
                to[at] = from[at];
        return;
    }
    const unsigned begin = low ? 1 : 0, end = high / LANES;
    if (lane == 0)
        bulk_store(to + begin * LANES, tile + begin,
                   (end - begin) * sizeof(uint4));
    const bool first = lane < LANES;
    const unsigned at = first ? lane : end * LANES + lane - LANES;
    if (first ? begin && at >= low : lane < 2 * LANES && at < high)
        to[at] = from[at];
}

template <class T, class Sides>
static __device__ void store_tiles(pack_ring &ring, const packing<T> &p,
                                   unsigned tiles)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll 1
    for (unsigned r = 0;; r++) {
        const turn turn(r);
        barrier_wait(&ring.full[turn.stage], turn.parity);
        if (ring.tile[turn.stage] == NO_TILE)
            return;
        barrier_wait(&ring.placed[turn.stage], turn.parity);
        const unsigned total = warp_sum(lane_total(ring, turn.stage));
        const unsigned long long start = ring.start[turn.stage];
        const unsigned low = low_of(p.out, start);
        barrier_wait(&ring.packed[turn.stage], turn.parity);
        tile_store(p.out + (start - low), ring.stage[turn.stage], low,
                   low + total);
        if constexpr (Sides::BOTH) {
            const tile_sides s =
                sides_of<T, Sides>(ring, turn.stage, p, tiles, total);
            tile_store(p.out + (s.second - s.low),
                       ring.stage[turn.stage] + s.at, s.low,
                       s.low + s.own.others());
        }
        if (lane == 0) {
            bulk_commit();
            bulk_wait_read<0>();
        }
        barrier_arrive(&ring.empty[turn.stage]);
    }
}

/* --- the kernel ---------------------------------------------------------- */

template <class Sides>
static __device__ void open_ring(pack_ring &ring)
{
    if (threadIdx.x < STAGES) {
        barrier_open(&ring.full[threadIdx.x], WARP);
        barrier_open(&ring.counted[threadIdx.x], CHUNKS * WARP);
        barrier_open(&ring.placed[threadIdx.x], WARP);
        barrier_open(&ring.packed[threadIdx.x], CHUNKS * WARP);
        /* By the storer, and by the counter that publishes. */
        barrier_open(&ring.empty[threadIdx.x],
                     Sides::STABLE ? WARP : 2 * WARP);
        if (Sides::STABLE && threadIdx.x == 0) {
            barrier_open(&ring.known, LOADER * WARP);
            ring.all = 0;
        }
        bulk_fence();
    }
    __syncthreads();
}

#endif

/* One block a multiprocessor. Scratch: published_bytes(tiles), zero, or told.
 */
template <class T, class Sides = kept_alone>
static __global__ void __launch_bounds__(RING_THREADS, 1)
    compact_ring(packing<T> p, unsigned tiles, void *scratch)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ uint4 room[];
    pack_ring &ring = *reinterpret_cast<pack_ring *>(room);
    const unsigned warp = threadIdx.x / WARP;
    unsigned *counts = published_counts(scratch);
    open_ring<Sides>(ring);
    if (Sides::STABLE && warp < LOADER)
        add_told(ring, tiles, counts);
    else if (Sides::BOTH && !Sides::STABLE)
        await_first(); /* which clears scratch */
    if (warp == LOADER)
        load_tiles<T, Sides>(ring, p, tiles, scratch);
    else if (warp == LOOKER)
        look_ahead<T, Sides>(ring, p, tiles, counts);
    else if (warp == STORER)
        store_tiles<T, Sides>(ring, p, tiles);
    else if (warp >= COUNTERS)
        count_tiles<T, Sides>(ring, warp - COUNTERS, p.threshold, counts);
    else
        pack_tiles<T, Sides>(ring, p, tiles, warp / CHUNKS, warp % CHUNKS);
#endif
}

#endif
