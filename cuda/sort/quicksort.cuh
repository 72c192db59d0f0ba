/* quicksort.cuh - what one block does of a quicksort: it partitions a segment,
 * or sorts a short one in shared memory, or, by a network, one that it finds at
 * the last level. Not stable. 512 threads. */
#ifndef TETRAD_CUDA_SORT_QUICKSORT_CUH
#define TETRAD_CUDA_SORT_QUICKSORT_CUH

#include "parts/warp.cuh"
#include "sort/bitonic.cuh"

constexpr int QUICK_THREADS = 512, QUICK_LEAF = 2048;
constexpr int QUICK_LEVELS = 20; /* CUDA allows 24 launches one in another */

struct quick_segment {
    size_t begin, n;
};

template <class K, class V, bool Float>
struct quick {
    ranking<K, Float> rank;
    items<K, V> in, out, spare[2]; /* levels go from one spare to the other */
};

/* The network of bitonic.cuh over n items, in shared or global memory. */
template <class K, class V, class Rank>
static __device__ void quick_network(const items<K, V> &x, size_t n,
                                     const Rank &rank)
{
    for (size_t length = 1; length < n; length *= 2) {
        bool first = true;
        for (size_t step = length; step > 0; step /= 2, first = false) {
            const size_t pairs = ceil_div(n, 2 * step) * step;
            __syncthreads();
            for (size_t t = threadIdx.x; t < pairs; t += QUICK_THREADS) {
                size_t j;
                const size_t i = bitonic_pair(t, step, first, j);
                if (j < n && rank(x.keys[j]) < rank(x.keys[i]))
                    exchange(x, i, j);
            }
        }
    }
    __syncthreads();
}

template <class K, class V, class Rank>
static __device__ void quick_leaf(const items<K, V> &from,
                                  const items<K, V> &to,
                                  const quick_segment &s, const Rank &rank)
{
    __shared__ K keys[QUICK_LEAF];
    __shared__ V values[carries<V> ? QUICK_LEAF : 1];
    const items<K, V> leaf = { keys, values };
    for (size_t i = threadIdx.x; i < s.n; i += QUICK_THREADS)
        leaf.move(i, from, s.begin + i);
    quick_network(leaf, s.n, rank);
    for (size_t i = threadIdx.x; i < s.n; i += QUICK_THREADS)
        to.move(s.begin + i, leaf, i);
}

/* The median of nine keys, evenly apart, as a rank; by one thread. */
template <class K, class Rank>
static __device__ K quick_pivot(const K *keys, size_t n, const Rank &rank)
{
    constexpr int SAMPLES = 9;
    K sample[SAMPLES];
    for (int k = 0; k < SAMPLES; k++) {
        const K own = rank(keys[(n - 1) / (SAMPLES - 1) * k]);
        int at = k;
        for (; at > 0 && own < sample[at - 1]; at--)
            sample[at] = sample[at - 1];
        sample[at] = own;
    }
    return sample[SAMPLES / 2];
}

/* Places for the lanes that are on a side: taken by the first of them for all.
 * The order of warps, and so that of equal keys, is any. */
static __device__ size_t quick_place(unsigned long long *next, bool on)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned lanes = __ballot_sync(FULL_WARP, on);
    const int first = __ffs(lanes) - 1;
    unsigned long long place = 0;
    if (int(lane) == first)
        place = atomicAdd(next, (unsigned long long)__popc(lanes));
    place = __shfl_sync(FULL_WARP, place, first < 0 ? 0 : first);
    return place + __popc(lanes & ((1u << lane) - 1));
}

enum { BEFORE_PIVOT, AT_PIVOT, BEHIND_PIVOT, SIDES };

template <class K>
static __device__ int side_of(K own, K pivot)
{
    return own < pivot ? BEFORE_PIVOT : own == pivot ? AT_PIVOT : BEHIND_PIVOT;
}

/* Counts the sides, then moves them; where each ends is left in next[]. */
template <class K, class V, class Rank>
static __device__ void quick_partition(
    const items<K, V> &from, const items<K, V> &to, const items<K, V> &out,
    const quick_segment &s, const Rank &rank, unsigned long long next[SIDES])
{
    __shared__ K pivot;
    const size_t rows = ceil_div(s.n, size_t(QUICK_THREADS));
    if (threadIdx.x == 0)
        pivot = quick_pivot(from.keys + s.begin, s.n, rank);
    if (threadIdx.x < SIDES)
        next[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = threadIdx.x; i < s.n; i += QUICK_THREADS) {
        const int side = side_of(rank(from.keys[s.begin + i]), pivot);
        atomicAdd(next + side, 1ull);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        const unsigned long long before = next[BEFORE_PIVOT];
        next[BEHIND_PIVOT] = s.begin + before + next[AT_PIVOT];
        next[AT_PIVOT] = s.begin + before;
        next[BEFORE_PIVOT] = s.begin;
    }
    __syncthreads();
    for (size_t row = 0; row < rows; row++) {
        const size_t i = row * QUICK_THREADS + threadIdx.x;
        const int side = i < s.n ? side_of(rank(from.keys[s.begin + i]), pivot)
                                 : int(SIDES);
        for (int k = 0; k < SIDES; k++) {
            const size_t at = quick_place(next + k, side == k);
            if (side == k)
                (k == AT_PIVOT ? out : to).move(at, from, s.begin + i);
        }
    }
    __syncthreads();
}

/* Sorts the segment, or partitions it: true, and what is up to
 * next[BEFORE_PIVOT], and from next[AT_PIVOT] on, are segments of the next
 * level. next is shared. */
template <class K, class V, bool Float>
static __device__ bool quick_step(const quick<K, V, Float> &q,
                                  const quick_segment &s, int level,
                                  unsigned long long next[SIDES])
{
    const items<K, V> from = level ? q.spare[(level - 1) % 2] : q.in;
    if (s.n <= QUICK_LEAF) {
        quick_leaf(from, q.out, s, q.rank);
        return false;
    }
    if (level == QUICK_LEVELS) {
        const items<K, V> own = { from.keys + s.begin,
                                  carries<V> ? from.values + s.begin
                                             : from.values };
        quick_network(own, s.n, q.rank);
        for (size_t i = threadIdx.x; i < s.n; i += QUICK_THREADS)
            q.out.move(s.begin + i, own, i);
        return false;
    }
    quick_partition(from, q.spare[level % 2], q.out, s, q.rank, next);
    return true;
}

#endif
