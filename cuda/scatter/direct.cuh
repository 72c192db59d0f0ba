/* direct.cuh - elements straight to their places, four a thread, and then it
 * ends: indices and elements by vectors of 16 bytes, on the indices' grid of
 * them; elements that are not on it are read as aligned vectors and shifted.
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

/* Judged: only if it is `binned` that this is the way. */
template <class T, class I, bool Judged, bool Shifted>
static __global__ void __launch_bounds__(DIRECT_THREADS)
    scatter_direct(scatter_arrays<T, I> a, const struct binned *binned)
{
    if (Judged) {
        next_may_start();
        await_first();
        if (!binned->direct)
            return;
    }
    const size_t v = size_t(blockIdx.x) * DIRECT_THREADS + threadIdx.x;
    const size_t i = v * QUAD - a.skip;
    if (!quad_is_inside<Shifted>(i, a.n)) {
        for (unsigned k = 0; k < QUAD; k++)
            if (i + k < a.n)
                scatter_element(a, i + k);
        return;
    }
    const quad<I> at = load_quad<false>(a.index + i, 0);
    const quad<T> values = load_quad<Shifted>(a.x + i, a.off);
    scatter_four(a.out, at, values);
}

#endif
