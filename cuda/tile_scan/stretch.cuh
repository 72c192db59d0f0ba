/* stretch.cuh - moving a stretch of the array between memory and the registers
 * of a warp or a block, 16 bytes at a time, at any alignment.
 *
 * Vectors lie on the 16-byte grid of the output. The grid of a stretch starts
 * at most a vector before its first element; offsets count elements from
 * there. Vector u of lane l of warp w is the (w * Vectors + u) * 32 + l-th:
 * the lanes of a warp are side by side, and its vectors follow one another. */
#ifndef TETRAD_CUDA_TILE_SCAN_STRETCH_CUH
#define TETRAD_CUDA_TILE_SCAN_STRETCH_CUH

#include <cstdint>
#include <cstring>

#include "warp.cuh"

template <class T>
struct vector {
    static constexpr int LANES = 16 / sizeof(T);
    T lane[LANES];
};

/* Elements of the vectors of a warp. */
template <class T, int Vectors>
constexpr int SPAN = Vectors * WARP * vector<T>::LANES;

template <class T>
struct stretch {
    const T *in; /* where the grid starts; below the array's first element in */
    T *out;      /* its first stretch, if that is misaligned */
    int begin, end; /* offsets of the stretch: begin is less than a vector */
    int low, high;  /* offsets that are in the array, as far as it matters */
};

/* `items` elements of an array of n from `at` on, at most 2^20 of them. */
template <class T>
static __device__ stretch<T> stretch_at(const T *in, T *out, size_t n,
                                        size_t at, int items)
{
    const int off = int(reinterpret_cast<uintptr_t>(out + at) % 16 /
                        sizeof(T));
    const size_t left = n - at;
    stretch<T> s;
    s.in = in + at - off;
    s.out = out + at - off;
    s.begin = off;
    s.end = off + items;
    s.low = at < size_t(off) ? off - int(at) : 0;
    s.high = off + (left < size_t(items + 16) ? int(left) : items + 16);
    return s;
}

/* Of vector 0 of this lane; the next ones are 32 vectors apart. */
template <class T, int Vectors>
static __device__ int first_offset(int warp)
{
    const int lane = threadIdx.x % WARP;
    return warp * SPAN<T, Vectors> + lane * vector<T>::LANES;
}

template <class T>
static __device__ vector<T> vector_at(const T *aligned)
{
    const uint4 bits = __ldcs(reinterpret_cast<const uint4 *>(aligned));
    vector<T> v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* What lies outside the stretch reads as zero. Vectors that reach over its
 * ends are read whole, so that all loads are in flight at once, unless they
 * reach over the array's. Same: in and out share their grid. */
template <bool Same, class T, int Vectors>
static __device__ void stretch_load(const stretch<T> &s, int offset,
                                    vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
        const int at = offset + u * WARP * LANES;
        const bool whole = Same && at >= s.low && at + LANES <= s.high;
        v[u] = {};
        if (at < s.end && whole)
            v[u] = vector_at(s.in + at);
        else if (at < s.end)
#pragma unroll
            for (int k = 0; k < LANES; k++)
                if (at + k >= s.begin && at + k < s.end)
                    v[u].lane[k] = __ldg(s.in + at + k);
    }
#pragma unroll
    for (int u = 0; u < Vectors; u++)
#pragma unroll
        for (int k = 0; k < LANES; k++) {
            const int at = offset + u * WARP * LANES + k;
            if (at < s.begin || at >= s.end)
                v[u].lane[k] = 0;
        }
}

template <class T, int Vectors>
static __device__ void stretch_store(const stretch<T> &s, int offset,
                                     const vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
        const int at = offset + u * WARP * LANES;
        if (at >= s.begin && at + LANES <= s.end) {
            uint4 bits;
            memcpy(&bits, &v[u], sizeof bits);
            __stcs(reinterpret_cast<uint4 *>(s.out + at), bits);
        } else
#pragma unroll
            for (int k = 0; k < LANES; k++)
                if (at + k >= s.begin && at + k < s.end)
                    s.out[at + k] = v[u].lane[k];
    }
}

#endif
