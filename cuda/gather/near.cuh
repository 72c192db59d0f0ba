/* near.cuh - best, where L2 holds all that is read and written: four elements a
 * thread, and then it ends: indices by vectors of 16 bytes, four accesses to
 * the table on their way at once, results by vectors, on the output's grid of
 * 16 bytes; of 8-byte elements twice two, a block's vectors apart. Indices that
 * are not on that grid are read as aligned vectors and shifted. f32 by u32: 4
 * bytes of indices, 4 of results and a sector of the table an element. */

/* Some elements whose results are one vector, or what there is of them at
 * either end of the array. */
template <class T, class I, bool Shifted>
struct group_to_gather {
    static constexpr unsigned N = AT_ONCE<T>;
    size_t first;
    bool inside;
    group<I, N> at;
    group<T, N> values;

    __device__ void load_indices(const gather_arrays<T, I> &a, size_t which)
    {
        first = which * N - a.skip;
        inside = group_is_inside<N, Shifted>(first, a.n);
        if (inside)
            at = load_group<N, Shifted>(a.index + first, a.off);
    }

    __device__ void load_values(const gather_arrays<T, I> &a)
    {
        if (inside)
#pragma unroll
            for (unsigned k = 0; k < N; k++)
                values.lane[k] = __ldg(a.x + at.lane[k]);
    }

    __device__ void store(const gather_arrays<T, I> &a) const
    {
        if (inside)
            store_group(a.out + first, values);
        else
            for (unsigned k = 0; k < N; k++)
                if (first + k < a.n)
                    gather_element(a, first + k);
    }
};

template <class T, class I, bool Shifted>
static __global__ void __launch_bounds__(BEST_THREADS)
    gather_near(gather_arrays<T, I> a)
{
    constexpr int GROUPS = BEST_ITEMS / AT_ONCE<T>;
    const size_t which =
        size_t(blockIdx.x) * (BEST_THREADS * GROUPS) + threadIdx.x;
    group_to_gather<T, I, Shifted> groups[GROUPS];
#pragma unroll
    for (int k = 0; k < GROUPS; k++)
        groups[k].load_indices(a, which + k * BEST_THREADS);
#pragma unroll
    for (int k = 0; k < GROUPS; k++)
        groups[k].load_values(a);
#pragma unroll
    for (int k = 0; k < GROUPS; k++)
        groups[k].store(a);
}
