/* segreduce_best.cu - launching best: every operator, every type, any lengths
 * of segments, any alignment, one launch. */
#include <algorithm>
#include <type_traits>

#include "launch.cuh"
#include "ops/segreduce.h"
#include "reduce/extrema.cuh"
#include "segreduce.h"
#include "segreduce/best.cuh"

/* Warps a block, at most and at least, and blocks a multiprocessor: as many
 * as shared memory holds. */
constexpr int WARPS = 14, WARPS_LEAST = 4, BLOCKS = 2;
/* The least share of a warp: elements, and ends by their weight. */
constexpr size_t SHARE_LEAST = 256;

struct grid {
    unsigned blocks, warps; /* warps a block */
    size_t total;
};

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

static size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

static grid grid_of(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    const size_t weight = elem_size(in->type) == 4 ? END_WEIGHT<float>
                                                   : END_WEIGHT<double>;
    const size_t total = in->count + weight * segments_of(job);
    const size_t sms = size_t(job->device->sms);
    const size_t most = size_t(most_warps(
        elem_size(in->type) == 4 ? sizeof(desk<float>)
                                 : sizeof(desk<double>)));
    const size_t warps = std::min(ceil_div(total, SHARE_LEAST),
                                  sms * BLOCKS * most);
    const size_t blocks = std::min(
        std::max(ceil_div(warps, size_t(WARPS_LEAST)), size_t(1)),
        sms * (warps > sms * most ? BLOCKS : 1));
    return { unsigned(blocks),
             unsigned(std::max(ceil_div(warps, blocks), size_t(1))), total };
}

/* --- launches ------------------------------------------------------------- */

template <class Op>
static enum status launch(struct job *job)
{
    using E = typename Op::element;
    constexpr int THREADS = WARPS * WARP;
    const auto kernel = segreduce_best<Op, THREADS, BLOCKS>;
    const grid g = grid_of(job);
    const size_t room = g.warps * sizeof(desk<E>);
    const segments all = { input<uint64_t>(job, 1), segments_of(job),
                           job->problem->in[0].count };
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
    return chain_bytes<double>(size_t(job->device->sms) * BLOCKS);
}

/* A lane adds a chunk's vectors one after another, each a tree, and a round's
 * row; the warp's tree joins what the lanes have, at most once a chunk; then
 * come the warps and the blocks. */
double cuda_segreduce_best_depth(const struct job *job)
{
    const grid g = grid_of(job);
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    const double shares = double(g.blocks) * g.warps;
    const double chunk = wide ? CHUNK<double> : CHUNK<float>;
    const double row = wide ? ROW<double> : ROW<float>;
    const double chunks = double(g.total) / shares / chunk + 2;
    return chunks * row + row + 2 * 5 + 2 * 5 + ceil_div(g.blocks, 32u) + 8;
}
