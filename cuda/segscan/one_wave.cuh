/* one_wave.cuh - by flags, all elements are on the GPU at once, and most
 * blocks know where they start without asking others.
 *
 * Every block holds one contiguous part, its warps one after another. The
 * first warps are scouts: they read what is just before the part, and is
 * another block's. If a segment starts there nothing before it counts, and
 * the block needs no other; so it is with short segments. Else it reads what
 * all blocks before it hand on side by side: one hop, as the whole grid is
 * resident and all publish at about the same time (lookback.cuh). Blocks
 * number WAVE_BLOCKS at most, and one fits on each multiprocessor.
 *
 * A warp loads ROWS rows of 32 vectors, and trades them in shared memory so
 * that each lane has a run of ROWS vectors: one scan over lanes then does for
 * all rows. */
#ifndef TETRAD_CUDA_SEGSCAN_ONE_WAVE_CUH
#define TETRAD_CUDA_SEGSCAN_ONE_WAVE_CUH

#include <cstdint>
#include <type_traits>

#include "parts/rows.cuh"
#include "segscan/heads.cuh"
#include "segscan/segmented.cuh"
#include "segscan/stages.cuh"

/* The most warps of data a block, and blocks. */
constexpr int WAVE_WARPS = 16, WAVE_BLOCKS = 128;
/* H200, 2^20 i32: 7.1 us by 4 rows and 16 warps, 8.9 by 8 rows. */
constexpr int ROWS = 4;
/* Scouts see so many elements: with segments of 100, one block in 30000 sees
 * no head. */
constexpr int SCOUTED = 1024;
template <class T>
constexpr int SCOUTS = SCOUTED / (ROWS * ROW<T>);

/* --- a warp's part -------------------------------------------------------- */

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

/* --- between blocks ------------------------------------------------------- */

/* One warp, of a block after the first: what the blocks before it hand on.
 * Waits for those from the nearest prefix on; block 0 publishes one. */
template <class T>
static __device__ T wave_gather(const packet<T> *packets, unsigned epoch)
{
    constexpr unsigned EACH = WAVE_BLOCKS / WARP;
    const unsigned lane = threadIdx.x % WARP;
    chain_state state[EACH];
    T value[EACH];
    unsigned last; /* how far back that prefix is */
    bool missing;
#pragma unroll 1
    do {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) { /* block 0 for none */
            const unsigned back = k * WARP + lane + 1;
            const unsigned b = blockIdx.x - min(back, blockIdx.x);
            state[k] = chain_read<T>(packets, b, epoch, value[k]);
        }
        last = WAVE_BLOCKS;
#pragma unroll
        for (unsigned k = EACH; k-- > 0;) {
            const unsigned ends =
                __ballot_sync(FULL_WARP, state[k] == CHAIN_PREFIX);
            if (ends)
                last = k * WARP + __ffs(ends) - 1;
        }
        missing = false;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++)
            missing |= k * WARP + lane < last && state[k] == CHAIN_EMPTY;
    } while (__any_sync(FULL_WARP, missing));
    T sum = 0;
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        sum += k * WARP + lane <= last ? value[k] : T(0);
    return warp_reduce_all(sum, [](T a, T b) { return a + b; });
}

/* --- the kernel ----------------------------------------------------------- */

/* SCOUTS warps, then `warps` of data. An element and its flag are read once,
 * by the scouts of another block again; a result is written once. */
template <class T, bool Inclusive>
static __global__ void __launch_bounds__((SCOUTS<T> + WAVE_WARPS) * WARP, 1)
    segscan_one_wave(segscan_work<T> w, unsigned warps)
{
    constexpr unsigned AHEAD = SCOUTS<T>;
    __shared__ warp_storage<T> storage[AHEAD + WAVE_WARPS];
    __shared__ part<T> parts[WARP];
    __shared__ T carry;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned epoch = warp == 0 ? chain_epoch(w.scratch) : 0;
    const extent x = { w.n, w.lead, w.in_step };
    const size_t row = (size_t(blockIdx.x) * warps + warp - AHEAD) * ROWS;
    const size_t first = (row * WARP + lane) * vector<T>::LANES - x.skip;
    T run[RUN<T>], before = 0;
    unsigned heads = 0;
    bool open = true;             /* no head before the run in the warp */
    part<T> own = { T(0), true }; /* of what is before the array */
    if (blockIdx.x > 0 || warp >= AHEAD) {
        heads = run_load(run, storage[warp], w, x, first);
        if (row == 0 && lane == 0)
            heads |= 1u << x.skip;
        const unsigned with = __ballot_sync(FULL_WARP, heads != 0);
        const T upto = scan_lanes(sum_items<RUN<T>>(run, heads), with);
        before = lane_before(upto);
        open = none_before(with);
        own = { __shfl_sync(FULL_WARP, upto, WARP - 1), with != 0 };
    }
    if (lane == 0)
        parts[warp] = own;
    __syncthreads();

    part<T> of = lane < AHEAD + warps ? parts[lane] : part<T>{ T(0), false };
    const unsigned with = __ballot_sync(FULL_WARP, of.head);
    const bool knows = with & ((1u << AHEAD) - 1);
    if (!knows && lane < AHEAD)
        of.sum = 0; /* it is in the carry */
    const T upto = scan_lanes(of.sum, with);
    if (warp == 0) {
        packet<T> *packets = chain_packets<T>(w.scratch);
        if (lane == WARP - 1)
            chain_publish<T>(packets, blockIdx.x, epoch,
                             with ? CHAIN_PREFIX : CHAIN_AGGREGATE, upto);
        if (!knows) {
            const T found = wave_gather<T>(packets, epoch);
            if (lane == 0)
                carry = found;
        }
        if (lane == 0)
            chain_leave(w.scratch, gridDim.x, epoch);
    }
    if (!knows)
        __syncthreads();
    if (warp < AHEAD)
        return;

    T start = __shfl_sync(FULL_WARP, lane_before(upto), warp);
    if (!(with & ((1u << warp) - 1)))
        start = carry + start;
    if (open)
        before = start + before;
    scan_items<RUN<T>>(run, heads, before, Inclusive);
    run_store(run, storage[warp], w.out, x, first);
}

#endif
