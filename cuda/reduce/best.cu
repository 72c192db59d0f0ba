/* best.cu - launching best and plan: every operator, every type, any n, any
 * alignment. They differ where the GPU is full of blocks: best takes two
 * launches, which overlap, and plan one, with slots that the run before left
 * clear. */
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "cuda.h"
#include "ops/reduce.h"
#include "parts/launch.cuh"
#include "problem.h"
#include "reduce/best.cuh"
#include "reduce/extrema.cuh"

LAUNCHER(cuda_reduce_best);

/* Threads a block; blocks a multiprocessor and vectors in flight a thread, by
 * the bytes of an element: 96 and 128 KB a multiprocessor. 8-byte elements
 * need the registers of fewer, fatter threads. H200, 2^28: i32 sum 4.49 TB/s
 * and f64 sum 4.52 TB/s so, 4.46 and 4.45 with 4 blocks of 4 vectors. */
constexpr int THREADS = 512;
template <class E>
constexpr int BLOCKS = sizeof(E) == 8 ? 2 : 3;
template <class E>
constexpr int UNROLL = sizeof(E) == 8 ? 8 : 4;
/* Comparing f64 and finding where need more registers. */
template <class E>
constexpr int EXTREMUM_UNROLL = sizeof(E) == 8 ? 5 : 4;
constexpr int ARG_UNROLL = 4, MOST_BLOCKS = BLOCKS<float>;
/* As many rows as one block alone can have in flight, 64 KB; a smaller one
 * that has its few rows at once. */
constexpr int ALONE = 8;
constexpr int SMALL_THREADS = 256, SMALL_ROWS = 4;
/* Up to so many bytes are a cluster's, up to so many that of half as many
 * blocks. H200, f32, by 16 blocks and by two launches: 2^16 4.8 and 6.1 us,
 * 2^18 5.7 and 6.1, 2^19 6.6 and 6.3. */
constexpr size_t CLUSTER_BYTES = 1 << 20, HALF_BYTES = 1 << 18;
constexpr int CLUSTER_UNROLL = 4;

static enum reduce_operator operator_of(const struct job *job)
{
    return reduce_operator(job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

/* A full GPU of blocks, but no more than the last block has threads. */
static unsigned most_blocks(const struct device *device, int a_multiprocessor)
{
    const int fit = device->max_threads_per_sm / THREADS;
    const int blocks = device->sms * std::min(a_multiprocessor, fit);
    return unsigned(std::min(blocks, THREADS));
}

/* Of a cluster; 0: there is too much for one. */
static unsigned cluster_blocks(const struct job *job)
{
    const size_t bytes = array_bytes(&job->problem->in[0]);
    if (bytes > CLUSTER_BYTES)
        return 0;
    return bytes < HALF_BYTES ? CLUSTER_MOST / 2 : CLUSTER_MOST;
}

static sharing shares(const struct job *job, unsigned most)
{
    const struct array *in = &job->problem->in[0];
    return share_out(job->in[0], in->count, elem_size(in->type), THREADS,
                     ALONE, most);
}

static sharing small_share(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return share_out(job->in[0], in->count, elem_size(in->type), SMALL_THREADS,
                     SMALL_ROWS, 1);
}

/* --- launches ------------------------------------------------------------ */

template <class Op>
static enum status launch_alone(struct job *job, const sharing &s,
                                const outputs &out)
{
    const auto *in = input<typename Op::element>(job);
    const sharing small = small_share(job);
    if (small.rows <= SMALL_ROWS)
        reduce_alone<Op, SMALL_THREADS, SMALL_ROWS>
            <<<1, SMALL_THREADS, 0, stream_of(job)>>>(in, small, out);
    else
        reduce_alone<Op, THREADS, ALONE>
            <<<1, THREADS, 0, stream_of(job)>>>(in, s, out);
    return cuda_launched(job, "reduce_alone");
}

template <class Op, int Unroll>
static enum status launch_kept(struct job *job, const sharing &s,
                               const outputs &out)
{
    using E = typename Op::element;
    reduce_kept<Op, THREADS, BLOCKS<E>, Unroll>
        <<<s.blocks, THREADS, 0, stream_of(job)>>>(input<E>(job), s, out,
                                                   job->scratch);
    return cuda_launched(job, "reduce_kept");
}

template <class Op, int Unroll>
static enum status launch_twice(struct job *job, const sharing &s,
                                const outputs &out)
{
    using E = typename Op::element;
    auto *parts = static_cast<typename Op::part *>(job->scratch);
    reduce_shares<Op, THREADS, BLOCKS<E>, Unroll>
        <<<s.blocks, THREADS, 0, stream_of(job)>>>(input<E>(job), s, parts);
    const enum status status = cuda_launched(job, "reduce_shares");
    return status
        ? status
        : launch_overlapped(job, "reduce_parts", reduce_parts<Op, THREADS>, 1,
                            THREADS, parts, s, out);
}

template <class Op, int Unroll = UNROLL<typename Op::element>>
static enum status launch(struct job *job)
{
    const auto cluster = reduce_cluster<Op, THREADS, CLUSTER_UNROLL>;
    const outputs out = { job->out[0], job->out[1] };
    const sharing s =
        shares(job, most_blocks(job->device, BLOCKS<typename Op::element>));
    if (s.blocks == 1)
        return launch_alone<Op>(job, s, out);
    const unsigned blocks = cluster_blocks(job);
    if (blocks && has_cluster(job, cluster, blocks, THREADS))
        return launch_cluster(job, "reduce_cluster", cluster, blocks, THREADS,
                              input<typename Op::element>(job),
                              shares(job, blocks), out);
    return job->variant->traits & KEEPS_STATE
        ? launch_kept<Op, Unroll>(job, s, out)
        : launch_twice<Op, Unroll>(job, s, out);
}

/* --- operators and types ------------------------------------------------- */

template <class Type>
static enum status reduce_as(struct job *job)
{
    using E = typename Type::element;
    using S = typename Type::add;
    using W = typename Type::wide;
    using R = std::conditional_t<std::is_same_v<E, float>, float, double>;
    switch (operator_of(job)) {
    case REDUCE_MIN:
        return launch<extremum<E, least>, EXTREMUM_UNROLL<E>>(job);
    case REDUCE_MAX: return launch<extremum<E, most>, EXTREMUM_UNROLL<E>>(job);
    case REDUCE_MEAN: return launch<mean<E, W, R>>(job);
    case REDUCE_ARGMIN: return launch<arg_extremum<E, least>, ARG_UNROLL>(job);
    case REDUCE_ARGMAX: return launch<arg_extremum<E, most>, ARG_UNROLL>(job);
    default: return launch<sum<S, S>>(job);
    }
}

enum status cuda_reduce_best(struct job *job)
{
    return by_type(TYPES_OF(NUMBERS){}, job, [job](auto type) {
        return reduce_as<decltype(type)>(job);
    });
}

/* --- scratch and depth --------------------------------------------------- */

/* A slot has room for any part. */
size_t cuda_reduce_best_scratch(const struct job *job)
{
    static_assert(sizeof(arg_extremum<double, most>::part) <= sizeof(slot),
                  "a part fits in a slot");
    return TICKET_BYTES + most_blocks(job->device, MOST_BLOCKS) * sizeof(slot);
}

static double levels(double ways)
{
    return ceil(log2(ways));
}

/* A vector's tree, a thread's rows, the head or tail, a block's tree, the
 * blocks' tree; 2 more to convert and divide. Rows are most in a cluster, or
 * as many as a full GPU leaves. */
double cuda_reduce_best_depth(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    const unsigned full =
        most_blocks(job->device, wide ? BLOCKS<double> : BLOCKS<float>);
    const unsigned blocks = cluster_blocks(job);
    const sharing s = shares(job, blocks ? blocks : full);
    const double lanes = 16.0 / double(elem_size(job->problem->in[0].type));
    const double rows = s.rows + (s.longer > 0);
    return levels(lanes) + rows + 1 + 2 * levels(THREADS) + 2;
}
