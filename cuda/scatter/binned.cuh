/* binned.cuh - bins of places, and what the launches of a two-level scatter
 * tell each other.
 *
 * A bin is 2^shift places of the output. As the indices are a permutation,
 * exactly as many elements go to a bin as it has places: so the elements of
 * bin b, in any order, are kept from b 2^shift on in an array as long as the
 * output, no bin is counted before it is filled, and none can overflow. */
#ifndef TETRAD_CUDA_SCATTER_BINNED_CUH
#define TETRAD_CUDA_SCATTER_BINNED_CUH

#include <cstddef>
#include <cstdint>

/* More make runs too short to write, fewer make bins too wide to read. */
constexpr unsigned BINS_MOST = 4096;

/* Places whose elements a block's shared memory holds. */
constexpr unsigned WINDOW_BYTES = 128u << 10;
template <class T>
constexpr unsigned WINDOW = WINDOW_BYTES / sizeof(T);

/* The places that pairs can name. */
constexpr size_t PAIRED_MOST = size_t(UINT32_MAX) + 1;

/* An element on its way to its place: what is loaded and stored at once. */
template <class T>
struct pair;

template <>
struct pair<uint32_t> {
    uint2 bits;
    static __device__ pair of(uint32_t value, uint32_t place)
    {
        return { make_uint2(value, place) };
    }
    __device__ uint32_t value() const
    {
        return bits.x;
    }
    __device__ uint32_t place() const
    {
        return bits.y;
    }
};

template <>
struct pair<uint64_t> {
    uint4 bits;
    static __device__ pair of(uint64_t value, uint32_t place)
    {
        return { make_uint4(uint32_t(value), uint32_t(value >> 32), place,
                            0) };
    }
    __device__ uint64_t value() const
    {
        return uint64_t(bits.y) << 32 | bits.x;
    }
    __device__ uint32_t place() const
    {
        return bits.z;
    }
};

/* At the beginning of scratch; the pairs follow. Cleared before a run: then
 * all is binned, and the bins are empty. */
struct alignas(256) binned {
    unsigned direct; /* nothing is binned: the indices are not at random */
    unsigned turn;   /* the next window that no block has */
    unsigned unused[2];
    unsigned filled[BINS_MOST]; /* pairs that room was taken for, by bin */
};

template <class T>
static __device__ pair<T> *pairs_of(struct binned *b)
{
    return reinterpret_cast<pair<T> *>(b + 1);
}

/* Of the bins of n places, at least one and at most PAIRED_MOST: as narrow as
 * they can be, but not less than a window. */
template <class T>
static unsigned shift_of(size_t n)
{
    unsigned shift = 0;
    while ((size_t(1) << shift) < WINDOW<T> || (n - 1) >> shift >= BINS_MOST)
        shift++;
    return shift;
}

#endif
