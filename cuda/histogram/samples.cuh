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

/* use(sample) of a vector's. */
template <class T, class Use>
static __device__ void each_lane(uint4 bits, Use use)
{
    const vector<T> v = vector_of<T>(bits);
#pragma unroll
    for (unsigned k = 0; k < samples<T>::LANES; k++)
        use(v.lane[k]);
}

/* The same of a tile, of which `left` vectors from `from` on are there, all or
 * some: Unroll of a thread are on their way at once. */
template <unsigned Threads, int Unroll, bool Whole, class T, class Use>
static __device__ void each_of_tile(const uint4 *from, unsigned left, Use use)
{
    uint4 bits[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        if (Whole || threadIdx.x + u * Threads < left)
            bits[u] = load_passing(from + u * Threads);
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        if (Whole || threadIdx.x + u * Threads < left)
            each_lane<T>(bits[u], use);
}

/* use(sample) of all, by all threads of all blocks, which have Threads each. */
template <unsigned Threads, int Unroll, class T, class Use>
static __device__ void each_sample(const samples<T> &s, Use use)
{
    constexpr unsigned tile = Threads * Unroll;
    const size_t tiles = s.vectors / tile;
    const uint4 *from = s.first() + threadIdx.x;
    T one;
    size_t t = blockIdx.x;
    for (; t < tiles; t += gridDim.x)
        each_of_tile<Threads, Unroll, true, T>(from + t * tile, tile, use);
    if (t == tiles)
        each_of_tile<Threads, Unroll, false, T>(
            from + t * tile, unsigned(s.vectors % tile), use);
    if (blockIdx.x == 0 && threadIdx.x < ODD_MOST<T> &&
        s.odd(threadIdx.x, &one))
        use(one);
}

#endif
