/* best.cuh - a vector of 16 bytes a thread, and as many blocks as that takes:
 * blocks that end make room for others, which keeps more loads on their way
 * than loops do.
 *
 * An input that is not on the output's grid is read as two aligned vectors,
 * of which the second is another thread's first and comes from L1, and shifted
 * by words. Kept: loads as in kept.cuh, for arrays far beyond L2. */
#include "parts/kept.cuh"

/* Not through the read-only path: an output may be an input. */
template <bool Kept, class T>
static __device__ uint4 load_own(const T *aligned)
{
    return Kept ? load_kept_own(aligned)
                : *reinterpret_cast<const uint4 *>(aligned);
}

/* A vector that begins `off` words behind an aligned one. */
template <bool Kept, class T>
static __device__ vector<T> load_shifted(const T *from, unsigned off)
{
    const uint32_t *aligned = reinterpret_cast<const uint32_t *>(from) - off;
    const uint4 v = load_own<Kept>(aligned);
    if (off == 0)
        return vector_of<T>(v);
    const uint4 w = load_own<Kept>(aligned + 4);
    return vector_of<T>(off == 1       ? make_uint4(v.y, v.z, v.w, w.x)
                            : off == 2 ? make_uint4(v.z, v.w, w.x, w.y)
                                       : make_uint4(v.w, w.x, w.y, w.z));
}

template <class F, bool Kept, bool Shifted>
static __global__ void __launch_bounds__(BEST_THREADS)
    map_best(F f, map_arrays<F> a)
{
    using T = typename F::element;
    constexpr size_t LANES = vector<T>::LANES, MARGIN = Shifted ? LANES : 0;
    const size_t v = size_t(blockIdx.x) * BEST_THREADS + threadIdx.x;
    const size_t i = v * LANES - a.skip;
    if (i - MARGIN >= a.n || a.n - (i - MARGIN) < LANES + 2 * MARGIN) {
        map_edge(f, a, i);
        return;
    }
    const vector<T> x = load_shifted<Kept>(a.x + i, Shifted ? a.x_off : 0);
    vector<T> y = x;
    if (F::inputs == 2)
        y = load_shifted<Kept>(a.y + i, Shifted ? a.y_off : 0);
    vector_store(a.out + i, map_vector(f, x, y));
}
