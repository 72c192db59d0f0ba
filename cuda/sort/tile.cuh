/* tile.cuh - a tile of keys in registers ranked by one digit: a block's part of
 * every pass.
 *
 * Keys are striped over a warp: item i of lane l is key 32 i + l of the warp's
 * part. First the warp counts its digits in shared memory, then it ranks them,
 * item by item, the lanes of one digit found by a ballot for each of its bits
 * (match.any is several times as slow). What counts what comes before it is in
 * one warp, one row after another, so a rank is stable. */
#ifndef TETRAD_CUDA_SORT_TILE_CUH
#define TETRAD_CUDA_SORT_TILE_CUH

#include "parts/counters.cuh"
#include "parts/warp.cuh"
#include "sort/items.cuh"

/* a & b & c in one instruction, which the compiler does not make of three that
 * come out of assembly. */
static __device__ unsigned all_of(unsigned a, unsigned b, unsigned c)
{
    unsigned all;
    asm("lop3.b32 %0, %1, %2, %3, 0x80;" : "=r"(all) : "r"(a), "r"(b), "r"(c));
    return all;
}

/* The lanes whose digit is this one's. Tests of bits, side by side, become one
 * instruction for seven of them. */
static __device__ unsigned same_digit(unsigned digit)
{
    unsigned alike[DIGIT_BITS]; /* lanes whose bit is this one's */
#pragma unroll
    for (int b = 0; b < DIGIT_BITS; b++)
        asm volatile("{\n\t"
                     ".reg .pred set;\n\t"
                     ".reg .b32 bit;\n\t"
                     "and.b32 bit, %1, %2;\n\t"
                     "setp.ne.u32 set, bit, 0;\n\t"
                     "vote.sync.ballot.b32 %0, set, 0xffffffff;\n\t"
                     "@!set not.b32 %0, %0;\n\t"
                     "}"
                     : "=r"(alike[b])
                     : "r"(digit), "r"(1u << b));
    unsigned same = alike[0];
#pragma unroll
    for (int b = 1; b + 1 < DIGIT_BITS; b += 2)
        same = all_of(same, alike[b], alike[b + 1]);
    return same & alike[DIGIT_BITS - 1];
}

template <int Threads>
struct tile_counts {
    /* Threads for each digit, each of some warps' rows. */
    static constexpr int PARTS = Threads / DIGITS;
    static constexpr int ROWS = Threads / WARP / PARTS;
    static_assert(PARTS * ROWS * WARP == Threads, "each row is some thread's");

    unsigned row[Threads / WARP][DIGITS]; /* a warp's, then where its next key
                                             of the digit goes in the tile */
    unsigned first[DIGITS];               /* where the digit begins in it */
    unsigned part[PARTS][DIGITS];
    unsigned warps[PARTS][DIGITS / WARP];
};

/* What a thread knows of its digit, threadIdx.x % DIGITS. */
struct digit_counts {
    unsigned before; /* its keys in the rows before the thread's */
    unsigned all;    /* in the tile */
};

/* Whether the thread has rows. */
template <int Threads>
static __device__ bool has_rows()
{
    return tile_counts<Threads>::PARTS * DIGITS == Threads ||
        threadIdx.x < tile_counts<Threads>::PARTS * DIGITS;
}

/* Counts the digits of all keys, of which each thread has `rows`. */
template <int Threads, int Items, class K, class Digit>
static __device__ digit_counts count_tile(const K (&code)[Items],
                                          const Digit &digit_of_pass,
                                          tile_counts<Threads> &c,
                                          int rows = Items)
{
    using counts = tile_counts<Threads>;
    const unsigned digit = threadIdx.x % DIGITS, part = threadIdx.x / DIGITS;
    unsigned *own = c.row[threadIdx.x / WARP];
    const counters cells(own);
    digit_counts d = {};
#pragma unroll
    for (int i = 0; i < DIGITS; i += WARP)
        own[i + threadIdx.x % WARP] = 0;
    __syncwarp();
#pragma unroll
    for (int i = 0; i < Items; i++)
        if (i < rows)
            cells.count(digit_of_pass(code[i]));
    __syncthreads();
    if (has_rows<Threads>())
#pragma unroll
        for (int r = 0; r < counts::ROWS; r++)
            d.all += c.row[part * counts::ROWS + r][digit];
    if (counts::PARTS == 1)
        return d;
    c.part[part][digit] = d.all;
    __syncthreads();
    d.all = 0;
#pragma unroll
    for (int p = 0; p < counts::PARTS; p++) {
        d.before += unsigned(p) < part ? c.part[p][digit] : 0;
        d.all += c.part[p][digit];
    }
    return d;
}

/* The sum of `own` over the digits before the thread's, which all threads of a
 * digit give alike. By the whole block; c.warps is free again after its next
 * barrier. */
template <int Threads>
static __device__ unsigned sum_digits(unsigned own, tile_counts<Threads> &c)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned warp = threadIdx.x % DIGITS / WARP;
    unsigned sum = own, before = 0;
    unsigned *warps = c.warps[has_rows<Threads>() ? threadIdx.x / DIGITS : 0];
#pragma unroll
    for (int step = 1; step < WARP; step *= 2) {
        const unsigned lower = __shfl_up_sync(FULL_WARP, sum, step);
        sum += lane >= unsigned(step) ? lower : 0;
    }
    if (lane == WARP - 1 && has_rows<Threads>())
        warps[warp] = sum;
    __syncthreads();
#pragma unroll
    for (int w = 0; w < DIGITS / WARP - 1; w++)
        before += unsigned(w) < warp ? warps[w] : 0;
    return before + sum - own;
}

/* Rows become places in the tile. Ends with a barrier. */
template <int Threads>
static __device__ void place_tile(const digit_counts &d,
                                  tile_counts<Threads> &c)
{
    using counts = tile_counts<Threads>;
    const unsigned digit = threadIdx.x % DIGITS, part = threadIdx.x / DIGITS;
    const unsigned first = sum_digits(d.all, c);
    unsigned place = first + d.before;
    if (threadIdx.x < DIGITS)
        c.first[digit] = first;
    if (has_rows<Threads>()) {
#pragma unroll
        for (int r = 0; r < counts::ROWS; r++) {
            const unsigned own = c.row[part * counts::ROWS + r][digit];
            c.row[part * counts::ROWS + r][digit] = place;
            place += own;
        }
    }
    __syncthreads();
}

/* Where a digit's next key goes is in its warp's row; of the lanes that share
 * the digit, the last moves it on for all. RANK_SOON: all read it and that lane
 * writes, after all have read and before they read the next item's. RANK_MANY:
 * that lane alone adds, and tells the others: one access to the row instead of
 * two, but a branch an item, and the next item's turn comes later. */
enum rank_way { RANK_SOON, RANK_MANY };

/* put(place) of the lane's key. */
template <class Put>
static __device__ void rank_soon(unsigned *row, unsigned digit, Put put)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned lower = (1u << lane) - 1, higher = ~lower << 1;
    const unsigned place = row[digit];
    const unsigned same = same_digit(digit);
    const unsigned after = place + __popc(same & lower) + 1;
    __syncwarp();
    if (!(same & higher))
        row[digit] = after;
    __syncwarp();
    put(after - 1);
}

/* atomicAdd(at, count), or anything where it is not asked to. */
static __device__ unsigned take_places(unsigned *at, unsigned count, bool take)
{
    unsigned before;
    asm volatile("{\n\t"
                 ".reg .pred take;\n\t"
                 "setp.ne.u32 take, %3, 0;\n\t"
                 "@take atom.shared.add.u32 %0, [%1], %2;\n\t"
                 "}"
                 : "=r"(before)
                 : "r"(unsigned(__cvta_generic_to_shared(at))), "r"(count),
                   "r"(unsigned(take))
                 : "memory");
    return before;
}

template <class Put>
static __device__ void rank_many(unsigned *row, unsigned digit, Put put)
{
    const unsigned lane = threadIdx.x % WARP;
    const unsigned same = same_digit(digit);
    const unsigned last = WARP - 1 - __clz(int(same));
    const unsigned before = __popc(same & ((1u << lane) - 1));
    const unsigned place = take_places(row + digit, before + 1, lane == last);
    put(__shfl_sync(FULL_WARP, place, int(last)) + before);
    __syncwarp();
}

/* put(i, place) for each item, of which each thread has `rows`. */
template <int Threads, rank_way Way = RANK_SOON, int Items, class K,
          class Digit, class Put>
static __device__ void rank_tile(const K (&code)[Items],
                                 const Digit &digit_of_pass,
                                 tile_counts<Threads> &c, Put put,
                                 int rows = Items)
{
    unsigned *row = c.row[threadIdx.x / WARP];
#pragma unroll
    for (int i = 0; i < Items; i++) {
        if (i >= rows)
            break;
        const unsigned digit = digit_of_pass(code[i]);
        const auto put_item = [&](unsigned place) { put(i, place); };
        if constexpr (Way == RANK_MANY)
            rank_many(row, digit, put_item);
        else
            rank_soon(row, digit, put_item);
    }
}

#endif
