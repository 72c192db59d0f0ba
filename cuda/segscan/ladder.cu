/* ladder.cu - launching the rungs in two sweeps, tiles and carries. */
#include <cmath>

#include "cuda.h"
#include "segscan/ladder.cuh"
#include "segscan/rungs.def"

LAUNCHER(cuda_segscan_ladder);

/* Scratch: sums, counts and flags of all levels, then heads made of
 * offsets. */
template <class T>
static enum status sweep_all(const struct job *job, tile_scan<T> kernel,
                             int threads)
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
    return sweep<T>(job, kernel, threads, input<T>(job), heads, n,
                    exclusive_of(job), output<T>(job), totals);
}

template <class T>
static enum status launch(struct job *job)
{
    switch (job->variant->step) {
#define SWEEP(step, name, kernel, threads, ...)                               \
    case step:                                                                \
        return sweep_all<T>(job, kernel<T>, threads);
#include "segscan/rungs.def"
    default: return fail(job->why, STATUS_USAGE, "no such rung");
    }
}

enum status cuda_segscan_ladder(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch<typename decltype(type)::add>(job);
    });
}

size_t cuda_segscan_ladder_scratch(const struct job *job)
{
    const size_t each = sizeof(double) + sizeof(unsigned) + sizeof(head);
    return sweep_levels(job).tiles * each + made_bytes(job);
}

/* A tile's levels up and down, or over lanes and warps; a carry; the last
 * addition. Once a level of tiles. */
double cuda_segscan_ladder_depth(const struct job *job)
{
    return sweep_levels(job).count * (2 * log2(SWEEP_TILE) + 2);
}
