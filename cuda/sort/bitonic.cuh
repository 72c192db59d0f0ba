/* bitonic.cuh - Batcher's bitonic network (1968), for any n: each merge begins
 * by comparing a run with the next one turned round, so that all comparisons
 * put the lesser key first, and keys that are not there, which would be the
 * greatest, never move.
 *
 * Steps that stay within a tile of 2048 are made in shared memory, 1024 threads
 * a tile; the others are a launch each: O(n log^2 n) comparisons, and as many
 * launches as log^2 of the tiles. Keys become ranks first, -0 before +0, and
 * bits again at last. Not stable. */
#ifndef TETRAD_CUDA_SORT_BITONIC_CUH
#define TETRAD_CUDA_SORT_BITONIC_CUH

#include "sort/items.cuh"

constexpr int BITONIC_THREADS = 1024, BITONIC_TILE = 2 * BITONIC_THREADS;

/* Numbers in the order of keys, and back: -0 has one of its own. */
template <bool Float, class K>
static __device__ K ranked(K bits, K flip)
{
    constexpr int top = 8 * int(sizeof(K)) - 1;
    return bits ^ (Float ? (K(0) - (bits >> top)) >> 1 : 0) ^ flip;
}

template <bool Float, class K, class V>
static __global__ void bitonic_begin(items<K, V> from, items<K, V> to,
                                     size_t n, K flip)
{
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    to.move(i, from, i);
    to.keys[i] = ranked<Float>(from.keys[i], flip);
}

template <bool Float, class K, class V>
static __global__ void bitonic_end(items<K, V> of, size_t n, K flip)
{
    const size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
    if (i < n)
        of.keys[i] = ranked<Float>(of.keys[i] ^ flip, K(0));
}

/* The pair that thread t compares: i and its partner, of runs of `length`, in
 * the first step of their merge (turned round), or `length` apart in others. */
static __device__ size_t bitonic_pair(size_t t, size_t length, bool first,
                                      size_t &partner)
{
    const size_t within = t % length, i = t / length * 2 * length + within;
    partner = first ? i - within + 2 * length - 1 - within : i + length;
    return i;
}

template <class K, class V>
static __device__ void exchange(const items<K, V> &x, size_t i, size_t j)
{
    const K key = x.keys[i];
    x.keys[i] = x.keys[j];
    x.keys[j] = key;
    if constexpr (carries<V>) {
        const V value = x.values[i];
        x.values[i] = x.values[j];
        x.values[j] = value;
    }
}

template <class K, class V>
static __device__ void bitonic_compare(const items<K, V> &x, size_t i,
                                       size_t j)
{
    if (x.keys[j] < x.keys[i])
        exchange(x, i, j);
}

/* One step of the whole array. */
template <class K, class V>
static __global__ void __launch_bounds__(BITONIC_THREADS)
    bitonic_step(items<K, V> x, size_t n, size_t length, bool first)
{
    size_t j;
    const size_t t = size_t(blockIdx.x) * BITONIC_THREADS + threadIdx.x;
    const size_t i = bitonic_pair(t, length, first, j);
    if (j < n)
        bitonic_compare(x, i, j);
}

/* All steps within tiles of the merges of runs from `length` to `last`, a half
 * tile; of the first of them no first step is left if `merging`. */
template <class K, class V>
static __global__ void __launch_bounds__(BITONIC_THREADS)
    bitonic_tile(items<K, V> x, size_t n, int length, bool merging)
{
    __shared__ K keys[BITONIC_TILE];
    __shared__ V values[carries<V> ? BITONIC_TILE : 1];
    const items<K, V> tile = { keys, values };
    const size_t begin = size_t(blockIdx.x) * BITONIC_TILE;
    const int there = int(min(size_t(BITONIC_TILE), n - begin));
    for (int i = threadIdx.x; i < there; i += BITONIC_THREADS)
        tile.move(i, x, begin + i);
    for (; length < BITONIC_TILE; length *= 2) {
        bool first = !merging;
        for (int step = length; step > 0; step /= 2, first = false) {
            size_t j;
            const size_t i = bitonic_pair(threadIdx.x, step, first, j);
            __syncthreads();
            if (j < size_t(there))
                bitonic_compare(tile, i, j);
        }
        merging = false;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < there; i += BITONIC_THREADS)
        x.move(begin + i, tile, i);
}

#endif
