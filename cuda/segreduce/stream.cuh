/* stream.cuh - asynchronous copies of a warp's next elements and offsets to
 * shared memory.
 *
 * A stream is a contiguous range of an array. Its positions count from the
 * line of LINE bytes that its first item is in, so that a warp's vectors of
 * 16 bytes fill whole lines wherever the array begins: so streaming is 12 %
 * faster (H200). Vectors that hang over an end of the array are copied item by
 * item. Copies are committed in groups, which complete in order. */
#ifndef TETRAD_CUDA_SEGREDUCE_STREAM_CUH
#define TETRAD_CUDA_SEGREDUCE_STREAM_CUH

#include <cstddef>
#include <cstdint>

#include "parts/async.cuh"
#include "parts/warp.cuh"

constexpr unsigned LINE = 128;

/* Positions have 32 bits: a range is shorter than that. */
template <class E>
struct stream {
    static constexpr unsigned LANES = 16 / sizeof(E);
    const E *base;       /* position 0; may lie before the array */
    unsigned begin, end; /* positions of the range */
    unsigned low, high;  /* of the array's bounds, as far as the range's
                             vectors can reach over them */
};

/* Items [first, first + count) of an array of n. */
template <class E>
static __device__ stream<E> stream_of_range(const E *array, size_t n,
                                            size_t first, size_t count)
{
    constexpr unsigned LANES = stream<E>::LANES;
    stream<E> s;
    const unsigned skew =
        reinterpret_cast<uintptr_t>(array + first) % LINE / sizeof(E);
    s.base = array + first - skew;
    s.begin = skew;
    s.end = skew + unsigned(count);
    s.low = first < skew ? skew - unsigned(first) : 0;
    s.high = unsigned(min(skew + (n - first), size_t(s.end) + LANES));
    return s;
}

/* The part of a stream at positions [at, at + 32 * Vectors * LANES), as far
 * as it goes, to `room`, position for position; by all lanes of a warp, and
 * into a group of its own. */
template <int Vectors, class E>
static __device__ void stream_copy(const stream<E> &s, unsigned at, E *room)
{
    constexpr unsigned LANES = stream<E>::LANES;
    constexpr unsigned SPAN = Vectors * WARP * LANES;
    const unsigned lane = threadIdx.x % WARP;
    const E *from = s.base + at + lane * LANES;
    E *to = room + lane * LANES;
    if (at >= s.low && at + SPAN <= s.end) {
#pragma unroll
        for (int v = 0; v < Vectors; v++)
            copy_async<16>(to + v * WARP * LANES, from + v * WARP * LANES);
        return;
    }
    unsigned p = at + lane * LANES;
#pragma unroll 1
    for (; p < s.end && p < at + SPAN; p += WARP * LANES) {
        if (p >= s.low && p + LANES <= s.high)
            copy_async<16>(to, from);
        else
            for (unsigned k = 0; k < LANES; k++)
                if (p + k >= s.low && p + k < s.high)
                    copy_async<sizeof(E)>(to + k, from + k);
        from += WARP * LANES;
        to += WARP * LANES;
    }
}

#endif
