/* cut.cuh - cutting elements and ends of segments into even shares.
 *
 * Merged, the end of segment s comes after its last element; each element
 * counts 1, each end END_WEIGHT. Hence the end of segment s stands at
 *     place(s) = offsets[s + 1] + END_WEIGHT * s,
 * which rises with s, and how many ends come before a place is found by one
 * search in the offsets (merge path: Odeh, Green, Mwassi, Shmueli & Birk,
 * 2012; on segments: Merrill & Garland, Merge-based Parallel Sparse
 * Matrix-Vector Multiplication, 2016). */
#ifndef TETRAD_CUDA_SEGREDUCE_CUT_CUH
#define TETRAD_CUDA_SEGREDUCE_CUT_CUH

#include <cstddef>
#include <cstdint>

#include "warp.cuh"

/* offsets: count + 1 of them, never falling, from 0 to n. */
struct segments {
    const uint64_t *offsets;
    size_t count, n;
};

/* Where share s of `shares` begins. */
static __device__ size_t share_place(size_t total, size_t shares, size_t s)
{
    const size_t more = total % shares;
    return total / shares * s + (s < more ? s : more);
}

/* How many elements and ends come before a place. The end after these does
 * not come before the elements: offsets[ends] <= elements <=
 * offsets[ends + 1]. */
struct cut {
    size_t elements, ends;
};

/* Ends before the place wanted: in [low, high]; before: offsets[low]. */
struct search {
    size_t place, low, high, before;
};

template <int Weight>
static __device__ search search_begin(const segments &all, size_t place)
{
    const size_t last = all.count - 1;
    if (place > all.n + Weight * last)
        return { place, all.count, all.count, all.n };
    const size_t most = place / Weight + (place % Weight != 0);
    return { place, 0, min(last, most), 0 };
}

/* What PROBES probes a lane see, all loads at once. */
constexpr int PROBES = 2;

struct probes {
    size_t step, seen[PROBES];
};

static __device__ probes search_look(const search &s,
                                     const uint64_t *offsets)
{
    const unsigned lane = threadIdx.x % WARP;
    probes p;
    p.step = (s.high - s.low) / (PROBES * WARP + 1) + 1;
#pragma unroll
    for (int r = 0; r < PROBES; r++) {
        const size_t at = s.low + (lane + r * WARP + 1) * p.step;
        p.seen[r] = at <= s.high ? __ldg(offsets + at) : ~size_t(0);
    }
    return p;
}

/* Keeps the gap between two probes in which the place falls. */
template <int Weight>
static __device__ void search_narrow(search &s, const probes &p)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned less = 0;
#pragma unroll
    for (int r = 0; r < PROBES; r++) {
        const size_t end = s.low + (lane + r * WARP + 1) * p.step - 1;
        less += __popc(__ballot_sync(
            FULL_WARP, p.seen[r] != ~size_t(0) &&
                           p.seen[r] + Weight * end < s.place));
    }
    if (less) {
        const unsigned near = less - 1;
        size_t before = 0;
#pragma unroll
        for (int r = 0; r < PROBES; r++) {
            const size_t seen = __shfl_sync(FULL_WARP, p.seen[r], near % WARP);
            before = near / WARP == unsigned(r) ? seen : before;
        }
        s.before = before;
    }
    s.high = min(s.high, s.low + (less + 1) * p.step - 1);
    s.low += less * p.step;
}

template <int Weight>
static __device__ cut search_end(const search &s)
{
    const size_t ends = Weight * s.low;
    return { max(s.before, s.place > ends ? s.place - ends : 0), s.low };
}

/* The cuts at two places, by all lanes of a warp. */
template <int Weight>
static __device__ void find_cuts(const segments &all, size_t first,
                                 size_t second, cut &from, cut &to)
{
    search a = search_begin<Weight>(all, first);
    search b = search_begin<Weight>(all, second);
#pragma unroll 1
    while (a.low < a.high || b.low < b.high) {
        const probes of_a = search_look(a, all.offsets);
        const probes of_b = search_look(b, all.offsets);
        search_narrow<Weight>(a, of_a);
        search_narrow<Weight>(b, of_b);
    }
    from = search_end<Weight>(a);
    to = search_end<Weight>(b);
}

#endif
