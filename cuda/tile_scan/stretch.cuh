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

#include "parts/kept.cuh"
#include "parts/vector.cuh"
#include "parts/warp.cuh"

/* Elements of the vectors of a warp. */
template <class T, int Vectors>
constexpr int SPAN = Vectors *WARP *vector<T>::LANES;

template <class T>
struct stretch {
    const T *in; /* where the grid starts; before the array itself, if its */
    T *out;      /* first stretch is misaligned */
    int begin, end; /* offsets of the stretch: begin is less than a vector */
    int last;       /* of the vector that holds its last element */
    bool inner;     /* all its vectors are in the array, to their ends */
};

/* `items` elements of an array of n from `at` on, 1 to 2^20 of them. */
template <class T>
static __device__ stretch<T> stretch_at(const T *in, T *out, size_t n,
                                        size_t at, int items)
{
    constexpr int LANES = vector<T>::LANES;
    stretch<T> s;
    s.begin = int(reinterpret_cast<uintptr_t>(out + at) % 16 / sizeof(T));
    s.end = s.begin + items;
    s.last = (s.end - 1) / LANES * LANES;
    s.in = in + at - s.begin;
    s.out = out + at - s.begin;
    s.inner = at >= size_t(s.begin) && at - s.begin + s.last + LANES <= n;
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
static __device__ vector<T> vector_load(const T *aligned)
{
    return vector_of<T>(load_kept(aligned));
}

/* A lane's vectors, of which `from` and `to` are the first. */
template <class T, int Vectors>
static __device__ void load_all(const T *from, vector<T> (&v)[Vectors])
{
#pragma unroll
    for (int u = 0; u < Vectors; u++)
        v[u] = vector_load(from + u * WARP * vector<T>::LANES);
}

template <class T, int Vectors>
static __device__ void store_all(T *to, const vector<T> (&v)[Vectors])
{
#pragma unroll
    for (int u = 0; u < Vectors; u++)
        vector_store(to + u * WARP * vector<T>::LANES, v[u]);
}

/* Whether a warp's vectors, of which `offset` is this lane's first, hold
 * elements of the stretch alone. */
template <class T, int Vectors>
static __device__ bool full(const stretch<T> &s, int offset)
{
    const int lane = threadIdx.x % WARP;
    return s.begin == 0 &&
        offset - lane * vector<T>::LANES + SPAN<T, Vectors> <= s.end;
}

/* Whole vectors, at once in flight; those after the last are read as the last,
 * which costs nothing. What lies outside the stretch becomes zero. */
template <class T, int Vectors>
static __device__ void load_vectors(const stretch<T> &s, int offset,
                                    vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
#pragma unroll
    for (int u = 0; u < Vectors; u++)
        v[u] = vector_load(s.in + min(offset + u * WARP * LANES, s.last));
    if (full<T, Vectors>(s, offset))
        return;
#pragma unroll
    for (int u = 0; u < Vectors; u++)
#pragma unroll
        for (int k = 0; k < LANES; k++) {
            const int at = offset + u * WARP * LANES + k;
            if (at >= s.end || (u == 0 && at < s.begin))
                v[u].lane[k] = 0;
        }
}

/* The same, element by element. */
template <class T, int Vectors>
static __device__ void load_elements(const stretch<T> &s, int offset,
                                     vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
#pragma unroll
    for (int u = 0; u < Vectors; u++)
#pragma unroll
        for (int k = 0; k < LANES; k++) {
            const int at = offset + u * WARP * LANES + k;
            const bool inside = at >= s.begin && at < s.end;
            v[u].lane[k] = inside ? __ldg(s.in + at) : T(0);
        }
}

/* Same: in and out share their grid. */
template <bool Same, class T, int Vectors>
static __device__ void stretch_load(const stretch<T> &s, int offset,
                                    vector<T> (&v)[Vectors])
{
    if (Same && s.inner)
        load_vectors(s, offset, v);
    else
        load_elements(s, offset, v);
}

/* Whole vectors, but those that reach over the stretch element by element. */
template <class T, int Vectors>
static __device__ void store_partly(const stretch<T> &s, int offset,
                                    const vector<T> (&v)[Vectors])
{
    constexpr int LANES = vector<T>::LANES;
#pragma unroll
    for (int u = 0; u < Vectors; u++) {
        const int at = offset + u * WARP * LANES;
        if (at >= s.begin && at + LANES <= s.end)
            vector_store(s.out + at, v[u]);
        else
#pragma unroll
            for (int k = 0; k < LANES; k++)
                if (at + k >= s.begin && at + k < s.end)
                    s.out[at + k] = v[u].lane[k];
    }
}

template <class T, int Vectors>
static __device__ void stretch_store(const stretch<T> &s, int offset,
                                     const vector<T> (&v)[Vectors])
{
    if (full<T, Vectors>(s, offset))
        store_all(s.out + offset, v);
    else
        store_partly(s, offset, v);
}

#endif
