/* direct.cuh - elements straight to their places, as many a thread as a vector
 * of 16 bytes has, or some such groups, and then it ends: indices and elements
 * by vectors, on the grid of them that the indices are on; elements that are
 * not are read as aligned vectors and shifted.
 * f32 by u32: 8 bytes read an element, and a sector of the output written, or
 * 4 bytes where neighbours share it. A group of neighbours, up or down, is
 * written by one vector, too: one access to L2 for four, or for two. */
#ifndef TETRAD_CUDA_SCATTER_DIRECT_CUH
#define TETRAD_CUDA_SCATTER_DIRECT_CUH

#include "parts/overlap.cuh"
#include "scatter/arrays.cuh"
#include "scatter/binned.cuh"

constexpr unsigned DIRECT_THREADS = 256;

/* Where neighbours that are a vector of the output begin; NULL: the group is
 * none. `down`: the last of them is the first. */
template <class T, class I, unsigned N>
static __device__ T *place_of_group(T *out, const group<I, N> &at, bool *down)
{
    const I step = I(at.lane[1] - at.lane[0]);
    *down = step == I(-1);
    bool even = *down || step == 1;
#pragma unroll
    for (unsigned k = 2; k < N; k++)
        even = even && I(at.lane[k] - at.lane[k - 1]) == step;
    if (!even)
        return nullptr;
    /* Not one lane of either number: that would be read from memory. */
    T *first = out + (*down ? at.lane[N - 1] : at.lane[0]);
    return uintptr_t(first) % sizeof(uint4) == 0 ? first : nullptr;
}

template <class T, class I, unsigned N>
static __device__ void scatter_group(T *out, const group<I, N> &at,
                                     const group<T, N> &values)
{
    bool down;
    T *first = place_of_group(out, at, &down);
    if (!first) {
#pragma unroll
        for (unsigned k = 0; k < N; k++)
            out[at.lane[k]] = values.lane[k];
        return;
    }
    group<T, N> row;
#pragma unroll
    for (unsigned k = 0; k < N; k++)
        row.lane[k] = down ? values.lane[N - 1 - k] : values.lane[k];
    store_group(first, row);
}

/* Some indices, and their elements; or what there is of them at either end of
 * the array. Kept: L2 keeps both for longer than what is stored. */
template <class T, class I, bool Kept, bool Shifted>
struct group_to_scatter {
    static constexpr unsigned N = AT_ONCE<T>;
    size_t first;
    bool inside;
    group<I, N> at;
    group<T, N> values;

    __device__ void load(const scatter_arrays<T, I> &a, size_t which)
    {
        first = which * N - a.skip;
        inside = group_is_inside<N, Shifted>(first, a.n);
        if (inside) {
            at = load_group<N, false, Kept>(a.index + first, 0);
            values = load_group<N, Shifted, Kept>(a.x + first, a.off);
        }
    }

    __device__ void store(const scatter_arrays<T, I> &a) const
    {
        if (inside)
            scatter_group(a.out, at, values);
        else
            for (unsigned k = 0; k < N; k++)
                if (first + k < a.n)
                    scatter_element(a, first + k);
    }
};

/* Groups a thread. Where the judge may leave blocks nothing to do, these take
 * time, too: H100, 2^28 at random, 4-byte elements and indices, 5.85 ms with
 * four elements a thread, 5.69 with eight, 5.61 with 16; in order 1.079, 1.078
 * and 1.080. Eight where 16 would take too many registers. */
template <class T, class I, bool Judged, bool Shifted>
constexpr int GROUPS = (!Judged                                    ? 4
                            : Shifted || sizeof(T) + sizeof(I) > 8 ? 8
                                                                   : 16) /
    int(AT_ONCE<T>);

/* Judged: only if it is `binned` that this is the way. Arrays are long then,
 * and what is read is kept (kept.cuh): H200, 2^28 in order, 4-byte elements and
 * indices, 731 us so, 795 where L2 drops it first. */
template <class T, class I, bool Judged, bool Shifted>
static __global__ void __launch_bounds__(DIRECT_THREADS)
    scatter_direct(scatter_arrays<T, I> a, const struct binned *binned)
{
    constexpr int MINE = GROUPS<T, I, Judged, Shifted>;
    const size_t which =
        size_t(blockIdx.x) * (DIRECT_THREADS * MINE) + threadIdx.x;
    group_to_scatter<T, I, Judged, Shifted> groups[MINE];

    if (Judged) {
        next_may_start();
        await_first();
        if (!binned->direct)
            return;
    }
#pragma unroll
    for (int k = 0; k < MINE; k++)
        groups[k].load(a, which + k * DIRECT_THREADS);
#pragma unroll
    for (int k = 0; k < MINE; k++)
        groups[k].store(a);
}

/* Its blocks. */
template <bool Judged, class T, class I>
static unsigned direct_blocks(const scatter_arrays<T, I> &a)
{
    const unsigned groups = unsigned(a.off ? GROUPS<T, I, Judged, true>
                                           : GROUPS<T, I, Judged, false>);
    return blocks_for(a.n + a.skip, DIRECT_THREADS * AT_ONCE<T> * groups);
}

#endif
