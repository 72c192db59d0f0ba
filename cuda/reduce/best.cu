/* best.cu - launching best and plan: every operator, every type, any n, any
 * alignment. They differ where the GPU is full of blocks: best takes two
 * launches, which overlap, and plan one, with slots that the run before left
 * clear. */
#include "cuda.h"
#include "ops/reduce.h"
#include "parts/launch.cuh"
#include "reduce/launch.cuh"

LAUNCHER(cuda_reduce_best);

static enum reduce_operator operator_of(const struct job *job)
{
    return reduce_operator(job->problem->param[REDUCE_PARAM_OPERATOR].i);
}

/* --- launches ------------------------------------------------------------ */

template <class Op, int Unroll>
static enum status launch_plan(
    struct job *job, const reduction::range<typename Op::element> &of,
    const outputs &out)
{
    enum status status = STATUS_OK;
    return reduction::launch_small<Op>(job, of, out, &status)
        ? status
        : reduction::launch_kept<Op, Unroll>(job, of, out);
}

template <class Op, int Unroll = reduction::UNROLL<typename Op::element>>
static enum status launch(struct job *job)
{
    using E = typename Op::element;
    const reduction::range<E> of = { input<E>(job), count_of(job) };
    const outputs out = { job->out[0], job->out[1] };
    return job->variant->traits & KEEPS_STATE
        ? launch_plan<Op, Unroll>(job, of, out)
        : reduction::launch<Op, Unroll>(job, of, out);
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
        return launch<extremum<E, least>, reduction::EXTREMUM_UNROLL<E>>(job);
    case REDUCE_MAX:
        return launch<extremum<E, most>, reduction::EXTREMUM_UNROLL<E>>(job);
    case REDUCE_MEAN: return launch<mean<E, W, R>>(job);
    case REDUCE_ARGMIN:
        return launch<arg_extremum<E, least>, reduction::ARG_UNROLL>(job);
    case REDUCE_ARGMAX:
        return launch<arg_extremum<E, most>, reduction::ARG_UNROLL>(job);
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
    return reduction::scratch_bytes(job);
}

/* 2 more to convert and divide. */
double cuda_reduce_best_depth(const struct job *job)
{
    return reduction::depth_of(job, &job->problem->in[0]) + 2;
}
