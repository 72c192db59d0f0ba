/* cluster.cuh - all passes by one cluster, whose blocks' shared memory holds
 * the items between them: one launch, no scratch. 512 threads a block, Items
 * each; 2 (s + v) bytes an item.
 *
 * In a pass, a block counts its digits, tells all others, and sorts its items
 * by the digit in its own memory, while the others tell; then it knows where
 * each digit goes in the cluster, and sends it there in a run. A digit that all
 * keys share sends nothing. */
#ifndef TETRAD_CUDA_SORT_CLUSTER_CUH
#define TETRAD_CUDA_SORT_CLUSTER_CUH

#include "parts/cluster.cuh"
#include "sort/tile.cuh"

/* (H200, u32, 2^16: 25.3 us; with 1024 threads of half the items 28.9.) */
constexpr int CLUSTER_THREADS = 512;

template <int Items>
constexpr int CLUSTER_TILE = CLUSTER_THREADS *Items;

template <class K, class V, int Items>
struct cluster_room {
    K sorted[CLUSTER_TILE<Items>], next[CLUSTER_TILE<Items>];
    V sorted_values[carries<V> ? CLUSTER_TILE<Items> : 1];
    V next_values[carries<V> ? CLUSTER_TILE<Items> : 1];
    tile_counts<CLUSTER_THREADS> counts;
    /* What each block counted, by turns: who is done with one pass may tell
     * others of the next while they read. */
    alignas(16) uint16_t told[2][CLUSTER_MOST][DIGITS];
    unsigned begin[DIGITS]; /* where the digit's first key in the tile goes in
                               the cluster, less its place in the tile */
};

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Sets begin[] by what all blocks told. Whether keys that are there differ in
 * the digit; what is not there has the greatest, behind all that is. */
template <class Room>
static __device__ bool place_cluster(Room &room,
                                     const uint16_t (*told)[DIGITS],
                                     unsigned there, unsigned spread)
{
    const unsigned digit = threadIdx.x % DIGITS;
    unsigned before = 0, all = 0;
#pragma unroll 4
    for (unsigned b = 0; b < gridDim.x; b++) {
        const unsigned own = told[b][digit];
        before += b < blockIdx.x ? own : 0;
        all += own;
    }
    const unsigned first = sum_digits(all, room.counts);
    if (threadIdx.x < DIGITS)
        room.begin[digit] = first + before - room.counts.first[digit];
    const unsigned real = all - (digit == DIGITS - 1 ? spread - there : 0);
    return __syncthreads_or(real > 0 && real < there);
}

/* What this block counted of each digit, to all blocks: a warp tells one of
 * them, in 16 bytes a lane. */
static __device__ void tell_cluster(uint16_t (*told)[DIGITS], unsigned all)
{
    uint16_t *own = told[blockIdx.x];
    const unsigned lane = threadIdx.x % WARP, block = threadIdx.x / WARP;
    if (threadIdx.x < DIGITS)
        own[threadIdx.x] = uint16_t(all);
    __syncthreads();
    if (block < gridDim.x && block != blockIdx.x)
        cluster_place(reinterpret_cast<uint4 *>(own), block)[lane] =
            reinterpret_cast<const uint4 *>(own)[lane];
}

/* Digit by digit: the tile, in order, to the blocks that hold those places. */
template <class K, class V, int Items, class Digit>
static __device__ void send_tile(const Digit &digit_of_pass,
                                 cluster_room<K, V, Items> &room)
{
    constexpr unsigned TILE = CLUSTER_TILE<Items>;
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const unsigned i = threadIdx.x + k * CLUSTER_THREADS;
        const K mine = room.sorted[i];
        const unsigned at = room.begin[digit_of_pass(mine)] + i;
        *cluster_place(room.next + at % TILE, at / TILE) = mine;
        if constexpr (carries<V>)
            *cluster_place(room.next_values + at % TILE, at / TILE) =
                room.sorted_values[i];
    }
}

#endif

/* The grid is one cluster, whose tiles hold all `there` items. */
template <class K, class V, bool Float, int Items>
static __global__ void __launch_bounds__(CLUSTER_THREADS, 1)
    sort_cluster(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
                 unsigned there)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) unsigned char bytes[];
    using room_type = cluster_room<K, V, Items>;
    room_type &room = *reinterpret_cast<room_type *>(bytes);
    const unsigned own =
        threadIdx.x / WARP * WARP * Items + threadIdx.x % WARP;
    const unsigned begin = blockIdx.x * CLUSTER_TILE<Items> + own;
    K key[Items];
    V value[Items];
    cluster_enter();
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = begin + i * WARP;
        key[i] = at < there ? rank.code(from.keys[at]) : rank.last();
        if constexpr (carries<V>)
            value[i] = at < there ? from.values[at] : V(0);
    }
    cluster_ready();
#pragma unroll 1
    for (unsigned pass = 0; pass < sizeof(K); pass++) {
        const unsigned turn = pass % 2;
        const auto digit = rank.template digit<Float>(pass);
        const auto counted =
            count_tile<CLUSTER_THREADS>(key, digit, room.counts);
        tell_cluster(room.told[turn], counted.all);
        cluster_leave();
        place_tile(counted, room.counts);
        rank_tile<CLUSTER_THREADS>(key, digit, room.counts,
                                   [&](int i, unsigned at) {
                                       room.sorted[at] = key[i];
                                       if constexpr (carries<V>)
                                           room.sorted_values[at] = value[i];
                                   });
        cluster_meet();
        __syncthreads();
        if (!place_cluster(room, room.told[turn], there,
                           gridDim.x * CLUSTER_TILE<Items>))
            continue;
        send_tile(digit, room);
        cluster_leave();
        cluster_meet();
#pragma unroll
        for (int i = 0; i < Items; i++) {
            key[i] = room.next[own + i * WARP];
            if constexpr (carries<V>)
                value[i] = room.next_values[own + i * WARP];
        }
    }
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = begin + i * WARP;
        if (at < there) {
            to.keys[at] = rank.bits(key[i]);
            if constexpr (carries<V>)
                to.values[at] = value[i];
        }
    }
#endif
}

#endif
