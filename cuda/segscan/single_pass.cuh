/* single_pass.cuh - one pass: a tile publishes what it hands on and looks back
 * for what it carries on (cuda/lookback.cuh), one with a head publishes a
 * prefix at once, and one that starts with a head does not look. Merrill &
 * Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016,
 * with the operator of segments.
 *
 * Tiles are dealt by tickets. LOOKBACK_THREADS threads, LOOKBACK_ROWS rows of
 * 32 elements a warp; an element and its head are read once, a result is
 * written once. */
#ifndef TETRAD_CUDA_SEGSCAN_SINGLE_PASS_CUH
#define TETRAD_CUDA_SEGSCAN_SINGLE_PASS_CUH

#include "segscan/ladder.cuh"
#include "segscan/segmented.cuh"

constexpr int LOOKBACK_THREADS = 256, LOOKBACK_ROWS = 8;
constexpr int LOOKBACK_TILE = LOOKBACK_THREADS * LOOKBACK_ROWS;

template <class T>
static __global__ void __launch_bounds__(LOOKBACK_THREADS)
    lookback(const T *in, const head *heads, size_t n, bool exclusive,
             void *scratch, T *out)
{
    constexpr int WARPS = LOOKBACK_THREADS / WARP;
    __shared__ part<T> parts[WARPS];
    __shared__ chain_turn shared_turn;
    __shared__ T carry;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    if (threadIdx.x == 0)
        shared_turn = chain_enter(scratch, gridDim.x);
    __syncthreads();
    const chain_turn turn = shared_turn;
    const size_t first = size_t(turn.ticket) * LOOKBACK_TILE +
        warp * (LOOKBACK_ROWS * WARP) + lane;
    T x[LOOKBACK_ROWS], before[LOOKBACK_ROWS], sum = 0;
    unsigned with[LOOKBACK_ROWS];
#pragma unroll
    for (int r = 0; r < LOOKBACK_ROWS; r++) {
        const size_t i = first + r * WARP;
        x[r] = i < n ? in[i] : T(0);
        with[r] = i < n && (i == 0 || heads[i]);
    }
    bool seen = false;  /* a head, in this warp */
    unsigned opens = 0; /* bit r: no head up to this lane of row r */
#pragma unroll
    for (int r = 0; r < LOOKBACK_ROWS; r++) {
        const bool is_head = with[r];
        with[r] = __ballot_sync(FULL_WARP, is_head);
        const T upto = scan_lanes(x[r], with[r]);
        const bool open = none_before(with[r]) && !is_head;
        before[r] = lane_before(upto) + (open ? sum : T(0));
        if (is_head)
            before[r] = 0;
        opens |= unsigned(open && !seen) << r;
        sum = (with[r] ? T(0) : sum) + __shfl_sync(FULL_WARP, upto, WARP - 1);
        seen |= with[r] != 0;
    }
    part<T> all;
    part<T> of_warps =
        warps_before<WARPS>(part<T>{ sum, seen }, parts, block_sync, all);
    if (warp == 0) {
        const T found = exchange(chain_packets<T>(scratch), turn.ticket,
                                 turn.epoch, all, !(with[0] & 1));
        if (lane == 0) {
            carry = found;
            chain_leave(scratch, gridDim.x, turn.epoch);
        }
    }
    __syncthreads();
    if (!of_warps.head)
        of_warps.sum = carry + of_warps.sum;
#pragma unroll
    for (int r = 0; r < LOOKBACK_ROWS; r++) {
        const size_t i = first + r * WARP;
        const T run = before[r] + (opens >> r & 1 ? of_warps.sum : T(0));
        if (i < n)
            out[i] = exclusive ? run : run + x[r];
    }
}

/* A tile a block; what tells blocks of each other is cleared first. Scratch:
 * that, with room for any type's, then heads made of offsets. */
struct look_back {
    static size_t tiles(const struct job *job)
    {
        return ceil_div(count_of(job), size_t(LOOKBACK_TILE));
    }
    static size_t chain(const struct job *job)
    {
        return chain_bytes<double>(tiles(job));
    }
    template <class T>
    static enum status run(struct job *job)
    {
        char *scratch = static_cast<char *>(job->scratch);
        const head *heads = nullptr;
        enum status status = fresh_scratch(job, chain_bytes<T>(tiles(job)));
        if (!status)
            status = heads_of(job, scratch + chain(job), heads);
        if (status)
            return status;
        lookback<T>
            <<<unsigned(tiles(job)), LOOKBACK_THREADS, 0, stream_of(job)>>>(
                input<T>(job), heads, count_of(job), exclusive_of(job),
                scratch, output<T>(job));
        return cuda_launched(job, "lookback");
    }
    static size_t scratch(const struct job *job)
    {
        return chain(job) + made_bytes(job);
    }
    /* Rows of a warp, lanes, warps; and two additions for each tile that a
     * prefix may have come through. */
    static double depth(const struct job *job)
    {
        return LOOKBACK_ROWS + 2 * log2(WARP) + 4 + 2 * double(tiles(job));
    }
};

#endif
