/* best.cu - launching best and plan: every operator, every type, any n, any
 * alignment, one launch. Best clears its slots first; a plan has them clear
 * from the run before. */
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "cuda.h"
#include "ops/reduce.h"
#include "parts/launch.cuh"
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
/* As many rows as one block alone can have in flight, 64 KB: a second block
 * costs a store and a load, about 1 us of 5. */
constexpr int ALONE = 8;

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

static sharing shares(const struct job *job, int a_multiprocessor)
{
    const struct array *in = &job->problem->in[0];
    return share_out(job->in[0], in->count, elem_size(in->type), THREADS,
                     ALONE, most_blocks(job->device, a_multiprocessor));
}

/* --- launches ------------------------------------------------------------ */

template <class Op, int Unroll = UNROLL<typename Op::element>>
static enum status launch(struct job *job)
{
    constexpr int Blocks = BLOCKS<typename Op::element>;
    const outputs out = { job->out[0], job->out[1] };
    const auto *in = input<typename Op::element>(job);
    const sharing s = shares(job, Blocks);
    if (s.blocks == 1) {
        reduce_alone<Op, THREADS, ALONE>
            <<<1, THREADS, 0, stream_of(job)>>>(in, s, out);
        return cuda_launched(job, "reduce_alone");
    }
    const enum status status =
        fresh_scratch(job, TICKET_BYTES + s.blocks * sizeof(slot));
    if (status)
        return status;
    reduce_best<Op, THREADS, Blocks, Unroll>
        <<<s.blocks, THREADS, 0, stream_of(job)>>>(in, s, out, job->scratch);
    return cuda_launched(job, "reduce_best");
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

size_t cuda_reduce_best_scratch(const struct job *job)
{
    return TICKET_BYTES + most_blocks(job->device, MOST_BLOCKS) * sizeof(slot);
}

static double levels(double ways)
{
    return ceil(log2(ways));
}

/* A vector's tree, a thread's rows, the head or tail, a block's tree, the
 * blocks' tree; 2 more to convert and divide. */
double cuda_reduce_best_depth(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    const sharing s = shares(job, wide ? BLOCKS<double> : BLOCKS<float>);
    const double lanes = 16.0 / double(elem_size(job->problem->in[0].type));
    const double rows = s.rows + (s.longer > 0);
    return levels(lanes) + rows + 1 + 2 * levels(THREADS) + 2;
}
