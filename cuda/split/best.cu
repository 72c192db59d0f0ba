/* best.cu - launching best, and look-back alone: every type, any n, any
 * alignment.
 *
 * The flags that one block holds go to it, those that a cluster holds to one;
 * as long as a block adds up all counts in no time they are counted by a launch
 * of their own, which the next overlaps; else parts look back. */
#include "cuda.h"
#include "compact/arrays.cuh"
#include "split/forms.cuh"

LAUNCHER(cuda_split_best);
LAUNCHER(cuda_split_lookback);

/* Two launches: up to so many parts. */
constexpr size_t TWICE_PARTS = 2048;

enum { PACKED, MARKS }; /* the inputs */

/* --- how a job lies ------------------------------------------------------ */

static size_t flag_vectors(const struct job *job)
{
    return ceil_div(phase_of(job->in[MARKS]) + job->problem->in[MARKS].count,
                    sizeof(uint4));
}

static unsigned flag_parts(const struct job *job, int rows, unsigned warps)
{
    return blocks_for(flag_vectors(job), part_vectors(rows, warps));
}

template <class T>
static spreading<T> work_of(const struct job *job)
{
    constexpr unsigned LANES = vector<T>::LANES;
    const unsigned skip = phase_of(job->in[MARKS]);
    spreading<T> s;
    s.packed = input<T>(job, PACKED);
    s.flags = input<flag>(job, MARKS);
    s.out = output<T>(job);
    s.x.n = job->problem->in[MARKS].count;
    s.x.skip = skip;
    s.x.together = phase_of(job->out[0]) / sizeof(T) % LANES == skip % LANES;
    return s;
}

/* --- launches ------------------------------------------------------------ */

template <class T>
static enum status launch_alone(struct job *job)
{
    split_alone<T>
        <<<1, SINGLE_WARPS * WARP, 0, stream_of(job)>>>(work_of<T>(job));
    return cuda_launched(job, "split_alone");
}

/* Warps a block, the fewest of a power of two with which a cluster holds all;
 * 0: it cannot. */
static unsigned cluster_warps(const struct job *job)
{
    for (unsigned warps = CLUSTER_LEAST; warps <= CLUSTER_WARPS; warps *= 2)
        if (flag_parts(job, CLUSTER_ROWS, warps) <= CLUSTER_MOST)
            return warps;
    return 0;
}

/* False: it does not fit in a cluster. */
template <class T>
static bool cluster(struct job *job, enum status *status)
{
    const auto kernel = split_cluster<T>;
    const unsigned warps = cluster_warps(job);
    if (!warps)
        return false;
    const unsigned blocks = flag_parts(job, CLUSTER_ROWS, warps);
    if (!has_cluster(job, kernel, blocks, warps * WARP))
        return false;
    *status = launch_cluster(job, "split_cluster", kernel, blocks,
                             warps * WARP, work_of<T>(job));
    return true;
}

template <class T>
static enum status twice(struct job *job)
{
    const unsigned threads = TWICE_WARPS * WARP;
    const unsigned parts = flag_parts(job, TWICE_ROWS, TWICE_WARPS);
    const spreading<T> s = work_of<T>(job);
    split_counts<<<parts, threads, 0, stream_of(job)>>>(s.flags, s.x,
                                                        job->scratch);
    const enum status status = cuda_launched(job, "split_counts");
    return status ? status
                  : launch_overlapped(job, "split_parts", split_parts<T>,
                                      parts, threads, s, job->scratch);
}

template <class T>
static enum status look_back_by(struct job *job)
{
    const unsigned parts = flag_parts(job, CHAIN_ROWS, CHAIN_WARPS);
    const enum status status =
        fresh_scratch(job, chain_bytes<look_back::count>(parts));
    if (status)
        return status;
    split_lookback<T><<<parts, CHAIN_WARPS * WARP, 0, stream_of(job)>>>(
        work_of<T>(job), job->scratch);
    return cuda_launched(job, "split_lookback");
}

template <class T>
static enum status best(struct job *job)
{
    enum status status = STATUS_OK;
    if (flag_vectors(job) <= part_vectors(SINGLE_ROWS, SINGLE_WARPS))
        return launch_alone<T>(job);
    if (cluster<T>(job, &status))
        return status;
    return flag_parts(job, TWICE_ROWS, TWICE_WARPS) <= TWICE_PARTS
        ? twice<T>(job)
        : look_back_by<T>(job);
}

enum status cuda_split_best(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return best<typename decltype(type)::element>(job);
    });
}

enum status cuda_split_lookback(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        return look_back_by<typename decltype(type)::element>(job);
    });
}

/* --- scratch ------------------------------------------------------------- */

/* Wherever the flags will lie, which may not be known yet. */
size_t cuda_split_lookback_scratch(const struct job *job)
{
    const size_t vectors = job->problem->in[MARKS].count / sizeof(uint4) + 2;
    return chain_bytes<look_back::count>(
        ceil_div(vectors, part_vectors(CHAIN_ROWS, CHAIN_WARPS)));
}

/* Of any of its kernels. */
size_t cuda_split_best_scratch(const struct job *job)
{
    return max(published_bytes(TWICE_PARTS), cuda_split_lookback_scratch(job));
}
