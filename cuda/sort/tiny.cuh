/* tiny.cuh - what one warp sorts in its registers: each key counts those that
 * come before it, which the lanes tell by shuffles, and goes straight to that
 * place. No barrier, no shared memory, no scratch; stable. n^2 comparisons, so
 * a few keys a lane at most. */
#ifndef TETRAD_CUDA_SORT_TINY_CUH
#define TETRAD_CUDA_SORT_TINY_CUH

#include "parts/warp.cuh"
#include "sort/items.cuh"

/* Item i of lane l is item 32 i + l. Those that are not there come last. */
template <class K, class V, bool Float, int Items>
static __global__ void __launch_bounds__(WARP, 1)
    sort_tiny(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
              unsigned there)
{
    const unsigned lane = threadIdx.x;
    K key[Items], own[Items]; /* as it is, and its rank */
    V value[Items];
    unsigned place[Items] = {}; /* how many come before */
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = i * WARP + lane;
        key[i] = at < there ? from.keys[at] : K(0);
        if constexpr (carries<V>)
            value[i] = at < there ? from.values[at] : V(0);
    }
#pragma unroll
    for (int i = 0; i < Items; i++)
        own[i] = i * WARP + lane < there ? rank(key[i]) : rank.last();
#pragma unroll
    for (int k = 0; k < Items; k++)
#pragma unroll
        for (int l = 0; l < WARP; l++) {
            const K other = __shfl_sync(FULL_WARP, own[k], l);
#pragma unroll
            for (int i = 0; i < Items; i++)
                place[i] += k < i || (k == i && unsigned(l) < lane)
                    ? other <= own[i]
                    : other < own[i];
        }
#pragma unroll
    for (int i = 0; i < Items; i++)
        if (i * WARP + lane < there) {
            to.keys[place[i]] = key[i];
            if constexpr (carries<V>)
                to.values[place[i]] = value[i];
        }
}

#endif
