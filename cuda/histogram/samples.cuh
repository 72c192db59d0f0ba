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

/* --- tiles ---------------------------------------------------------------- */

/* All blocks take a tile of Unroll vectors a thread, round after round. What is
 * left after the last whole round is one more, in which each block has as much
 * of it as any other: of 2^28 bytes on 132 multiprocessors, where a round for a
 * 33rd of a tile took as long as each of the 31 before, 3 % less to do. */
template <unsigned Threads, int Unroll, class T>
static __device__ unsigned whole_rounds(const samples<T> &s)
{
    return unsigned(s.vectors / (size_t(gridDim.x) * (Threads * Unroll)));
}

/* A thread's vectors of a tile. */
template <unsigned Threads, int Unroll>
static __device__ void load_tile(const uint4 *from, uint4 (&bits)[Unroll])
{
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        bits[u] = load_passing(from + u * Threads);
}

/* use(vector) of those that are left after so many rounds. */
template <unsigned Threads, int Unroll, class T, class Use>
static __device__ void each_left(const samples<T> &s, unsigned rounds, Use use)
{
    const size_t step = size_t(gridDim.x) * Threads;
    const size_t v =
        rounds * Unroll * step + size_t(blockIdx.x) * Threads + threadIdx.x;
    uint4 bits[Unroll];
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        if (v + u * step < s.vectors)
            bits[u] = load_passing(s.first() + v + u * step);
#pragma unroll
    for (int u = 0; u < Unroll; u++)
        if (v + u * step < s.vectors)
            use(bits[u]);
}

/* use(sample) of those that are in no vector, by the first block. */
template <class T, class Use>
static __device__ void each_odd(const samples<T> &s, Use use)
{
    T one;
    if (blockIdx.x == 0 && threadIdx.x < ODD_MOST<T> &&
        s.odd(threadIdx.x, &one))
        use(one);
}

/* use(sample) of all, by all threads of all blocks, which have Threads each. */
template <unsigned Threads, int Unroll, class T, class Use>
static __device__ void each_sample(const samples<T> &s, Use use)
{
    constexpr unsigned TILE = Threads * Unroll;
    const unsigned rounds = whole_rounds<Threads, Unroll>(s);
    const size_t step = size_t(gridDim.x) * TILE;
    const uint4 *from = s.first() + size_t(blockIdx.x) * TILE + threadIdx.x;
    const auto lanes = [&](uint4 vector) { each_lane<T>(vector, use); };
    for (unsigned r = 0; r < rounds; r++, from += step) {
        uint4 bits[Unroll];
        load_tile<Threads>(from, bits);
#pragma unroll
        for (int u = 0; u < Unroll; u++)
            lanes(bits[u]);
    }
    each_left<Threads, Unroll>(s, rounds, lanes);
    each_odd(s, use);
}

/* --- loads ahead of use --------------------------------------------------- */

/* A block's tile of the first round, if that is whole. */
template <unsigned Threads, int Unroll, class T>
static __device__ void load_first(const samples<T> &s, uint4 (&bits)[Unroll])
{
    if (whole_rounds<Threads, Unroll>(s))
        load_tile<Threads>(
            s.first() + size_t(blockIdx.x) * (Threads * Unroll) + threadIdx.x,
            bits);
}

/* use(vector) of all, of which load_first() has loaded the first: a vector's
 * place is asked to be filled by the next tile's as soon as it has been used.
 * behind() follows each whole round; all threads of a block call it alike. */
template <unsigned Threads, int Unroll, class T, class Use, class Behind>
static __device__ void each_ahead(const samples<T> &s, uint4 (&bits)[Unroll],
                                  Use use, Behind behind)
{
    constexpr unsigned TILE = Threads * Unroll;
    const unsigned rounds = whole_rounds<Threads, Unroll>(s);
    const size_t step = size_t(gridDim.x) * TILE;
    const uint4 *next = s.first() + size_t(blockIdx.x) * TILE + threadIdx.x;
    for (unsigned r = 0; r < rounds; r++) {
        next += step;
#pragma unroll
        for (int u = 0; u < Unroll; u++) {
            use(bits[u]);
            if (r + 1 < rounds)
                bits[u] = load_passing(next + u * Threads);
        }
        behind();
    }
    each_left<Threads, Unroll>(s, rounds, use);
}

#endif
