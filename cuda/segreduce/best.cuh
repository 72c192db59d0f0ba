/* best.cuh - one launch over any lengths of segments.
 *
 * Elements and ends of segments, merged, are cut into even shares, one a warp
 * (cut.cuh). A warp walks its share on its own: elements come in chunks of 80
 * bytes a lane, offsets in halves of a ring, both by asynchronous copies while
 * the chunk before is worked on. A chunk takes one round, or more if many
 * segments end in it. A round is one of
 *
 *   stream  no segment ends in it: lanes add up what they read
 *   dense   segments are very short: a lane adds up a segment by itself
 *   scan    a segmented scan, each lane over its 80 bytes, then over the warp;
 *           the value at a segment's last element is the segment's
 *
 * What is left of a segment at the edges of a share is joined in order: over
 * the block, then over the blocks (carry.cuh). An element's bytes and an
 * offset's are read once, but for the search. */
#ifndef TETRAD_CUDA_SEGREDUCE_BEST_CUH
#define TETRAD_CUDA_SEGREDUCE_BEST_CUH

#include "reduce/operators.cuh"
#include "segreduce/carry.cuh"
#include "segreduce/cut.cuh"
#include "segreduce/stream.cuh"

/* 80 bytes: lanes' rows of five vectors meet no bank twice. */
constexpr int ROW_VECTORS = 5;
template <class E> constexpr int ROW = 16 / sizeof(E) * ROW_VECTORS;
template <class E> constexpr int CHUNK = ROW<E> * WARP;
/* An end costs about as much as the bytes it moves. */
template <class E> constexpr int END_WEIGHT = 1 + 8 / sizeof(E);
/* Offsets a half of the ring, and ends a round. */
constexpr int HALF = 128, RING = 2 * HALF, LOTS = HALF / WARP;
/* The mean and the most elements of a segment in a dense round. */
constexpr int DENSE_MEAN = 4, DENSE_MOST = 16;

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

/* --- rounds --------------------------------------------------------------- */

/* A round: elements [from, to) of a chunk, which holds `stop`, and the next
 * `count` ends. Places of ends are elements of the chunk before them. */
template <class E>
struct pass {
    E *chunk;
    unsigned from, to, stop, count, last;
    unsigned end[LOTS], before[LOTS]; /* of ends lane, lane + 32, ... */
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
        const auto *at = reinterpret_cast<const vector<E> *>(chunk) +
                         v * WARP + lane;
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
static __device__ void emit(walk<Op> &w, unsigned end,
                            typename Op::part own)
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
    for (int lot = 0; lot < LOTS; lot++) {
        const unsigned end = lot * WARP + lane;
        if (end < r.count) {
            typename Op::part own = Op::none();
#pragma unroll 1
            for (unsigned q = r.before[lot]; q < r.end[lot]; q++)
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
static __device__ unsigned mark_heads(desk<E> *room, const pass<E> &r)
{
    const unsigned lane = threadIdx.x % WARP;
    room->heads[lane] = 0;
    __syncwarp();
#pragma unroll
    for (int lot = 0; lot < LOTS; lot++)
        if (lot * WARP + lane < r.count && r.end[lot] > r.before[lot] &&
            r.end[lot] < CHUNK<E>)
            atomicOr(&room->heads[r.end[lot] / ROW<E>],
                     1u << r.end[lot] % ROW<E>);
    __syncwarp();
    unsigned heads = room->heads[lane];
    if (r.from / ROW<E> == lane)
        heads |= 1u << r.from % ROW<E>;
    if (r.to < CHUNK<E>)
        heads |= bits_from<E>(r.to);
    return heads & ((1u << ROW<E>) - 1);
}

/* Each element becomes the join of its segment up to it, but for the carry
 * from the lanes before, which is returned with those before it not yet. */
template <class Op>
static __device__ typename Op::part
scan_row(typename Op::element *row, unsigned heads)
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
    const unsigned here = __ballot_sync(FULL_WARP, heads != 0) &
                          (~0u >> (WARP - 1 - lane));
    const unsigned first = here ? WARP - 1 - __clz(here) : 0;
#pragma unroll
    for (unsigned step = 1; step < WARP; step *= 2) {
        const A older = warp_words(sum, [step](unsigned word) {
            return __shfl_up_sync(FULL_WARP, word, step);
        });
        if (lane >= first + step)
            sum = Op::join(older, sum);
    }
    const A before = warp_words(sum, [](unsigned word) {
        return __shfl_up_sync(FULL_WARP, word, 1);
    });
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
    for (int lot = 0; lot < LOTS; lot++) {
        const unsigned end = lot * WARP + lane;
        if (end < r.count)
            emit(w, end, r.end[lot] > r.before[lot] ? r.chunk[r.end[lot] - 1]
                                                    : Op::none());
    }
    w.carry = r.to > r.last ? r.chunk[r.to - 1] : Op::none();
}

/* The ends of the round that begins at `from`; true if the chunk ends with
 * it. */
template <class Op>
static __device__ bool plan(walk<Op> &w, pass<typename Op::element> &r,
                            unsigned chunk_first)
{
    constexpr unsigned BEYOND = ~0u;
    const unsigned lane = threadIdx.x % WARP;
    const unsigned left = w.offsets.end - w.next;
    const unsigned most = min(left, unsigned(HALF));
    await_ends(w, w.next + most);
    r.count = 0;
    unsigned previous = r.from;
#pragma unroll
    for (int lot = 0; lot < LOTS; lot++) {
        const unsigned end = lot * WARP + lane;
        r.end[lot] = BEYOND;
        if (previous > r.stop) /* so are those after it */
            continue;
        if (end < most)
            r.end[lot] = end_place(w, w.next + end, chunk_first);
        const unsigned up = __shfl_up_sync(FULL_WARP, r.end[lot], 1);
        r.before[lot] = lane ? up : previous;
        previous = __shfl_sync(FULL_WARP, r.end[lot], WARP - 1);
        r.count += __popc(__ballot_sync(FULL_WARP, r.end[lot] <= r.stop));
    }
    r.last = r.count ? end_place(w, w.next + r.count - 1, chunk_first)
                     : r.from;
    const bool whole = r.count < HALF || r.count == left;
    r.to = whole ? r.stop : r.last;
    return whole;
}

/* Whether lanes can add up the round's segments by themselves. */
template <class E>
static __device__ bool dense(const pass<E> &r)
{
    if (r.last - r.from > DENSE_MEAN * r.count)
        return false;
    unsigned longest = 0;
#pragma unroll
    for (int lot = 0; lot < LOTS; lot++)
        if (lot * WARP + threadIdx.x % WARP < r.count)
            longest = max(longest, r.end[lot] - r.before[lot]);
    return !__any_sync(FULL_WARP, longest > DENSE_MOST);
}

/* --- shares --------------------------------------------------------------- */

template <class Op>
static __device__ void walk_chunk(walk<Op> &w, unsigned k)
{
    using E = typename Op::element;
    const unsigned at = k * CHUNK<E>;
    const unsigned chunk_first = w.first_element + at;
    pass<E> r;
    r.chunk = w.room->chunk[k % 2];
    r.from = at < w.elements.begin ? w.elements.begin - at : 0;
    r.stop = min(w.elements.end - at, unsigned(CHUNK<E>));
    for (bool whole = false; !whole;) {
        if (w.next < w.offsets.end)
            await_ends(w, w.next + 1);
        if (w.next == w.offsets.end ||
            end_place(w, w.next, chunk_first) > r.stop) {
            if (r.stop - r.from == CHUNK<E>)
                stream_whole(w, r.chunk);
            else
                stream_some(w, r.chunk, r.from, r.stop);
            return;
        }
        whole = plan(w, r, chunk_first);
        settle(w);
        if (dense(r))
            dense_round(w, r);
        else
            scan_round(w, r);
        __syncwarp();
        const unsigned half = w.next / HALF;
        w.next += r.count;
        if (w.next / HALF > half)
            fetch_half(w, half + 2);
        r.from = r.to;
    }
}

/* A warp's share; what is left at its edges. */
template <class Op>
static __device__ edges<typename Op::part>
walk_share(desk<typename Op::element> *room,
           const typename Op::element *in, const segments &all,
           const cut &from, const cut &to, typename Op::part *out)
{
    using E = typename Op::element;
    walk<Op> w;
    w.room = room;
    w.elements = stream_of_range(in, all.n, from.elements,
                                 to.elements - from.elements);
    w.offsets = stream_of_range(all.offsets + 1, all.count, from.ends,
                                to.ends - from.ends);
    w.first_element = unsigned(from.elements) - w.elements.begin;
    w.out = out + from.ends - w.offsets.begin;
    w.next = w.offsets.begin;
    w.groups = 0;
    w.halves = 0;
    w.carry = w.run = w.lead = Op::none();
    w.running = false;
    fetch_chunk(w, 0);
    fetch_half(w, 0);
    fetch_chunk(w, 1);
    fetch_half(w, 1);
    const unsigned chunks = max(ceil_div(w.elements.end, unsigned(CHUNK<E>)),
                                1u);
#pragma unroll 1
    for (unsigned k = 0; k < chunks; k++) {
        await_group(w, w.chunk_groups.of(k));
        walk_chunk(w, k);
        __syncwarp();
        fetch_chunk(w, k + 2);
    }
    copy_wait<0>();
    settle(w);
    return { w.lead, w.carry, from.ends, to.ends > from.ends };
}

/* One share a warp. `Threads` a block at most, of which `Blocks` fit on a
 * multiprocessor; all blocks of the grid must be resident. */
template <class Op, int Threads, int Blocks>
static __global__ void __launch_bounds__(Threads, Blocks)
segreduce_best(const typename Op::element *in, segments all,
               typename Op::part *out, void *scratch)
{
    using E = typename Op::element;
    constexpr int WEIGHT = END_WEIGHT<E>;
    extern __shared__ __align__(16) unsigned char rooms[];
    __shared__ edges<typename Op::part> left[Threads / WARP];
    const unsigned warps = blockDim.x / WARP, warp = threadIdx.x / WARP;
    const size_t shares = size_t(gridDim.x) * warps;
    const size_t share = size_t(blockIdx.x) * warps + warp;
    const size_t total = all.n + WEIGHT * all.count;
    const turn launch = carry_enter(scratch, gridDim.x);
    cut from, to;
    find_cuts<WEIGHT>(all, share_place(total, shares, share),
                      share_place(total, shares, share + 1), from, to);
    const auto mine = walk_share<Op>(
        reinterpret_cast<desk<E> *>(rooms) + warp, in, all, from, to, out);
    if (threadIdx.x % WARP == 0)
        left[warp] = mine;
    __syncthreads();
    carry_over<Op, Threads>(left, warps, out, scratch, launch);
}

#endif
