/* best.cu - launching best and the rungs it is made of: both operators and
 * kinds, every type, any n, any alignment, in place or not.
 *
 * What a cluster holds goes to cluster.cuh, what L2 reads twice in no time to
 * two_launches.cuh, what registers hold to one_wave.cuh, anything longer
 * through lookahead.cuh. Where there is no copy engine, or no room for its
 * ring, lookback.cuh takes what no cluster holds. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "ops/scan.h"
#include "parts/launch.cuh"
#include "problem.h"
#include "scan/cluster.cuh"
#include "scan/joins.cuh"
#include "scan/lookahead.cuh"
#include "scan/lookback.cuh"
#include "scan/one_wave.cuh"
#include "scan/two_launches.cuh"

LAUNCHER(cuda_scan_best);

/* A cluster's rows a warp, up to 512 KB. H200, i32: 2^16 5.3 us by 4 rows and
 * up to 16 warps, 5.4 by 2 and up to 32; 2^17 6.0 and 6.7; 2^18 by 8 rows 7.8,
 * by two launches 6.9. */
constexpr int CLUSTER_ROWS = 4;
constexpr unsigned CLUSTER_LEAST = 4; /* warps a block */
/* Two launches: rows a warp and warps a block; up to so many bytes. H200, i32,
 * cold: 2^20 8.1 us so, 8.8 by blocks of 16 warps and as many rows as all parts
 * at once need; 2^21 10.9 and 12.8. */
constexpr int TWICE_ROWS = 4;
constexpr unsigned TWICE_WARPS = PART_THREADS / WARP;
constexpr size_t TWICE_BYTES = size_t(6) << 20;
/* One wave: rows a warp, few as long as there are multiprocessors for all.
 * H200, i32, so, by two launches and looking ahead: 2^21 10.4 us, 10.9 and
 * 13.6; 2^22 15.4, 17.6 and 18.2. */
constexpr int WAVE_SOME = 8, WAVE_MORE = 12, WAVE_MOST = 16;
constexpr unsigned WAVE_WARPS = WAVE_THREADS / WARP;
constexpr int CHAIN_ROWS = 8;

/* --- how a job lies ------------------------------------------------------ */

static inline unsigned phase_of(const void *p)
{
    return unsigned(reinterpret_cast<uintptr_t>(p) % sizeof(uint4));
}

static extent extent_of(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    const unsigned phase = phase_of(job->in[0]);
    return { in->count, phase / unsigned(elem_size(in->type)),
             phase == phase_of(job->out[0]) };
}

static size_t bytes_from_aligned(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return phase_of(job->in[0]) + in->count * elem_size(in->type);
}

static size_t vectors_of(const struct job *job)
{
    return ceil_div(bytes_from_aligned(job), sizeof(uint4));
}

static size_t tiles_of(const struct job *job)
{
    return ceil_div(bytes_from_aligned(job), size_t(TILE_BYTES));
}

static bool exclusive(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

static size_t parts_of(const struct job *job, int rows, unsigned warps)
{
    return ceil_div(vectors_of(job), part_vectors(rows, warps));
}

/* --- launches ------------------------------------------------------------ */

/* Warps a block, the fewest of a power of two with which a cluster holds all;
 * 0: it cannot. */
static unsigned cluster_warps(const struct job *job)
{
    for (unsigned warps = CLUSTER_LEAST; warps <= CLUSTER_THREADS / WARP;
         warps *= 2)
        if (parts_of(job, CLUSTER_ROWS, warps) <= CLUSTER_MOST)
            return warps;
    return 0;
}

/* False: it does not fit in a cluster. */
template <class Op>
static bool cluster(struct job *job, enum status *status)
{
    using E = typename Op::element;
    const auto kernel = scan_cluster<Op, CLUSTER_ROWS>;
    const unsigned warps = cluster_warps(job);
    if (!warps)
        return false;
    const unsigned blocks = unsigned(parts_of(job, CLUSTER_ROWS, warps));
    if (!has_cluster(job, kernel, blocks, warps * WARP))
        return false;
    *status = launch_cluster(job, "scan_cluster", kernel, blocks, warps * WARP,
                             input<E>(job), output<E>(job), extent_of(job),
                             exclusive(job));
    return true;
}

template <class Op>
static enum status two_launches(struct job *job)
{
    using E = typename Op::element;
    const unsigned threads = TWICE_WARPS * WARP;
    const auto blocks = unsigned(parts_of(job, TWICE_ROWS, TWICE_WARPS));
    E *totals = static_cast<E *>(job->scratch);
    scan_totals<Op, TWICE_ROWS><<<blocks, threads, 0, stream_of(job)>>>(
        input<E>(job), extent_of(job), totals);
    const enum status status = cuda_launched(job, "scan_totals");
    return status
        ? status
        : launch_overlapped(job, "scan_parts", scan_parts<Op, TWICE_ROWS>,
                            blocks, threads, input<E>(job), output<E>(job),
                            extent_of(job), exclusive(job), totals);
}

template <class Op, int Rows>
static enum status wave_by(struct job *job)
{
    using E = typename Op::element;
    const auto parts = unsigned(parts_of(job, Rows, WAVE_WARPS));
    const enum status status = clear_first(job, chain_bytes<E>(parts));
    return status
        ? status
        : launch_overlapped(job, "scan_one_wave", scan_one_wave<Op, Rows>,
                            parts, WAVE_THREADS, input<E>(job), output<E>(job),
                            extent_of(job), exclusive(job), job->scratch);
}

/* Whether a multiprocessor is there for each part of so many rows a warp, and
 * a thread for each lower part. */
static bool is_wave(const struct job *job, int rows)
{
    const size_t most = size_t(std::min(job->device->sms, WAVE_THREADS));
    return parts_of(job, rows, WAVE_WARPS) <= most;
}

template <class Op>
static enum status one_wave(struct job *job)
{
    if (is_wave(job, WAVE_SOME))
        return wave_by<Op, WAVE_SOME>(job);
    return is_wave(job, WAVE_MORE) ? wave_by<Op, WAVE_MORE>(job)
                                   : wave_by<Op, WAVE_MOST>(job);
}

template <class Op>
static enum status look_back(struct job *job)
{
    using E = typename Op::element;
    const size_t parts = parts_of(job, CHAIN_ROWS, CHAIN_THREADS / WARP);
    const enum status status = fresh_scratch(job, chain_bytes<E>(parts));
    if (status)
        return status;
    scan_lookback<Op, CHAIN_ROWS>
        <<<unsigned(parts), CHAIN_THREADS, 0, stream_of(job)>>>(
            input<E>(job), output<E>(job), extent_of(job), exclusive(job),
            job->scratch);
    return cuda_launched(job, "scan_lookback");
}

template <class Op>
static bool has_ring()
{
    return bulk_blocks(scan_lookahead<Op>, LOOKAHEAD_THREADS,
                       sizeof(ring<typename Op::element>)) > 0;
}

/* With room for a ring: one block a multiprocessor. */
template <class Op>
static enum status launch_lookahead(struct job *job)
{
    using E = typename Op::element;
    const size_t tiles = tiles_of(job);
    const auto blocks = unsigned(std::min(tiles, size_t(job->device->sms)));
    const enum status status = clear_first(job, chain_bytes<E>(tiles));
    return status
        ? status
        : launch_overlapped_with(job, "scan_lookahead", scan_lookahead<Op>,
                                 blocks, LOOKAHEAD_THREADS, sizeof(ring<E>),
                                 input<E>(job), output<E>(job), extent_of(job),
                                 unsigned(tiles), exclusive(job),
                                 job->scratch);
}

template <class Op>
static enum status lookahead(struct job *job)
{
    if (has_ring<Op>())
        return launch_lookahead<Op>(job);
    return fail(job->why, STATUS_MISSING,
                "it needs the copy engine of GPUs of compute capability 9.0 "
                "or more, and code for it; this GPU has %d.%d",
                job->device->capability / 10, job->device->capability % 10);
}

template <class Op>
static enum status best(struct job *job)
{
    enum status status = STATUS_OK;
    if (cluster<Op>(job, &status))
        return status;
    if (!has_ring<Op>())
        return look_back<Op>(job);
    if (array_bytes(&job->problem->in[0]) <= TWICE_BYTES)
        return two_launches<Op>(job);
    return is_wave(job, WAVE_MOST) ? one_wave<Op>(job)
                                   : launch_lookahead<Op>(job);
}

/* --- rungs, operators and types ------------------------------------------- */

/* A rung's own way, else best. */
template <class Op>
static enum status launch(struct job *job)
{
#define ANY(number, name, way, ...)                                           \
    if (job->variant->step == number)                                         \
        return way<Op>(job);
#include "scan/rungs.def"
    return best<Op>(job);
}

enum status cuda_scan_best(struct job *job)
{
    if (job->problem->in[0].count == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(NUMBERS){}, job, [job](auto type) {
        using each = decltype(type);
        return job->problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM
            ? launch<plus<typename each::add>>(job)
            : launch<larger<typename each::element>>(job);
    });
}

/* --- scratch and depth --------------------------------------------------- */

/* Of any of its kernels, wherever the input will lie, which may not be known
 * yet. */
size_t cuda_scan_best_scratch(const struct job *job)
{
    const size_t twice = parts_of(job, TWICE_ROWS, TWICE_WARPS);
    const size_t chain = parts_of(job, CHAIN_ROWS, CHAIN_THREADS / WARP);
    const size_t parts = std::max(std::max(twice, chain), tiles_of(job)) + 2;
    return elem_size(job->problem->in[0].type) == 8
        ? chain_bytes<double>(parts)
        : chain_bytes<float>(parts);
}

/* Of any of its kernels: what an element adds to its run or vector, rows, warp
 * and block, and the run again that it is added to; over the parts, in each
 * of a block's threads or, a group of a warp after another, over the tiles; a
 * chain may go through all of them. */
double cuda_scan_best_depth(const struct job *job)
{
    const double size = double(elem_size(job->problem->in[0].type));
    const double tree = log2(double(WARP)), run = RUN_VECTORS * 16 / size;
    const double tiles = double(tiles_of(job)) + 1;
    const double parts = double(parts_of(job, TWICE_ROWS, TWICE_WARPS)) + 1;
    return 2 * run + 4 * tree + CHAIN_ROWS + 4 +
        (has_ring<plus<float>>()
             ? ceil(parts / PART_THREADS) + ceil(tiles / WARP)
             : parts);
}
