/* part.cuh - the first launch: a block takes tiles of 24 KB of samples, orders
 * the low bits of their bins by part in shared memory, and writes each part's
 * run behind what it has written of it before. 4 bytes read and 2 written a
 * sample.
 *
 * A sample's place among those of its part is found warp by warp: PART_DIGITS
 * ballots tell a lane which lanes have its part, whatever the samples, so that
 * it takes as long if all are in one. Counts of a warp are its own: its leaders
 * change them, one a part, between two __syncwarp(). */
#ifndef TETRAD_CUDA_HISTOGRAM_PART_CUH
#define TETRAD_CUDA_HISTOGRAM_PART_CUH

#include "histogram/parted.cuh"
#include "histogram/samples.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"

/* Two blocks of 512 would have too few registers. */
constexpr unsigned PART_THREADS = 384;
constexpr unsigned PART_WARPS = PART_THREADS / WARP;
constexpr int PART_VECTORS = 4; /* of 4 samples, of a thread */
constexpr unsigned PART_ITEMS = PART_VECTORS * 4;
constexpr unsigned PART_TILE = PART_THREADS * PART_ITEMS;
constexpr unsigned RUN_GRID = 8; /* entries in 16 bytes */
/* New chunks of a part that a tile may take. */
constexpr unsigned NEW_MOST = PART_TILE / CHUNK + 1;
constexpr unsigned NO_PART = PARTS_MOST; /* of a sample without bin */

struct part_room {
    /* The tile's entries by part, each run beginning as far off 16 bytes as
     * where it goes does. */
    alignas(16) uint16_t entries[PART_TILE + 2 * RUN_GRID * PARTS_MOST];
    unsigned count[PART_WARPS][PARTS_MOST]; /* then where each warp's begin */
    unsigned begin[PARTS_MOST + 1]; /* of each run's grid, in 16 bytes */
    unsigned length[PARTS_MOST];    /* of each run */
    unsigned written[PARTS_MOST];   /* by the block before this tile */
    /* Chunks that the run goes to: the one that is not full, then new ones. */
    unsigned chunk[PARTS_MOST][NEW_MOST + 1];
};

/* --- a tile, ordered ------------------------------------------------------ */

/* The lanes of this warp whose part is this lane's. By whole warps. */
static __device__ unsigned lanes_alike(unsigned part)
{
    unsigned alike = __ballot_sync(FULL_WARP, part < NO_PART);
#pragma unroll
    for (unsigned d = 0; d < PART_DIGITS; d++) {
        const bool set = part >> d & 1;
        const unsigned lanes = __ballot_sync(FULL_WARP, set);
        alike &= set ? lanes : ~lanes;
    }
    return part < NO_PART ? alike : 0;
}

/* An item is its bin, at most 2^20, and above that its place among those of
 * its part that its warp has. */
constexpr unsigned ITEM_SHIFT = 21;
static_assert(PART_ITEMS * WARP <= 1u << (32 - ITEM_SHIFT), "places fit");

static __device__ unsigned item_bin(unsigned item)
{
    return item & ((1u << ITEM_SHIFT) - 1);
}

/* Of bins alone: finds their places; and how many a part has. */
static __device__ void part_rank(part_room *room, unsigned (&item)[PART_ITEMS],
                                 unsigned bins)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned *count = room->count[threadIdx.x / WARP];
    count[lane] = 0;
    __syncwarp();
#pragma unroll
    for (unsigned k = 0; k < PART_ITEMS; k++) {
        const unsigned part = item[k] < bins ? item[k] >> PART_SHIFT : NO_PART;
        const unsigned alike = lanes_alike(part);
        const unsigned before = part < NO_PART ? count[part] : 0;
        item[k] |= (before + __popc(alike & ((1u << lane) - 1))) << ITEM_SHIFT;
        __syncwarp();
        if (alike && lane == unsigned(__ffs(int(alike))) - 1)
            count[part] = before + __popc(alike);
        __syncwarp();
    }
}

/* Takes chunks for what part p is to have more. */
static __device__ void part_take(const parted_room &r, part_room *room,
                                 unsigned p)
{
    const unsigned from = room->written[p], upto = from + room->length[p];
    const unsigned had = ceil_div(from, CHUNK);
    const unsigned more = ceil_div(upto, CHUNK) - had;
    const unsigned at = from % CHUNK ? 1 : 0; /* the first new one's place */
    if (more == 0)
        return;
    const unsigned first = atomicAdd(&r.head->taken, more);
    const unsigned place = atomicAdd(&r.head->chunks[p], more);
    for (unsigned k = 0; k < more; k++) {
        room->chunk[p][at + k] = first + k;
        r.number[size_t(p) * r.most + place + k] = first + k;
        r.filled[first + k] = CHUNK; /* the last is put right at the end */
    }
}

/* By the first warp, a lane a part: each warp's places in the runs, the runs'
 * on the grid, and chunks for them. */
static __device__ void part_lay_out(const parted_room &r, part_room *room)
{
    const unsigned p = threadIdx.x;
    unsigned sum = 0;
    for (unsigned w = 0; w < PART_WARPS; w++) {
        const unsigned own = room->count[w][p];
        room->count[w][p] = sum;
        sum += own;
    }
    const unsigned off = room->written[p] % RUN_GRID;
    unsigned upto = ceil_div(off + sum, RUN_GRID);
    const unsigned own = upto;
#pragma unroll
    for (int offset = 1; offset < WARP; offset *= 2) {
        const unsigned lower = __shfl_up_sync(FULL_WARP, upto, offset);
        upto += p >= unsigned(offset) ? lower : 0;
    }
    room->begin[p] = upto - own;
    room->length[p] = sum;
    if (p == PARTS_MOST - 1)
        room->begin[PARTS_MOST] = upto;
    part_take(r, room, p);
}

static __device__ void part_stage(part_room *room,
                                  const unsigned (&item)[PART_ITEMS],
                                  unsigned bins)
{
    const unsigned warp = threadIdx.x / WARP;
#pragma unroll
    for (unsigned k = 0; k < PART_ITEMS; k++) {
        const unsigned bin = item_bin(item[k]), p = bin >> PART_SHIFT;
        if (bin < bins)
            room->entries[room->begin[p] * RUN_GRID +
                          room->written[p] % RUN_GRID + room->count[warp][p] +
                          (item[k] >> ITEM_SHIFT)] = uint16_t(bin % PART_BINS);
    }
}

/* --- a tile, written ------------------------------------------------------ */

/* The part that vector v of the ordered tile is of. */
static __device__ unsigned part_of_vector(const part_room &room, unsigned v)
{
    unsigned p = 0;
#pragma unroll
    for (unsigned step = PARTS_MOST / 2; step; step /= 2)
        if (room.begin[p + step] <= v)
            p += step;
    return p;
}

/* All 16 bytes at once but at the ends of a run, where others' entries are
 * beside it. */
static __device__ void part_write(const parted_room &r, const part_room &room)
{
    for (unsigned v = threadIdx.x; v < room.begin[PARTS_MOST];
         v += PART_THREADS) {
        const unsigned p = part_of_vector(room, v);
        const unsigned from = room.written[p];
        const unsigned upto = from + room.length[p];
        /* Of the first entry of the vector, among all of the part's. */
        const unsigned at = (from / RUN_GRID + v - room.begin[p]) * RUN_GRID;
        const unsigned chunk = room.chunk[p][at / CHUNK - from / CHUNK];
        uint16_t *to = r.pool + size_t(chunk) * CHUNK + at % CHUNK;
        const uint16_t *entry = room.entries + v * RUN_GRID;
        if (at >= from && at + RUN_GRID <= upto)
            *reinterpret_cast<uint4 *>(to) =
                *reinterpret_cast<const uint4 *>(entry);
        else
            for (unsigned k = 0; k < RUN_GRID; k++)
                if (at + k >= from && at + k < upto)
                    to[k] = entry[k];
    }
}

/* A lane a part: what has been written, and the chunk that is not full, which
 * is the last that the run went to. */
static __device__ void part_go_on(part_room *room)
{
    const unsigned p = threadIdx.x;
    const unsigned from = room->written[p], upto = from + room->length[p];
    if (upto % CHUNK)
        room->chunk[p][0] = room->chunk[p][upto / CHUNK - from / CHUNK];
    room->written[p] = upto;
}

static __device__ void part_tile(const parted_room &r, part_room *room,
                                 unsigned (&item)[PART_ITEMS], unsigned bins)
{
    part_rank(room, item, bins);
    __syncthreads();
    if (threadIdx.x < PARTS_MOST)
        part_lay_out(r, room);
    __syncthreads();
    part_stage(room, item, bins);
    __syncthreads();
    part_write(r, *room);
    __syncthreads();
    if (threadIdx.x < PARTS_MOST)
        part_go_on(room);
    __syncthreads();
}

/* --- the launch ----------------------------------------------------------- */

/* Vector u of a thread's in the tile whose first is `tile`: the bins of its
 * samples, or none. */
template <class Bins>
static __device__ void part_bins(const Bins &bins,
                                 const samples<typename Bins::sample> &s,
                                 size_t tile, unsigned (&item)[PART_ITEMS])
{
    uint4 bits[PART_VECTORS];
#pragma unroll
    for (unsigned u = 0; u < PART_VECTORS; u++) {
        const size_t v = tile + u * PART_THREADS + threadIdx.x;
        if (v < s.vectors)
            bits[u] = load_passing(s.first() + v);
    }
#pragma unroll
    for (unsigned u = 0; u < PART_VECTORS; u++) {
        const bool is = tile + u * PART_THREADS + threadIdx.x < s.vectors;
        const vector<typename Bins::sample> v =
            vector_of<typename Bins::sample>(bits[u]);
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            item[u * 4 + k] = is ? bins(v.lane[k]) : bins.bins;
    }
}

/* Samples that are in no vector are a tile of their own, the first block's. */
template <class Bins>
static __device__ void part_odd(const Bins &bins,
                                const samples<typename Bins::sample> &s,
                                unsigned (&item)[PART_ITEMS])
{
    typename Bins::sample one;
#pragma unroll
    for (unsigned k = 0; k < PART_ITEMS; k++)
        item[k] = bins.bins;
    if (threadIdx.x < ODD_MOST<typename Bins::sample> &&
        s.odd(threadIdx.x, &one))
        item[0] = bins(one);
}

template <class Bins>
static __global__ void __launch_bounds__(PART_THREADS, 2)
    histogram_part(Bins bins, samples<typename Bins::sample> s, parted_room r)
{
    constexpr size_t TILE = size_t(PART_THREADS) * PART_VECTORS;
    __shared__ part_room room;
    unsigned item[PART_ITEMS];
    next_may_start();
    if (threadIdx.x < PARTS_MOST)
        room.written[threadIdx.x] = 0;
    await_first();
    __syncthreads();
    for (size_t tile = blockIdx.x * TILE; tile < s.vectors;
         tile += gridDim.x * TILE) {
        part_bins(bins, s, tile, item);
        part_tile(r, &room, item, bins.bins);
    }
    if (blockIdx.x == 0) {
        part_odd(bins, s, item);
        part_tile(r, &room, item, bins.bins);
    }
    const unsigned p = threadIdx.x;
    if (p < PARTS_MOST && room.written[p] % CHUNK)
        r.filled[room.chunk[p][0]] = room.written[p] % CHUNK;
}

#endif
