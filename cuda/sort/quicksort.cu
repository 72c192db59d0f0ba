/* quicksort.cu - quicksort by dynamic parallelism, as CUDA 12 and later have
 * it: a kernel cannot wait for what it launches, so what follows a level of
 * partitions is a launch too, into the stream of those that begin when this one
 * and all its launches have ended.
 *
 * A block partitions one segment: those before the pivot and those behind it
 * become segments of the next level, those that equal it are where they
 * belong. Short segments are sorted in shared memory. The last block of a level
 * launches the next: as many launches as levels, whatever the number of
 * segments. The levels are limited, as launches within launches are; what is
 * left then is sorted by one block each, by a network. Not stable.
 *
 * 512 threads; 3 s + 2 v bytes an item and level, of which the first few have
 * few blocks. Compiled as relocatable device code, apart from all else. */
#include "cuda.h"
#include "parts/warp.cuh"
#include "sort/bitonic.cuh"

LAUNCHER(cuda_sort_quicksort);

constexpr int QUICK_THREADS = 512, QUICK_LEAF = 2048;
constexpr int QUICK_LEVELS = 20; /* CUDA allows 24 launches one in another */

struct quick_segment {
    size_t begin, n;
};

/* In scratch, cleared before the first level. */
struct quick_state {
    unsigned segments[QUICK_LEVELS + 2]; /* of each level, as far as known */
    unsigned ended[QUICK_LEVELS + 2];    /* blocks of each level */
};

template <class K, class V, bool Float>
struct quick {
    ranking<K, Float> rank;
    items<K, V> in, out, spare[2]; /* levels go from one spare to the other */
    size_t n;
    struct quick_state *state;
    struct quick_segment *list[2]; /* of even and of odd levels */
};

/* --- by one block -------------------------------------------------------- */

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

/* --- a level ------------------------------------------------------------- */

template <class K, class V, bool Float>
static __device__ void quick_add(const quick<K, V, Float> &q, int level,
                                 size_t begin, size_t end)
{
    if (begin < end)
        q.list[level % 2][atomicAdd(&q.state->segments[level], 1u)] = {
            begin, end - begin
        };
}

template <class K, class V, bool Float>
static __device__ void quick_sort_segment(const quick<K, V, Float> &q,
                                          const quick_segment &s, int level)
{
    __shared__ unsigned long long next[SIDES];
    const items<K, V> from = level ? q.spare[(level - 1) % 2] : q.in;
    if (s.n <= QUICK_LEAF) {
        quick_leaf(from, q.out, s, q.rank);
        return;
    }
    if (level == QUICK_LEVELS) {
        const items<K, V> own = { from.keys + s.begin,
                                  carries<V> ? from.values + s.begin
                                             : from.values };
        quick_network(own, s.n, q.rank);
        for (size_t i = threadIdx.x; i < s.n; i += QUICK_THREADS)
            q.out.move(s.begin + i, own, i);
        return;
    }
    quick_partition(from, q.spare[level % 2], q.out, s, q.rank, next);
    if (threadIdx.x == 0) {
        quick_add(q, level + 1, s.begin, next[BEFORE_PIVOT]);
        quick_add(q, level + 1, next[AT_PIVOT], s.begin + s.n);
    }
}

/* What blocks of this level added to the list, each before its own `ended`, the
 * last one sees, and what it launches begins when all have ended. A launch that
 * is refused stops the kernel: nothing may look sorted that is not. */
template <class K, class V, bool Float>
static __global__ void __launch_bounds__(QUICK_THREADS)
    quick_level(quick<K, V, Float> q, int level)
{
    const quick_segment all = { 0, q.n };
    const quick_segment s = level ? q.list[level % 2][blockIdx.x] : all;
    quick_sort_segment(q, s, level);
    __syncthreads();
    if (threadIdx.x != 0)
        return;
    __threadfence();
    if (atomicAdd(&q.state->ended[level], 1u) != gridDim.x - 1)
        return;
    const unsigned segments = atomicAdd(&q.state->segments[level + 1], 0u);
    if (segments == 0)
        return;
    quick_level<<<segments, QUICK_THREADS, 0, cudaStreamTailLaunch>>>(
        q, level + 1);
    if (cudaGetLastError() != cudaSuccess)
        __trap();
}

/* --- launching ----------------------------------------------------------- */

static size_t in_256s(size_t bytes)
{
    return ceil_div(bytes, size_t(256)) * 256;
}

/* Segments of a level: two for each that was longer than a leaf. */
static size_t list_bytes(size_t n)
{
    return in_256s((2 * (n / QUICK_LEAF) + 2) * sizeof(struct quick_segment));
}

/* Scratch: the state, two lists, two spares. */
template <class K, class V, bool Float>
static enum status launch(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t state = in_256s(sizeof(struct quick_state));
    const size_t list = list_bytes(p->size), spare = state + 2 * list;
    char *at = static_cast<char *>(job->scratch);
    const quick<K, V, Float> q = {
        { K(sort_flip(p)) },
        items_in<K, V>(job),
        items_out<K, V>(job),
        { items_spare<K, V>(job, spare),
          items_spare<K, V>(job, spare + spare_bytes(p)) },
        p->size,
        reinterpret_cast<struct quick_state *>(at),
        { reinterpret_cast<struct quick_segment *>(at + state),
          reinterpret_cast<struct quick_segment *>(at + state + list) }
    };
    const enum status status = fresh_scratch(job, sizeof(struct quick_state));
    if (status)
        return status;
    quick_level<<<1, QUICK_THREADS, 0, stream_of(job)>>>(q, 0);
    return cuda_launched(job, "quick_level");
}

size_t cuda_sort_quicksort_scratch(const struct job *job)
{
    return in_256s(sizeof(struct quick_state)) +
        2 * (list_bytes(job->problem->size) + spare_bytes(job->problem));
}

enum status cuda_sort_quicksort(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_form(job, [job](auto key, auto value, auto is_float) {
        return launch<decltype(key), decltype(value),
                      decltype(is_float)::value>(job);
    });
}
