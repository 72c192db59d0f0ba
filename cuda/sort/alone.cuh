/* alone.cuh - all passes by one block, whose shared memory holds the items
 * between them: one launch, no scratch. 512 threads, 8 items each; 2 (s + v)
 * bytes an item. A digit that all keys share costs a count and no ranks. */
#ifndef TETRAD_CUDA_SORT_ALONE_CUH
#define TETRAD_CUDA_SORT_ALONE_CUH

#include "sort/tile.cuh"

/* 1024 threads of 4 items take longer: H200, cold, us, of 4096 items f32 12.8,
 * and 10.8 of these, there without digits_differ(); pairs of 4 + 4 bytes 14.2,
 * 11.7; of 8 + 8 29.1, 23.9. */
constexpr int ALONE_THREADS = 512, ALONE_ITEMS = 8;
constexpr int ALONE_TILE = ALONE_THREADS * ALONE_ITEMS;

template <class K, class V>
struct alone_room {
    K keys[ALONE_TILE];
    V values[carries<V> ? ALONE_TILE : 1];
    tile_counts<ALONE_THREADS> counts;
};

/* Whether some keys that are there differ in the digit: of those that are not,
 * it is the greatest. */
static __device__ bool digits_differ(unsigned all, int there)
{
    const bool last = threadIdx.x % DIGITS == DIGITS - 1;
    const unsigned own = all - (last ? ALONE_TILE - there : 0);
    return __syncthreads_or(own > 0 && own < unsigned(there));
}

template <class K, class V, bool Float>
static __global__ void __launch_bounds__(ALONE_THREADS, 1)
    sort_alone(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
               int there)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    alone_room<K, V> &room = *reinterpret_cast<alone_room<K, V> *>(bytes);
    const int own =
        threadIdx.x / WARP * WARP * ALONE_ITEMS + threadIdx.x % WARP;
    K key[ALONE_ITEMS];
    V value[ALONE_ITEMS];
#pragma unroll
    for (int i = 0; i < ALONE_ITEMS; i++) {
        const int at = own + i * WARP;
        key[i] = at < there ? rank.code(from.keys[at]) : rank.last();
        if constexpr (carries<V>)
            value[i] = at < there ? from.values[at] : V(0);
    }
#pragma unroll 1
    for (unsigned pass = 0; pass < sizeof(K); pass++) {
        const auto digit = rank.template digit<Float>(pass);
        const auto counted =
            count_tile<ALONE_THREADS>(key, digit, room.counts);
        if (!digits_differ(counted.all, there))
            continue;
        place_tile(counted, room.counts);
        rank_tile<ALONE_THREADS>(key, digit, room.counts,
                                 [&](int i, unsigned at) {
                                     room.keys[at] = key[i];
                                     if constexpr (carries<V>)
                                         room.values[at] = value[i];
                                 });
        __syncthreads();
#pragma unroll
        for (int i = 0; i < ALONE_ITEMS; i++) {
            key[i] = room.keys[own + i * WARP];
            if constexpr (carries<V>)
                value[i] = room.values[own + i * WARP];
        }
    }
#pragma unroll
    for (int i = 0; i < ALONE_ITEMS; i++) {
        const int at = own + i * WARP;
        if (at < there) {
            to.keys[at] = rank.bits(key[i]);
            if constexpr (carries<V>)
                to.values[at] = value[i];
        }
    }
}

#endif
