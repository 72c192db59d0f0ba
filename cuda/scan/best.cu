/* best.cu - launching best and the rungs it is made of: both operators and
 * kinds, every type, any n, any alignment, in place or not.
 *
 * What a cluster holds goes to cluster.cuh, what L2 reads twice in no time to
 * two_launches.cuh, some times as much to lookwide.cuh, anything longer through
 * lookahead.cuh. Where there is no copy engine, or no room for its ring,
 * lookback.cuh takes what no cluster holds. */
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
#include "scan/lookwide.cuh"
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
/* Looking wide: rows a warp and threads a block, up to so many bytes. H200, us:
 *
 *                  i32  8 MB  16 MB  32 MB  64 MB    i64  8 MB  16 MB  32 MB
 *   16 rows, 128        9.84   13.9   22.7   41.5         11.1   16.5   26.2
 *   16 rows, 256        10.3   13.9   23.3   41.2         11.0   16.8   27.8
 *   8 rows, 256         9.95   15.0   23.7   41.7         10.6   15.4   24.6
 *   6 rows, 256         9.97   15.8   24.1   42.2         10.8   15.1   24.2
 *   4 rows, 256         10.0   16.4   24.9   44.6         10.4   15.4   25.1
 *   a block each SM     10.2   14.5      -      -         10.9   15.7      -
 *   looking ahead       13.6   18.2   24.2   40.0         15.9      -   27.0 */
template <int Rows, int Threads>
struct wide_form {
    static constexpr int ROWS = Rows, THREADS = Threads;
};
using narrow_wide = wide_form<16, 128>; /* elements of up to 4 bytes */
using short_wide = wide_form<4, 256>;   /* of 8 bytes, up to SHORT_BYTES, */
using long_wide = wide_form<6, 256>;    /* and more */
constexpr size_t SHORT_BYTES = size_t(12) << 20;
constexpr size_t WIDE_BYTES = size_t(40) << 20;
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

template <class Op, class Form>
static enum status wide_by(struct job *job, Form)
{
    using E = typename Op::element;
    const auto parts =
        unsigned(parts_of(job, Form::ROWS, Form::THREADS / WARP));
    const enum status status = clear_first(job, chain_bytes<E>(parts));
    return status
        ? status
        : launch_overlapped(job, "scan_lookwide",
                            scan_lookwide<Op, Form::ROWS, Form::THREADS>,
                            parts, Form::THREADS, input<E>(job),
                            output<E>(job), extent_of(job), exclusive(job),
                            job->scratch);
}

template <class Op>
static enum status look_wide(struct job *job)
{
    if constexpr (sizeof(typename Op::element) <= 4)
        return wide_by<Op>(job, narrow_wide{});
    else if (array_bytes(&job->problem->in[0]) <= SHORT_BYTES)
        return wide_by<Op>(job, short_wide{});
    else
        return wide_by<Op>(job, long_wide{});
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
    const size_t bytes = array_bytes(&job->problem->in[0]);
    return bytes <= TWICE_BYTES ? two_launches<Op>(job)
        : bytes <= WIDE_BYTES   ? look_wide<Op>(job)
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
