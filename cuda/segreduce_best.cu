/* segreduce_best.cu - launching best: every operator, every type, any lengths
 * of segments, any alignment, one launch. */
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "launch.cuh"
#include "ops/segreduce.h"
#include "reduce/extrema.cuh"
#include "segreduce.h"
#include "segreduce/best.cuh"
#include "segreduce/few.cuh"
#include "segreduce/small.cuh"

/* --- shares, one a warp --------------------------------------------------- */

/* Warps a block, at most and at least, and blocks a multiprocessor: as many
 * as shared memory holds. */
constexpr int WARPS = 14, WARPS_LEAST = 4, BLOCKS = 2;
/* The least share of a warp: elements, and ends by their weight. */
constexpr size_t SHARE_LEAST = 512;

/* --- a block a piece ------------------------------------------------------ */

/* From this mean length on where there are FEW_LARGE elements, from twice that
 * on where there are FEW_ELEMENTS; the least share of a block. H200, f32, 2^28:
 * one segment 245 us so, 300 in shares a warp; mean 1e4 267 and 300. At 2^24:
 * one 23.3 and 24.8, mean 1e4 29.7 and 27.8. */
constexpr size_t FEW_MEAN = 8192, FEW_LARGE = 1 << 26, FEW_ELEMENTS = 1 << 22,
                 FEW_LEAST = 2048;
constexpr int FEW_THREADS = 512;
template <class E> constexpr int FEW_BLOCKS = sizeof(E) == 8 ? 2 : 3;
template <class E> constexpr int FEW_UNROLL =
    sizeof(E) == 4 ? 4 : std::is_integral_v<E> ? 8 : 5; /* f64 would spill */

/* --- small problems ------------------------------------------------------- */

/* Up to so many elements lanes, or a block, take a segment of any length; a
 * block from this mean on, where all blocks are resident, and alone up to
 * BLOCKS_MOST elements. Above WARY elements blocks look whether four in a row
 * are longer than LONGEST. Longer means are for shares. H200, 2^16 f32, mean
 * 16: 4.8 us so, 8.0 in shares; mean 1000: 5.0 and 7.4, at 2^20 6.8 and
 * 9.8. */
constexpr size_t SMALL_MOST = 1 << 18, BLOCK_MEAN = 64, SMALL_MEAN = 4096,
                 BLOCKS_MOST = 1 << 21, WARY = 1 << 17, LONGEST = 32768;

/* --- grids ---------------------------------------------------------------- */

enum way { LANES, BLOCKWISE, FEW, SHARES };

struct grid {
    unsigned blocks, warps; /* warps a block */
    size_t total;
};

static size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

/* Elements a segment; 0 where there is no segment. */
static size_t mean_of(const struct job *job)
{
    return job->problem->in[0].count / std::max(segments_of(job), size_t(1));
}

static enum way way_of(const struct job *job)
{
    const size_t n = job->problem->in[0].count, count = segments_of(job);
    const size_t mean = mean_of(job);
    const size_t resident = size_t(job->device->sms) *
                            (job->device->max_threads_per_sm / SMALL_THREADS);
    if (n >= FEW_ELEMENTS && mean >= (n < FEW_LARGE ? 2 : 1) * FEW_MEAN)
        return FEW;
    if (mean >= SMALL_MEAN)
        return SHARES;
    if (n <= BLOCKS_MOST && mean >= BLOCK_MEAN &&
        count <= std::min(resident, BLOCKWISE_SEGMENTS))
        return BLOCKWISE;
    return n <= SMALL_MOST ? LANES : SHARES;
}

static unsigned lanes_of(const struct job *job)
{
    const size_t mean = mean_of(job);
    unsigned lanes = 1;
    while (lanes < WARP && lanes * 2 < mean)
        lanes *= 2;
    return lanes;
}

/* As many warps a block as the multiprocessor's shared memory holds, less
 * what the system and the block itself take. */
static int most_warps(const struct device *device, size_t desk_bytes)
{
    constexpr int KEPT = 2048;
    const int bytes =
        cuda_attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    return std::min(WARPS, std::max(1, (bytes / BLOCKS - KEPT) /
                                           int(desk_bytes)));
}

template <class E>
static grid few_grid(const struct job *job)
{
    const size_t total = job->problem->in[0].count +
                         FEW_WEIGHT * segments_of(job);
    const int fit = std::min(FEW_BLOCKS<E>,
                             job->device->max_threads_per_sm / FEW_THREADS);
    const size_t blocks = std::min(ceil_div(total, FEW_LEAST),
                                   size_t(job->device->sms) * fit);
    return { unsigned(blocks), FEW_THREADS / WARP, total };
}

template <class E>
static grid shares_grid(const struct job *job)
{
    const size_t most = size_t(most_warps(job->device, sizeof(desk<E>)));
    const size_t total = job->problem->in[0].count +
                         END_WEIGHT<E> * segments_of(job);
    const size_t sms = size_t(job->device->sms);
    const size_t warps = std::min(ceil_div(total, SHARE_LEAST),
                                  sms * BLOCKS * most);
    const size_t blocks = std::min(ceil_div(warps, size_t(WARPS_LEAST)),
                                   sms * (warps > sms * most ? BLOCKS : 1));
    return { unsigned(blocks), unsigned(ceil_div(warps, blocks)), total };
}

/* --- launches ------------------------------------------------------------- */

template <class Op>
static enum status launch_lanes(struct job *job, const segments &all)
{
    const unsigned lanes = lanes_of(job);
    segreduce_lanes<Op>
        <<<blocks_for(all.count, SMALL_THREADS / lanes), SMALL_THREADS, 0,
           stream_of(job)>>>(input<typename Op::element>(job), all,
                             output<typename Op::part>(job), lanes);
    return cuda_launched(job, "segreduce_lanes");
}

template <class Op>
static enum status launch_blockwise(struct job *job, const segments &all)
{
    const unsigned count = unsigned(all.count);
    const unsigned share = std::min(count, unsigned(2 * job->device->sms));
    segreduce_block<Op><<<count, SMALL_THREADS, 0, stream_of(job)>>>(
        input<typename Op::element>(job), all,
        output<typename Op::part>(job), job->scratch,
        all.n > WARY ? unsigned(LONGEST) : 0, share);
    return cuda_launched(job, "segreduce_block");
}

template <class Op>
static enum status launch_few(struct job *job, const segments &all)
{
    using E = typename Op::element;
    const grid g = few_grid<E>(job);
    segreduce_few<Op, FEW_THREADS, FEW_BLOCKS<E>, FEW_UNROLL<E>>
        <<<g.blocks, FEW_THREADS, 0, stream_of(job)>>>(
            input<E>(job), all, output<typename Op::part>(job), job->scratch);
    return cuda_launched(job, "segreduce_few");
}

template <class Op>
static enum status launch_shares(struct job *job, const segments &all)
{
    using E = typename Op::element;
    const auto kernel = segreduce_best<Op, WARPS * WARP, BLOCKS>;
    const grid g = shares_grid<E>(job);
    const size_t room = g.warps * sizeof(desk<E>);
    cudaError_t error = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(room));
    if (!error)
        error = cudaFuncSetAttribute(
            kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
            cudaSharedmemCarveoutMaxShared);
    if (error)
        return cuda_status(job, error, "shared memory for segreduce_best");
    kernel<<<g.blocks, g.warps * WARP, room, stream_of(job)>>>(
        input<E>(job), all, output<typename Op::part>(job), job->scratch);
    return cuda_launched(job, "segreduce_best");
}

template <class Op>
static enum status launch(struct job *job)
{
    const segments all = { input<uint64_t>(job, 1), segments_of(job),
                           job->problem->in[0].count };
    switch (way_of(job)) {
    case LANES:
        return launch_lanes<Op>(job, all);
    case BLOCKWISE:
        return launch_blockwise<Op>(job, all);
    case FEW:
        return launch_few<Op>(job, all);
    default:
        return launch_shares<Op>(job, all);
    }
}

/* --- operators and types -------------------------------------------------- */

/* Integer sums wrap, which only unsigned types may. */
template <class E>
using wrapping = typename std::conditional_t<
    std::is_integral_v<E>, std::make_unsigned<E>,
    std::enable_if<true, E>>::type;

template <class E>
static enum status segreduce_as(struct job *job)
{
    using S = wrapping<E>;
    switch (job->problem->param[SEGREDUCE_PARAM_OPERATOR].i) {
    case SEGREDUCE_MIN:
        return launch<extremum<E, least>>(job);
    case SEGREDUCE_MAX:
        return launch<extremum<E, most>>(job);
    default:
        return launch<sum<S, S>>(job);
    }
}

enum status cuda_segreduce_best(struct job *job)
{
    switch (job->problem->in[0].type) {
    case ELEM_I32:
        return segreduce_as<int32_t>(job);
    case ELEM_I64:
        return segreduce_as<int64_t>(job);
    case ELEM_F32:
        return segreduce_as<float>(job);
    case ELEM_F64:
        return segreduce_as<double>(job);
    default:
        return fail(job->why, STATUS_USAGE, "no such type");
    }
}

/* --- scratch and depth ---------------------------------------------------- */

size_t cuda_segreduce_best_scratch(const struct job *job)
{
    return chain_bytes<double>(size_t(job->device->sms) *
                               std::max(BLOCKS, FEW_BLOCKS<float>));
}

/* Of streaming by `blocks` of `threads`: a vector's tree, a thread's rows, its
 * part of head and tail; the block and the blocks; twice, for what a segment
 * has in the first and in the last of its blocks. */
template <class E>
static double stream_depth(double share, int threads, double blocks)
{
    constexpr double LANES = 16.0 / sizeof(E), JOINS = 2 * 5 + 8;
    return ceil(share / threads / LANES) + LANES + 2 + JOINS +
           ceil(blocks / WARP);
}

/* Of shares: a lane adds a chunk's vectors one after another, each a tree, or
 * scans a row; what lanes have is joined over the warp at most once a
 * chunk. */
template <class E>
static double depth(const struct job *job)
{
    constexpr double JOINS = 2 * 5 + 2 * 5 + 8;
    const double n = double(job->problem->in[0].count);
    const double blocks = double(job->device->sms) * BLOCKS;
    switch (way_of(job)) {
    case LANES:
    case BLOCKWISE:
        return LANE_MOST + stream_depth<E>(n, SMALL_THREADS, blocks);
    case FEW: {
        const grid g = few_grid<E>(job);
        return stream_depth<E>(double(g.total) / g.blocks + 1, FEW_THREADS,
                               g.blocks);
    }
    default: {
        const grid g = shares_grid<E>(job);
        const double shares = double(g.blocks) * g.warps;
        const double chunks = double(g.total) / shares / CHUNK<E> + 3;
        return chunks * ROW<E> + JOINS + ceil_div(g.blocks, 32u);
    }
    }
}

double cuda_segreduce_best_depth(const struct job *job)
{
    return elem_size(job->problem->in[0].type) == 8 ? depth<double>(job)
                                                    : depth<float>(job);
}
