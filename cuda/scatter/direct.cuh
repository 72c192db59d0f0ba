/* direct.cuh - elements straight to their places, four a thread, or some fours,
 * and then it ends: indices and elements by vectors of 16 bytes, on the grid of
 * them that the indices are on; elements that are not are read as aligned
 * vectors and shifted.
 * f32 by u32: 8 bytes read an element, and a sector of the output written, or
 * 4 bytes where neighbours share it. Four neighbours, up or down, are written
 * by vectors, too: one access to L2 for four. */
#ifndef TETRAD_CUDA_SCATTER_DIRECT_CUH
#define TETRAD_CUDA_SCATTER_DIRECT_CUH

#include "parts/overlap.cuh"
#include "scatter/arrays.cuh"
#include "scatter/binned.cuh"

constexpr unsigned DIRECT_THREADS = 256;

/* Where four neighbours that are the output's aligned vectors begin; NULL: they
 * are no such four. `down`: the last of them is the first. */
template <class T, class I>
static __device__ T *place_of_four(T *out, const quad<I> &at, bool *down)
{
    const I step = I(at.lane[1] - at.lane[0]);
    *down = step == I(-1);
    if (!*down && step != 1)
        return nullptr;
    if (I(at.lane[2] - at.lane[1]) != step ||
        I(at.lane[3] - at.lane[2]) != step)
        return nullptr;
    /* Not one lane of either number: that would be read from memory. */
    T *first = out + (*down ? at.lane[QUAD - 1] : at.lane[0]);
    return uintptr_t(first) % sizeof(uint4) == 0 ? first : nullptr;
}

template <class T, class I>
static __device__ void scatter_four(T *out, const quad<I> &at,
                                    const quad<T> &values)
{
    bool down;
    T *first = place_of_four(out, at, &down);
    if (!first) {
#pragma unroll
        for (unsigned k = 0; k < QUAD; k++)
            out[at.lane[k]] = values.lane[k];
        return;
    }
    quad<T> row;
#pragma unroll
    for (unsigned k = 0; k < QUAD; k++)
        row.lane[k] = down ? values.lane[QUAD - 1 - k] : values.lane[k];
    store_quad(first, row);
}

/* A four of indices, and their elements; or what there is of it at either end
 * of the array. Kept: L2 keeps both for longer than what is stored. */
template <class T, class I, bool Kept, bool Shifted>
struct four_to_move {
    size_t first;
    bool inside;
    quad<I> at;
    quad<T> values;

    __device__ void load(const scatter_arrays<T, I> &a, size_t which)
    {
        first = which * QUAD - a.skip;
        inside = quad_is_inside<Shifted>(first, a.n);
        if (inside) {
            at = load_quad<false, Kept>(a.index + first, 0);
            values = load_quad<Shifted, Kept>(a.x + first, a.off);
        }
    }

    __device__ void store(const scatter_arrays<T, I> &a) const
    {
        if (inside)
            scatter_four(a.out, at, values);
        else
            for (unsigned k = 0; k < QUAD; k++)
                if (first + k < a.n)
                    scatter_element(a, first + k);
    }
};

/* Fours a thread. Where the judge may leave blocks nothing to do, these take
 * time, too: H100, 2^28 at random, 4-byte elements and indices, 5.85 ms with
 * one a thread, 5.69 with two, 5.61 with four; in order 1.079, 1.078 and 1.080.
 * Two where four would take too many registers. */
template <class T, class I, bool Judged, bool Shifted>
constexpr int FOURS = !Judged              ? 1
    : Shifted || sizeof(T) + sizeof(I) > 8 ? 2
                                           : 4;

/* Judged: only if it is `binned` that this is the way. Arrays are long then,
 * and what is read is kept (kept.cuh): H200, 2^28 in order, 4-byte elements and
 * indices, 731 us so, 795 where L2 drops it first. */
template <class T, class I, bool Judged, bool Shifted>
static __global__ void __launch_bounds__(DIRECT_THREADS)
    scatter_direct(scatter_arrays<T, I> a, const struct binned *binned)
{
    constexpr int MINE = FOURS<T, I, Judged, Shifted>;
    const size_t which =
        size_t(blockIdx.x) * (DIRECT_THREADS * MINE) + threadIdx.x;
    four_to_move<T, I, Judged, Shifted> fours[MINE];

    if (Judged) {
        next_may_start();
        await_first();
        if (!binned->direct)
            return;
    }
#pragma unroll
    for (int k = 0; k < MINE; k++)
        fours[k].load(a, which + k * DIRECT_THREADS);
#pragma unroll
    for (int k = 0; k < MINE; k++)
        fours[k].store(a);
}

/* Its blocks. */
template <bool Judged, class T, class I>
static unsigned direct_blocks(const scatter_arrays<T, I> &a)
{
    const unsigned fours = unsigned(a.off ? FOURS<T, I, Judged, true>
                                          : FOURS<T, I, Judged, false>);
    return blocks_for(a.n + a.skip, DIRECT_THREADS * QUAD * fours);
}

#endif
