/* best.cu - launching best, by type and number of bins. */
#include "cuda.h"
#include "histogram/bins.cuh"
#include "histogram/count_parts.cuh"
#include "histogram/lanes.cuh"
#include "histogram/launch.cuh"
#include "histogram/limits.h"
#include "histogram/mixed.cuh"
#include "histogram/one_table.cuh"
#include "histogram/part.cuh"
#include "histogram/together.cuh"

/* A rung, which best takes for few samples in many bins. */
#include "histogram/global_atomic.cuh"

LAUNCHER(cuda_histogram_best);

/* Bins up to which one cluster does what samples it holds. */
constexpr size_t TOGETHER_BINS = 8192;
/* Bytes from which lanes have counters of their own: a guess. */
constexpr size_t LANES_LEAST = size_t(1) << 25;
/* Samples up to which additions to the result cost less than two launches that
 * sort and count. */
constexpr size_t FEW = size_t(1) << 18;

enum way { TABLE, MIXED, PARTED, GLOBAL };

static enum way way_of(const struct job *job)
{
    const struct problem *p = job->problem;
    const size_t bins = p->out[0].count, room = shared_most();
    return table_room(bins) <= room                                   ? TABLE
        : mixed_places(bins, room).hold()                             ? MIXED
        : p->size <= FEW || room < COUNT_ROOM || histogram_is_wide(p) ? GLOBAL
                                                                      : PARTED;
}

/* Blocks that cover the samples, `vectors` of 16 bytes a thread at a time. */
template <class T>
static size_t blocks_over(const samples<T> &s, unsigned threads, int vectors)
{
    return ceil_div(s.vectors + 1, size_t(threads) * unsigned(vectors));
}

/* --- few samples ---------------------------------------------------------- */

/* False: they are not few, or there are no clusters. */
template <class C, class Bins>
static bool together(const struct job *job, const Bins &bins,
                     enum status *status)
{
    const auto kernel = histogram_together<Bins, C>;
    const samples<typename Bins::sample> s(job);
    const size_t shared = table_room(bins.bins);
    const unsigned blocks = unsigned(
        max(ceil_div(s.vectors, size_t(TOGETHER_THREADS)), size_t(1)));
    if (s.vectors > TOGETHER_VECTORS || bins.bins > TOGETHER_BINS ||
        !has_cluster(job, kernel, blocks, TOGETHER_THREADS, shared))
        return false;
    *status =
        launch_cluster_with(job, "histogram_together", kernel, blocks,
                            TOGETHER_THREADS, shared, bins, s, output<C>(job));
    return true;
}

/* --- bins ----------------------------------------------------------------- */

template <class C, class Bins>
static enum status launch_table(const struct job *job, const Bins &bins)
{
    const samples<typename Bins::sample> s(job);
    return launch_filling(
        job, "histogram_one_table", histogram_one_table<Bins, C>,
        TABLE_THREADS, table_room(bins.bins),
        blocks_over(s, TABLE_THREADS, Bins::VECTORS), bins, s, output<C>(job));
}

template <class C>
static enum status launch_bytes(const struct job *job, const byte_bins &bins)
{
    const samples<uint8_t> s(job);
    const enum status status = clear_result<C>(job);
    if (status)
        return status;
    return s.n < LANES_LEAST
        ? launch_table<C>(job, bins)
        : launch_filling(job, "histogram_lanes", histogram_lanes<C>,
                         LANES_THREADS, LANES_ROOM,
                         blocks_over(s, LANES_THREADS, LANES_UNROLL), s,
                         output<C>(job));
}

template <class C, class Bins>
static enum status launch_mixed(const struct job *job, const Bins &bins)
{
    const samples<typename Bins::sample> s(job);
    const mixed_places places(bins.bins, shared_most());
    return launch_filling(job, "histogram_mixed", histogram_mixed<Bins, C>,
                          MIXED_THREADS, places.bytes(),
                          blocks_over(s, MIXED_THREADS, MIXED_UNROLL), bins, s,
                          places, output<C>(job));
}

template <class C, class Bins>
static enum status launch_global(const struct job *job, const Bins &bins)
{
    return launch_filling(job, "histogram_global_atomic",
                          histogram_global_atomic<Bins, C>, RUNG_THREADS, 0,
                          ceil_div(count_of(job), size_t(RUNG_THREADS)), bins,
                          samples<typename Bins::sample>(job), output<C>(job));
}

/* Blocks of the first launch: as many as its scratch has chunks for. */
static size_t part_blocks(const struct job *job)
{
    return 2 * size_t(job->device->sms);
}

static size_t part_chunks(const struct job *job)
{
    return parted_room::chunks_of(count_of(job), part_blocks(job));
}

template <class C, class Bins>
static enum status launch_parted(const struct job *job, const Bins &bins)
{
    const samples<typename Bins::sample> s(job);
    const parted_room r(job->scratch, part_chunks(job));
    const size_t most =
        min(part_blocks(job), blocks_over(s, PART_THREADS, PART_VECTORS));
    const enum status status =
        launch_filling(job, "histogram_part", histogram_part<Bins>,
                       PART_THREADS, 0, most, bins, s, r);
    return status ? status
                  : launch_filling(job, "histogram_count_parts",
                                   histogram_count_parts<C>, COUNT_THREADS,
                                   COUNT_ROOM, size_t(job->device->sms), r,
                                   bins.bins, output<C>(job));
}

template <class C, class Bins>
static enum status launch_bins(const struct job *job, const Bins &bins)
{
    const enum way way = way_of(job);
    const enum status status =
        clear_result<C>(job, way == PARTED ? PARTED_WORDS : 0);
    if (status)
        return status;
    switch (way) {
    case TABLE: return launch_table<C>(job, bins);
    case MIXED: return launch_mixed<C>(job, bins);
    case PARTED: return launch_parted<C>(job, bins);
    default: return launch_global<C>(job, bins);
    }
}

enum status cuda_histogram_best(struct job *job)
{
    return by_bins(job, [job](const auto &bins, auto zero) {
        using C = decltype(zero);
        using T = typename std::decay_t<decltype(bins)>::sample;
        enum status status = STATUS_OK;
        if (together<C>(job, bins, &status))
            return status;
        if constexpr (sizeof(T) == 1)
            return launch_bytes<C>(job, bins);
        else
            return launch_bins<C>(job, bins);
    });
}

size_t cuda_histogram_best_scratch(const struct job *job)
{
    return way_of(job) == PARTED ? parted_room::bytes(part_chunks(job)) : 0;
}
