/* best.cuh - four elements a thread, and then it ends: indices by vectors of 16
 * bytes, four accesses to the table on their way at once, results by vectors,
 * on the output's grid of 16 bytes. Indices that are not on it are read as
 * aligned vectors and shifted. f32 by u32: 4 bytes of indices, 4 of results and
 * a sector of the table an element, or 4 bytes where neighbours share it.
 *
 * Kept: L2 keeps the table for longer than results, and drops indices first. */
#include "parts/kept.cuh"

template <bool Kept, class T>
static __device__ T load_from_table(const T *from)
{
    if constexpr (Kept)
        return load_kept_word(from);
    else
        return __ldg(from);
}

template <class T, class I, bool Kept, bool Shifted>
static __global__ void __launch_bounds__(BEST_THREADS)
    gather_best(gather_arrays<T, I> a)
{
    const size_t v = size_t(blockIdx.x) * BEST_THREADS + threadIdx.x;
    const size_t i = v * QUAD - a.skip;
    if (!quad_is_inside<Shifted>(i, a.n)) {
        for (unsigned k = 0; k < QUAD; k++)
            if (i + k < a.n)
                gather_element(a, i + k);
        return;
    }
    const quad<I> at = load_quad<Shifted>(a.index + i, a.off);
    quad<T> values;
#pragma unroll
    for (unsigned k = 0; k < QUAD; k++)
        values.lane[k] = load_from_table<Kept>(a.x + at.lane[k]);
    store_quad(a.out + i, values);
}
