/* best.cu - launching best and look-back: every type, flags or offsets, any n,
 * any alignment. By flags, what a cluster holds goes to cluster.cuh, what L2
 * holds to two_launches.cuh; the rest, and offsets, to ring.cuh, with small
 * tiles where n is small. Where there is no copy engine, or no room for its
 * ring, lookback.cuh takes all. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "problem.h"
#include "segscan/cluster.cuh"
#include "segscan/ladder.cuh"
#include "segscan/lookback.cuh"
#include "segscan/ring.cuh"
#include "segscan/two_launches.cuh"

LAUNCHER(cuda_segscan_best);

/* The fewest and the most warps a block of a cluster, up to 256 KB in all; and
 * two launches up to so many bytes of elements. */
constexpr unsigned CLUSTER_LEAST = 4, CLUSTER_WARPS = PART_WARPS;
constexpr size_t TWICE_BYTES = size_t(8) << 20;
/* Vectors a thread, stages a block, blocks a multiprocessor. H200, i32 by
 * flags, small and large: 2^20 9.7 and 10.0 us, 2^22 15.9 and 16.3, 2^24 41.1
 * and 39.6, 2^28 575 and 564; by two launches 2^20 8.6, 2^21 11.6, 2^22
 * 19.3. */
template <class T>
struct small_tile : tile_shape<T, 3, 3> {
    static constexpr int BLOCKS = 3;
};
template <class T>
struct large_tile : tile_shape<T, 7, 3> {
    static constexpr int BLOCKS = 2;
};
/* Up to so many bytes of elements a multiprocessor tiles are small. */
constexpr size_t SMALL_MOST = size_t(1) << 17;

/* Elements from the 16-byte boundary before the first. */
static size_t reach_of(const struct job *job)
{
    const size_t size = elem_size(job->problem->in[0].type);
    return reinterpret_cast<uintptr_t>(job->in[0]) % 16 / size + count_of(job);
}

template <class T>
static segscan_work<T> work_of(const struct job *job)
{
    segscan_work<T> w = {};
    w.in = input<T>(job);
    w.out = output<T>(job);
    w.n = count_of(job);
    if (!by_offsets(job)) {
        w.flags = input<unsigned char>(job, 1);
    } else {
        w.by.at = input<unsigned long long>(job, 1);
        w.by.segments = job->problem->in[1].count - 1;
        w.by.elements = w.n;
        w.by.density = double(w.by.segments) / double(w.n);
    }
    w.lead = unsigned(reach_of(job) - w.n);
    w.inclusive =
        job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_INCLUSIVE;
    w.in_step = uintptr_t(w.in) % 16 == uintptr_t(w.out) % 16;
    w.scratch = job->scratch;
    return w;
}

/* --- launches ------------------------------------------------------------ */

static size_t bytes_of(const struct job *job)
{
    return reach_of(job) * elem_size(job->problem->in[0].type);
}

static size_t parts_of(const struct job *job, unsigned warps)
{
    return ceil_div(bytes_of(job), part_bytes(warps));
}

/* Warps a block, the fewest of a power of two with which a cluster holds all;
 * 0: it cannot. */
static unsigned cluster_warps(const struct job *job)
{
    for (unsigned warps = CLUSTER_LEAST; warps <= CLUSTER_WARPS; warps *= 2)
        if (parts_of(job, warps) <= CLUSTER_MOST)
            return warps;
    return 0;
}

/* False: it does not fit in a cluster. */
template <class T, bool Inclusive>
static bool cluster(struct job *job, enum status *status)
{
    const auto kernel = segscan_cluster<T, Inclusive>;
    const unsigned warps = cluster_warps(job);
    if (!warps)
        return false;
    const unsigned blocks = unsigned(parts_of(job, warps));
    if (!has_cluster(job, kernel, blocks, warps * WARP))
        return false;
    *status = launch_cluster(job, "segscan_cluster", kernel, blocks,
                             warps * WARP, work_of<T>(job));
    return true;
}

template <class T, bool Inclusive>
static enum status two_launches(struct job *job)
{
    const segscan_work<T> w = work_of<T>(job);
    const auto blocks = unsigned(parts_of(job, TWICE_WARPS));
    auto *parts = static_cast<part<T> *>(job->scratch);
    share_room(segscan_totals<T>);
    share_room(segscan_parts<T, Inclusive>);
    segscan_totals<T>
        <<<blocks, TAIL_WARPS * WARP, 0, stream_of(job)>>>(w, parts);
    const enum status status = cuda_launched(job, "segscan_totals");
    return status
        ? status
        : launch_overlapped(job, "segscan_parts", segscan_parts<T, Inclusive>,
                            blocks, TWICE_WARPS * WARP, w, parts);
}

/* Scratch: the chain, then heads made of offsets. None of the kernels has more
 * tiles than the ring has small ones, wherever the input will lie. */
static size_t chain_room(const struct job *job)
{
    constexpr size_t LEAST = small_tile<double>::BYTES;
    static_assert(part_bytes(CHAIN_WARPS) >= LEAST &&
                      part_bytes(TWICE_WARPS) >= LEAST &&
                      sizeof(part<double>) <= sizeof(slot),
                  "small tiles are the most");
    return chain_bytes<double>(array_bytes(&job->problem->in[0]) / LEAST + 3);
}

template <class T, bool Inclusive>
static enum status look_back(struct job *job)
{
    segscan_work<T> w = work_of<T>(job);
    const size_t parts = parts_of(job, CHAIN_WARPS);
    enum status status = fresh_scratch(job, chain_bytes<T>(parts));
    if (!status)
        status = heads_of(
            job, static_cast<char *>(job->scratch) + chain_room(job), w.flags);
    if (status)
        return status;
    segscan_lookback<T, Inclusive>
        <<<unsigned(parts), CHAIN_WARPS * WARP, 0, stream_of(job)>>>(w);
    return cuda_launched(job, "segscan_lookback");
}

/* Whether this GPU, and this build for it, has the copy engine, and room for
 * as many blocks a multiprocessor as the kernel is made for. */
template <class S>
static bool has_ring()
{
    return bulk_blocks(segscan_ring<S, S::BLOCKS>, RING_THREADS,
                       sizeof(tile_room<S>)) >= S::BLOCKS;
}

template <class S>
static enum status ring(struct job *job)
{
    const size_t tiles = ceil_div(reach_of(job), size_t(S::TILE));
    const int warps = SCAN_WARPS + 1 + (by_offsets(job) ? MARKERS : 0);
    const size_t most = size_t(job->device->sms) * S::BLOCKS;
    const enum status status =
        clear_first(job, chain_bytes<typename S::element>(tiles));
    return status ? status
                  : launch_overlapped_with(
                        job, "segscan_ring", segscan_ring<S, S::BLOCKS>,
                        unsigned(std::min(tiles, most)), warps * WARP,
                        sizeof(tile_room<S>),
                        work_of<typename S::element>(job), unsigned(tiles));
}

/* --- by size and type ----------------------------------------------------- */

template <class T>
static bool is_small(const struct job *job)
{
    return count_of(job) * sizeof(T) <= job->device->sms * SMALL_MOST;
}

template <class T, bool Inclusive>
static enum status by_flags(struct job *job)
{
    enum status status = STATUS_OK;
    if (cluster<T, Inclusive>(job, &status))
        return status;
    const size_t bytes = count_of(job) * sizeof(T);
    if (bytes <= TWICE_BYTES)
        return two_launches<T, Inclusive>(job);
    return is_small<T>(job) ? ring<small_tile<T>>(job)
                            : ring<large_tile<T>>(job);
}

template <class T>
static bool has_rings()
{
    return has_ring<small_tile<T>>() && has_ring<large_tile<T>>();
}

template <class T, bool Inclusive>
static enum status launch(struct job *job)
{
    const bool is_best = job->variant->best;
    if (!is_best || !has_rings<T>())
        return look_back<T, Inclusive>(job);
    if (!by_offsets(job))
        return by_flags<T, Inclusive>(job);
    return is_small<T>(job) ? ring<small_tile<T>>(job)
                            : ring<large_tile<T>>(job);
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
        using T = typename decltype(type)::add;
        return exclusive_of(job) ? launch<T, false>(job)
                                 : launch<T, true>(job);
    });
}

/* --- scratch and depth ---------------------------------------------------- */

size_t cuda_segscan_best_scratch(const struct job *job)
{
    return chain_room(job) + made_bytes(job);
}

constexpr double LEVELS = 5; /* of a warp's lanes, a block's warps */

/* Of parts or tiles that a prefix may come through: two a part, but where all
 * are joined as a tree, after a part's tails. */
static double joins_depth(const struct job *job)
{
    const bool has = elem_size(job->problem->in[0].type) == 8
        ? has_rings<double>()
        : has_rings<float>();
    const double bytes = double(bytes_of(job));
    if (job->variant->best && has && !by_offsets(job) &&
        array_bytes(&job->problem->in[0]) <= TWICE_BYTES)
        return TAILS + 2 * LEVELS +
            ceil(bytes / double(part_bytes(TWICE_WARPS)) /
                 (TWICE_WARPS * WARP));
    return 2 * (bytes / double(small_tile<double>::BYTES) + 2);
}

/* A lane's elements twice, lanes and warps. */
double cuda_segscan_best_depth(const struct job *job)
{
    constexpr double ITEMS = 28;
    return 2 * ITEMS + 4 * LEVELS + 4 + joins_depth(job);
}
