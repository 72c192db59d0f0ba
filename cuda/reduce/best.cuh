/* best.cuh - the kernels of best and plan, over any n at any alignment: a warp,
 * one block, a cluster of blocks, or as many as the GPU holds, whose parts a
 * second launch joins (overlap.cuh) or, if slots are kept clear for it, the
 * block that started last (finish.cuh). Parts are joined in the order of the
 * blocks, so results repeat bit for bit.
 *
 * The input is cut into a head of less than 16 bytes, vectors of 16 bytes, and
 * a tail; `Threads` vectors side by side are a row. A thread has up to `Unroll`
 * loads in flight, and where there are many rows they are dealt to blocks in
 * runs of so many, so that what all blocks read at a time lies together: H100,
 * f32 sum of 2^28, 346 us so, and 352 with one run a block, which few rows are
 * cut into, even to one. An element's bytes are read once.
 *
 * The code is kept short, one loop for whole and broken batches alike: where
 * n is small the time to fetch instructions shows, and where it is large there
 * is issue bandwidth to spare. */
#ifndef TETRAD_CUDA_REDUCE_BEST_CUH
#define TETRAD_CUDA_REDUCE_BEST_CUH

#include "parts/block.cuh"
#include "parts/cluster.cuh"
#include "parts/overlap.cuh"
#include "reduce/finish.cuh"
#include "reduce/operators.cuh"

/* How n elements are shared out: made by the host, the same in all blocks. */
struct sharing {
    size_t n, head, vectors; /* elements, elements, vectors */
    unsigned blocks;
    unsigned rows, longer; /* rows a block; the first `longer` have one more,
                              if they have one run each */
};

/* The head and the tail, one element a thread of block 0. */
template <class Op>
static __device__ typename Op::part fold_edges(const typename Op::element *in,
                                               const sharing &s)
{
    const size_t inner = s.vectors * vector<typename Op::element>::LANES;
    const size_t t = threadIdx.x;
    if (blockIdx.x > 0 || t >= s.n - inner)
        return Op::none();
    const size_t i = t < s.head ? t : t + inner;
    return Op::one(in[i], i);
}

/* What this thread has of its block's share. Rows are numbered from the block's
 * first on; it has `Unroll` of `turn`, all of them if it has one run.
 *
 * Dealt: rows may be dealt in runs. */
template <class Op, int Threads, int Unroll, bool Dealt>
static __device__ typename Op::part fold_share(const typename Op::element *in,
                                               const sharing &s)
{
    using E = typename Op::element;
    constexpr size_t STEP = size_t(Threads) * vector<E>::LANES;
    const unsigned b = blockIdx.x;
    const bool dealt = Dealt && s.rows >= unsigned(Unroll);
    const unsigned all = s.rows * s.blocks + s.longer;
    const unsigned turn = dealt ? Unroll * s.blocks : unsigned(Unroll);
    const size_t row = dealt ? b * Unroll : b * s.rows + min(b, s.longer);
    const size_t at = row * Threads + threadIdx.x;
    unsigned end =
        dealt ? all - min(b * Unroll, all) : s.rows + (b < s.longer);
    /* The very last row may be shorter. */
    if (end && at + size_t(end - 1) * Threads >= s.vectors)
        end--;

    const typename Op::part edges = fold_edges<Op>(in, s);
    const size_t first = s.head + at * vector<E>::LANES;
    const E *from = in + first;
    typename Op::seen seen = Op::begin(edges);
#pragma unroll 1
    for (unsigned k = 0; k < end; k += turn) {
        vector<E> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (k + u < end)
                v[u] = vector_load(from + u * STEP);
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (k + u < end)
                Op::take(seen, v[u], k + u);
        from += turn * STEP;
    }
    return Op::settle(seen, edges, end, first, STEP);
}

/* An element a lane of the only warp, in each of so many rows. */
template <class Op, int Rows>
static __global__ void __launch_bounds__(WARP)
    reduce_few(const typename Op::element *in, unsigned n, outputs out)
{
    const unsigned t = threadIdx.x;
    typename Op::element x[Rows];
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (t + r * WARP < n)
            x[r] = in[t + r * WARP];
    typename Op::part p = Op::none();
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (t + r * WARP < n)
            p = Op::join(p, Op::one(x[r], t + r * WARP));
    p = Op::template across_warp<WARP>(p);
    if (t == 0)
        Op::write(p, n, out);
}

/* One block for all of a small input: needs no scratch. */
template <class Op, int Threads, int Unroll>
static __global__ void __launch_bounds__(Threads, 1)
    reduce_alone(const typename Op::element *in, sharing s, outputs out)
{
    __shared__ typename Op::part room[WARP];
    typename Op::part p = fold_share<Op, Threads, Unroll, false>(in, s);
    p = block_reduce<Op, Threads>(p, room);
    if (threadIdx.x == 0)
        Op::write(p, s.n, out);
}

/* A block a share, all of one cluster: needs no scratch either. Block 0 joins
 * what the others leave in its shared memory. */
template <class Op, int Threads, int Unroll>
static __global__ void __launch_bounds__(Threads)
    reduce_cluster(const typename Op::element *in, sharing s, outputs out)
{
#if __CUDA_ARCH__ >= 900
    using P = typename Op::part;
    __shared__ P room[WARP], parts[CLUSTER_MOST];
    const unsigned t = threadIdx.x;
    cluster_enter();
    P p = fold_share<Op, Threads, Unroll, false>(in, s);
    p = block_reduce<Op, Threads>(p, room);
    cluster_ready();
    if (t == 0)
        *cluster_place(parts + blockIdx.x, 0) = p;
    cluster_leave();
    if (blockIdx.x > 0)
        return;
    cluster_meet();
    if (t >= WARP)
        return;
    p = Op::template across_warp<CLUSTER_MOST>(t < gridDim.x ? parts[t]
                                                             : Op::none());
    if (t == 0)
        Op::write(p, s.n, out);
#endif
}

/* Of two launches the first: a part a block. `Blocks` of these fit on a
 * multiprocessor. */
template <class Op, int Threads, int Blocks, int Unroll>
static __global__ void __launch_bounds__(Threads, Blocks)
    reduce_shares(const typename Op::element *in, sharing s,
                  typename Op::part *parts)
{
    __shared__ typename Op::part room[WARP];
    next_may_start();
    typename Op::part p = fold_share<Op, Threads, Unroll, true>(in, s);
    p = block_reduce<Op, Threads>(p, room);
    if (threadIdx.x == 0)
        parts[blockIdx.x] = p;
}

/* The second, of one block: joins at most `Threads` parts. */
template <class Op, int Threads>
static __global__ void __launch_bounds__(Threads)
    reduce_parts(const typename Op::part *parts, sharing s, outputs out)
{
    __shared__ typename Op::part room[WARP];
    await_first();
    typename Op::part p =
        threadIdx.x < s.blocks ? parts[threadIdx.x] : Op::none();
    p = block_reduce<Op, Threads>(p, room);
    if (threadIdx.x == 0)
        Op::write(p, s.n, out);
}

/* One launch, in scratch that is clear: `Blocks` of these fit on a
 * multiprocessor; at most `Threads` in all. */
template <class Op, int Threads, int Blocks, int Unroll>
static __global__ void __launch_bounds__(Threads, Blocks)
    reduce_kept(const typename Op::element *in, sharing s, outputs out,
                void *scratch)
{
    __shared__ typename Op::part room[WARP], own;
    __shared__ bool last;
    const bool first_thread = threadIdx.x == 0;
    unsigned ticket = 0;
    if (first_thread)
        ticket = take_ticket(scratch, gridDim.x - 1);
    typename Op::part p = fold_share<Op, Threads, Unroll, true>(in, s);
    /* Only here is the ticket waited for. */
    if (first_thread)
        last = ticket == gridDim.x - 1;
    p = block_reduce<Op, Threads>(p, room); /* its barrier serves `last` too */
    if (!last) {
        if (first_thread)
            slot_store(slots_of(scratch) + blockIdx.x, Op::pack(p));
        return;
    }
    if (first_thread)
        own = p;
    __syncthreads();
    p = gather<Op>(scratch, own);
    p = block_reduce<Op, Threads>(p, room);
    if (first_thread)
        Op::write(p, s.n, out);
}

/* Shares out n elements at `address`: to one block up to `alone` rows, beyond
 * that to at most `most` blocks. */
static inline sharing share_out(const void *address, size_t n, size_t size,
                                int threads, unsigned alone, unsigned most)
{
    const size_t off = reinterpret_cast<uintptr_t>(address) % 16;
    const size_t before = off ? (16 - off) / size : 0;
    sharing s = {};
    s.n = n;
    s.head = before < n ? before : n;
    s.vectors = (n - s.head) / (16 / size);
    const size_t rows = (s.vectors + threads - 1) / threads;
    s.blocks = rows <= alone ? 1 : rows < most ? unsigned(rows) : most;
    s.rows = unsigned(rows / s.blocks);
    s.longer = unsigned(rows % s.blocks);
    return s;
}

#endif
