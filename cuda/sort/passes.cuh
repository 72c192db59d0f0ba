/* passes.cuh - all passes by one block over what is in its registers: its
 * shared memory takes the items from one pass to the next. A digit that all
 * keys share costs a count and no ranks. */
#ifndef TETRAD_CUDA_SORT_PASSES_CUH
#define TETRAD_CUDA_SORT_PASSES_CUH

#include "sort/tile.cuh"

/* Where the thread's first item is among the block's, of which each thread has
 * `rows`; the others follow it a warp apart. */
static __device__ unsigned first_of_rows(int rows)
{
    return threadIdx.x / WARP * WARP * unsigned(rows) + threadIdx.x % WARP;
}

/* A thread's items of the tile, from `begin` on; none: last(). */
template <class K, class V, bool Float, int Items>
static __device__ void load_rows(const ranking<K, Float> &rank,
                                 const items<K, V> &from, unsigned begin,
                                 unsigned there, K (&key)[Items],
                                 V (&value)[Items])
{
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = begin + i * WARP;
        key[i] = at < there ? rank.code(from.keys[at]) : rank.last();
        if constexpr (carries<V>)
            value[i] = at < there ? from.values[at] : V(0);
    }
}

/* Back, of the thread's items those before `there`. */
template <class K, class V, bool Float, int Items>
static __device__ void store_rows(const ranking<K, Float> &rank,
                                  const items<K, V> &to, unsigned begin,
                                  unsigned there, const K (&key)[Items],
                                  const V (&value)[Items], int rows = Items)
{
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = begin + i * WARP;
        if (i >= rows || at >= there)
            break;
        to.keys[at] = rank.bits(key[i]);
        if constexpr (carries<V>)
            to.values[at] = value[i];
    }
}

/* Whether some keys that are there differ in the digit, of which the block has
 * counted `all`: of the `absent` it is the greatest. */
static __device__ bool digits_differ(unsigned all, unsigned there,
                                     unsigned absent)
{
    const bool last = threadIdx.x % DIGITS == DIGITS - 1;
    const unsigned own = all - (last ? absent : 0);
    return __syncthreads_or(own > 0 && own < there);
}

/* Of each thread's items the first `rows` are sorted, of which `there` are
 * items of the problem, and those behind them last(). keys[], and values[] if
 * they carry any, hold as many; nobody reads them when this begins, or counts.
 */
template <int Threads, class K, class V, bool Float, int Items>
static __device__ void sort_rows(const ranking<K, Float> &rank,
                                 K (&key)[Items], V (&value)[Items], K *keys,
                                 V *values, tile_counts<Threads> &counts,
                                 unsigned there, int rows = Items)
{
    const unsigned own = first_of_rows(rows);
    const unsigned absent = unsigned(rows) * Threads - there;
#pragma unroll 1
    for (unsigned pass = 0; pass < sizeof(K); pass++) {
        const auto digit = rank.template digit<Float>(pass);
        const auto counted = count_tile<Threads>(key, digit, counts, rows);
        if (!digits_differ(counted.all, there, absent))
            continue;
        place_tile(counted, counts);
        rank_tile<Threads>(
            key, digit, counts,
            [&](int i, unsigned at) {
                keys[at] = key[i];
                if constexpr (carries<V>)
                    values[at] = value[i];
            },
            rows);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < Items; i++) {
            if (i >= rows)
                break;
            key[i] = keys[own + i * WARP];
            if constexpr (carries<V>)
                value[i] = values[own + i * WARP];
        }
    }
}

#endif
