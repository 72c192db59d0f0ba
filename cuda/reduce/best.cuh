/* best.cuh - one launch over any n at any alignment.
 *
 * The input is cut into a head of less than 16 bytes, vectors of 16 bytes, and
 * a tail; `Threads` vectors side by side are a row. Each block takes one
 * contiguous run of rows, even to one row; a thread has up to `Unroll` loads
 * in flight. s bytes are read an element, once. Threads, blocks and unrolling
 * are chosen so that an H200 has 64 KB or more of loads outstanding on each
 * multiprocessor. */
#ifndef TETRAD_CUDA_REDUCE_BEST_CUH
#define TETRAD_CUDA_REDUCE_BEST_CUH

#include "block.cuh"
#include "reduce/finish.cuh"
#include "reduce/operators.cuh"

/* How n elements are shared out: made by the host, the same in all blocks. */
struct sharing {
    size_t n, head, vectors; /* elements, elements, vectors */
    unsigned blocks;
    unsigned rows, longer;   /* rows a block; the first `longer` have one
                                more */
};

/* The head and the tail, one element a thread of block 0. */
template <class Op>
static __device__ typename Op::part
fold_edges(const typename Op::element *in, const sharing &s)
{
    const size_t inner = s.vectors * vector<typename Op::element>::LANES;
    const size_t t = threadIdx.x;
    if (blockIdx.x > 0 || t >= s.n - inner)
        return Op::none();
    const size_t i = t < s.head ? t : t + inner;
    return Op::one(in[i], i);
}

/* What this thread has of its block's share. */
template <class Op, int Threads, int Unroll>
static __device__ typename Op::part
fold_share(const typename Op::element *in, const sharing &s)
{
    using E = typename Op::element;
    constexpr size_t STEP = size_t(Threads) * vector<E>::LANES;
    const unsigned b = blockIdx.x;
    const size_t row = size_t(b) * s.rows + min(b, s.longer);
    const size_t at = row * Threads + threadIdx.x;
    unsigned rows = s.rows + (b < s.longer);
    /* The very last row may be shorter. */
    if (rows && at + size_t(rows - 1) * Threads >= s.vectors)
        rows--;

    const typename Op::part edges = fold_edges<Op>(in, s);
    const size_t first = s.head + at * vector<E>::LANES;
    const E *from = in + first;
    typename Op::seen seen = Op::begin();
    unsigned done = 0;
    for (; done + Unroll <= rows; done += Unroll, from += Unroll * STEP) {
        vector<E> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            v[u] = vector_load(from + u * STEP);
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            Op::take(seen, v[u], done + u);
    }
    if (done < rows) {
        vector<E> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll - 1; u++)
            if (done + u < rows)
                v[u] = vector_load(from + u * STEP);
#pragma unroll
        for (int u = 0; u < Unroll - 1; u++)
            if (done + u < rows)
                Op::take(seen, v[u], done + u);
    }
    return Op::join(Op::settle(seen, rows, first, STEP), edges);
}

/* `Blocks` of these fit on a multiprocessor. */
template <class Op, int Threads, int Blocks, int Unroll, class Finish>
static __global__ void __launch_bounds__(Threads, Blocks)
reduce_best(const typename Op::element *in, sharing s, outputs out,
            void *scratch)
{
    __shared__ typename Op::part room[2][WARP];
    typename Op::part p = fold_share<Op, Threads, Unroll>(in, s);
    p = block_reduce<Op, Threads>(p, room[0]);
    if (Finish::template combine<Op, Threads>(p, scratch, room[1]))
        Op::write(p, s.n, out);
}

/* Shares out n elements at `address` over at most `most` blocks, a block
 * having at least `least` rows while there are that many. */
static inline sharing share_out(const void *address, size_t n, size_t size,
                                int threads, unsigned most, unsigned least)
{
    const size_t off = reinterpret_cast<uintptr_t>(address) % 16;
    const size_t before = off ? (16 - off) / size : 0;
    sharing s = {};
    s.n = n;
    s.head = before < n ? before : n;
    s.vectors = (n - s.head) / (16 / size);
    const size_t rows = (s.vectors + threads - 1) / threads;
    const size_t wanted = rows / least;
    s.blocks = wanted < 1 ? 1 : wanted < most ? unsigned(wanted) : most;
    s.rows = unsigned(rows / s.blocks);
    s.longer = unsigned(rows % s.blocks);
    return s;
}

#endif
