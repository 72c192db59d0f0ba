/* warp_merge.cuh - 32 keys a warp sorted bit by bit, by __ballot_sync and
 * __popc: those with a 0 before those with a 1; then runs merged by twos, a
 * launch each time, until one is left. Stable.
 *
 * A thread of a merge finds by binary search where its 8 items come from (merge
 * path: Odeh, Green, Mwassi, Shmueli and Birk, 2012). Bytes an item and
 * merge: 2 (s + v), uncoalesced. */
#ifndef TETRAD_CUDA_SORT_WARP_MERGE_CUH
#define TETRAD_CUDA_SORT_WARP_MERGE_CUH

#include "sort/tile.cuh"

constexpr int WARP_THREADS = 256, MERGE_THREADS = 256, MERGE_ITEMS = 8;

/* Keys that are not there have the greatest rank, and come last. */
template <class K, class V, bool Float>
static __global__ void __launch_bounds__(WARP_THREADS)
    warp_sort(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
              size_t n)
{
    __shared__ K keys[WARP_THREADS];
    __shared__ unsigned sources[WARP_THREADS]; /* lanes that had them */
    const unsigned lane = threadIdx.x % WARP, before = (1u << lane) - 1;
    const unsigned room = threadIdx.x - lane; /* the warp's */
    const size_t at = size_t(blockIdx.x) * WARP_THREADS + threadIdx.x;
    K own = at < n ? rank(from.keys[at]) : K(~K(0));
    unsigned source = lane;
    for (unsigned bit = 0; bit < 8 * sizeof(K); bit++) {
        const bool one = own >> bit & 1;
        const unsigned ones = __ballot_sync(FULL_WARP, one);
        const unsigned place = one ? __popc(~ones) + __popc(ones & before)
                                   : __popc(~ones & before);
        keys[room + place] = own;
        sources[room + place] = source;
        __syncwarp();
        own = keys[threadIdx.x];
        source = sources[threadIdx.x];
        __syncwarp();
    }
    if (at < n)
        to.move(at, from, at - lane + source);
}

/* How many of the first `diagonal` merged keys are of the run a. */
template <class K, class Rank>
static __device__ size_t merge_split(const Rank &rank, const K *a,
                                     size_t a_length, const K *b,
                                     size_t b_length, size_t diagonal)
{
    size_t low = diagonal > b_length ? diagonal - b_length : 0;
    size_t high = min(diagonal, a_length);
    while (low < high) {
        const size_t i = low + (high - low) / 2;
        if (rank(b[diagonal - i - 1]) < rank(a[i]))
            high = i;
        else
            low = i + 1;
    }
    return low;
}

template <class K, class V, bool Float>
static __global__ void __launch_bounds__(MERGE_THREADS)
    merge_runs(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
               size_t n, size_t length)
{
    const size_t first =
        (size_t(blockIdx.x) * MERGE_THREADS + threadIdx.x) * MERGE_ITEMS;
    if (first >= n)
        return;
    const size_t pair = first / (2 * length) * 2 * length;
    const size_t middle = min(pair + length, n);
    const size_t end = min(middle + length, n);
    const size_t diagonal = first - pair;
    size_t i = pair +
        merge_split(rank, from.keys + pair, middle - pair, from.keys + middle,
                    end - middle, diagonal);
    size_t j = middle + diagonal - (i - pair);
    for (size_t k = first; k < min(first + MERGE_ITEMS, end); k++) {
        const bool second = i == middle ||
            (j < end && rank(from.keys[j]) < rank(from.keys[i]));
        to.move(k, from, second ? j : i);
        i += !second;
        j += second;
    }
}

#endif
