/* sweep.cuh - what the launches of onesweep.cuh have in common: forms of tiles,
 * and what lies in scratch between them. */
#ifndef TETRAD_CUDA_SORT_SWEEP_CUH
#define TETRAD_CUDA_SORT_SWEEP_CUH

#include "sort/items.cuh"

/* Threads of a block, items of a thread, and blocks that a multiprocessor is to
 * have room for. OneWave: each multiprocessor has one tile at most (told.cuh).
 * Late: values are read when the keys are ranked, and take their room. */
template <int Threads, int Items, int Blocks, bool OneWave, bool Late = false>
struct sweep_form {
    static constexpr int THREADS = Threads, ITEMS = Items, BLOCKS = Blocks;
    static constexpr int TILE = Threads * Items;
    static constexpr bool ONE_WAVE = OneWave, LATE = Late;
};

/* Keys of 4 bytes, and whatever long tiles are not for. A fifth of all
 * instructions are what a tile costs whatever it holds, so that many items
 * count for more than many warps, up to those that spill; three blocks of keys
 * alone, two where values take as many registers again. (H200, 2^28, by
 * RANK_SOON: u32 of 22 items 4.66 ms, of 20 4.95. CUB 3.0.1: 384 threads of 20
 * u32, 6.34.) */
template <class K, class V, size_t Bytes = sizeof(K) + width_of<V>>
using many_form = sweep_form<carries<V> && Bytes == 8 ? 512 : 384,
                             Bytes == 4        ? 22
                                 : Bytes == 8  ? 16
                                 : Bytes == 12 ? 12
                                               : 10,
                             carries<V> ? 2 : 3, false>;

/* Where a digit's run ends, a line of L2 is half written until the next tile
 * goes on, in each of the arrays that a pass writes. So items of more than 4
 * bytes want few tiles at work, and long ones; but all that is on its way,
 * twice the bytes of the items, has to fit in L2. H100, 2^26, ms:
 *
 *   u64      3 x 384 threads of 16 items 4.35; 2 x 512 of 20 3.93, of 21 3.90
 *   4 + 4    2 x 512 of 16 2.37; 768 of 24 2.18; with late values 2.10, of 22
 *            2.04, of 32 2.30; 1024 of 16 2.01
 *   8 + 4    2 x 384 of 12 6.85; 768 of 14 5.84, of 16 5.86, of 18 5.97
 *   8 + 8    2 x 384 of 10 9.33; 768 of 10 7.97, of 12 8.12, of 14 8.17
 *
 * beside CUB's 4.38, 2.24, 6.31 and 8.62. An H200 has more of L2; 2^28, ms, all
 * with late values:
 *
 *   4 + 4    1024 of 16 6.80, of 18 6.75, of 20 7.05; 768 of 24 6.73, of 26
 *            6.68; 640 of 28 6.77, of 32 6.71; 512 of 36 6.96, of 40 7.00
 *
 * beside CUB's 7.41. */
template <class K, class V, size_t Bytes = sizeof(K) + width_of<V>>
using long_form = std::conditional_t<
    carries<V>,
    sweep_form<Bytes == 8 ? 1024 : 768,
               Bytes == 8        ? 16
                   : Bytes == 12 ? 14
                                 : 10,
               1, false, true>,
    std::conditional_t<Bytes == 8, sweep_form<512, 21, 2, false>,
                       many_form<K, V>>>;

template <class K, class V>
using longer_form =
    std::conditional_t<carries<V> && sizeof(K) + width_of<V> == 8,
                       sweep_form<768, 26, 1, false, true>, long_form<K, V>>;

/* (H200, u32, 2^20: two blocks of 512 threads with twice the items, of which
 * one awaits the pass before, 61.7 us beside 50.6.) */
template <int Items>
using few_form = sweep_form<1024, Items, 1, true>;

constexpr int MOST_PASSES = 8; /* of 64 bits */

enum sort_array { SORT_INPUT, SORT_OUTPUT, SORT_SPARE };

/* In scratch: cleared before the first launch up to `plan`. */
struct sweep_state {
    unsigned long long count[MOST_PASSES][DIGITS]; /* then places */
    unsigned tickets[MOST_PASSES];
    unsigned counted; /* blocks of the first launch that have ended */
    unsigned zeros;   /* not 0: some key is -0 */
    struct pass_plan {
        int from, to; /* alike: nothing moves */
        int last;     /* not 0: what it moves becomes keys again */
    } plan[MOST_PASSES];
};

template <class K, class V>
struct sweep {
    items<K, V> array[3]; /* by enum sort_array */
    size_t n, tiles;
    struct sweep_state *state;
    uint64_t *told; /* what tiles tell, which is cleared */
    size_t told_words;
    unsigned ahead; /* tiles at work at one time */
};

/* Without an index that only a run knows, which would put them into local
 * memory. The compiler does not see by itself that one of several is in global
 * memory. */
template <class K, class V>
static __device__ items<K, V> array_of(const sweep<K, V> &w, int which)
{
    items<K, V> a = which == SORT_INPUT ? w.array[SORT_INPUT]
        : which == SORT_OUTPUT          ? w.array[SORT_OUTPUT]
                                        : w.array[SORT_SPARE];
    __builtin_assume(__isGlobal(a.keys));
    if constexpr (carries<V>)
        __builtin_assume(__isGlobal(a.values));
    return a;
}

#endif
