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

#include "parts/warp.cuh"

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

/* Ends before the place wanted: in [low, high]; before: offsets[low]. The next
 * look is at ends first, first + step, ... below high. */
struct search {
    size_t place, low, high, before, first, step;
};

/* Probes of a look: so many a lane, all loads at once. */
constexpr int PROBES = 2;

/* Looks evenly over what is left. */
static __device__ void search_spread(search &s)
{
    s.step = (s.high - s.low) / (PROBES * WARP + 1) + 1;
    s.first = s.low + s.step - 1;
}

/* So many ends take more than two even looks. The first look is then around a
 * guess, as far as a sum of random lengths strays: the root of their number, a
 * few times. With fair guesses two looks find one of 2^20 ends, where even
 * ones would be four. */
constexpr size_t MANY = (PROBES * WARP + 1) * (PROBES * WARP + 1);

template <int Weight>
static __device__ search search_begin(const segments &all, size_t place,
                                      size_t guess)
{
    const size_t last = all.count - 1;
    if (place > all.n + Weight * last)
        return { place, all.count, all.count, all.n, all.count, 1 };
    const size_t most = place / Weight + (place % Weight != 0);
    search s = { place, 0, min(last, most), 0, 0, 0 };
    search_spread(s);
    if (s.high < MANY)
        return s;
    s.step = size_t(1) << ((64 - __clzll((long long)last)) / 2 - 4);
    const size_t left = s.step * (PROBES * WARP / 2);
    s.first = guess > left ? guess - left : 0;
    return s;
}

struct probes {
    size_t seen[PROBES];
};

static __device__ probes search_look(const search &s, const uint64_t *offsets)
{
    const unsigned lane = threadIdx.x % WARP;
    probes p;
#pragma unroll
    for (int r = 0; r < PROBES; r++) {
        const size_t end = s.first + (lane + r * WARP) * s.step;
        p.seen[r] = end < s.high ? __ldg(offsets + end + 1) : ~size_t(0);
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
        const size_t end = s.first + (lane + r * WARP) * s.step;
        less += __popc(__ballot_sync(FULL_WARP,
                                     p.seen[r] != ~size_t(0) &&
                                         p.seen[r] + Weight * end < s.place));
    }
    if (less < PROBES * WARP)
        s.high = min(s.high, s.first + less * s.step);
    if (less) {
        const unsigned near = less - 1;
        size_t before = 0;
#pragma unroll
        for (int r = 0; r < PROBES; r++) {
            const size_t seen = __shfl_sync(FULL_WARP, p.seen[r], near % WARP);
            before = near / WARP == unsigned(r) ? seen : before;
        }
        s.before = before;
        s.low = s.first + near * s.step + 1;
    }
    search_spread(s);
}

template <int Weight>
static __device__ cut search_end(const search &s)
{
    const size_t ends = Weight * s.low;
    return { max(s.before, s.place > ends ? s.place - ends : 0), s.low };
}

/* Where two shares begin, by all lanes of a warp. */
template <int Weight>
static __device__ void find_cuts(const segments &all, size_t shares,
                                 size_t first, size_t second, cut &from,
                                 cut &to)
{
    const size_t total = all.n + Weight * all.count;
    search a = search_begin<Weight>(all, share_place(total, shares, first),
                                    share_place(all.count, shares, first));
    search b = search_begin<Weight>(all, share_place(total, shares, second),
                                    share_place(all.count, shares, second));
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
