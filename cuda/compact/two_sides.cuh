/* two_sides.cuh - how the tiles of ring.cuh are packed where both sides are
 * written (sides.cuh): the second behind the first, each with its vectors as
 * those of the output lie. */
#ifndef TETRAD_CUDA_COMPACT_TWO_SIDES_CUH
#define TETRAD_CUDA_COMPACT_TWO_SIDES_CUH

#include "compact/stages.cuh"

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* How far an element of the output is from the whole vector before it. */
template <class T>
static __device__ unsigned low_of(const T *out, unsigned long long start)
{
    const size_t first = reinterpret_cast<uintptr_t>(out) / sizeof(T) + start;
    return unsigned(first) % vector<T>::LANES;
}

/* Where the second side of a tile goes, and where in its stage it lies. */
struct tile_sides {
    piece own;
    unsigned absent; /* elements of the tile before the array's first */
    unsigned long long second;
    unsigned at, low; /* the vector, and how far from it the side begins */
};

/* Of a stage whose start is told. */
template <class T, class Sides>
static __device__ tile_sides sides_of(const pack_ring &ring, unsigned stage,
                                      const packing<T> &p, unsigned tiles,
                                      unsigned total)
{
    constexpr unsigned LANES = vector<T>::LANES;
    const size_t place = tile_place<Sides>(ring.tile[stage], tiles);
    const unsigned long long start = ring.start[stage];
    tile_sides s;
    s.absent = place ? 0 : p.x.skip;
    s.own.begin = place * TILE<T> + s.absent - p.x.skip;
    s.own.size =
        unsigned(min(p.x.n - s.own.begin, size_t(TILE<T> - s.absent)));
    s.own.kept = total;
    s.second = s.own.second<Sides>(p.x.n, Sides::STABLE ? ring.all : 0, start);
    s.at = (low_of(p.out, start) + total + LANES - 1) / LANES;
    s.low = low_of(p.out, s.second);
    return s;
}

/* A thread's run, of which the tile keeps `before` before it: what is kept
 * from `to` on, the others behind all that is kept. */
template <class T, class Sides>
static __device__ void run_pack(const T (&run)[RUN<T>], T threshold, T *to,
                                uint4 *tile, const tile_sides &s,
                                unsigned chunk, unsigned before)
{
    const unsigned lane = threadIdx.x % WARP;
    /* Its first element's number; if it is absent, huge. */
    const unsigned first = (chunk * WARP + lane) * RUN<T> - s.absent;
    T *other = reinterpret_cast<T *>(tile + s.at) + s.low +
        int(s.own.other<Sides>(first - before));
#pragma unroll
    for (int k = 0; k < RUN<T>; k++) {
        const bool is = run[k] > threshold;
        if (first + k < s.own.size)
            *(is ? to : other) = run[k];
        to += is;
        other += is ? 0 : Sides::STABLE ? 1 : -1;
    }
}

#endif
#endif
