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

/* --- shares, one a warp --------------------------------------------------- */

/* Warps a block, at most and at least, and blocks a multiprocessor: as many
 * as shared memory holds. */
constexpr int WARPS = 14, WARPS_LEAST = 4, BLOCKS = 2;
/* The least share of a warp: elements, and ends by their weight. */
constexpr size_t SHARE_LEAST = 512;

/* --- a block a piece ------------------------------------------------------ */

/* From this mean length on, and how, as reduce's best; the least share. */
constexpr size_t FEW_MEAN = 16384, FEW_LEAST = 2048;
constexpr int FEW_THREADS = 512;
template <class E> constexpr int FEW_BLOCKS = sizeof(E) == 8 ? 2 : 3;
template <class E> constexpr int FEW_UNROLL = sizeof(E) == 8 ? 8 : 4;

/* --- whole segments a block ----------------------------------------------- */

/* Up to so many elements; the least share of a block; above the larger
 * share, two blocks a multiprocessor; the longest segment. */
constexpr size_t WHOLE_MOST = 1 << 21, WHOLE_LEAST = 1024,
                 WHOLE_SHARE = 4096, WHOLE_LONGEST = 16384;

/* --- grids ---------------------------------------------------------------- */

struct grid {
    unsigned blocks, warps; /* warps a block */
    size_t total, room;     /* room: bytes of shared memory a block */
    whole_limits limits;
};

static size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

static bool few(const struct job *job)
{
    return job->problem->in[0].count / segments_of(job) >= FEW_MEAN;
}

/* As many warps a block as the multiprocessor's shared memory holds, less
 * what the system and the block itself take. */
static int most_warps(size_t desk_bytes)
{
    constexpr int KEPT = 2048;
    int device = 0, bytes = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&bytes,
                           cudaDevAttrMaxSharedMemoryPerMultiprocessor,
                           device);
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
    return { unsigned(blocks), FEW_THREADS / WARP, total, 0, {} };
}

/* Whole segments where problems are small; limits.longest is 0 elsewhere. */
template <class E>
static grid whole_grid(const struct job *job, size_t most)
{
    const size_t n = job->problem->in[0].count, segments = segments_of(job);
    const size_t total = n + END_WEIGHT<E> * segments;
    const size_t sms = size_t(job->device->sms), mean = n / segments;
    grid g = {};
    if (segments > WHOLE_SEGMENTS || n > WHOLE_MOST)
        return g;
    const size_t one = std::min(sms, ceil_div(total, WHOLE_LEAST));
    const size_t blocks = total / one > WHOLE_SHARE ? BLOCKS * sms : one;
    const size_t share = ceil_div(total, blocks) + 1;
    const size_t room = most * sizeof(desk<E>) - whole_room(segments);
    if (room < share * sizeof(E))
        return g;
    const size_t longest = std::min(WHOLE_LONGEST, room / sizeof(E) - share);
    if (longest < 4 * mean && (segments > 1 || longest < n))
        return g;
    unsigned lanes = 1;
    while (lanes < WARP && lanes * 4 < mean)
        lanes *= 2;
    g.limits = { unsigned(longest), lanes };
    g.blocks = unsigned(blocks);
    return g;
}

template <class E>
static grid best_grid(const struct job *job)
{
    const size_t most = size_t(most_warps(sizeof(desk<E>)));
    const size_t total = job->problem->in[0].count +
                         END_WEIGHT<E> * segments_of(job);
    const size_t sms = size_t(job->device->sms);
    grid g = whole_grid<E>(job, most);
    g.total = total;
    g.warps = unsigned(most);
    if (!g.limits.longest) {
        const size_t warps = std::min(ceil_div(total, SHARE_LEAST),
                                      sms * BLOCKS * most);
        const size_t blocks = std::min(ceil_div(warps, size_t(WARPS_LEAST)),
                                       sms * (warps > sms * most ? BLOCKS
                                                                 : 1));
        g.blocks = unsigned(blocks);
        g.warps = unsigned(ceil_div(warps, blocks));
    }
    g.room = g.warps * sizeof(desk<E>);
    return g;
}

/* --- launches ------------------------------------------------------------- */

template <class Op>
static enum status launch(struct job *job)
{
    using E = typename Op::element;
    constexpr int THREADS = WARPS * WARP;
    const auto short_ones = segreduce_best<Op, THREADS, BLOCKS>;
    const auto long_ones =
        segreduce_few<Op, FEW_THREADS, FEW_BLOCKS<E>, FEW_UNROLL<E>>;
    const segments all = { input<uint64_t>(job, 1), segments_of(job),
                           job->problem->in[0].count };
    const grid g = few(job) ? few_grid<E>(job) : best_grid<E>(job);
    if (few(job)) {
        long_ones<<<g.blocks, FEW_THREADS, 0, stream_of(job)>>>(
            input<E>(job), all, output<typename Op::part>(job), job->scratch);
        return cuda_launched(job, "segreduce_few");
    }
    cudaError_t error = cudaFuncSetAttribute(
        short_ones, cudaFuncAttributeMaxDynamicSharedMemorySize, int(g.room));
    if (!error)
        error = cudaFuncSetAttribute(
            short_ones, cudaFuncAttributePreferredSharedMemoryCarveout,
            cudaSharedmemCarveoutMaxShared);
    if (error)
        return cuda_status(job, error, "shared memory for segreduce_best");
    short_ones<<<g.blocks, g.warps * WARP, g.room, stream_of(job)>>>(
        input<E>(job), all, output<typename Op::part>(job), job->scratch,
        g.limits);
    return cuda_launched(job, "segreduce_best");
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

/* A thread adds up its part of a share, vectors as trees and rows, or a
 * chunk's vectors, one after another; what it has is joined over the warp at
 * most once a chunk; then come the block and the blocks. */
template <class E>
static double depth(const struct job *job)
{
    constexpr double JOINS = 2 * 5 + 2 * 5 + 8, LANES = 16.0 / sizeof(E);
    if (few(job)) {
        const grid g = few_grid<E>(job);
        return ceil(double(g.total) / g.blocks / FEW_THREADS / LANES) + 4 +
               JOINS + ceil_div(g.blocks, 32u);
    }
    const grid g = best_grid<E>(job);
    const double shares = double(g.blocks) * g.warps;
    const double chunks = double(g.total) / shares / CHUNK<E> + 2;
    const double whole =
        g.limits.longest ? double(g.limits.longest) / g.limits.lanes + 5 : 0;
    return std::max(whole, (chunks + 1) * ROW<E> + JOINS +
                               ceil_div(g.blocks, 32u));
}

double cuda_segreduce_best_depth(const struct job *job)
{
    return elem_size(job->problem->in[0].type) == 8 ? depth<double>(job)
                                                    : depth<float>(job);
}
