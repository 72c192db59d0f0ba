/* operators.cuh - what best can reduce by. An operator has
 *
 *   element  what is read, in vectors of 16 bytes
 *   seen     what a thread keeps while it reads: begin() with its part of the
 *            edges, then take() of one vector after another, then settle() to
 *            a part, edges included
 *   part     what threads and blocks exchange: none(), one(), join(), and
 *            across_warp<Lanes>(): the join over these lanes, valid in lane 0,
 *            when the others hold none()
 *   pack     a part as 16 bytes, never with a zero tag
 *   write    the result from the last part
 *
 * join is associative up to rounding and is always applied in the same order.
 * There are no NaNs; -0.0 and 0.0 compare equal. Sums are here, extrema in
 * extrema.cuh. */
#ifndef TETRAD_CUDA_REDUCE_OPERATORS_CUH
#define TETRAD_CUDA_REDUCE_OPERATORS_CUH

#include <cstdint>
#include <cstring>
#include <limits>

#include "reduce/finish.cuh"
#include "parts/vector.cuh"
#include "parts/warp.cuh"

/* Types that a warp reduces in one instruction. */
template <class E>
constexpr bool is_word = sizeof(E) == 4 && std::numeric_limits<E>::is_integer;

/* One 16-byte load through the read-only path. */
template <class E>
static __device__ vector<E> vector_load(const E *aligned)
{
    return vector_of<E>(__ldg(reinterpret_cast<const uint4 *>(aligned)));
}

/* join over the lanes, as a tree; A is what it computes in. */
template <class A, class E, class Join>
static __device__ A vector_reduce(const vector<E> &v, Join join)
{
    A x[vector<E>::LANES];
#pragma unroll
    for (int k = 0; k < vector<E>::LANES; k++)
        x[k] = A(v.lane[k]);
#pragma unroll
    for (int width = vector<E>::LANES / 2; width; width /= 2)
#pragma unroll
        for (int k = 0; k < width; k++)
            x[k] = join(x[k], x[k + width]);
    return x[0];
}

/* Where results go; index only of arg-extrema. */
struct outputs {
    void *value, *index;
};

/* Elements read as E and added as A; integers wrap. */
template <class E, class A>
struct sum {
    using element = E;
    using part = A;
    using seen = A;

    static __device__ part none()
    {
        return 0;
    }
    static __device__ part one(E x, size_t)
    {
        return A(x);
    }
    static __device__ part join(part a, part b)
    {
        return a + b;
    }
    static __device__ seen begin(part edges)
    {
        return edges;
    }
    static __device__ void take(seen &s, const vector<E> &v, unsigned)
    {
        s += vector_reduce<A>(v, join);
    }
    static __device__ part settle(const seen &s, part, unsigned, size_t,
                                  size_t)
    {
        return s;
    }
    template <int Lanes>
    static __device__ part across_warp(part p)
    {
#if __CUDA_ARCH__ >= 800
        if constexpr (is_word<A>)
            return __reduce_add_sync(FULL_WARP, p);
#endif
        return warp_reduce<Lanes>(p, join);
    }
    static __device__ slot pack(part p)
    {
        slot s = { 0, 1 };
        memcpy(&s.value, &p, sizeof p);
        return s;
    }
    static __device__ part unpack(const slot &s)
    {
        part p;
        memcpy(&p, &s.value, sizeof p);
        return p;
    }
    static __device__ void write(part p, size_t, const outputs &out)
    {
        *static_cast<A *>(out.value) = p;
    }
};

/* A sum in A divided by the count in R. */
template <class E, class A, class R>
struct mean : sum<E, A> {
    static __device__ void write(A p, size_t n, const outputs &out)
    {
        *static_cast<R *>(out.value) = R(p) / R(n);
    }
};

#endif
