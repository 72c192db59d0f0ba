/* told.cuh - what the tiles of a pass tell each other: how many keys of each
 * digit they have, so that each knows where its own go.
 *
 * Where there are many, a tile looks back, from the one before it on, until it
 * finds one that told the sum of all up to it (Merrill and Garland, Decoupled
 * Look-back, 2016). Where each multiprocessor has one at most, all tell at one
 * time, and each adds up what those before it told: looking back from tile to
 * tile took longer than the rest of the pass.
 *
 * Between blocks stand relaxed accesses alone, to words that hold a count and
 * whose it is, so that none needs a fence and none of another pass is taken
 * for this one's. Who looks back holds a ticket, and so have all that it waits
 * for. */
#ifndef TETRAD_CUDA_SORT_TOLD_CUH
#define TETRAD_CUDA_SORT_TOLD_CUH

#include "parts/warp.cuh"
#include "sort/sweep.cuh"

/* --- looking back -------------------------------------------------------- */

/* A tile's count of a digit: of itself, or of all tiles up to it. */
enum told_state { TOLD_NOTHING, TOLD_OWN, TOLD_ALL };

constexpr int TOLD_STATE_BITS = 2, TOLD_PASS_BITS = 4;
constexpr int TOLD_TAG_BITS = TOLD_STATE_BITS + TOLD_PASS_BITS;

static __device__ void tell(uint64_t *to, unsigned pass, told_state state,
                            unsigned long long count)
{
    const uint64_t word =
        count << TOLD_TAG_BITS | (pass + 1) << TOLD_STATE_BITS | state;
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;"
                 :
                 : "l"(to), "l"(word)
                 : "memory");
}

static __device__ uint64_t told(const uint64_t *from)
{
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(word)
                 : "l"(from)
                 : "memory");
    return word;
}

constexpr int LOOKS = 8; /* tiles that are asked at once */

/* How many keys of the caller's digit the tiles before `tile` have. Words of an
 * earlier pass, or cleared ones, are as if there were none yet. */
static __device__ unsigned long long look_back(const uint64_t *words,
                                               size_t tile, unsigned digit,
                                               unsigned pass)
{
    unsigned long long sum = 0;
#pragma unroll 1
    while (tile > 0) {
        uint64_t word[LOOKS];
#pragma unroll
        for (int k = 0; k < LOOKS; k++)
            word[k] = size_t(k) < tile
                ? told(words + (tile - 1 - k) * DIGITS + digit)
                : 0;
#pragma unroll
        for (int k = 0; k < LOOKS; k++) {
            const unsigned tag =
                unsigned(word[k]) & ((1u << TOLD_TAG_BITS) - 1);
            if (tag >> TOLD_STATE_BITS != pass + 1)
                break;
            sum += word[k] >> TOLD_TAG_BITS;
            tile--;
            if ((tag & 3) == TOLD_ALL)
                return sum;
        }
    }
    return sum;
}

/* --- telling all at one time --------------------------------------------- */

/* A tile's counts of two digits, which are below 2^15, each with a bit that
 * says that it is there: [pass][tile][digit / 2]. */
constexpr unsigned TOLD_HERE = 0x80008000, TOLD_COUNT = 0x7fff;

template <class K, class V>
static __device__ unsigned *told_pairs(const sweep<K, V> &w, unsigned pass)
{
    return reinterpret_cast<unsigned *>(w.told) +
        pass * w.tiles * (DIGITS / 2);
}

/* By whole warps, a digit a thread. */
static __device__ void tell_pair(unsigned *to, unsigned digit, unsigned count)
{
    const unsigned next = __shfl_down_sync(FULL_WARP, count, 1);
    if (digit % 2 == 0)
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;"
                     :
                     : "l"(to + digit / 2), "r"(count | next << 16 | TOLD_HERE)
                     : "memory");
}

static __device__ unsigned told_pair(const unsigned *from)
{
    unsigned word;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(word)
                 : "l"(from)
                 : "memory");
    return word;
}

constexpr int PAIR_LOOKS = 16;

/* Of the digits 2 pair and 2 pair + 1, what every PARTS-th tile from `part` on
 * and before `tile` told. */
template <int PARTS>
static __device__ uint2 add_pairs(const unsigned *words, unsigned tile,
                                  unsigned pair, unsigned part)
{
    uint2 sum = { 0, 0 };
#pragma unroll 1
    for (unsigned t = part; t < tile; t += PARTS * PAIR_LOOKS) {
        unsigned word[PAIR_LOOKS];
#pragma unroll
        for (int k = 0; k < PAIR_LOOKS; k++)
            word[k] = t + k * PARTS < tile
                ? told_pair(words + (t + k * PARTS) * (DIGITS / 2) + pair)
                : TOLD_HERE;
#pragma unroll
        for (int k = 0; k < PAIR_LOOKS; k++) {
            while ((word[k] & TOLD_HERE) != TOLD_HERE) {
                word[k] =
                    told_pair(words + (t + k * PARTS) * (DIGITS / 2) + pair);
            }
            sum.x += word[k] & TOLD_COUNT;
            sum.y += word[k] >> 16 & TOLD_COUNT;
        }
    }
    return sum;
}

/* What a tile has itself; of keys that are not there, too: they come last of
 * all. By the first DIGITS threads, a digit each. */
template <class Form, class K, class V>
static __device__ void tell_own(const sweep<K, V> &w, size_t tile,
                                unsigned digit, unsigned pass, unsigned count)
{
    if constexpr (Form::ONE_WAVE)
        tell_pair(told_pairs(w, pass) + tile * (DIGITS / 2), digit, count);
    else
        tell(w.told + tile * DIGITS + digit, pass, tile ? TOLD_OWN : TOLD_ALL,
             count);
}

#endif
