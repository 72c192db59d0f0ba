/* walk.cuh - a warp on its way through its share: where it is, and the copies
 * that run ahead of it.
 *
 * Elements come in chunks of 80 bytes a lane, into two rooms in turn; offsets
 * in halves of a ring. */
#ifndef TETRAD_CUDA_SEGREDUCE_WALK_CUH
#define TETRAD_CUDA_SEGREDUCE_WALK_CUH

#include "reduce/operators.cuh"
#include "segreduce/stream.cuh"

/* 80 bytes: lanes' rows of five vectors meet no bank twice. */
constexpr int ROW_VECTORS = 5;
template <class E> constexpr int ROW = 16 / sizeof(E) * ROW_VECTORS;
template <class E> constexpr int CHUNK = ROW<E> * WARP;
/* Offsets a half of the ring, and ends a round. */
constexpr int HALF = 128, RING = 2 * HALF, LOTS = HALF / WARP;

/* A warp's shared memory. */
template <class E>
struct alignas(16) desk {
    E chunk[2][CHUNK<E>];
    uint64_t ring[RING];
    unsigned heads[WARP]; /* a bit an element of the lane's row */
};

/* The groups that the latest copies into two rooms went to. */
struct pair {
    unsigned even, odd;
    __device__ unsigned of(unsigned k) const { return k % 2 ? odd : even; }
    __device__ void put(unsigned k, unsigned group)
    {
        even = k % 2 ? even : group;
        odd = k % 2 ? group : odd;
    }
};

/* What a warp is about; all members but run and lead the same in all lanes. */
template <class Op>
struct walk {
    using E = typename Op::element;
    using A = typename Op::part;
    desk<E> *room;
    stream<E> elements;
    stream<uint64_t> offsets;
    unsigned first_element;  /* of position 0, modulo 2^32 */
    A *out;                  /* of position 0 of offsets */
    unsigned next;           /* position of the next end */
    unsigned groups;         /* of copies, so far */
    pair chunk_groups, half_groups;
    unsigned halves;         /* of the ring that have arrived */
    A carry, run;            /* of the open segment: joined, and a lane's */
    bool running;
    A lead;                  /* lane 0: value of the share's first end */
};

/* --- copies --------------------------------------------------------------- */

template <class Op>
static __device__ void fetch_chunk(walk<Op> &w, unsigned k)
{
    using E = typename Op::element;
    stream_copy<ROW_VECTORS>(w.elements, k * CHUNK<E>,
                             w.room->chunk[k % 2]);
    w.chunk_groups.put(k, w.groups++);
}

template <class Op>
static __device__ void fetch_half(walk<Op> &w, unsigned h)
{
    stream_copy<HALF / WARP / 2>(w.offsets, h * HALF,
                                 w.room->ring + h % 2 * HALF);
    w.half_groups.put(h, w.groups++);
}

template <class Op>
static __device__ void await_group(const walk<Op> &w, unsigned group)
{
    copy_wait(w.groups - 1 - group);
    __syncwarp();
}

/* Until the ring holds the ends before position `stop`. */
template <class Op>
static __device__ void await_ends(walk<Op> &w, unsigned stop)
{
#pragma unroll 1
    while (w.halves * HALF < stop)
        await_group(w, w.half_groups.of(w.halves++));
}

#endif
