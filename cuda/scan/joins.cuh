/* joins.cuh - what best scans by.
 *
 * An operator has its element, none(), and join(older, newer): associative up
 * to rounding, always applied in the same order. Integers are added as
 * unsigned, so that they wrap. There are no NaNs. What lies outside an array
 * (rows.cuh) is taken for none(). */
#ifndef TETRAD_CUDA_SCAN_JOINS_CUH
#define TETRAD_CUDA_SCAN_JOINS_CUH

#include <limits>

#include "parts/warp.cuh"

/* --- operators ----------------------------------------------------------- */

template <class E>
struct plus {
    using element = E;

    static __device__ E none()
    {
        return 0;
    }
    static __device__ E join(E a, E b)
    {
        return a + b;
    }
};

template <class E>
struct larger {
    using element = E;

    using limits = std::numeric_limits<E>;
    static constexpr E LEAST =
        limits::has_infinity ? -limits::infinity() : limits::lowest();

    static __device__ E none()
    {
        return LEAST;
    }
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
static __device__ typename Op::element warp_before(
    typename Op::element through)
{
    const typename Op::element before = __shfl_up_sync(FULL_WARP, through, 1);
    return threadIdx.x % WARP ? before : Op::none();
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
