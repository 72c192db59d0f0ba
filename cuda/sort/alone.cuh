/* alone.cuh - all passes by one block, whose shared memory holds the items
 * between them: one launch, no scratch. 512 threads, 8 items each; 2 (s + v)
 * bytes an item. */
#ifndef TETRAD_CUDA_SORT_ALONE_CUH
#define TETRAD_CUDA_SORT_ALONE_CUH

#include "sort/passes.cuh"

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

template <class K, class V, bool Float>
static __global__ void __launch_bounds__(ALONE_THREADS, 1)
    sort_alone(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
               unsigned there)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    alone_room<K, V> &room = *reinterpret_cast<alone_room<K, V> *>(bytes);
    const unsigned begin = first_of_rows(ALONE_ITEMS);
    K key[ALONE_ITEMS];
    V value[ALONE_ITEMS];
    load_rows(rank, from, begin, there, key, value);
    sort_rows<ALONE_THREADS>(rank, key, value, room.keys, room.values,
                             room.counts, there);
    store_rows(rank, to, begin, there, key, value);
}

#endif
