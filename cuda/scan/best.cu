/* best.cu - launching best, plan and the rungs they are made of: both
 * operators and kinds, every type, any n, any alignment, in place or not.
 *
 * What the GPU holds at once goes to one_wave.cuh, anything longer through
 * lookahead.cuh. GPUs without its copy engine take one wave after another. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "parts/launch.cuh"
#include "ops/scan.h"
#include "scan/joins.cuh"
#include "scan/lookahead.cuh"
#include "scan/one_wave.cuh"

LAUNCHER(cuda_scan_best);

/* One wave: rows a warp, few as long as 8 warps a block suffice. 16 rows of
 * 8-byte elements would need more registers than there are. H200, 2^20 u32:
 * 7.4 us by 8 rows and 8 warps, 7.7 by 4 and 16; 2^22: 14.1 us by 16 and 16,
 * 15.6 looking ahead. */
constexpr int ROWS_FEW = 4, ROWS_SOME = 8;
template <class E>
constexpr int ROWS_MOST = sizeof(E) == 8 ? 8 : 16;
constexpr int WARPS_SOME = 8;
/* Small blocks up to that many of them: starting those, and their barriers,
 * take less. H200, 2^16 u32, by 2 rows: 5.0 us by 64 blocks of 4 warps, 5.8 by
 * 10 of 28. */
constexpr size_t SMALL_BLOCKS = 64;
constexpr unsigned SMALL_WARPS = 4;
/* Scratch begins with two totals that waves hand on; the chain follows. */
constexpr size_t TOTALS_BYTES = 256;

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

/* At most one a multiprocessor. */
static unsigned wave_blocks(const struct device *device)
{
    return unsigned(std::min(device->sms, WAVE_BLOCKS));
}

static unsigned ring_blocks(const struct device *device)
{
    return unsigned(std::min(device->sms, WINDOW));
}

/* The packets of either kernel; wherever the input will lie, which may not be
 * known yet. */
static size_t packets_of(const struct job *job)
{
    return std::max(tiles_of(job) + 1, size_t(WAVE_BLOCKS));
}

static void *chain_of(const struct job *job)
{
    return static_cast<char *>(job->scratch) + TOTALS_BYTES;
}

/* --- launches ------------------------------------------------------------ */

template <class Op, int Rows>
static enum status launch_wave(struct job *job, unsigned blocks,
                               const wave<typename Op::element> &part)
{
    using E = typename Op::element;
    const unsigned warps = part.warps + ceil_div(blocks - 1, unsigned(WARP));
    scan_one_wave<Op, Rows><<<blocks, warps * WARP, 0, stream_of(job)>>>(
        input<E>(job), output<E>(job), extent_of(job), part, exclusive(job),
        chain_of(job));
    return cuda_launched(job, "scan_one_wave");
}

/* Warps a block, of Rows rows each: few, but enough for one wave if 16 are. */
template <int Rows>
static unsigned warps_for(size_t vectors, size_t blocks)
{
    const size_t all = ceil_div(vectors, size_t(WARP) * Rows);
    if (all <= std::min(blocks, SMALL_BLOCKS) * SMALL_WARPS)
        return SMALL_WARPS;
    const size_t share = ceil_div(all, blocks * WARPS_SOME) * WARPS_SOME;
    return unsigned(std::min(share, size_t(WAVE_WARPS)));
}

/* Waves one after another, none of more blocks than the first: if that has
 * one, it asks for no packets. What is cleared serves them all, as each has an
 * epoch of its own. */
template <class Op, int Rows>
static enum status waves(struct job *job)
{
    using E = typename Op::element;
    const size_t all = vectors_of(job), most = wave_blocks(job->device);
    const unsigned warps = warps_for<Rows>(all, most);
    const size_t each = size_t(warps) * WARP * Rows;
    const size_t packets = std::min(ceil_div(all, each), most);
    E *totals = static_cast<E *>(job->scratch);
    enum status status = STATUS_OK;
    if (packets > 1)
        status = fresh_scratch(job, chain_bytes<E>(packets), TOTALS_BYTES);
    for (size_t begin = 0, w = 0; begin < all && !status; w++) {
        const size_t blocks = std::min(ceil_div(all - begin, each), most);
        const size_t end = begin + blocks * each;
        status = launch_wave<Op, Rows>(
            job, unsigned(blocks),
            { begin, warps, begin ? &totals[w % 2] : nullptr,
              end < all ? &totals[(w + 1) % 2] : nullptr });
        begin = end;
    }
    return status;
}

template <class Op>
static enum status one_wave(struct job *job)
{
    constexpr int Most = ROWS_MOST<typename Op::element>;
    const size_t row = size_t(wave_blocks(job->device)) * WARPS_SOME * WARP;
    if (vectors_of(job) <= row * ROWS_FEW)
        return waves<Op, ROWS_FEW>(job);
    if (vectors_of(job) <= row * ROWS_SOME)
        return waves<Op, ROWS_SOME>(job);
    return waves<Op, Most>(job);
}

template <class Op>
static bool has_ring()
{
    return bulk_blocks(scan_lookahead<Op>, LOOKAHEAD_THREADS,
                       sizeof(ring<typename Op::element>)) > 0;
}

/* With room for a ring. */
template <class Op>
static enum status launch_lookahead(struct job *job)
{
    using E = typename Op::element;
    const size_t tiles = tiles_of(job), shared = sizeof(ring<E>);
    const unsigned blocks =
        unsigned(std::min(tiles, size_t(ring_blocks(job->device))));
    const enum status status =
        fresh_scratch(job, chain_bytes<E>(tiles), TOTALS_BYTES);
    if (status)
        return status;
    scan_lookahead<Op><<<blocks, LOOKAHEAD_THREADS, shared, stream_of(job)>>>(
        input<E>(job), output<E>(job), extent_of(job), unsigned(tiles),
        exclusive(job), chain_of(job));
    return cuda_launched(job, "scan_lookahead");
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
    constexpr size_t SHARE =
        size_t(ROWS_MOST<typename Op::element>) * WAVE_WARPS * WARP;
    const bool fits = vectors_of(job) <= SHARE * wave_blocks(job->device);
    return fits || !has_ring<Op>() ? one_wave<Op>(job)
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

size_t cuda_scan_best_scratch(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    return TOTALS_BYTES +
        (wide ? chain_bytes<double>(packets_of(job))
              : chain_bytes<float>(packets_of(job)));
}

/* Of either kernel: what an element adds to its run or vector, rows, warp and
 * block; the blocks' aggregates, by lane and as a tree; once every round, or
 * the gatherers' joins and one more every wave; and the run again that it is
 * added to. */
double cuda_scan_best_depth(const struct job *job)
{
    const double size = double(elem_size(job->problem->in[0].type));
    const double tree = log2(double(WARP)), run = RUN_VECTORS * 16 / size;
    const int rows = size == 8 ? ROWS_MOST<double> : ROWS_MOST<float>;
    const double wave =
        double(wave_blocks(job->device)) * WAVE_WARPS * WARP * rows;
    const double waves = ceil(double(vectors_of(job)) / wave);
    const double rounds =
        ceil(double(tiles_of(job)) / ring_blocks(job->device));
    return 2 * run + 3 * tree + READS + rows + 4 +
        std::max(rounds, (WAVE_GATHERERS + 1) * waves);
}
