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
template <class E>
constexpr int ROW = 16 / sizeof(E) * ROW_VECTORS;
template <class E>
constexpr int CHUNK = ROW<E> *WARP;
/* Offsets a half of the ring, and ends a round. */
constexpr int HALF = 128, RING = 2 * HALF, GROUPS = HALF / WARP;

/* A warp's shared memory. */
template <class E>
struct alignas(16) warp_storage {
    E chunk[2][CHUNK<E>];
    uint64_t ring[RING];
    unsigned heads[WARP]; /* a bit an element of the lane's row */
};

/* What a warp is about; all members but run and lead the same in all lanes. */
template <class Op>
struct walk {
    using E = typename Op::element;
    using A = typename Op::part;
    warp_storage<E> *room;
    stream<E> elements;
    stream<uint64_t> offsets;
    unsigned first_element; /* of position 0, modulo 2^32 */
    A *out;                 /* of position 0 of offsets */
    unsigned next;          /* position of the next end */
    unsigned halves;        /* of offsets, that have arrived, */
    unsigned asked;         /* that were asked for, */
    unsigned asked_with[2]; /* and so with this chunk or before, and with the
                                next one */
    A carry, run;           /* of the open segment: joined, and a lane's */
    bool running;
    A lead; /* lane 0: value of the share's first end */
};

/* --- copies --------------------------------------------------------------- */

/* A group is a chunk and the halves that were asked for before it, since the
 * chunk before. */
template <class Op>
static __device__ void fetch_chunk(walk<Op> &w, unsigned k)
{
    using E = typename Op::element;
    stream_copy<ROW_VECTORS>(w.elements, k * CHUNK<E>, w.room->chunk[k % 2]);
    copy_commit();
    w.asked_with[0] = w.asked_with[1];
    w.asked_with[1] = w.asked;
}

template <class Op>
static __device__ void fetch_half(walk<Op> &w)
{
    stream_copy<HALF / WARP / 2>(w.offsets, w.asked * HALF,
                                 w.room->ring + w.asked % 2 * HALF);
    w.asked++;
}

/* Until the older of two chunks on their way is there. */
template <class Op>
static __device__ void await_chunk(walk<Op> &w)
{
    copy_wait<1>();
    __syncwarp();
    w.halves = max(w.halves, w.asked_with[0]);
}

/* Until the ring holds the ends before position `stop`. If they come with a
 * later chunk, that is waited for, too. */
template <class Op>
static __device__ void await_ends(walk<Op> &w, unsigned stop)
{
    if (w.halves * HALF >= stop)
        return;
    copy_commit();
    copy_wait<0>();
    __syncwarp();
    w.halves = w.asked;
}

#endif
