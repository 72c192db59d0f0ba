/* heads.cuh - where segments start: a byte an element in shared memory, not
 * zero at a head.
 *
 * By flags the bytes are a copy of the input's. By offsets a warp makes them:
 * it searches for the offsets inside its tile, 256 at a time, and sets a byte
 * for each. It guesses where they are from what it found last and the mean
 * length of segments, and again from how far off that was; only where lengths
 * are very uneven does it go on to a search by 256 ways. */
#ifndef TETRAD_CUDA_SEGSCAN_HEADS_CUH
#define TETRAD_CUDA_SEGSCAN_HEADS_CUH

#include <cstddef>
#include <cstdint>

#include "parts/launch.cuh"
#include "parts/warp.cuh"

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
    const unsigned *words = reinterpret_cast<const unsigned *>(bytes) + at / 4;
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
    size_t elements; /* which is that offset */
    double density;  /* segments an element */
};

static __device__ unsigned long long offset_at(const offsets &o, size_t k)
{
    return k < o.segments ? __ldg(o.at + k) : ~0ull;
}

/* 256 offsets, `stride` apart, in the lanes of a warp: probe[u] of lane l is
 * number 32 u + l. Beyond the last: more than any element. */
struct probes {
    static constexpr int EACH = 8, ALL = EACH * WARP;
    unsigned long long probe[EACH];

    __device__ void load(const offsets &o, size_t from, size_t stride)
    {
#pragma unroll
        for (int u = 0; u < EACH; u++)
            probe[u] =
                offset_at(o, from + (u * WARP + threadIdx.x % WARP) * stride);
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

    __device__ unsigned long long least() const
    {
        return __shfl_sync(FULL_WARP, probe[0], 0);
    }

    __device__ unsigned long long most() const
    {
        return __shfl_sync(FULL_WARP, probe[EACH - 1], WARP - 1);
    }
};

/* Offset number `at` is about `value`: what a search starts from. */
struct hint {
    size_t at, value;
};

/* Where 256 offsets should begin to hold those of `mine` elements from
 * `first` on, in their middle. */
static __device__ size_t guess(const offsets &o, const hint &h, size_t first,
                               size_t mine)
{
    const double want = double(mine) * o.density;
    const double spare = want < probes::ALL ? (probes::ALL - want) / 2 : 1;
    const double at =
        double(h.at) + (double(first) - double(h.value)) * o.density - spare;
    return at > 0 ? min(size_t(at), o.segments) : 0;
}

/* Finds the first offset not below `first`: it is among the consecutive
 * offsets that p is left with, or comes right after them when they reach to
 * the end of the offsets. Returns the index of the first of p's; h becomes a
 * hint for the next search. */
static __device__ size_t seek(const offsets &o, size_t first, size_t end,
                              hint &h, probes &p)
{
    constexpr unsigned ALL = probes::ALL, GUESSES = 3;
    size_t low = 0, high = o.segments; /* what is sought is in [low, high] */
    size_t at = guess(o, h, first, end - first), stride = 1;
#pragma unroll 1
    for (unsigned tried = 1;; tried++) {
        p.load(o, at, stride);
        const unsigned below = p.below(first);
        if (stride > 1) {
            if (below > 0)
                low = at + (below - 1) * stride + 1;
            if (below < ALL)
                high = min(high, at + below * stride);
        } else if (below == 0 && at > low) {
            high = at;
            h = hint{ at, min(size_t(p.least()), o.elements) };
        } else if (below == ALL && at + ALL < high) {
            low = at + ALL;
            h = hint{ low, size_t(p.most()) };
        } else {
            h = hint{ at + below, first };
            return at;
        }
        if (tried < GUESSES) {
            at = max(low, min(guess(o, h, first, end - first), high));
        } else {
            at = low;
            stride = max(size_t(1), ceil_div(high - low, size_t(ALL)));
        }
    }
}

/* Sets bytes[k] where first + k < end is a head, of bytes that are zero; p and
 * at: from seek. */
static __device__ void mark(const offsets &o, size_t at, probes &p,
                            size_t first, size_t end, unsigned char *bytes)
{
    const auto set = [=](const probes &from) {
#pragma unroll
        for (int u = 0; u < probes::EACH; u++)
            if (from.probe[u] - first < end - first)
                bytes[from.probe[u] - first] = 1;
    };
    set(p);
    bool more = p.most() < end;
#pragma unroll 1
    for (at += probes::ALL; more; at += 2 * probes::ALL) {
        probes q;
        p.load(o, at, 1);
        q.load(o, at + probes::ALL, 1);
        set(p);
        set(q);
        more = q.most() < end;
    }
}

#endif
