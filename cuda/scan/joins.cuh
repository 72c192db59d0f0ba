/* joins.cuh - what best scans by, and how it sees its arrays.
 *
 * An operator has its element, none(), and join(older, newer): associative up
 * to rounding, always applied in the same order. Integers are added as
 * unsigned, so that they wrap. There are no NaNs.
 *
 * Arrays are seen as vectors of 16 aligned bytes of the input. The first one
 * begins `skip` elements before it; what lies outside is taken for none(). */
#ifndef TETRAD_CUDA_SCAN_JOINS_CUH
#define TETRAD_CUDA_SCAN_JOINS_CUH

#include <cstdint>
#include <cstring>
#include <limits>

#include "vector.cuh"
#include "warp.cuh"

/* --- operators ----------------------------------------------------------- */

template <class E>
struct plus {
    using element = E;

    static __device__ E none() { return 0; }
    static __device__ E join(E a, E b) { return a + b; }
};

template <class E>
struct larger {
    using element = E;

    using limits = std::numeric_limits<E>;
    static constexpr E LEAST = limits::has_infinity ? -limits::infinity()
                                                    : limits::lowest();

    static __device__ E none() { return LEAST; }
    static __device__ E join(E a, E b)
    {
        /* max of two f64 would mind NaNs at three times the instructions. */
        if constexpr (sizeof(E) == 8)
            return b > a ? b : a;
        else
            return max(a, b);
    }
};

/* The join of a lane's value and those of the lanes before it, of the first
 * `Lanes` lanes. All lanes of a warp. */
template <class Op, int Lanes = WARP>
static __device__ typename Op::element warp_scan(typename Op::element x)
{
    const int lane = threadIdx.x % WARP;
#pragma unroll
    for (int step = 1; step < Lanes; step *= 2) {
        const typename Op::element older = __shfl_up_sync(FULL_WARP, x, step);
        if (lane >= step)
            x = Op::join(older, x);
    }
    return x;
}

/* From a scan over lanes that over the lanes before. */
template <class Op>
static __device__ typename Op::element
warp_before(typename Op::element through)
{
    const typename Op::element before = __shfl_up_sync(FULL_WARP, through, 1);
    return threadIdx.x % WARP ? before : Op::none();
}

/* --- arrays -------------------------------------------------------------- */

struct extent {
    size_t n;
    unsigned skip;  /* elements, less than a vector */
    bool together;  /* vectors of the output are aligned too */
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
    __device__ bool has(int i) const { return i >= low && i < high; }
};

/* The vector at element `at` of a part, at any address. */
template <class Op>
static __device__ vector<typename Op::element>
edge_load(const typename Op::element *from, const part_of &part, int at)
{
    vector<typename Op::element> v;
#pragma unroll
    for (int k = 0; k < v.LANES; k++)
        v.lane[k] = part.has(at + k) ? from[at + k] : Op::none();
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

/* Replaces elements by their running join from `sum` on. */
template <class Op, int Count>
static __device__ void run_scan(typename Op::element (&x)[Count],
                                typename Op::element sum, bool exclusive)
{
#pragma unroll
    for (auto &one : x) {
        const typename Op::element before = sum;
        sum = Op::join(sum, one);
        one = exclusive ? before : sum;
    }
}

#endif
