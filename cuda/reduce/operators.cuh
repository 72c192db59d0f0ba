/* operators.cuh - what `best` reduces with: sum, mean, extremum and
 * arg-extremum, as static members of one shape.
 *
 *   element  what is read, in vectors of 16 bytes
 *   seen     what a thread keeps while it reads: begin(), then take() of one
 *            vector after another, then settle() to a part
 *   part     what threads and blocks exchange: none(), one(), join()
 *   pack     a part as 16 bytes, never with a zero tag
 *   write    the result from the last part
 *
 * join is associative up to rounding and is always applied in the same order.
 * There are no NaNs; -0.0 and 0.0 compare equal. */
#ifndef TETRAD_CUDA_REDUCE_OPERATORS_CUH
#define TETRAD_CUDA_REDUCE_OPERATORS_CUH

#include <cstdint>
#include <cstring>
#include <limits>

#include "warp.cuh"

/* Types that a warp reduces in one instruction. */
template <class E>
constexpr bool is_word = sizeof(E) == 4 && std::numeric_limits<E>::is_integer;

template <class E>
struct vector {
    static constexpr int LANES = 16 / sizeof(E);
    E lane[LANES];
};

/* One 16-byte load through the read-only path. */
template <class E>
static __device__ vector<E> vector_load(const E *aligned)
{
    const uint4 bits = __ldg(reinterpret_cast<const uint4 *>(aligned));
    vector<E> v;
    memcpy(&v, &bits, sizeof v);
    return v;
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

/* A part in memory that other blocks read; a zero tag says "not yet". */
struct alignas(16) slot {
    unsigned long long value, tag;
};

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

    static __device__ part none() { return 0; }
    static __device__ part one(E x, size_t) { return A(x); }
    static __device__ part join(part a, part b) { return a + b; }
    static __device__ seen begin() { return 0; }
    static __device__ void take(seen &s, const vector<E> &v, unsigned)
    {
        s += vector_reduce<A>(v, join);
    }
    static __device__ part settle(const seen &s, unsigned, size_t, size_t)
    {
        return s;
    }
    static __device__ part across_warp(part p)
    {
#if __CUDA_ARCH__ >= 800
        if constexpr (is_word<A>)
            return __reduce_add_sync(FULL_WARP, p);
#endif
        return warp_reduce(p, join);
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

struct least {
    template <class E>
    static __device__ E pick(E a, E b) { return min(a, b); }
    template <class E>
    static __device__ bool better(E a, E b) { return a < b; }
    template <class E>
    static __device__ E across_warp(E x) /* 32-bit integers, compute 8.0 */
    {
#if __CUDA_ARCH__ >= 800
        return __reduce_min_sync(FULL_WARP, x);
#else
        return warp_reduce(x, pick<E>);
#endif
    }
    template <class E>
    static constexpr E worst = std::numeric_limits<E>::has_infinity
                                   ? std::numeric_limits<E>::infinity()
                                   : std::numeric_limits<E>::max();
};

struct most {
    template <class E>
    static __device__ E pick(E a, E b) { return max(a, b); }
    template <class E>
    static __device__ bool better(E a, E b) { return a > b; }
    template <class E>
    static __device__ E across_warp(E x)
    {
#if __CUDA_ARCH__ >= 800
        return __reduce_max_sync(FULL_WARP, x);
#else
        return warp_reduce(x, pick<E>);
#endif
    }
    template <class E>
    static constexpr E worst = std::numeric_limits<E>::has_infinity
                                   ? -std::numeric_limits<E>::infinity()
                                   : std::numeric_limits<E>::lowest();
};

/* The least or the most element. */
template <class E, class Side>
struct extremum : sum<E, E> {
    using part = E;
    using seen = E;

    static __device__ part none() { return Side::template worst<E>; }
    static __device__ part join(part a, part b) { return Side::pick(a, b); }
    static __device__ seen begin() { return none(); }
    static __device__ void take(seen &s, const vector<E> &v, unsigned)
    {
        s = join(s, vector_reduce<E>(v, join));
    }
    static __device__ part across_warp(part p)
    {
        if constexpr (is_word<E>)
            return Side::across_warp(p);
        else
            return warp_reduce(p, join);
    }
};

/* The least or the most element and its index, the lowest of equals. A thread
 * compares whole vectors; which lane it was is looked up only when one is
 * strictly better than all before, which is rare. */
template <class E, class Side>
struct arg_extremum {
    static constexpr int LANES = vector<E>::LANES;
    using element = E;
    struct part {
        E value;
        unsigned low, high; /* of the index; in words for the shuffles */
        __device__ unsigned long long index() const
        {
            return (unsigned long long)(high) << 32 | low;
        }
    };
    struct seen {
        E value;
        unsigned where; /* row * LANES + lane */
    };

    static __device__ part one(E x, size_t i)
    {
        return { x, unsigned(i), unsigned(i >> 32) };
    }
    static __device__ part none()
    {
        return one(Side::template worst<E>, ~size_t(0));
    }
    static __device__ part join(part a, part b)
    {
        const bool b_wins =
            Side::better(b.value, a.value) ||
            (b.value == a.value && b.index() < a.index());
        return b_wins ? b : a;
    }
    /* Where nothing is better than the worst value, the first element is as
     * good as any and comes first. */
    static __device__ seen begin() { return { Side::template worst<E>, 0 }; }
    static __device__ void take(seen &s, const vector<E> &v, unsigned row)
    {
        const E value = vector_reduce<E>(v, Side::template pick<E>);
        if (!Side::better(value, s.value))
            return;
        unsigned lane = LANES - 1;
#pragma unroll
        for (int k = LANES - 2; k >= 0; k--)
            lane = v.lane[k] == value ? k : lane;
        s.value = value;
        s.where = row * LANES + lane;
    }
    /* first: index of the first element of the thread's row 0; step:
     * elements from row to row. */
    static __device__ part settle(const seen &s, unsigned rows, size_t first,
                                  size_t step)
    {
        return rows ? one(s.value, first + s.where / LANES * step +
                                       s.where % LANES)
                    : none();
    }
    static __device__ part across_warp(part p) { return warp_reduce(p, join); }
    static __device__ slot pack(part p)
    {
        slot s = { 0, p.index() + 2 }; /* none() has the tag 1 */
        memcpy(&s.value, &p.value, sizeof p.value);
        return s;
    }
    static __device__ part unpack(const slot &s)
    {
        E value;
        memcpy(&value, &s.value, sizeof value);
        return one(value, s.tag - 2);
    }
    static __device__ void write(part p, size_t, const outputs &out)
    {
        *static_cast<E *>(out.value) = p.value;
        *static_cast<int64_t *>(out.index) = int64_t(p.index());
    }
};

#endif
