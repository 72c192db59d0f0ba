/* rounds.cuh - the three ways in which a warp takes elements and ends of its
 * chunk: stream, dense, scan. See best.cuh. */
#ifndef TETRAD_CUDA_SEGREDUCE_ROUNDS_CUH
#define TETRAD_CUDA_SEGREDUCE_ROUNDS_CUH

#include "segreduce/walk.cuh"

/* The mean and the most elements of a segment in a dense round. */
constexpr int DENSE_MEAN = 4, DENSE_MOST = 16;

/* A round: elements [from, to) of a chunk, which holds `stop`, and the next
 * `count` ends. Places of ends are elements of the chunk before them. */
template <class E>
struct pass {
    E *chunk;
    unsigned from, to, stop, count, last;
    unsigned end[GROUPS], before[GROUPS]; /* of ends lane, lane + 32, ... */
};

/* The place of the end at a position of the ring. It lies in the share, so 32
 * bits are enough. */
template <class Op>
static __device__ unsigned end_place(const walk<Op> &w, unsigned position,
                                     unsigned chunk_first)
{
    return unsigned(w.room->ring[position % RING]) - chunk_first;
}

/* The elements that no end follows in the round. */
template <class Op>
static __device__ void stream_whole(walk<Op> &w,
                                    const typename Op::element *chunk)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (int v = 0; v < ROW_VECTORS; v++) {
        const auto *at =
            reinterpret_cast<const vector<E> *>(chunk) + v * WARP + lane;
        const uint4 bits = *reinterpret_cast<const uint4 *>(at);
        vector<E> x;
        memcpy(&x, &bits, sizeof x);
        w.run = Op::join(w.run, vector_reduce<typename Op::part>(x, Op::join));
    }
    w.running = true;
}

template <class Op>
static __device__ void stream_some(walk<Op> &w,
                                   const typename Op::element *chunk,
                                   unsigned from, unsigned to)
{
#pragma unroll 1
    for (unsigned q = from + threadIdx.x % WARP; q < to; q += WARP)
        w.run = Op::join(w.run, chunk[q]);
    w.running = true;
}

/* What lanes have of the open segment, into carry. */
template <class Op>
static __device__ void settle(walk<Op> &w)
{
    if (!w.running)
        return;
    w.carry = Op::join(w.carry, warp_reduce_all(w.run, Op::join));
    w.run = Op::none();
    w.running = false;
}

/* The value of a lane's end. The share's first is not complete: it is kept.
 * `own`: of its elements in the round. */
template <class Op>
static __device__ void emit(walk<Op> &w, unsigned end, typename Op::part own)
{
    if (end == 0)
        own = Op::join(w.carry, own);
    const unsigned position = w.next + end;
    if (position == w.offsets.begin)
        w.lead = own;
    else
        w.out[position] = own;
}

template <class Op>
static __device__ void dense_round(walk<Op> &w,
                                   const pass<typename Op::element> &r)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (int group = 0; group < GROUPS; group++) {
        const unsigned end = group * WARP + lane;
        if (end < r.count) {
            typename Op::part own = Op::none();
#pragma unroll 1
            for (unsigned q = r.before[group]; q < r.end[group]; q++)
                own = Op::join(own, r.chunk[q]);
            emit(w, end, own);
        }
    }
    w.carry = Op::none();
    stream_some(w, r.chunk, r.last, r.to);
}

/* Bits of a row from element `at` of the chunk on. */
template <class E>
static __device__ unsigned bits_from(unsigned at)
{
    const int bit = int(at) - int(threadIdx.x % WARP) * ROW<E>;
    return bit <= 0 ? ~0u : bit >= ROW<E> ? 0u : ~0u << bit;
}

/* Marks where segments begin. Elements before the round are a segment for
 * themselves, and so is each after it, which thus stays as it is. */
template <class E>
static __device__ unsigned mark_heads(warp_storage<E> *room, const pass<E> &r)
{
    const unsigned lane = threadIdx.x % WARP;
    room->heads[lane] = 0;
    __syncwarp();
#pragma unroll
    for (int group = 0; group < GROUPS; group++)
        if (group * WARP + lane < r.count && r.end[group] > r.before[group] &&
            r.end[group] < CHUNK<E>)
            atomicOr(&room->heads[r.end[group] / ROW<E>],
                     1u << r.end[group] % ROW<E>);
    __syncwarp();
    unsigned heads = room->heads[lane];
    if (r.from / ROW<E> == lane)
        heads |= 1u << r.from % ROW<E>;
    if (r.to < CHUNK<E>)
        heads |= bits_from<E>(r.to);
    return heads & ((1u << ROW<E>)-1);
}

/* Each element becomes the join of its segment up to it, but for the carry
 * from the lanes before, which is returned with those before it not yet. */
template <class Op>
static __device__ typename Op::part scan_row(typename Op::element *row,
                                             unsigned heads)
{
    using E = typename Op::element;
    typename Op::part sum = Op::none();
    vector<E> x[ROW_VECTORS];
#pragma unroll
    for (int v = 0; v < ROW_VECTORS; v++) {
        const uint4 bits = reinterpret_cast<const uint4 *>(row)[v];
        memcpy(&x[v], &bits, sizeof bits);
    }
#pragma unroll
    for (int v = 0; v < ROW_VECTORS; v++) {
#pragma unroll
        for (int k = 0; k < vector<E>::LANES; k++) {
            const bool head = heads >> (v * vector<E>::LANES + k) & 1;
            sum = head ? x[v].lane[k] : Op::join(sum, x[v].lane[k]);
            x[v].lane[k] = sum;
        }
        uint4 bits;
        memcpy(&bits, &x[v], sizeof bits);
        reinterpret_cast<uint4 *>(row)[v] = bits;
    }
    return sum;
}

/* The join of the open segment over the lanes before this one. */
template <class Op>
static __device__ typename Op::part carry_of_lanes(typename Op::part sum,
                                                   unsigned heads)
{
    using A = typename Op::part;
    const unsigned lane = threadIdx.x % WARP;
    const unsigned here =
        __ballot_sync(FULL_WARP, heads != 0) & (~0u >> (WARP - 1 - lane));
    const unsigned first = here ? WARP - 1 - __clz(here) : 0;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const A older = warp_words(sum, [step](unsigned word) {
            return __shfl_up_sync(FULL_WARP, word, step);
        });
        if (lane >= first + step)
            sum = Op::join(older, sum);
    }
    const A before = warp_words(
        sum, [](unsigned word) { return __shfl_up_sync(FULL_WARP, word, 1); });
    return lane ? before : Op::none();
}

template <class Op>
static __device__ void scan_round(walk<Op> &w,
                                  const pass<typename Op::element> &r)
{
    using E = typename Op::element;
    const unsigned lane = threadIdx.x % WARP;
    E *row = r.chunk + lane * ROW<E>;
    const unsigned heads = mark_heads<E>(w.room, r);
    const typename Op::part sum = scan_row<Op>(row, heads);
    const typename Op::part before = carry_of_lanes<Op>(sum, heads);
    /* Of the elements before the first head only the last can be the end of a
     * segment, or of the round. */
    const unsigned first = heads ? __ffs(heads) - 1 : ROW<E>;
    if (first > 0)
        row[first - 1] = Op::join(before, row[first - 1]);
    __syncwarp();
#pragma unroll
    for (int group = 0; group < GROUPS; group++) {
        const unsigned end = group * WARP + lane;
        if (end < r.count)
            emit(w, end,
                 r.end[group] > r.before[group] ? r.chunk[r.end[group] - 1]
                                                : Op::none());
    }
    w.carry = r.to > r.last ? r.chunk[r.to - 1] : Op::none();
}

#endif
