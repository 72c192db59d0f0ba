/* stages.cuh - the problem as ring.cuh sees it, the shared memory of a block,
 * and the warp that moves tiles to it and results from it.
 *
 * Bulk copies take the pieces of a tile that are whole 16 bytes in global
 * memory, ordinary accesses what is left at the ends of the arrays; nothing
 * outside the arrays is touched. */
#ifndef TETRAD_CUDA_SEGSCAN_STAGES_CUH
#define TETRAD_CUDA_SEGSCAN_STAGES_CUH

#include "parts/bulk.cuh"
#include "parts/overlap.cuh"
#include "parts/ticket.cuh"
#include "segscan/heads.cuh"
#include "segscan/segmented.cuh"

constexpr int SCAN_WARPS = 8, SCAN_THREADS = SCAN_WARPS * WARP;
constexpr int MARKERS = 3; /* warps */
constexpr int RING_THREADS = SCAN_THREADS + (1 + MARKERS) * WARP;

/* A thread has Vectors of 16 bytes, an odd number, so that threads' vectors
 * side by side meet no bank conflicts. */
template <class T, int Vectors, int Stages>
struct tile_shape {
    using element = T;
    static constexpr int LANES = 16 / sizeof(T), VECTORS = Vectors;
    static constexpr int ITEMS = Vectors * LANES, STAGES = Stages;
    static constexpr unsigned TILE = SCAN_THREADS * ITEMS;
    static constexpr unsigned BYTES = TILE * sizeof(T);
    static_assert(Vectors % 2 == 1 && ITEMS <= 28, "a mask of heads a thread");
};

/* The problem as kernels see it; the same in all blocks. Tiles start at
 * multiples of 16 bytes: the first `lead` elements of tile 0 are before the
 * array. */
template <class T>
struct segscan_work {
    const T *in;
    T *out;
    const unsigned char *flags; /* NULL: by offsets */
    offsets by;
    size_t n;
    unsigned lead;
    bool inclusive;
    bool in_step; /* the output's 16-byte boundaries are the input's */
    void *scratch;
};

constexpr unsigned NO_TILE = ~0u;

template <class S>
struct tile_room {
    using T = typename S::element;
    alignas(16) T elements[S::STAGES][S::TILE];
    alignas(16) unsigned char flags[S::STAGES][S::TILE + 32];
    part<T> parts[2][SCAN_WARPS];
    T carry[2];
    /* A stage passes from the mover to the markers, the scanners, and back. */
    uint64_t full[S::STAGES], done[S::STAGES], carried[2];
    uint64_t numbered[S::STAGES];
    unsigned tile[S::STAGES]; /* by the mover; NO_TILE: there are no more */
};

#if __CUDA_ARCH__ >= 900

/* --- moving --------------------------------------------------------------- */

/* What of [from, from + size) is in [begin, end): [low, high), and of it the
 * whole 16-byte pieces, [inner, outer). */
struct cut {
    uintptr_t low, inner, outer, high;

    __device__ cut(uintptr_t from, unsigned size, uintptr_t begin,
                   uintptr_t end)
        : low(max(from, begin)), high(min(from + size, end))
    {
        inner = (low + 15) / 16 * 16;
        outer = high / 16 * 16;
        if (outer < inner)
            inner = outer = high;
    }

    __device__ unsigned bytes() const
    {
        return unsigned(outer - inner);
    }

    /* copy(address) of each element of type G outside [inner, outer), one a
     * lane at most. */
    template <class G, class Copy>
    __device__ void edges(Copy copy) const
    {
        const unsigned lane = threadIdx.x % WARP;
        const uintptr_t p = lane < 16 ? low + lane * sizeof(G)
                                      : outer + (lane - 16) * sizeof(G);
        if (p < (lane < 16 ? inner : high))
            copy(p);
    }
};

/* One warp: what [from, from + size) has of the array, to `stage`. `from` is
 * aligned to 16 bytes. */
template <class G>
static __device__ void fetch(unsigned char *stage, const cut &c,
                             uintptr_t from, uint64_t *full)
{
    if (threadIdx.x % WARP == 0 && c.bytes())
        bulk_load(stage + (c.inner - from),
                  reinterpret_cast<const void *>(c.inner), c.bytes(), full);
    c.edges<G>([=](uintptr_t p) {
        *reinterpret_cast<G *>(stage + (p - from)) =
            *reinterpret_cast<const G *>(p);
    });
}

template <class S>
static __device__ void load_tile(tile_room<S> &room, int stage,
                                 const segscan_work<typename S::element> &w,
                                 size_t tile)
{
    using T = typename S::element;
    const uintptr_t in = uintptr_t(w.in), flags = uintptr_t(w.flags);
    const uintptr_t from = in - w.lead * sizeof(T) + tile * S::BYTES;
    const uintptr_t flags_from = (flags - w.lead + tile * S::TILE) / 16 * 16;
    const cut c(from, S::BYTES, in, in + w.n * sizeof(T));
    const cut f(flags_from, S::TILE + 16, flags, flags + w.n);
    uint64_t *full = &room.full[stage];
    if (threadIdx.x % WARP == 0)
        barrier_expect(full, c.bytes() + (flags ? f.bytes() : 0));
    fetch<T>(reinterpret_cast<unsigned char *>(room.elements[stage]), c, from,
             full);
    if (flags)
        fetch<unsigned char>(room.flags[stage], f, flags_from, full);
    barrier_arrive(full);
}

/* Nothing comes; markers arrive for themselves. */
template <class S>
static __device__ void load_none(tile_room<S> &room, int stage)
{
    if (threadIdx.x % WARP == 0)
        barrier_expect(&room.full[stage], 0);
    barrier_arrive(&room.full[stage]);
}

template <class S>
static __device__ void store_tile(const tile_room<S> &room, int stage,
                                  const segscan_work<typename S::element> &w,
                                  size_t tile)
{
    using T = typename S::element;
    const uintptr_t out = uintptr_t(w.out);
    const uintptr_t to = out - w.lead * sizeof(T) + tile * S::BYTES;
    const cut c(to, S::BYTES, out, out + w.n * sizeof(T));
    const auto *from =
        reinterpret_cast<const unsigned char *>(room.elements[stage]);
    if (threadIdx.x % WARP == 0 && c.bytes())
        bulk_store(reinterpret_cast<void *>(c.inner), from + (c.inner - to),
                   c.bytes());
    c.edges<T>([=](uintptr_t p) {
        *reinterpret_cast<T *>(p) =
            *reinterpret_cast<const T *>(from + (p - to));
    });
    if (threadIdx.x % WARP == 0) {
        bulk_commit();
        bulk_wait_read<0>();
    }
    __syncwarp();
}

/* Tells what a stage's next tile is; markers, if there are any, at once. */
template <class S>
static __device__ void number(tile_room<S> &room, int stage, unsigned tile,
                              bool marked)
{
    if (threadIdx.x % WARP == 0) {
        room.tile[stage] = tile;
        if (marked)
            barrier_arrive(&room.numbered[stage]);
    }
    __syncwarp();
}

/* Tiles are dealt by tickets; the next is asked for when the tile of the last
 * is on its way. After the last, each stage is told so once, and with them all
 * markers. */
template <class S>
static __device__ void move(tile_room<S> &room,
                            const segscan_work<typename S::element> &w,
                            unsigned tiles)
{
    static_assert(S::STAGES >= MARKERS, "a marker waits for each");
    const bool asks = threadIdx.x % WARP == 0;
    unsigned ticket = asks ? take_ticket(w.scratch) : 0;
    int stage = 0;
    unsigned phase = 1; /* of `done`, of the turn that had the stage before */
#pragma unroll 1
    for (unsigned k = 0;; k++) {
        if (k >= S::STAGES) {
            const unsigned tile = room.tile[stage];
            if (tile == NO_TILE)
                return;
            barrier_wait(&room.done[stage], phase);
            if (w.in_step)
                store_tile(room, stage, w, tile);
        }
        const unsigned tile = __shfl_sync(FULL_WARP, ticket, 0);
        if (tile < tiles) {
            number(room, stage, tile, !w.flags);
            load_tile(room, stage, w, tile);
            if (asks)
                ticket = take_ticket(w.scratch);
        } else {
            number(room, stage, NO_TILE, !w.flags);
            load_none(room, stage);
        }
        if (++stage == S::STAGES) {
            stage = 0;
            phase ^= 1;
        }
    }
}

#endif
#endif
