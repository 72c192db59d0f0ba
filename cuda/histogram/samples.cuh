/* samples.cuh - all samples, by vectors of 16 bytes on the grid of 16, and the
 * few before and behind those one by one. Each is read once, and neither L1 nor
 * L2 is to keep it. */
#ifndef TETRAD_CUDA_HISTOGRAM_SAMPLES_CUH
#define TETRAD_CUDA_HISTOGRAM_SAMPLES_CUH

#include "parts/launch.cuh"
#include "parts/passing.cuh"
#include "parts/vector.cuh"

template <class T>
struct samples {
    static constexpr unsigned LANES = vector<T>::LANES;
    const T *x;
    size_t n;
    unsigned head;  /* samples before the first vector */
    size_t vectors; /* whole ones */

    explicit samples(const struct job *job)
        : x(input<T>(job)), n(count_of(job))
    {
        const size_t off = uintptr_t(x) % sizeof(uint4) / sizeof(T);
        const size_t before = off ? LANES - off : 0;
        head = unsigned(before < n ? before : n);
        vectors = (n - head) / LANES;
    }

    __device__ const uint4 *first() const
    {
        return reinterpret_cast<const uint4 *>(x + head);
    }
    /* Sample k of those that are in no vector; false: there are fewer. */
    __device__ bool odd(unsigned k, T *to) const
    {
        const size_t i = k < head ? k : vectors * LANES + k;
        if (i >= n)
            return false;
        *to = x[i];
        return true;
    }
};

/* Samples in no vector: fewer than these. */
template <class T>
constexpr unsigned ODD_MOST = 2 * samples<T>::LANES;

/* use(sample) of all, by all threads of all blocks: tiles of Unroll vectors a
 * thread, which are on their way at once. */
template <int Unroll, class T, class Use>
static __device__ void each_sample(const samples<T> &s, Use use)
{
    const size_t tile = size_t(blockDim.x) * Unroll;
    const uint4 *from = s.first();
    T one;
    for (size_t at = blockIdx.x * tile + threadIdx.x; at < s.vectors;
         at += gridDim.x * tile) {
        uint4 bits[Unroll];
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (at + size_t(u) * blockDim.x < s.vectors)
                bits[u] = load_passing(from + at + size_t(u) * blockDim.x);
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            if (at + size_t(u) * blockDim.x < s.vectors) {
                const vector<T> v = vector_of<T>(bits[u]);
#pragma unroll
                for (unsigned k = 0; k < samples<T>::LANES; k++)
                    use(v.lane[k]);
            }
    }
    if (blockIdx.x == 0 && threadIdx.x < ODD_MOST<T> &&
        s.odd(threadIdx.x, &one))
        use(one);
}

#endif
