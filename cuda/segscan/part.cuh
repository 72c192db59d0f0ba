/* part.cuh - by flags, a block scans one part of the array, which it holds in
 * registers: the warps of a block lie one after another, and a warp loads ROWS
 * rows of 32 vectors, and trades them in shared memory so that each lane has a
 * run of ROWS vectors: one scan over lanes then does for all rows. An element
 * and its flag are read once, a result is written once.
 *
 * Which part it is, and what it carries on, is the link's to know (cluster.cuh,
 * two_launches.cuh, lookback.cuh); all threads call
 *
 *     part()          which part
 *     publish(all)    what the part hands on, the same in all threads
 *     before(asks)    what lower parts hand on, in all threads; asks, as warp
 *                     0 says it: the part does not begin with a head
 *
 * In place, too: a block stores where it has loaded. */
#ifndef TETRAD_CUDA_SEGSCAN_PART_CUH
#define TETRAD_CUDA_SEGSCAN_PART_CUH

#include <cstdint>
#include <type_traits>

#include "parts/rows.cuh"
#include "segscan/heads.cuh"
#include "segscan/segmented.cuh"
#include "segscan/stages.cuh"

/* The most warps of a block. */
constexpr int PART_WARPS = 8;
constexpr int ROWS = 4;

/* Elements of a part, in bytes. */
static __host__ __device__ constexpr size_t part_bytes(unsigned warps)
{
    return size_t(warps) * ROWS * WARP * sizeof(uint4);
}

/* --- a warp's run --------------------------------------------------------- */

/* The flags of a vector, a byte an element. */
template <class T>
using flag_word =
    std::conditional_t<vector<T>::LANES == 4, uint32_t, uint16_t>;

/* Where a warp trades rows for runs. */
template <class T>
struct warp_storage {
    uint4 vectors[ROWS * WARP];
    alignas(16) flag_word<T> flags[ROWS * WARP];
};

/* Elements a lane has. */
template <class T>
constexpr int RUN = ROWS *vector<T>::LANES;

/* Where the i-th vector lies: 8 lanes meet all banks once, side by side and
 * ROWS vectors apart. */
static __device__ unsigned desk_place(unsigned i)
{
    static_assert(ROWS == 4, "8 lanes' runs are 4 times 8 vectors");
    return i ^ (i / 8 % 4);
}

/* The vectors' flags, of rows of which this lane's part begins at `first`. */
template <class T>
static __device__ void flags_load(flag_word<T> (&word)[ROWS],
                                  const unsigned char *flags, const extent &x,
                                  size_t first)
{
    constexpr int LANES = vector<T>::LANES;
    const unsigned char *from = flags + first;
    if (rows_whole<T, ROWS>(x, first) &&
        uintptr_t(from) % sizeof(flag_word<T>) == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            word[r] = __ldcs(
                reinterpret_cast<const flag_word<T> *>(from + r * ROW<T>));
    } else {
        const part_of there(x, first, ROWS * ROW<T>);
        unsigned char one[ROWS][LANES]; /* all asked for before any is used */
#pragma unroll
        for (int r = 0; r < ROWS; r++)
#pragma unroll
            for (int k = 0; k < LANES; k++)
                one[r][k] =
                    there.has(r * ROW<T> + k) ? from[r * ROW<T> + k] : 0;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            memcpy(&word[r], one[r], sizeof word[r]);
    }
}

/* Loads the warp's rows, and gives this lane its run; returns which elements
 * of that are heads by their flags. */
template <class T>
static __device__ unsigned run_load(T (&run)[RUN<T>], warp_storage<T> &d,
                                    const segscan_work<T> &w, const extent &x,
                                    size_t first)
{
    const unsigned lane = threadIdx.x % WARP;
    flag_word<T> flags[ROWS];
    vector<T> v[ROWS];
    rows_load(v, w.in, x, first, T(0));
    flags_load<T>(flags, w.flags, x, first); /* bytes are waited for */
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        d.flags[r * WARP + lane] = flags[r];
        memcpy(&d.vectors[desk_place(r * WARP + lane)], &v[r], sizeof v[r]);
    }
    __syncwarp();
    unsigned heads = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        heads |= nonzero_bytes(d.flags[lane * ROWS + r])
            << r * vector<T>::LANES;
        memcpy(run + r * vector<T>::LANES,
               &d.vectors[desk_place(lane * ROWS + r)], sizeof(uint4));
    }
    return heads;
}

template <class T>
static __device__ void run_store(const T (&run)[RUN<T>], warp_storage<T> &d,
                                 T *out, const extent &x, size_t first)
{
    const unsigned lane = threadIdx.x % WARP;
    vector<T> v[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        memcpy(&d.vectors[desk_place(lane * ROWS + r)],
               run + r * vector<T>::LANES, sizeof(uint4));
    __syncwarp();
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        memcpy(&v[r], &d.vectors[desk_place(r * WARP + lane)], sizeof v[r]);
    rows_store(v, out, x, first);
}

/* --- a block's part ------------------------------------------------------- */

/* A run, and what its warp knows of it. */
template <class T>
struct held {
    T run[RUN<T>];
    T before;       /* within the warp and its segment */
    unsigned heads; /* bit k: element k is one */
    bool open;      /* no head before the run in the warp */
    part<T> own;    /* what the warp hands on */
    size_t first;   /* element of this lane's first vector */
};

template <class T>
static __device__ void part_load(held<T> &h, warp_storage<T> &d,
                                 const segscan_work<T> &w, const extent &x,
                                 size_t part)
{
    const unsigned lane = threadIdx.x % WARP;
    const size_t row =
        (part * (blockDim.x / WARP) + threadIdx.x / WARP) * ROWS;
    h.first = (row * WARP + lane) * vector<T>::LANES - x.skip;
    h.heads = run_load(h.run, d, w, x, h.first);
    if (row == 0 && lane == 0)
        h.heads |= 1u << x.skip;
    const unsigned with = __ballot_sync(FULL_WARP, h.heads != 0);
    const T upto = scan_lanes(sum_items<RUN<T>>(h.run, h.heads), with);
    h.before = lane_before(upto);
    h.open = none_before(with);
    h.own = { __shfl_sync(FULL_WARP, upto, WARP - 1), with != 0 };
}

/* A grid of whole warps that covers the array with parts. */
template <class T, bool Inclusive, class Link>
static __device__ void scan_part(const segscan_work<T> &w, Link link)
{
    __shared__ warp_storage<T> storage[PART_WARPS];
    __shared__ part<T> parts[WARP];
    const unsigned warp = threadIdx.x / WARP;
    const extent x = { w.n, w.lead, w.in_step };
    held<T> h;
    part_load(h, storage[warp], w, x, link.part());
    part<T> all;
    const part<T> warps =
        warps_before(h.own, parts, blockDim.x / WARP, block_sync, all);
    link.publish(all);
    const T carry = link.before(!__shfl_sync(FULL_WARP, h.heads & 1, 0));
    if (h.open)
        h.before += warps.head ? warps.sum : carry + warps.sum;
    scan_items<RUN<T>>(h.run, h.heads, h.before, Inclusive);
    run_store(h.run, storage[warp], w.out, x, h.first);
}

#endif
