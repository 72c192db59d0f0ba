/* vectorized.cuh - a thread 16 bytes of the output, and then it ends: a quarter
 * of scalar's instructions for f32. Inputs that are not on the output's grid of
 * 16 bytes are read element by element. */
template <class F, class T>
static __device__ vector<T> load_level(const T *from, bool level)
{
    if (level)
        return vector_of<T>(*reinterpret_cast<const uint4 *>(from));
    vector<T> v;
#pragma unroll
    for (int k = 0; k < v.LANES; k++)
        v.lane[k] = from[k];
    return v;
}

template <class F>
static __global__ void __launch_bounds__(MAP_THREADS)
    map_vectorized(F f, map_arrays<F> a)
{
    using T = typename F::element;
    constexpr size_t LANES = vector<T>::LANES;
    const size_t v = size_t(blockIdx.x) * MAP_THREADS + threadIdx.x;
    const size_t i = v * LANES - a.skip;
    if (i >= a.n || a.n - i < LANES)
        return map_edge(f, a, i);
    const vector<T> x = load_level<F>(a.x + i, a.x_off == 0);
    vector<T> y = x;
    if (F::inputs == 2)
        y = load_level<F>(a.y + i, a.y_off == 0);
    vector_store(a.out + i, map_vector(f, x, y));
}
