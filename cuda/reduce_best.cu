/* reduce_best.cu - launching `best` and its other finishes: every operator,
 * every type, any n, any alignment, one launch. */
#include <cmath>
#include <type_traits>

#include "launch.cuh"
#include "ops/reduce.h"
#include "reduce.h"
#include "reduce/best.cuh"
#include "reduce/cluster.cuh"

/* Threads a block, blocks a multiprocessor, vectors in flight a thread. An
 * arg-extremum keeps more in registers. */
struct plain_shape {
    static constexpr int THREADS = 512, BLOCKS = 4, UNROLL = 4;
};
struct arg_shape {
    static constexpr int THREADS = 512, BLOCKS = 3, UNROLL = 4;
};
/* Rows a block has at least, while there are blocks to spare. */
constexpr unsigned LEAST_ROWS = 1;
constexpr unsigned CLUSTER = 16;
constexpr int CLUSTER_THREADS = 1024;

enum finish { BY_TICKET, BY_SLOTS, BY_CLUSTER };

static int operator_of(const struct problem *problem)
{
    return int(problem->param[REDUCE_PARAM_OPERATOR].i);
}

static bool is_arg(const struct problem *problem)
{
    return operator_of(problem) >= REDUCE_ARGMIN;
}

template <class Shape>
static unsigned most_blocks(const struct device *device)
{
    const int fit = device->max_threads_per_sm / Shape::THREADS;
    return unsigned(device->sms * (fit < Shape::BLOCKS ? fit
                                                       : Shape::BLOCKS));
}

template <class Shape>
static sharing shares(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return share_out(job->in[0], in->count, elem_size(in->type),
                     Shape::THREADS, most_blocks<Shape>(job->device),
                     LEAST_ROWS);
}

/* --- launches ------------------------------------------------------------ */

template <class Op>
static cudaError_t launch_cluster(const struct job *job, const sharing &s,
                                  const outputs &out)
{
    const auto kernel = reduce_cluster<Op, CLUSTER_THREADS, 4>;
    static const cudaError_t allowed = cudaFuncSetAttribute(
        kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
    cudaLaunchAttribute cluster = {};
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = s.blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(s.blocks);
    config.blockDim = dim3(CLUSTER_THREADS);
    config.stream = stream_of(job);
    config.attrs = &cluster;
    config.numAttrs = 1;
    return allowed ? allowed
                   : cudaLaunchKernelEx(&config, kernel,
                                        input<typename Op::element>(job), s,
                                        out);
}

template <class Op, class Shape>
static enum status launch(struct job *job, enum finish finish)
{
    const outputs out = { job->out[0], job->out[1] };
    const auto *in = input<typename Op::element>(job);
    if (finish == BY_CLUSTER) {
        const sharing s = share_out(
            in, job->problem->in[0].count, sizeof *in, CLUSTER_THREADS,
            CLUSTER, 1);
        return cuda_status(job, launch_cluster<Op>(job, s, out),
                           "reduce_cluster");
    }
    const sharing s = shares<Shape>(job);
    if (finish == BY_SLOTS)
        reduce_best<Op, Shape::THREADS, Shape::BLOCKS, Shape::UNROLL,
                    by_slots>
            <<<s.blocks, Shape::THREADS, 0, stream_of(job)>>>(in, s, out,
                                                              job->scratch);
    else
        reduce_best<Op, Shape::THREADS, Shape::BLOCKS, Shape::UNROLL,
                    by_ticket>
            <<<s.blocks, Shape::THREADS, 0, stream_of(job)>>>(in, s, out,
                                                              job->scratch);
    return cuda_launched(job, "reduce_best");
}

/* --- operators and types ------------------------------------------------- */

/* Sums wrap, so both signs add as unsigned; means add without rounding or
 * overflow where 64 bits can. */
template <class E> struct sums { using type = E; using wide = double; };
template <> struct sums<int32_t> {
    using type = uint32_t;
    using wide = long long;
};
template <> struct sums<uint32_t> {
    using type = uint32_t;
    using wide = unsigned long long;
};
template <> struct sums<int64_t> {
    using type = uint64_t;
    using wide = double;
};
template <> struct sums<float> { using type = float; using wide = float; };

template <class E>
static enum status reduce_as(struct job *job, enum finish finish)
{
    using S = typename sums<E>::type;
    using W = typename sums<E>::wide;
    using R = std::conditional_t<std::is_same_v<E, float>, float, double>;
    switch (operator_of(job->problem)) {
    case REDUCE_MIN:
        return launch<extremum<E, least>, plain_shape>(job, finish);
    case REDUCE_MAX:
        return launch<extremum<E, most>, plain_shape>(job, finish);
    case REDUCE_MEAN:
        return launch<mean<E, W, R>, plain_shape>(job, finish);
    case REDUCE_ARGMIN:
        return launch<arg_extremum<E, least>, arg_shape>(job, finish);
    case REDUCE_ARGMAX:
        return launch<arg_extremum<E, most>, arg_shape>(job, finish);
    default:
        return launch<sum<S, S>, plain_shape>(job, finish);
    }
}

static enum status reduce(struct job *job, enum finish finish)
{
    switch (job->problem->in[0].type) {
#define CASE(NAME, name, type)                                              \
    case ELEM_##NAME:                                                       \
        return reduce_as<type>(job, finish);
        ELEMS(CASE)
#undef CASE
    default:
        return fail(job->why, STATUS_USAGE, "no such type");
    }
}

enum status cuda_reduce_best(struct job *job)
{
    return reduce(job, BY_TICKET);
}

enum status cuda_reduce_best_slots(struct job *job)
{
    return reduce(job, BY_SLOTS);
}

enum status cuda_reduce_best_cluster(struct job *job)
{
    if (job->device->capability < 90)
        return fail(job->why, STATUS_MISSING,
                    "thread block clusters need compute capability 9.0");
    return reduce(job, BY_CLUSTER);
}

/* --- scratch and depth --------------------------------------------------- */

size_t cuda_reduce_best_scratch(const struct job *job)
{
    const unsigned blocks = is_arg(job->problem)
                                ? most_blocks<arg_shape>(job->device)
                                : most_blocks<plain_shape>(job->device);
    return TICKET_BYTES + blocks * sizeof(slot);
}

static double levels(double ways)
{
    return ceil(log2(ways));
}

/* A vector's tree, a thread's rows, the head or tail, a block's tree, the
 * finishing threads' slots and their tree; 2 more to convert and divide. */
static double depth_of(const struct job *job, const sharing &s, int threads)
{
    const double lanes =
        16.0 / double(elem_size(job->problem->in[0].type));
    const double rows = s.rows + (s.longer > 0);
    const double slots = ceil(double(s.blocks) / threads);
    return levels(lanes) + rows + 1 + levels(threads) + slots + 1 +
           levels(threads) + 2;
}

double cuda_reduce_best_depth(const struct job *job)
{
    return depth_of(job, shares<plain_shape>(job), plain_shape::THREADS);
}

double cuda_reduce_best_cluster_depth(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    const sharing s = share_out(job->in[0], in->count, elem_size(in->type),
                                CLUSTER_THREADS, CLUSTER, 1);
    return depth_of(job, s, CLUSTER_THREADS);
}
