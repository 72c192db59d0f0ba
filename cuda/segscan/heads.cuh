/* heads.cuh - where the segments of a tile start: a byte an element in shared
 * memory, not zero at a head.
 *
 * By flags the bytes are a copy of the input's. By offsets one warp makes
 * them: it searches the offsets for those inside the tile, 256 at a time, and
 * sets a byte for each. The first 256 are those around where the tile would
 * start if all segments were of equal length: mostly all that is needed, so
 * that search and marking cost one access of memory. */
#ifndef TETRAD_CUDA_SEGSCAN_HEADS_CUH
#define TETRAD_CUDA_SEGSCAN_HEADS_CUH

#include <cstddef>
#include <cstdint>

#include "launch.cuh"
#include "warp.cuh"

/* --- bytes to bits -------------------------------------------------------- */

/* Bit k: whether byte k of the word is not zero. */
static __device__ unsigned nonzero_bytes(unsigned word)
{
    const unsigned low = 0x7f7f7f7fu;
    const unsigned high = (((word & low) + low) | word) & ~low;
    return (high >> 7) * 0x01020408u >> 24 & 15u;
}

/* Bit k: whether bytes[at + k] is not zero, k < N <= 28. `bytes` is aligned to
 * words and up to 3 bytes longer than needed. */
template <int N>
static __device__ unsigned head_mask(const unsigned char *bytes, unsigned at)
{
    constexpr int WORDS = (N + 3) / 4;
    const unsigned *words =
        reinterpret_cast<const unsigned *>(bytes) + at / 4;
    const unsigned shift = at % 4 * 8;
    unsigned mask = 0, word = words[0];
#pragma unroll
    for (int k = 0; k < WORDS; k++) {
        const unsigned next = words[k + 1];
        mask |= nonzero_bytes(__funnelshift_r(word, next, shift)) << (4 * k);
        word = next;
    }
    return N % 4 ? mask & ((1u << N % 32) - 1) : mask;
}

/* --- offsets to bytes ----------------------------------------------------- */

struct offsets {
    const unsigned long long *at;
    size_t segments; /* the offset after the last is not among the heads */
    double density;  /* segments an element */
};

/* 256 offsets, `stride` apart, in order: probe[u] of lane l is number
 * 32 u + l; none: beyond all elements. */
struct probes {
    static constexpr int EACH = 8, ALL = EACH * WARP;
    unsigned long long probe[EACH];

    __device__ void load(const offsets &o, size_t from, size_t stride)
    {
#pragma unroll
        for (int u = 0; u < EACH; u++) {
            const size_t k =
                from + (u * WARP + threadIdx.x % WARP) * stride;
            probe[u] = k < o.segments ? __ldg(o.at + k) : ~0ull;
        }
    }

    /* How many are below `bound`. */
    __device__ unsigned below(size_t bound) const
    {
        unsigned count = 0;
#pragma unroll
        for (int u = 0; u < EACH; u++)
            count += __popc(__ballot_sync(FULL_WARP, probe[u] < bound));
        return count;
    }

    __device__ unsigned long long last() const
    {
        return __shfl_sync(FULL_WARP, probe[EACH - 1], WARP - 1);
    }
};

/* One warp: finds the first offset not below `first`; leaves 256 consecutive
 * offsets, of which it is one, unless those from the returned index on are
 * all there are. Returns the index of the first of the 256. */
static __device__ size_t seek(const offsets &o, size_t first, size_t end,
                              probes &p)
{
    size_t low = 0, high = o.segments; /* what is sought is in [low, high] */
    const double mine = double(end - first) * o.density;
    const double spare = mine < probes::ALL ? (probes::ALL - mine) / 2 : 1;
    const double guess = double(first) * o.density - spare;
    size_t at = guess > 0 ? size_t(guess) : 0, stride = 1;
    at = min(at, high);
#pragma unroll 1
    for (;;) {
        p.load(o, at, stride);
        const unsigned below = p.below(first);
        if (stride > 1) {
            if (below > 0)
                low = at + (below - 1) * stride + 1;
            if (below < probes::ALL)
                high = min(high, at + below * stride);
        } else if (below == 0 && at > low) {
            high = at;
        } else if (below == probes::ALL && at + probes::ALL < high) {
            low = at + probes::ALL;
        } else {
            return at;
        }
        at = low;
        stride = max(size_t(1), ceil_div(high - low, size_t(probes::ALL)));
    }
}

/* One warp: sets bytes[k] where first + k < end is a head. p: from seek. */
static __device__ void mark(const offsets &o, size_t at, probes &p,
                            size_t first, size_t end, unsigned char *bytes)
{
#pragma unroll 1
    for (;;) {
#pragma unroll
        for (int u = 0; u < probes::EACH; u++)
            if (p.probe[u] - first < end - first)
                bytes[p.probe[u] - first] = 1;
        if (p.last() >= end)
            return;
        at += probes::ALL;
        p.load(o, at, 1);
    }
}

#endif
