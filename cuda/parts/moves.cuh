/* moves.cuh - what gather and scatter share: elements that are moved and not
 * looked at, hence bits of their size, indices of either width, and four of
 * them at a time, wherever they lie within 16 bytes. */
#ifndef TETRAD_CUDA_MOVES_CUH
#define TETRAD_CUDA_MOVES_CUH

#include <cstdint>
#include <cstring>

#include "ops/indices.h"
#include "parts/kept.cuh"
#include "parts/launch.cuh"
#include "parts/passing.cuh"

/* launch(T{}, I{}) with the unsigned integers as wide as the problem's elements
 * and as its indices. */
template <class Launch>
static enum status by_widths(const struct job *job, Launch launch)
{
    const bool wide = indices_are_wide(job->problem);
    if (elem_size(job->problem->type) == sizeof(uint32_t))
        return wide ? launch(uint32_t{}, uint64_t{})
                    : launch(uint32_t{}, uint32_t{});
    return wide ? launch(uint64_t{}, uint64_t{})
                : launch(uint64_t{}, uint32_t{});
}

/* --- four at a time ------------------------------------------------------- */

constexpr unsigned QUAD = 4;

template <class E>
struct quad {
    E lane[QUAD];
};

/* Elements before `p` of the aligned 16 bytes that it lies in. */
template <class E>
static unsigned elements_before(const E *p)
{
    return unsigned(uintptr_t(p) % sizeof(uint4) / sizeof(E));
}

/* 4-byte words that the element `skip` before `p` is off the grid of 16
 * bytes. */
template <class E>
static unsigned words_off(const E *p, unsigned skip)
{
    return unsigned((uintptr_t(p) - skip * sizeof(E)) % sizeof(uint4) / 4);
}

/* The 16 bytes that begin `off` words after v does; w follows it. */
static __device__ uint4 shifted(const uint4 &v, const uint4 &w, unsigned off)
{
    return off == 1 ? make_uint4(v.y, v.z, v.w, w.x)
        : off == 2  ? make_uint4(v.z, v.w, w.x, w.y)
        : off == 3  ? make_uint4(v.w, w.x, w.y, w.z)
                    : v;
}

/* Four elements, the first `off` words off the grid; if Shifted, the aligned
 * vectors around them, up to four elements on either side, are read, too. What
 * shares a sector with another vector that is read comes from L1. Kept: L2
 * keeps them for longer than what is stored. */
template <bool Shifted, bool Kept = false, class E>
static __device__ quad<E> load_quad(const E *from, unsigned off)
{
    constexpr int VECTORS = sizeof(quad<E>) / sizeof(uint4);
    uint4 v[VECTORS + 1] = {};
    const uint4 *aligned = reinterpret_cast<const uint4 *>(
        reinterpret_cast<const uint32_t *>(from) - (Shifted ? off : 0));
#pragma unroll
    for (int k = 0; k < VECTORS; k++)
        v[k] = Kept                  ? load_kept(aligned + k)
            : Shifted || VECTORS > 1 ? __ldg(aligned + k)
                                     : load_passing(aligned + k);
    if (Shifted && off) {
        v[VECTORS] =
            Kept ? load_kept(aligned + VECTORS) : __ldg(aligned + VECTORS);
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            v[k] = shifted(v[k], v[k + 1], off);
    }
    quad<E> q;
    memcpy(&q, v, sizeof q);
    return q;
}

/* To a multiple of 16 bytes; as vector_store(): with four stores of a word each
 * a gather took 1.1 times as long. */
template <class E>
static __device__ void store_quad(E *aligned, const quad<E> &q)
{
    constexpr int VECTORS = sizeof q / sizeof(uint4);
    uint4 v[VECTORS];
    memcpy(v, &q, sizeof q);
#pragma unroll
    for (int k = 0; k < VECTORS; k++)
        __stwb(reinterpret_cast<uint4 *>(aligned) + k, v[k]);
}

/* Whether all of a quad that begins at i is there, and what loading it shifted
 * reads around it; i may be less than zero, and then is huge. */
template <bool Shifted>
static __device__ bool quad_is_inside(size_t i, size_t n)
{
    constexpr size_t MARGIN = Shifted ? QUAD : 0;
    const size_t first = i - MARGIN;
    return first < n && n - first >= QUAD + 2 * MARGIN;
}

#endif
