/* few.cuh - few, long segments: a block streams its share of them as reduce
 * does, a piece of a segment at a time.
 *
 * The cut is that of cut.cuh, an end counting as much as the elements that
 * could be read while a block joins its threads' parts. */
#ifndef TETRAD_CUDA_SEGREDUCE_FEW_CUH
#define TETRAD_CUDA_SEGREDUCE_FEW_CUH

#include "parts/block.cuh"
#include "reduce/operators.cuh"
#include "segreduce/carry.cuh"
#include "segreduce/cut.cuh"
#include "segreduce/stream.cuh"

constexpr int FEW_WEIGHT = 2048;

/* What this thread has of the elements in [begin, end): those before the first
 * line of LINE bytes, those after the last vector of 16 (by threads from the
 * last on), and every Threads-th vector. */
template <class Op, int Threads, int Unroll>
static __device__ typename Op::part fold_piece(const typename Op::element *in,
                                               size_t begin, size_t end)
{
    using E = typename Op::element;
    constexpr unsigned LANES = vector<E>::LANES;
    constexpr unsigned STEP = unsigned(Threads) * LANES;
    static_assert(Threads >= LINE / sizeof(E) + LANES, "one edge a thread");
    const unsigned t = threadIdx.x;
    const unsigned off = reinterpret_cast<uintptr_t>(in + begin) % LINE;
    const size_t first =
        min(end, begin + (off ? (LINE - off) / sizeof(E) : 0));
    const size_t vectors = (end - first) / LANES;
    const size_t rest = first + vectors * LANES;
    /* Nothing waits for head or tail before the vectors are asked for. */
    const unsigned back = Threads - 1 - t;
    typename Op::part sum = Op::none(), edge = sum;
    if (t < first - begin || back < end - rest)
        edge = __ldg(in + (t < first - begin ? begin + t : rest + back));
    const unsigned rows =
        vectors > t ? unsigned((vectors - t - 1) / Threads) + 1 : 0;
    const E *from = in + first + t * LANES;
#pragma unroll 1
    for (unsigned done = 0; done < rows; done += Unroll) {
        vector<E> v[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (done + u < rows)
                v[u] = vector_load(from + u * STEP);
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (done + u < rows)
                sum = Op::join(
                    sum, vector_reduce<typename Op::part>(v[u], Op::join));
        from += Unroll * STEP;
    }
    return Op::join(edge, sum);
}

/* `Threads` a block, of which `Blocks` fit on a multiprocessor; `Unroll`
 * vectors in flight a thread. An element's bytes are read once. */
template <class Op, int Threads, int Blocks, int Unroll>
static __global__ void __launch_bounds__(Threads, Blocks)
    segreduce_few(const typename Op::element *in, segments all,
                  typename Op::part *out, edges<typename Op::part> *left)
{
    using A = typename Op::part;
    __shared__ A rooms[2][WARP];
    next_may_start();
    cut from, to;
    find_cuts<FEW_WEIGHT>(all, gridDim.x, blockIdx.x, blockIdx.x + 1, from,
                          to);
    size_t at = from.elements;
    A lead = Op::none();
#pragma unroll 1
    for (size_t s = from.ends;; s++) {
        const bool whole = s < to.ends;
        const size_t end = whole ? __ldg(all.offsets + s + 1) : to.elements;
        /* A room is used again when a barrier has come between. */
        const A sum = block_reduce<Op, Threads>(
            fold_piece<Op, Threads, Unroll>(in, at, end),
            rooms[(s - from.ends) % 2]);
        at = end;
        if (!whole) {
            if (threadIdx.x == 0)
                left[blockIdx.x] = { lead, sum, from.ends,
                                     to.ends > from.ends };
            return;
        }
        if (s == from.ends)
            lead = sum;
        else if (threadIdx.x == 0)
            out[s] = sum;
    }
}

#endif
