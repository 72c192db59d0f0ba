/* ladder.cu - launching the rungs of segscan's ladder: three in two sweeps,
 * tiles and carries, and one in a single pass. */
#include <cmath>

#include "segscan/launchers.h"
#include "segscan/ladder.cuh"
#include "segscan/segmented.cuh"
#include "segscan/blelloch_flags.cuh"
#include "segscan/warp_shuffle.cuh"
#include "segscan/ballot.cuh"
#include "segscan/single_pass.cuh"

/* --- sweeps --------------------------------------------------------------- */

/* Scratch: sums, counts and flags of all levels, then heads made of
 * offsets. */
template <class T>
static enum status sweep_all(const struct job *job, const char *name,
                             tile_scan<T> kernel, int threads)
{
    const size_t n = count_of(job), all = sweep_levels(job).tiles;
    tile_totals<T> totals;
    totals.sums = static_cast<T *>(job->scratch);
    totals.open = reinterpret_cast<unsigned *>(totals.sums + all);
    totals.heads = reinterpret_cast<head *>(totals.open + all);
    const head *heads;
    const enum status status = heads_of(job, totals.heads + all, heads);
    if (status)
        return status;
    return sweep<T>(job, name, kernel, threads, input<T>(job), heads, n,
                    exclusive_of(job), output<T>(job), totals);
}

enum status cuda_segscan_blelloch_flags(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "blelloch_flags", blelloch_flags<T>,
                            SWEEP_TILE / 2);
    });
}

enum status cuda_segscan_warp_shuffle(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "warp_shuffle", warp_shuffle<T>, SWEEP_TILE);
    });
}

enum status cuda_segscan_ballot(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return sweep_all<T>(job, "ballot", ballot<T>, SWEEP_TILE);
    });
}

size_t cuda_segscan_sweep_scratch(const struct job *job)
{
    const size_t each = sizeof(double) + sizeof(unsigned) + sizeof(head);
    return sweep_levels(job).tiles * each + made_bytes(job);
}

/* A tile's levels up and down, or over lanes and warps; a carry; the last
 * addition. Once a level of tiles. */
double cuda_segscan_sweep_depth(const struct job *job)
{
    return sweep_levels(job).count * (2 * log2(SWEEP_TILE) + 2);
}

/* --- one pass ------------------------------------------------------------- */

static size_t lookback_tiles(const struct job *job)
{
    return ceil_div(count_of(job), size_t(LOOKBACK_TILE));
}

static size_t lookback_chain(const struct job *job)
{
    return chain_bytes<double>(lookback_tiles(job));
}

enum status cuda_segscan_lookback(struct job *job)
{
    char *scratch = static_cast<char *>(job->scratch);
    const head *heads = nullptr;
    return by_type(job, [&](auto zero) {
        using T = decltype(zero);
        enum status status =
            heads_of(job, scratch + lookback_chain(job), heads);
        if (status)
            return status;
        lookback<T><<<unsigned(lookback_tiles(job)), LOOKBACK_THREADS, 0,
                      stream_of(job)>>>(input<T>(job), heads, count_of(job),
                                        exclusive_of(job), scratch,
                                        output<T>(job));
        return cuda_launched(job, "lookback");
    });
}

size_t cuda_segscan_lookback_scratch(const struct job *job)
{
    return lookback_chain(job) + made_bytes(job);
}

/* Rows of a warp, lanes, warps; and two additions for each tile that a prefix
 * may have come through. */
double cuda_segscan_lookback_depth(const struct job *job)
{
    return LOOKBACK_ROWS + 2 * log2(WARP) + 4 +
        2 * double(lookback_tiles(job));
}
