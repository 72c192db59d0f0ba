/* reduce_best.cu - launching best: every operator, every type, any n, any
 * alignment, one launch. */
#include <cmath>
#include <type_traits>

#include "launch.cuh"
#include "ops/reduce.h"
#include "reduce.h"
#include "reduce/best.cuh"
#include "reduce/extrema.cuh"

/* Measured on an H200 with 132 multiprocessors. Threads a block, and vectors
 * in flight a thread: with 4 blocks a multiprocessor 128 KB, where 64 KB reach
 * the same 4.49 TB/s at 2^28 f32 and are 5 % slower at 2^20 f64. */
constexpr int THREADS = 512, UNROLL = 4;
/* Blocks a multiprocessor; an arg-extremum keeps more in registers. */
constexpr int BLOCKS = 4, ARG_BLOCKS = 3;
/* As many rows as one block alone can have in flight, 64 KB: a second block
 * costs a store and a load, about 1 us of 5. */
constexpr int ALONE = 8;

static enum reduce_operator operator_of(const struct job *job)
{
    return reduce_operator(job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

static int blocks_a_multiprocessor(const struct job *job)
{
    const int most = job->device->max_threads_per_sm / THREADS;
    const int want = operator_of(job) >= REDUCE_ARGMIN ? ARG_BLOCKS : BLOCKS;
    return want < most ? want : most;
}

static unsigned most_blocks(const struct job *job)
{
    return unsigned(job->device->sms * blocks_a_multiprocessor(job));
}

static sharing shares(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return share_out(job->in[0], in->count, elem_size(in->type), THREADS,
                     ALONE, most_blocks(job));
}

/* --- launches ------------------------------------------------------------ */

template <class Op, int Blocks = BLOCKS>
static enum status launch(struct job *job)
{
    const outputs out = { job->out[0], job->out[1] };
    const auto *in = input<typename Op::element>(job);
    const sharing s = shares(job);
    if (s.blocks == 1)
        reduce_alone<Op, THREADS, ALONE>
            <<<1, THREADS, 0, stream_of(job)>>>(in, s, out);
    else
        reduce_best<Op, THREADS, Blocks, UNROLL>
            <<<s.blocks, THREADS, 0, stream_of(job)>>>(in, s, out,
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
static enum status reduce_as(struct job *job)
{
    using S = typename sums<E>::type;
    using W = typename sums<E>::wide;
    using R = std::conditional_t<std::is_same_v<E, float>, float, double>;
    switch (operator_of(job)) {
    case REDUCE_MIN:
        return launch<extremum<E, least>>(job);
    case REDUCE_MAX:
        return launch<extremum<E, most>>(job);
    case REDUCE_MEAN:
        return launch<mean<E, W, R>>(job);
    case REDUCE_ARGMIN:
        return launch<arg_extremum<E, least>, ARG_BLOCKS>(job);
    case REDUCE_ARGMAX:
        return launch<arg_extremum<E, most>, ARG_BLOCKS>(job);
    default:
        return launch<sum<S, S>>(job);
    }
}

enum status cuda_reduce_best(struct job *job)
{
    switch (job->problem->in[0].type) {
#define CASE(NAME, name, type)                                              \
    case ELEM_##NAME:                                                       \
        return reduce_as<type>(job);
        ELEMS(CASE)
#undef CASE
    default:
        return fail(job->why, STATUS_USAGE, "no such type");
    }
}

/* --- scratch and depth --------------------------------------------------- */

size_t cuda_reduce_best_scratch(const struct job *job)
{
    return TICKET_BYTES + most_blocks(job) * sizeof(slot);
}

static double levels(double ways)
{
    return ceil(log2(ways));
}

/* A vector's tree, a thread's rows, the head or tail, a block's tree, the
 * finishing threads' slots and their tree; 2 more to convert and divide. */
double cuda_reduce_best_depth(const struct job *job)
{
    const sharing s = shares(job);
    const double lanes =
        16.0 / double(elem_size(job->problem->in[0].type));
    const double rows = s.rows + (s.longer > 0);
    const double slots = ceil(double(s.blocks) / THREADS);
    return levels(lanes) + rows + 1 + levels(THREADS) + slots +
           levels(THREADS) + 2;
}
