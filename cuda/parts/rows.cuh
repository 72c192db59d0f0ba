/* rows.cuh - an array as vectors of 16 aligned bytes, and a warp's rows of
 * them: 32 vectors side by side, each row after the one before.
 *
 * The first vector begins `skip` elements before the array; what lies outside
 * is never touched, and is taken for what the caller says. */
#ifndef TETRAD_CUDA_ROWS_CUH
#define TETRAD_CUDA_ROWS_CUH

#include <cstddef>
#include <cstdint>

#include "parts/vector.cuh"
#include "parts/warp.cuh"

struct extent {
    size_t n;
    unsigned skip; /* elements, less than a vector */
    bool together; /* vectors of the output are aligned too */
};

/* Whether there are `count` elements from `first` on; first may be less than
 * zero, and then is huge. */
static __device__ bool whole(const extent &x, size_t first, size_t count)
{
    return first < x.n && x.n - first >= count;
}

/* Not through the read-only path: in place, what is read is written by the
 * same kernel. */
template <class E>
static __device__ vector<E> vector_load(const E *aligned)
{
    return vector_of<E>(__ldcs(reinterpret_cast<const uint4 *>(aligned)));
}

/* --- what there is of it -------------------------------------------------- */

/* Which of the `count` elements from `first` on there are. */
struct part_of {
    int low, high;

    __device__ part_of(const extent &x, size_t first, int count)
    {
        const ptrdiff_t from = ptrdiff_t(first);
        const ptrdiff_t left = ptrdiff_t(x.n) - from;
        low = from < 0 ? int(-from) : 0;
        high = int(max(ptrdiff_t(0), min(left, ptrdiff_t(count))));
    }
    __device__ bool has(int i) const
    {
        return i >= low && i < high;
    }
};

/* The vector at element `at` of a part, at any address. */
template <class E>
static __device__ vector<E> edge_load(const E *from, const part_of &part,
                                      int at, E none)
{
    vector<E> v;
#pragma unroll
    for (int k = 0; k < v.LANES; k++)
        v.lane[k] = part.has(at + k) ? from[at + k] : none;
    return v;
}

template <class E>
static __device__ void edge_store(E *to, const part_of &part, int at,
                                  const vector<E> &v)
{
#pragma unroll
    for (int k = 0; k < v.LANES; k++)
        if (part.has(at + k))
            to[at + k] = v.lane[k];
}

/* --- a warp's rows -------------------------------------------------------- */

/* Elements from one of a lane's vectors to its next. */
template <class E>
constexpr int ROW = WARP *vector<E>::LANES;

/* Whether the warp's rows, of which this lane's part begins at `first`, are
 * all there. */
template <class E, int Rows>
static __device__ bool rows_whole(const extent &x, size_t first)
{
    const size_t begin = first - threadIdx.x % WARP * vector<E>::LANES;
    return whole(x, begin, Rows * ROW<E>);
}

/* load(address): a vector that is all there. */
template <class E, int Rows, class Load>
static __device__ void rows_load_by(vector<E> (&v)[Rows], const E *in,
                                    const extent &x, size_t first, E none,
                                    Load load)
{
    if (rows_whole<E, Rows>(x, first)) {
#pragma unroll
        for (int r = 0; r < Rows; r++)
            v[r] = load(in + first + r * ROW<E>);
    } else {
        const part_of there(x, first, Rows * ROW<E>);
#pragma unroll
        for (int r = 0; r < Rows; r++)
            v[r] = edge_load(in + first, there, r * ROW<E>, none);
    }
}

template <class E, int Rows>
static __device__ void rows_load(vector<E> (&v)[Rows], const E *in,
                                 const extent &x, size_t first, E none)
{
    rows_load_by(v, in, x, first, none,
                 [](const E *at) { return vector_load(at); });
}

template <class E, int Rows>
static __device__ void rows_store(const vector<E> (&v)[Rows], E *out,
                                  const extent &x, size_t first)
{
    if (x.together && rows_whole<E, Rows>(x, first)) {
#pragma unroll
        for (int r = 0; r < Rows; r++)
            vector_store(out + first + r * ROW<E>, v[r]);
    } else {
        const part_of there(x, first, Rows * ROW<E>);
#pragma unroll
        for (int r = 0; r < Rows; r++)
            edge_store(out + first, there, r * ROW<E>, v[r]);
    }
}

#endif
