/* heads.cuh - where segments start: a byte an element in shared memory, not
 * zero at a head.
 *
 * By flags the bytes are a copy of the input's. By offsets they are made: a
 * warp or a block searches for the offsets inside its tile, many at a time,
 * and sets a byte for each. The first it looks at are those around where the
 * tile would start if all segments were of equal length: mostly all that is
 * needed, so that search and marking cost one access of memory. */
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
 * words and up to 7 bytes longer than needed. */
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

static __device__ unsigned long long offset_at(const offsets &o, size_t k)
{
    return k < o.segments ? __ldg(o.at + k) : ~0ull;
}

/* 256 offsets, `stride` apart, in the lanes of a warp: probe[u] of lane l is
 * number 32 u + l. Beyond the last: more than any element. */
struct warp_probes {
    static constexpr int EACH = 8, ALL = EACH * WARP;
    unsigned long long probe[EACH];

    __device__ void load(const offsets &o, size_t from, size_t stride)
    {
#pragma unroll
        for (int u = 0; u < EACH; u++)
            probe[u] = offset_at(
                o, from + (u * WARP + threadIdx.x % WARP) * stride);
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

    template <class Take>
    __device__ void each(Take take) const
    {
#pragma unroll
        for (int u = 0; u < EACH; u++)
            take(probe[u]);
    }
};

/* One offset a thread of the block. */
template <int Threads>
struct block_probes {
    static constexpr int ALL = Threads;
    unsigned long long probe;

    __device__ void load(const offsets &o, size_t from, size_t stride)
    {
        probe = offset_at(o, from + threadIdx.x * stride);
    }

    __device__ unsigned below(size_t bound) const
    {
        return __syncthreads_count(probe < bound);
    }

    template <class Take>
    __device__ void each(Take take) const
    {
        take(probe);
    }
};

/* Finds the first offset not below `first`: it is among the consecutive
 * offsets that p is left with, or comes right after them when they reach to
 * the end of the offsets. Returns the index of the first of p's. */
template <class Probes>
static __device__ size_t seek(const offsets &o, size_t first, size_t end,
                              Probes &p)
{
    constexpr unsigned ALL = Probes::ALL;
    size_t low = 0, high = o.segments; /* what is sought is in [low, high] */
    const double mine = double(end - first) * o.density;
    const double spare = mine < ALL ? (ALL - mine) / 2 : 1;
    const double guess = double(first) * o.density - spare;
    size_t at = guess > 0 ? min(size_t(guess), high) : 0, stride = 1;
#pragma unroll 1
    for (;;) {
        p.load(o, at, stride);
        const unsigned below = p.below(first);
        if (stride > 1) {
            if (below > 0)
                low = at + (below - 1) * stride + 1;
            if (below < ALL)
                high = min(high, at + below * stride);
        } else if (below == 0 && at > low) {
            high = at;
        } else if (below == ALL && at + ALL < high) {
            low = at + ALL;
        } else {
            return at;
        }
        at = low;
        stride = max(size_t(1), ceil_div(high - low, size_t(ALL)));
    }
}

/* Sets bytes[k] where first + k < end is a head, of bytes that are zero; p and
 * at: from seek. */
template <class Probes>
static __device__ void mark(const offsets &o, size_t at, Probes &p,
                            size_t first, size_t end, unsigned char *bytes)
{
    const auto set = [=](unsigned long long offset) {
        if (offset - first < end - first)
            bytes[offset - first] = 1;
    };
    p.each(set);
#pragma unroll 1
    while (p.below(end) == Probes::ALL) {
        at += Probes::ALL;
        p.load(o, at, 1);
        p.each(set);
    }
}

#endif
