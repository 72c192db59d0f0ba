/* direct.cuh - elements straight to their places, four a thread, and then it
 * ends: indices and elements by vectors of 16 bytes, on the indices' grid of
 * them; elements that are not on it are read as aligned vectors and shifted.
 * f32 by u32: 8 bytes read an element, and a sector of the output written, or
 * 4 bytes where neighbours share it. */
#ifndef TETRAD_CUDA_SCATTER_DIRECT_CUH
#define TETRAD_CUDA_SCATTER_DIRECT_CUH

#include "parts/overlap.cuh"
#include "scatter/arrays.cuh"
#include "scatter/binned.cuh"

constexpr unsigned DIRECT_THREADS = 256;

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
#pragma unroll
    for (unsigned k = 0; k < QUAD; k++)
        a.out[at.lane[k]] = values.lane[k];
}

#endif
