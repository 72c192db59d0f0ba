/* ladder.cu - launching the rungs of the ladder. */
#include <algorithm>
#include <cmath>

#include "segreduce/launchers.h"
#include "segreduce/ladder.cuh"

#include "segreduce/thread_per_segment.cuh"
#include "segreduce/lanes_per_segment.cuh"
#include "segreduce/block_per_segment.cuh"
#include "segreduce/merge.cuh"

/* A quarter of a warp: the shortest rows a 32-byte sector of f32 pays for. */
constexpr int SUBWARP = 8;

enum status cuda_segreduce_thread(struct job *job)
{
    const segments all = segments_of(job);
    return by_type(job, [job, &all](auto zero) {
        using T = decltype(zero);
        thread_per_segment<T>
            <<<blocks_for(all.count, LADDER_THREADS), LADDER_THREADS, 0,
               stream_of(job)>>>(input<T>(job), all, output<T>(job));
        return cuda_launched(job, "thread-per-segment");
    });
}

template <int Lanes>
static enum status by_lanes(struct job *job, const char *name)
{
    const segments all = segments_of(job);
    return by_type(job, [job, &all, name](auto zero) {
        using T = decltype(zero);
        lanes_per_segment<Lanes, T>
            <<<blocks_for(all.count, LADDER_THREADS / Lanes), LADDER_THREADS,
               0, stream_of(job)>>>(input<T>(job), all, output<T>(job));
        return cuda_launched(job, name);
    });
}

enum status cuda_segreduce_subwarp(struct job *job)
{
    return by_lanes<SUBWARP>(job, "subwarp-per-segment");
}

enum status cuda_segreduce_warp(struct job *job)
{
    return by_lanes<WARP>(job, "warp-per-segment");
}

enum status cuda_segreduce_block(struct job *job)
{
    const segments all = segments_of(job);
    return by_type(job, [job, &all](auto zero) {
        using T = decltype(zero);
        block_per_segment<LADDER_THREADS, T>
            <<<blocks_for(all.count, 1), LADDER_THREADS, 0, stream_of(job)>>>(
                input<T>(job), all, output<T>(job));
        return cuda_launched(job, "block-per-segment");
    });
}

/* --- merge ---------------------------------------------------------------- */

static size_t tiles_of(const struct job *job)
{
    const segments all = segments_of(job);
    return ceil_div(all.n + all.count, size_t(MERGE_TILE));
}

size_t cuda_segreduce_merge_scratch(const struct job *job)
{
    return tiles_of(job) * (sizeof(double) + sizeof(size_t));
}

enum status cuda_segreduce_merge(struct job *job)
{
    const segments all = segments_of(job);
    const size_t tiles = tiles_of(job);
    if (tiles == 0)
        return STATUS_OK;
    return by_type(job, [job, &all, tiles](auto zero) {
        using T = decltype(zero);
        size_t *segment = static_cast<size_t *>(job->scratch);
        const carries<T> carry = { reinterpret_cast<T *>(segment + tiles),
                                   segment };
        merge_tiles<T><<<unsigned(tiles), MERGE_THREADS, 0, stream_of(job)>>>(
            input<T>(job), all, output<T>(job), carry);
        const enum status status = cuda_launched(job, "merge");
        if (status)
            return status;
        merge_carries<T>
            <<<blocks_for(tiles, LADDER_THREADS / WARP), LADDER_THREADS, 0,
               stream_of(job)>>>(carry, tiles, all.count, output<T>(job));
        return cuda_launched(job, "merge, carries");
    });
}

/* --- depth ---------------------------------------------------------------- */

static double lanes_depth(const struct job *job, int lanes)
{
    const double n = double(job->problem->in[0].count);
    return std::min(n, ceil(n / lanes) + log2(double(lanes)));
}

double cuda_segreduce_subwarp_depth(const struct job *job)
{
    return lanes_depth(job, SUBWARP);
}

double cuda_segreduce_warp_depth(const struct job *job)
{
    return lanes_depth(job, WARP);
}

double cuda_segreduce_block_depth(const struct job *job)
{
    return lanes_depth(job, LADDER_THREADS);
}

/* A thread's items, the scan over the block, the thread's own; a lane's
 * carries, the warp's tree, and the two sums. */
double cuda_segreduce_merge_depth(const struct job *job)
{
    return MERGE_ITEMS + log2(double(MERGE_THREADS)) + 1 +
        double(ceil_div(tiles_of(job), size_t(WARP))) + 5 + 1;
}
