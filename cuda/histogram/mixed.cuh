/* mixed.cuh - best of more bins than a block has room for in words: as many
 * words as it has room for, and some of them shared by two bins, 16 bits each.
 * i32: 4 bytes read a sample.
 *
 * Bins have places, one after another; those from `words` on are in the upper
 * halves of the last words. To count in a word or in a lower half is to add 1,
 * which the hardware does once for all lanes of a warp that do so to one word;
 * upper halves, which it does not do so well, are few: of 65536 bins every
 * ninth. A block lets the places begin at the bin from where on the last of
 * them seem to have the fewest samples. So a bin that has many is hardly ever
 * one of them, whichever it is.
 *
 * Halves may run over, which is no matter as long as it is known. If some seem
 * likely to, after a first tile, the block looks at them all every few tiles:
 * one that has MIXED_MANY or more is added to the result and cleared, and until
 * the next look no half gets as many as it has room for, in whatever order
 * warps run. Else the block finds out at the end: each lower half that ran over
 * has added 1 to the uppers' sum, each upper one has taken 2^16 from it, and
 * how often uppers were added to is counted in a word. The sum is that number
 * only if none did (or 2^16 lower ones, of 2^32 samples, which no block has
 * of fewer than 128 times as many). If it is not, the block counts once more,
 * with looks.
 *
 * (H200, 2^28 samples, 65536 bins, as tried, in µs: 258 uniform, 257 Zipf, 255
 * one value, with looks from the first tile on 292, 273, 268 where loads were
 * not ahead of use; 478 where Zipf's hot bins are scattered and a block counted
 * twice, 283 with looks, which it now chooses there. 16 bits for all bins: 303,
 * 393, 266, 388. To add the tables to the result is 11 of these.) */
#ifndef TETRAD_CUDA_HISTOGRAM_MIXED_CUH
#define TETRAD_CUDA_HISTOGRAM_MIXED_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"
#include "parts/warp.cuh"

constexpr unsigned MIXED_THREADS = 1024;
constexpr int MIXED_UNROLL = 4;
/* Of 4-byte samples. */
constexpr unsigned MIXED_TILE = MIXED_THREADS * MIXED_UNROLL * 4;
constexpr unsigned MIXED_SPELL = 3; /* tiles between two looks */
constexpr unsigned MIXED_MANY = 1u << 14;
static_assert(MIXED_MANY - 1 + MIXED_SPELL * MIXED_TILE < 1u << 16,
              "no half passes 2^16 in a spell");
/* A half that would have as many at the end seems likely to run over. */
constexpr unsigned MIXED_LIKELY = 1u << 15;

constexpr unsigned MIXED_VECTOR = 4; /* words looked at at once */

/* Behind the words: how often uppers were added to, a word a lane where other
 * samples go instead of to an upper half, and what threads tell each other. */
constexpr unsigned MIXED_UPPERS = 0, MIXED_ASIDE = 1;
constexpr unsigned MIXED_TOLD = MIXED_ASIDE + WARP;
constexpr unsigned MIXED_BEHIND = 36;
static_assert(MIXED_TOLD < MIXED_BEHIND && MIXED_BEHIND % MIXED_VECTOR == 0,
              "vectors hold them");

/* Places of bins: all of them, with one of samples without a bin and up to
 * three of none; and those before the upper halves. */
struct mixed_places {
    unsigned all, words;

    mixed_places(size_t bins, size_t room)
        : all(unsigned(bins / MIXED_VECTOR + 1) * MIXED_VECTOR),
          words(unsigned(room / (MIXED_VECTOR * sizeof(unsigned))) *
                    MIXED_VECTOR -
                MIXED_BEHIND)
    {
    }
    bool hold() const
    {
        return all > words && all - words <= words;
    }
    size_t bytes() const
    {
        return (words + MIXED_BEHIND) * sizeof(unsigned);
    }
    __device__ unsigned uppers() const
    {
        return all - words;
    }
};

/* A block's table. */
struct mixed_table {
    mixed_places places;
    unsigned *table;
    unsigned begin, begin_upper; /* as counters.cuh has them; of upper halves
                                    that of a place before all */
    unsigned aside;
    unsigned first; /* the bin of place 0 */

    __device__ mixed_table(const mixed_places &p, unsigned *t)
        : places(p), table(t),
          begin(unsigned(__cvta_generic_to_shared(table))),
          begin_upper(begin - p.uppers() * unsigned(sizeof *table)),
          aside(begin +
                (p.words + MIXED_ASIDE + threadIdx.x % WARP) *
                    unsigned(sizeof *table)),
          first(0)
    {
    }
    __device__ unsigned place(unsigned bin) const
    {
        const unsigned p = bin - first;
        return min(p, p + places.all); /* the other is beyond all */
    }
    __device__ unsigned bin(unsigned place) const
    {
        const unsigned b = place + first;
        return b < places.all ? b : b - places.all;
    }
    __device__ unsigned *told() const
    {
        return table + places.words + MIXED_TOLD;
    }
    /* All words and what is behind them. */
    __device__ void clear() const
    {
        table_clear(table, places.words + MIXED_BEHIND);
    }
};

/* --- counting ------------------------------------------------------------- */

/* A place before the uppers, or one more of these. */
static __device__ void mixed_word(const mixed_table &t, unsigned place)
{
    asm volatile("red.shared.add.u32 [%0], 1;"
                 :
                 : "r"(t.begin +
                       min(place, t.places.words) * unsigned(sizeof(unsigned)))
                 : "memory");
}

static __device__ unsigned mixed_upper(const mixed_table &t, unsigned place)
{
    return place >= t.places.words
        ? t.begin_upper + place * unsigned(sizeof(unsigned))
        : t.aside;
}

static __device__ void mixed_add_upper(unsigned at)
{
    asm volatile("red.shared.add.u32 [%0], 65536;" : : "r"(at) : "memory");
}

/* Two samples, of which both are seldom in upper halves: one addition to these
 * and a branch cost less than two additions, and those less than branches. */
static __device__ void mixed_count(const mixed_table &t, unsigned bin,
                                   unsigned other)
{
    const unsigned p = t.place(bin), q = t.place(other);
    mixed_word(t, p);
    mixed_word(t, q);
    mixed_add_upper(mixed_upper(t, max(p, q)));
    if (min(p, q) >= t.places.words)
        mixed_add_upper(mixed_upper(t, min(p, q)));
}

/* --- looks ---------------------------------------------------------------- */

/* What place p has. After a barrier. */
static __device__ unsigned mixed_has(const mixed_table &t, unsigned p)
{
    const unsigned words = t.places.words, uppers = t.places.uppers();
    return p >= words         ? t.table[p - uppers] >> 16
        : p >= words - uppers ? t.table[p] & 0xffff
                              : t.table[p];
}

static __device__ bool mixed_half_has(unsigned pair, unsigned least)
{
    return (pair & 0xffff) >= least || pair >> 16 >= least;
}

/* Whether any half that this thread looks at has so many. */
static __device__ bool mixed_any_has(const mixed_table &t, unsigned least)
{
    bool any = false;
    for (unsigned w = t.places.words - t.places.uppers() + threadIdx.x;
         w < t.places.words; w += MIXED_THREADS)
        any |= mixed_half_has(t.table[w], least);
    return any;
}

/* The halves of word w that have many to the result; returns the rest. */
template <class C>
static __device__ unsigned mixed_move(const mixed_table &t, unsigned pair,
                                      unsigned w, unsigned bins, C *out)
{
#pragma unroll
    for (unsigned half = 0; half < 2; half++) {
        const unsigned count = pair >> half * 16 & 0xffff;
        const unsigned b = t.bin(w + half * t.places.uppers());
        if (count < MIXED_MANY)
            continue;
        if (b < bins)
            atomicAdd(&out[b], C(count));
        pair -= count << half * 16;
    }
    return pair;
}

/* By all threads, between barriers. */
template <class C>
static __device__ void mixed_look(const mixed_table &t, unsigned bins, C *out)
{
    uint4 *const at = reinterpret_cast<uint4 *>(t.table);
    const unsigned end = t.places.words / MIXED_VECTOR;
    for (unsigned v = end - t.places.uppers() / MIXED_VECTOR + threadIdx.x;
         v < end; v += MIXED_THREADS) {
        const uint4 c = at[v];
        const unsigned w = v * MIXED_VECTOR;
        if (mixed_half_has(c.x, MIXED_MANY) ||
            mixed_half_has(c.y, MIXED_MANY) ||
            mixed_half_has(c.z, MIXED_MANY) || mixed_half_has(c.w, MIXED_MANY))
            at[v] = { mixed_move(t, c.x, w, bins, out),
                      mixed_move(t, c.y, w + 1, bins, out),
                      mixed_move(t, c.z, w + 2, bins, out),
                      mixed_move(t, c.w, w + 3, bins, out) };
    }
}

/* Whether a half has run over, of those that nobody looked at. By all threads,
 * after a barrier; the word that they tell each other by is 0. */
static __device__ bool mixed_ran_over(const mixed_table &t)
{
    unsigned sum = 0;
    for (unsigned w = t.places.words - t.places.uppers() + threadIdx.x;
         w < t.places.words; w += MIXED_THREADS)
        sum += t.table[w] >> 16;
    sum = warp_reduce_all(sum, [](unsigned a, unsigned b) { return a + b; });
    if (threadIdx.x % WARP == 0)
        atomicAdd(t.told(), sum);
    __syncthreads();
    return *t.told() != t.table[t.places.words + MIXED_UPPERS];
}

/* --- which bins have halves ----------------------------------------------- */

constexpr unsigned STRETCHES = WARP; /* of bins, a lane each */

/* Of what a warp's lanes have each: the stretch where halves begin. Samples of
 * uppers cost more than those of lower halves; the least of sums below 2^20 is
 * found with its lane. */
static __device__ unsigned mixed_quietest(unsigned samples, unsigned stretches)
{
    const unsigned lane = threadIdx.x % WARP;
    unsigned cost = 0;
    for (unsigned k = 0; k < stretches; k++)
        cost += (k < stretches / 2 ? 1 : 2) *
            __shfl_sync(FULL_WARP, samples, int((lane + k) % WARP));
    return warp_reduce_all(cost * WARP + lane,
                           [](unsigned a, unsigned b) { return min(a, b); }) %
        WARP;
}

/* The bin of place 0, by the first tile, of which a sample of each vector is
 * looked at. By all threads; uses and leaves dirty some words. */
template <class Bins>
static __device__ unsigned mixed_first(const mixed_table &t, const Bins &bins,
                                       const uint4 (&bits)[MIXED_UNROLL])
{
    const mixed_places &p = t.places;
    const unsigned length = ceil_div(p.all, STRETCHES);
    const unsigned stretches =
        min(ceil_div(2 * p.uppers(), length), STRETCHES);
    table_clear(t.table, STRETCHES);
#pragma unroll
    for (int u = 0; u < MIXED_UNROLL; u++)
        atomicAdd(
            &t.table[bins(vector_of<typename Bins::sample>(bits[u]).lane[0]) /
                     length],
            1u);
    __syncthreads();
    if (threadIdx.x < WARP)
        *t.told() = mixed_quietest(t.table[threadIdx.x], stretches) * length;
    __syncthreads();
    const unsigned begin = *t.told();
    __syncthreads();
    return (begin + 2 * p.all - p.words + p.uppers()) % p.all;
}

/* --- the launch ----------------------------------------------------------- */

/* All of the block's samples. `looks`: from the first tile on; else whether any
 * are needed shows after that. Returns whether there were. */
template <class Bins, class C>
static __device__ bool mixed_count_all(const mixed_table &t, const Bins &bins,
                                       const samples<typename Bins::sample> &s,
                                       uint4 (&bits)[MIXED_UNROLL], bool looks,
                                       C *out)
{
    using T = typename Bins::sample;
    const unsigned rounds = whole_rounds<MIXED_THREADS, MIXED_UNROLL>(s);
    unsigned left = looks ? MIXED_SPELL : 1; /* tiles; 0: a look never comes */
    each_ahead<MIXED_THREADS>(
        s, bits,
        [&](uint4 bits) {
            const vector<T> v = vector_of<T>(bits);
            mixed_count(t, bins(v.lane[0]), bins(v.lane[1]));
            mixed_count(t, bins(v.lane[2]), bins(v.lane[3]));
        },
        [&] {
            if (--left)
                return;
            __syncthreads();
            if (looks) {
                mixed_look(t, bins.bins, out);
                left = MIXED_SPELL;
                __syncthreads();
            } else {
                const unsigned likely = max(MIXED_LIKELY / rounds, 1u);
                looks = __syncthreads_or(mixed_any_has(t, likely));
                left = looks ? MIXED_SPELL - 1 : 0;
            }
        });
    __syncthreads();
    return looks;
}

/* The table to the result. (That blocks begin at other bins each was no
 * faster.) By all threads, after a barrier. */
template <class C>
static __device__ void mixed_add(const mixed_table &t, unsigned bins, C *out)
{
    for (unsigned b = threadIdx.x; b < bins; b += MIXED_THREADS) {
        const unsigned count = mixed_has(t, t.place(b));
        if (count)
            atomicAdd(&out[b], C(count));
    }
}

template <class Bins, class C>
static __global__ void __launch_bounds__(MIXED_THREADS, 1)
    histogram_mixed(Bins bins, samples<typename Bins::sample> s,
                    mixed_places places, C *out)
{
    extern __shared__ __align__(16) unsigned table[];
    mixed_table t(places, table);
    uint4 bits[MIXED_UNROLL];
    load_first<MIXED_THREADS>(s, bits);
    if (whole_rounds<MIXED_THREADS, MIXED_UNROLL>(s))
        t.first = mixed_first(t, bins, bits);
    t.clear();
    await_first(); /* as halves that have many go to the result */
#pragma unroll 1
    for (bool again = false;; again = true) {
        if (mixed_count_all(t, bins, s, bits, again, out) ||
            !mixed_ran_over(t))
            break;
        __syncthreads();
        t.clear();
        load_first<MIXED_THREADS>(s, bits);
    }
    mixed_add(t, bins.bins, out);
    each_odd(s, [&](typename Bins::sample x) {
        if (bins(x) < bins.bins)
            atomicAdd(&out[bins(x)], C(1));
    });
}

#endif
