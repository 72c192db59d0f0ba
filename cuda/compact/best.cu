/* best.cu - launching best, and look-back alone: every type, any n, any
 * alignment, in place or not.
 *
 * What one block holds goes to alone.cuh, what the GPU holds at once to
 * one_hop.cuh, anything longer through ring.cuh. GPUs without its copy engine
 * look back. */
#include "cuda.h"
#include "ops/compact.h"
#include "parts/launch.cuh"
#include "compact/alone.cuh"
#include "compact/arrays.cuh"
#include "compact/lookback.cuh"
#include "compact/one_hop.cuh"
#include "compact/ring.cuh"

LAUNCHER(cuda_compact_best);
LAUNCHER(cuda_compact_lookback);

/* One hop: rows a warp, and warps a block, the fewest that leave at most a
 * block for each multiprocessor. H200, i32, half of them kept: 2^18 6.3 us by
 * 64 blocks of 8 warps, 6.5 by 32 of 16; 2^19 7.7 by 128 of 8, 7.5 by 64 of
 * 16; 2^22 15.0 by 128 of 32 and 8 rows, 15.5 by 256 of 16 and 8 rows, 17.1
 * through the ring. H100, 2^16 6.0, 2^20 8.4, 2^22 15.9 and 18.5. */
constexpr int HOP_ROWS = 4, HOP_ROWS_MOST = 8;
constexpr unsigned HOP_WARPS[] = { 8, 16, 32 }, SMALL_WARPS = 8;
constexpr unsigned SMALL_BLOCKS = 64; /* at most so many of those */

template <class T>
static packing<T> work_of(const struct job *job)
{
    return packing_of<T>(job, compact_threshold);
}

/* --- launches ------------------------------------------------------------ */

template <class T>
static enum status launch_alone(struct job *job)
{
    compact_alone<T><<<1, ALONE_WARPS * WARP, ALONE_VECTORS * sizeof(uint4),
                       stream_of(job)>>>(work_of<T>(job));
    return cuda_launched(job, "compact_alone");
}

template <class T, int Rows>
static enum status launch_hop(struct job *job, unsigned warps)
{
    const unsigned blocks = parts_of(job, Rows, warps);
    const enum status status = fresh_scratch(job, published_bytes(blocks));
    if (status)
        return status;
    compact_one_hop<T, Rows>
        <<<blocks, warps * WARP, part_room(Rows, warps), stream_of(job)>>>(
            work_of<T>(job), job->scratch);
    return cuda_launched(job, "compact_one_hop");
}

template <class T>
static enum status launch_ring(struct job *job)
{
    const size_t tiles = blocks_for(vectors_of(job), TILE_VECTORS);
    const unsigned blocks = unsigned(min(tiles, size_t(job->device->sms)));
    const enum status status = fresh_scratch(job, published_bytes(tiles));
    if (status)
        return status;
    compact_ring<T>
        <<<blocks, RING_THREADS, sizeof(struct pack_ring), stream_of(job)>>>(
            work_of<T>(job), unsigned(tiles), job->scratch);
    return cuda_launched(job, "compact_ring");
}

template <class T>
static enum status launch_lookback(struct job *job)
{
    const unsigned parts = blocks_for(vectors_of(job), LOOKBACK_VECTORS);
    const enum status status =
        fresh_scratch(job, chain_bytes<look_back::count>(parts));
    if (status)
        return status;
    compact_lookback<T>
        <<<parts, LOOKBACK_THREADS, LOOKBACK_VECTORS * sizeof(uint4),
           stream_of(job)>>>(work_of<T>(job), job->scratch);
    return cuda_launched(job, "compact_lookback");
}

/* --- which --------------------------------------------------------------- */

/* At most a block a multiprocessor, with the shared memory that it needs. */
template <class T, int Rows>
static bool hop_takes(const struct job *job, unsigned warps)
{
    const unsigned sms = unsigned(job->device->sms);
    const unsigned most = warps > SMALL_WARPS ? sms : min(sms, SMALL_BLOCKS);
    return vectors_of(job) <= most * part_vectors(Rows, warps) &&
        allow_shared(compact_one_hop<T, Rows>, part_room(Rows, warps));
}

template <class T>
static enum status best(struct job *job)
{
    if (vectors_of(job) <= ALONE_VECTORS)
        return launch_alone<T>(job);
    for (const unsigned warps : HOP_WARPS)
        if (hop_takes<T, HOP_ROWS>(job, warps))
            return launch_hop<T, HOP_ROWS>(job, warps);
    const unsigned most = PART_THREADS / WARP;
    if (hop_takes<T, HOP_ROWS_MOST>(job, most))
        return launch_hop<T, HOP_ROWS_MOST>(job, most);
    return bulk_blocks(compact_ring<T>, RING_THREADS, sizeof(pack_ring)) > 0
        ? launch_ring<T>(job)
        : launch_lookback<T>(job);
}

enum status cuda_compact_best(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return best<typename decltype(type)::element>(job);
    });
}

enum status cuda_compact_lookback(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return launch_lookback<typename decltype(type)::element>(job);
    });
}

/* --- scratch and depth --------------------------------------------------- */

size_t cuda_compact_lookback_scratch(const struct job *job)
{
    return chain_bytes<look_back::count>(
        ceil_div(vectors_most(job), LOOKBACK_VECTORS));
}

/* Of any of its kernels. */
size_t cuda_compact_best_scratch(const struct job *job)
{
    const size_t ring =
        published_bytes(ceil_div(vectors_most(job), size_t(TILE_VECTORS)));
    const size_t hop = published_bytes(size_t(job->device->sms));
    return max(max(ring, hop), cuda_compact_lookback_scratch(job));
}

/* Nothing rounds. */
double cuda_compact_best_depth(const struct job *job)
{
    (void)job;
    return 0;
}

double cuda_compact_lookback_depth(const struct job *job)
{
    return cuda_compact_best_depth(job);
}
