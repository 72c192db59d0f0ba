/* merged.cuh - one block's sort by merges, of what is too much for a warp and
 * little for passes a digit: a warp sorts its items in registers by Batcher's
 * network (1968), whose steps are within a lane or by shuffles; then runs are
 * merged by twos in shared memory, a barrier a merge. A thread finds by binary
 * search where its items come from (merge path: Odeh, Green, Mwassi, Shmueli
 * and Birk, 2012). One launch, no scratch; 2 e bytes of shared memory an item,
 * e of merge_item.
 *
 * A network keeps no order of equal keys. Where that can be told, as keys carry
 * values or are zeros of either sign, ranks are sorted with the items' places
 * behind them, of which no two are alike: stable. */
#ifndef TETRAD_CUDA_SORT_MERGED_CUH
#define TETRAD_CUDA_SORT_MERGED_CUH

#include "parts/warp.cuh"
#include "sort/items.cuh"

/* --- what is sorted ------------------------------------------------------ */

/* Of 64 bits, and where it was; in words, so that it takes three. */
struct marked_rank {
    unsigned mark, low, high;
};

static __device__ bool comes_before(const marked_rank &a, const marked_rank &b)
{
    const uint64_t x = uint64_t(a.high) << 32 | a.low;
    const uint64_t y = uint64_t(b.high) << 32 | b.low;
    return x < y || (x == y && a.mark < b.mark);
}

template <class E>
static __device__ bool comes_before(E a, E b)
{
    return a < b;
}

/* A code if keys are all there is; else a rank, and a mark: 2 * the place, and
 * 1 more for a -0. */
template <class K, class V, bool Float>
struct merge_item {
    static constexpr bool MARKED = carries<V> || Float;
    using type = std::conditional_t<
        !MARKED, K, std::conditional_t<sizeof(K) == 4, uint64_t, marked_rank>>;

    static __device__ type of(K rank, unsigned mark)
    {
        if constexpr (!MARKED)
            return rank;
        else if constexpr (sizeof(K) == 4)
            return uint64_t(rank) << 32 | mark;
        else
            return { mark, unsigned(rank), unsigned(rank >> 32) };
    }
    static __device__ type read(const ranking<K, Float> &rank, K key,
                                unsigned at)
    {
        return of(rank(key), 2 * at + (Float && key == rank.MINUS_ZERO));
    }
    static __device__ type last()
    {
        return of(K(~K(0)), ~0u);
    }
    static __device__ unsigned mark(const type &e)
    {
        if constexpr (sizeof(K) == 4)
            return unsigned(e);
        else
            return e.mark;
    }
    static __device__ K key(const ranking<K, Float> &rank, const type &e)
    {
        if constexpr (!MARKED)
            return rank.bits(e);
        else if (Float && mark(e) % 2)
            return rank.MINUS_ZERO;
        else if constexpr (sizeof(K) == 4)
            return rank.bits(K(e >> 32));
        else
            return rank.bits(K(e.high) << 32 | e.low);
    }
};

/* --- the network of a warp ----------------------------------------------- */

template <class E>
static __device__ void put_in_order(E &a, E &b)
{
    const bool swapped = comes_before(b, a);
    const E kept = a;
    a = swapped ? b : a;
    b = swapped ? kept : b;
}

/* Items that rise and then fall, or fall and then rise, of one lane. */
template <int Items, class E>
static __device__ void merge_lane(E (&x)[Items])
{
#pragma unroll
    for (int apart = Items / 2; apart > 0; apart /= 2)
#pragma unroll
        for (int i = 0; i < Items; i++)
            if (!(i & apart))
                put_in_order(x[i], x[i | apart]);
}

template <int Items, class E>
static __device__ void sort_lane(E (&x)[Items])
{
#pragma unroll
    for (int run = 1; run < Items; run *= 2) {
#pragma unroll
        for (int i = 0; i < Items; i++)
            if (!(i & run))
                put_in_order(x[i], x[i ^ (2 * run - 1)]);
#pragma unroll
        for (int apart = run / 2; apart > 0; apart /= 2)
#pragma unroll
            for (int i = 0; i < Items; i++)
                if (!(i & apart))
                    put_in_order(x[i], x[i | apart]);
    }
}

/* With the lane whose number differs in `bits`; the upper one keeps what comes
 * behind. Turned: with its items from the last on. */
template <bool Turned, int Items, class E>
static __device__ void step_lanes(E (&x)[Items], int bits, bool upper)
{
    E other[Items];
#pragma unroll
    for (int i = 0; i < Items; i++)
        other[i] =
            warp_words(x[Turned ? Items - 1 - i : i], [bits](unsigned word) {
                return __shfl_xor_sync(FULL_WARP, word, bits);
            });
#pragma unroll
    for (int i = 0; i < Items; i++)
        x[i] = comes_before(other[i], x[i]) != upper ? other[i] : x[i];
}

/* All items of the warp: lane 0 then has the first of them, in order. */
template <int Items, class E>
static __device__ void sort_warp(E (&x)[Items])
{
    const unsigned lane = threadIdx.x % WARP;
    sort_lane(x);
#pragma unroll
    for (int run = 1; run < WARP; run *= 2) {
        step_lanes<true>(x, 2 * run - 1, lane & run);
#pragma unroll
        for (int apart = run / 2; apart > 0; apart /= 2)
            step_lanes<false>(x, apart, lane & apart);
        merge_lane(x);
    }
}

/* --- merges of a block --------------------------------------------------- */

/* Where item i is: a word in 33 is left out, so that lanes whose items lie 4 or
 * 8 apart meet other banks. */
static __device__ constexpr unsigned spread(unsigned i)
{
    return i + i / WARP;
}

template <class K, class V, bool Float, int Threads, int Items>
struct merge_room {
    static constexpr int TILE = Threads * Items;
    using item = typename merge_item<K, V, Float>::type;

    item run[2][spread(TILE)]; /* by turns */
    V values[carries<V> ? TILE : 1];
};

/* How many of the first `diagonal` items of two merged runs, which are `length`
 * long and begin at `begin`, are of the first one. */
template <class E>
static __device__ unsigned merge_begin(const E *run, unsigned begin,
                                       unsigned length, unsigned diagonal)
{
    unsigned low = diagonal > length ? diagonal - length : 0;
    unsigned high = min(diagonal, length);
    while (low < high) {
        const unsigned i = (low + high) / 2;
        const E a = run[spread(begin + i)];
        const E b = run[spread(begin + length + diagonal - 1 - i)];
        if (comes_before(b, a))
            high = i;
        else
            low = i + 1;
    }
    return low;
}

/* The thread's items of the merged runs, from as many of each as they are: the
 * lesser ones, one run turned round, rise and fall, and are in order by the
 * last steps of the network. */
template <int Items, class E>
static __device__ void merge_runs(E (&x)[Items], const E *run, unsigned begin,
                                  unsigned length, unsigned diagonal,
                                  const E &last)
{
    const unsigned first = merge_begin(run, begin, length, diagonal);
    const unsigned i = begin + first, j = begin + length + diagonal - first;
    const unsigned i_end = begin + length, j_end = i_end + length;
#pragma unroll
    for (int k = 0; k < Items; k++) {
        const E a = i + k < i_end ? run[spread(i + k)] : last;
        const unsigned at = j + Items - 1 - k;
        const E b = at < j_end ? run[spread(at)] : last;
        x[k] = comes_before(b, a) ? b : a;
    }
    merge_lane(x);
}

template <class K, class V, bool Float, int Threads, int Items>
static __global__ void __launch_bounds__(Threads, 1)
    sort_merged(ranking<K, Float> rank, items<K, V> from, items<K, V> to,
                unsigned there)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    using room_type = merge_room<K, V, Float, Threads, Items>;
    using form = merge_item<K, V, Float>;
    using item = typename form::type;
    room_type &room = *reinterpret_cast<room_type *>(bytes);
    const unsigned lane = threadIdx.x % WARP;
    const unsigned own = (threadIdx.x - lane) * Items + lane;
    item x[Items];
    V value[Items];
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = own + i * WARP;
        x[i] = at < there ? form::read(rank, from.keys[at], at) : form::last();
        if constexpr (carries<V>)
            value[i] = at < there ? from.values[at] : V(0);
    }
    sort_warp(x);
    if constexpr (carries<V>)
#pragma unroll
        for (int i = 0; i < Items; i++)
            room.values[own + i * WARP] = value[i];
    item *run = room.run[0];
    item *spare = room.run[1];
    const unsigned place = threadIdx.x * Items;
#pragma unroll 1
    for (unsigned length = WARP * Items; length < Threads * Items;
         length *= 2) {
#pragma unroll
        for (int i = 0; i < Items; i++)
            run[spread(place + i)] = x[i];
        __syncthreads();
        const unsigned begin = place / (2 * length) * (2 * length);
        merge_runs(x, run, begin, length, place - begin, form::last());
        item *const turn = run;
        run = spare;
        spare = turn;
    }
#pragma unroll
    for (int i = 0; i < Items; i++)
        run[spread(place + i)] = x[i];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned at = own + i * WARP;
        if (at >= there)
            continue;
        const item e = run[spread(at)];
        to.keys[at] = form::key(rank, e);
        if constexpr (carries<V>)
            to.values[at] = room.values[form::mark(e) / 2];
    }
}

#endif
