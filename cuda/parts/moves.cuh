/* moves.cuh - what gather and scatter share: elements that are moved and not
 * looked at, hence bits of their size, indices of either width, and as many
 * at a time as 16 bytes hold, wherever they lie. */
#ifndef TETRAD_CUDA_MOVES_CUH
#define TETRAD_CUDA_MOVES_CUH

#include <cstdint>
#include <cstring>
#include <type_traits>

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

/* --- some at a time ------------------------------------------------------- */

/* Elements that a lane moves at once: what it stores is one vector, as a warp's
 * stores then leave no sector half written. H200, f64 in order, us by such
 * pairs and by fours: 2^24 scattered 80.6 and 91.4, gathered 78.2 and 81.4;
 * 2^27 615 and 658, 613 and 621. */
template <class T>
constexpr unsigned AT_ONCE = unsigned(sizeof(uint4) / sizeof(T));

/* As many elements or indices, and the vectors by which they are loaded: of 16
 * bytes, or one of 8. */
template <class E, unsigned N>
struct group {
    E lane[N];
};

template <class E, unsigned N>
using carrier = std::conditional_t<sizeof(group<E, N>) % sizeof(uint4) == 0,
                                   uint4, uint64_t>;

/* Elements before `p` of the aligned vector that it lies in. */
template <unsigned N, class E>
static unsigned elements_before(const E *p)
{
    return unsigned(uintptr_t(p) % sizeof(carrier<E, N>) / sizeof(E));
}

/* 4-byte words that the element `skip` before `p` is off the grid of
 * vectors. */
template <unsigned N, class E>
static unsigned words_off(const E *p, unsigned skip)
{
    return unsigned((uintptr_t(p) - skip * sizeof(E)) % sizeof(carrier<E, N>) /
                    4);
}

/* The vector that begins `off` words after v does; w follows it. */
static __device__ uint4 shifted(const uint4 &v, const uint4 &w, unsigned off)
{
    return off == 1 ? make_uint4(v.y, v.z, v.w, w.x)
        : off == 2  ? make_uint4(v.z, v.w, w.x, w.y)
        : off == 3  ? make_uint4(v.w, w.x, w.y, w.z)
                    : v;
}

static __device__ uint64_t shifted(uint64_t v, uint64_t w, unsigned off)
{
    return off ? v >> 32 | w << 32 : v;
}

/* How a vector is loaded. KEPT: L2 keeps it for longer than what is stored;
 * ONCE: no cache is to keep it; BESIDE: its sector has what is asked for
 * next. */
enum class loading { KEPT, ONCE, BESIDE };

template <loading How>
static __device__ uint4 load_vector(const uint4 *from)
{
    return How == loading::KEPT ? load_kept(from)
        : How == loading::ONCE  ? load_passing(from)
                                : __ldg(from);
}

template <loading How>
static __device__ uint64_t load_vector(const uint64_t *from)
{
    return How == loading::KEPT ? load_kept_word(from)
        : How == loading::ONCE
        ? load_passing_word(from, true)
        : __ldg(reinterpret_cast<const unsigned long long *>(from));
}

/* N elements, the first `off` words off the grid; if Shifted, the aligned
 * vectors around them, up to N elements on either side, are read, too. What
 * shares a sector with another vector that is read comes from L1. */
template <unsigned N, bool Shifted, bool Kept = false, class E>
static __device__ group<E, N> load_group(const E *from, unsigned off)
{
    using vector = carrier<E, N>;
    constexpr int VECTORS = sizeof(group<E, N>) / sizeof(vector);
    constexpr loading HOW = Kept ? loading::KEPT
        : Shifted || VECTORS > 1 ? loading::BESIDE
                                 : loading::ONCE;
    vector v[VECTORS + 1] = {};
    const vector *aligned = reinterpret_cast<const vector *>(
        reinterpret_cast<const uint32_t *>(from) - (Shifted ? off : 0));
#pragma unroll
    for (int k = 0; k < VECTORS; k++)
        v[k] = load_vector<HOW>(aligned + k);
    if (Shifted && off) {
        v[VECTORS] = load_vector<HOW>(aligned + VECTORS);
#pragma unroll
        for (int k = 0; k < VECTORS; k++)
            v[k] = shifted(v[k], v[k + 1], off);
    }
    group<E, N> g;
    memcpy(&g, v, sizeof g);
    return g;
}

/* To a multiple of 16 bytes; as vector_store(): with four stores of a word each
 * a gather took 1.1 times as long. */
template <class E>
static __device__ void store_group(E *aligned,
                                   const group<E, AT_ONCE<E>> &values)
{
    uint4 v;
    memcpy(&v, &values, sizeof v);
    __stwb(reinterpret_cast<uint4 *>(aligned), v);
}

/* Whether all of a group of N that begins at i is there, and what loading it
 * shifted reads around it; i may be less than zero, and then is huge. */
template <unsigned N, bool Shifted>
static __device__ bool group_is_inside(size_t i, size_t n)
{
    constexpr size_t MARGIN = Shifted ? N : 0;
    const size_t first = i - MARGIN;
    return first < n && n - first >= N + 2 * MARGIN;
}

#endif
