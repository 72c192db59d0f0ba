/* best.cu - launching best, reversed and look-back: every type, any n, any
 * alignment.
 *
 * What one block holds goes to compact/alone.cuh, what a cluster holds and what
 * L2 reads twice in no time to parts.cuh, anything longer through
 * compact/ring.cuh: in one pass where the second side is reversed, else behind
 * a launch that counts. GPUs without its copy engine look back. */
#include "cuda.h"
#include "ops/partition.h"
#include "compact/alone.cuh"
#include "compact/arrays.cuh"
#include "compact/ring.cuh"
#include "partition/lookback.cuh"
#include "partition/parts.cuh"

LAUNCHER(cuda_partition_best);
LAUNCHER(cuda_partition_lookback);
LAUNCHER(cuda_partition_reversed);

/* Two launches: up to so many bytes, half of what L2 holds; by few rows up to
 * two blocks a multiprocessor. */
constexpr size_t TWICE_BYTES = size_t(24) << 20;
constexpr unsigned FEW_BLOCKS = 2;
/* The blocks of the launch that counts for the ring: a tile each. */
constexpr int COUNT_ROWS = RUN_VECTORS;
constexpr unsigned COUNT_WARPS = CHUNKS;
static_assert(part_vectors(COUNT_ROWS, COUNT_WARPS) == TILE_VECTORS, "a tile");

template <class T>
static packing<T> work_of(const struct job *job)
{
    return packing_of<T>(job, partition_threshold);
}

/* --- launches ------------------------------------------------------------ */

template <class T, class Sides>
static enum status launch_alone(struct job *job)
{
    compact_alone<T, Sides>
        <<<1, ALONE_WARPS * WARP, ALONE_VECTORS * sizeof(uint4),
           stream_of(job)>>>(work_of<T>(job));
    return cuda_launched(job, "compact_alone");
}

/* Warps a block, the fewest of a power of two with which a cluster holds all;
 * 0: it cannot. */
static unsigned cluster_warps(const struct job *job)
{
    for (unsigned warps = CLUSTER_LEAST; warps <= CLUSTER_WARPS; warps *= 2)
        if (parts_of(job, CLUSTER_ROWS, warps) <= CLUSTER_MOST)
            return warps;
    return 0;
}

/* False: it does not fit in a cluster. */
template <class T, class Sides>
static bool cluster(struct job *job, enum status *status)
{
    const auto kernel = partition_cluster<T, Sides>;
    const unsigned warps = cluster_warps(job), threads = warps * WARP;
    if (!warps)
        return false;
    const unsigned blocks = parts_of(job, CLUSTER_ROWS, warps);
    const size_t shared = part_room(CLUSTER_ROWS, warps);
    if (!has_cluster(job, kernel, blocks, threads, shared))
        return false;
    *status = launch_cluster_with(job, "partition_cluster", kernel, blocks,
                                  threads, shared, work_of<T>(job));
    return true;
}

/* The first launch of two: parts of so many rows and warps. */
template <class T, int Rows>
static enum status launch_counts(struct job *job, unsigned parts,
                                 unsigned warps)
{
    share_room(compact_counts<T, Rows>);
    compact_counts<T, Rows><<<parts, warps * WARP, 0, stream_of(job)>>>(
        work_of<T>(job), job->scratch);
    return cuda_launched(job, "compact_counts");
}

template <class T, class Sides, int Rows>
static enum status twice_by(struct job *job)
{
    const auto kernel = partition_parts<T, Rows, Sides>;
    const unsigned parts = parts_of(job, Rows, TWICE_WARPS);
    const enum status status = launch_counts<T, Rows>(job, parts, TWICE_WARPS);
    if (status)
        return status;
    share_room(kernel);
    return launch_overlapped_with(
        job, "partition_parts", kernel, parts, TWICE_WARPS * WARP,
        part_room(Rows, TWICE_WARPS), work_of<T>(job), job->scratch);
}

template <class T, class Sides>
static enum status twice(struct job *job)
{
    const unsigned few = FEW_BLOCKS * unsigned(job->device->sms);
    return parts_of(job, TWICE_ROWS, TWICE_WARPS) <= few
        ? twice_by<T, Sides, TWICE_ROWS>(job)
        : twice_by<T, Sides, TWICE_MORE>(job);
}

template <class T, class Sides>
static enum status launch_ring(struct job *job)
{
    const auto kernel = compact_ring<T, Sides>;
    const unsigned tiles = blocks_for(vectors_of(job), TILE_VECTORS);
    const unsigned blocks = min(tiles, unsigned(job->device->sms));
    const enum status status = Sides::STABLE
        ? launch_counts<T, COUNT_ROWS>(job, tiles, COUNT_WARPS)
        : clear_first(job, published_bytes(tiles));
    return status
        ? status
        : launch_overlapped_with(job, "compact_ring", kernel, blocks,
                                 RING_THREADS, sizeof(pack_ring),
                                 work_of<T>(job), tiles, job->scratch);
}

template <class T, class Sides>
static enum status look_back_by(struct job *job)
{
    const unsigned threads = LOOKBACK_THREADS;
    const unsigned parts =
        parts_of(job, LOOKBACK_ROWS, LOOKBACK_THREADS / WARP);
    enum status status =
        fresh_scratch(job, chain_bytes<look_back::count>(parts));
    if (!status && Sides::STABLE) {
        partition_total<T><<<parts, threads, 0, stream_of(job)>>>(
            work_of<T>(job), job->scratch);
        status = cuda_launched(job, "partition_total");
    }
    if (status)
        return status;
    partition_lookback<T, Sides>
        <<<parts, threads, LOOKBACK_VECTORS * sizeof(uint4), stream_of(job)>>>(
            work_of<T>(job), job->scratch);
    return cuda_launched(job, "partition_lookback");
}

/* --- which --------------------------------------------------------------- */

template <class T, class Sides>
static bool has_ring()
{
    return bulk_blocks(compact_ring<T, Sides>, RING_THREADS,
                       sizeof(pack_ring)) > 0;
}

template <class T, class Sides>
static enum status best(struct job *job)
{
    enum status status = STATUS_OK;
    if (vectors_of(job) <= ALONE_VECTORS)
        return launch_alone<T, Sides>(job);
    if (cluster<T, Sides>(job, &status))
        return status;
    if (vectors_of(job) <= TWICE_BYTES / sizeof(uint4))
        return twice<T, Sides>(job);
    return has_ring<T, Sides>() ? launch_ring<T, Sides>(job)
                                : look_back_by<T, Sides>(job);
}

enum status cuda_partition_best(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return best<typename decltype(type)::element, both_stable>(job);
    });
}

enum status cuda_partition_reversed(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return best<typename decltype(type)::element, both_reversed>(job);
    });
}

enum status cuda_partition_lookback(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::element;
        return look_back_by<T, both_stable>(job);
    });
}

/* --- scratch ------------------------------------------------------------- */

size_t cuda_partition_lookback_scratch(const struct job *job)
{
    return chain_bytes<look_back::count>(
        ceil_div(vectors_most(job), LOOKBACK_VECTORS));
}

/* Of any of its kernels: look-back's tiles are no larger than the ring's, and
 * need more each. */
size_t cuda_partition_best_scratch(const struct job *job)
{
    static_assert(LOOKBACK_VECTORS <= TILE_VECTORS, "as it says");
    const size_t parts =
        ceil_div(vectors_most(job), part_vectors(TWICE_ROWS, TWICE_WARPS));
    return max(published_bytes(parts), cuda_partition_lookback_scratch(job));
}

size_t cuda_partition_reversed_scratch(const struct job *job)
{
    return cuda_partition_best_scratch(job);
}
