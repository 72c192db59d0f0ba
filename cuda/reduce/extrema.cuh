/* extrema.cuh - the operators that look for the least or the most element,
 * with or without its index. See operators.cuh. */
#ifndef TETRAD_CUDA_REDUCE_EXTREMA_CUH
#define TETRAD_CUDA_REDUCE_EXTREMA_CUH

#include "reduce/operators.cuh"

/* The integer whose order is that of the floats; its own inverse. */
static __device__ int ordered(int bits)
{
    return bits ^ (bits >> 31 & 0x7fffffff);
}

/* Side::pick over the first `Lanes` lanes when the others hold Side::worst;
 * valid in the first. Four-byte types take one instruction from compute
 * capability 8.0 on. */
template <class Side, int Lanes, class E>
static __device__ E pick_across(E x)
{
#if __CUDA_ARCH__ >= 800
    if constexpr (is_word<E>)
        return Side::across_warp(x);
    else if constexpr (sizeof(E) == 4)
        return __int_as_float(
            ordered(Side::across_warp(ordered(__float_as_int(x)))));
#endif
    return warp_reduce_all<Lanes>(x, Side::template pick<E>);
}

/* min and max of two f64 would mind NaNs at three times the instructions. */
struct least {
    template <class E>
    static __device__ E pick(E a, E b)
    {
        if constexpr (sizeof(E) == 8)
            return b < a ? b : a;
        else
            return min(a, b);
    }
    template <class E>
    static __device__ bool better(E a, E b)
    {
        return a < b;
    }
    template <class E>
    static __device__ E across_warp(E x) /* 32-bit integers */
    {
        return __reduce_min_sync(FULL_WARP, x);
    }
    template <class E>
    static constexpr E worst = std::numeric_limits<E>::has_infinity
        ? std::numeric_limits<E>::infinity()
        : std::numeric_limits<E>::max();
};

struct most {
    template <class E>
    static __device__ E pick(E a, E b)
    {
        if constexpr (sizeof(E) == 8)
            return b > a ? b : a;
        else
            return max(a, b);
    }
    template <class E>
    static __device__ bool better(E a, E b)
    {
        return a > b;
    }
    template <class E>
    static __device__ E across_warp(E x)
    {
        return __reduce_max_sync(FULL_WARP, x);
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

    static __device__ part none()
    {
        return Side::template worst<E>;
    }
    static __device__ part join(part a, part b)
    {
        return Side::pick(a, b);
    }
    static __device__ void take(seen &s, const vector<E> &v, unsigned)
    {
        s = join(s, vector_reduce<E>(v, join));
    }
    template <int Lanes>
    static __device__ part across_warp(part p)
    {
        return pick_across<Side, Lanes>(p);
    }
};

/* The least or the most element and its index, the lowest of equals. */
template <class E, class Side>
struct arg_extremum {
    static constexpr int LANES = vector<E>::LANES;
    using element = E;
    struct part {
        E value;
        unsigned low, high; /* of the index: warps compare words */
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
        const bool b_wins = Side::better(b.value, a.value) ||
            (b.value == a.value && b.index() < a.index());
        return b_wins ? b : a;
    }
    /* Where nothing is better than the worst value, the first element is as
     * good as any and comes first. */
    static __device__ seen begin(part)
    {
        return { Side::template worst<E>, 0 };
    }
    /* Selects rather than branches: they hide behind the loads. */
    static __device__ void take(seen &s, const vector<E> &v, unsigned row)
    {
        const E value = vector_reduce<E>(v, Side::template pick<E>);
        const bool better = Side::better(value, s.value);
        unsigned lane = LANES - 1;
#pragma unroll
        for (int k = LANES - 2; k >= 0; k--)
            lane = v.lane[k] == value ? k : lane;
        s.value = better ? value : s.value;
        s.where = better ? row * LANES + lane : s.where;
    }
    /* first: index of the first element of the thread's row 0; step:
     * elements from row to row. */
    static __device__ part settle(const seen &s, part edges, unsigned rows,
                                  size_t first, size_t step)
    {
        const size_t where = s.where / LANES * step + s.where % LANES;
        return rows ? join(one(s.value, first + where), edges) : edges;
    }
    /* First the value, then the lowest index among the lanes that have it,
     * word by word. */
    template <int Lanes>
    static __device__ part across_warp(part p)
    {
        const E value = pick_across<Side, Lanes>(p.value);
        const unsigned mine = p.value == value ? p.high : ~0u;
        const unsigned high = pick_across<least, WARP>(mine);
        const bool wins = p.value == value && p.high == high;
        const unsigned low = pick_across<least, WARP>(wins ? p.low : ~0u);
        return { value, low, high };
    }
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
