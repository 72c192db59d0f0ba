/* best.cu - launching best, and the two levels alone.
 *
 * What L2 holds is written directly. Of longer outputs a first launch judges by
 * a few indices whether they are at random; the others, which are made in any
 * case, as the host is not to wait, read that and one or the other returns at
 * once. */
#include "cuda.h"
#include "problem.h"
#include "scatter/direct.cuh"
#include "scatter/judge.cuh"
#include "scatter/levels.cuh"
#include "scatter/scalar.cuh"

LAUNCHER(cuda_scatter_two_level);
LAUNCHER(cuda_scatter_best);

/* Two levels where the output is more than this part of L2, which what is read
 * passes through, too. */
constexpr size_t L2_PARTS = 2;

/* Elements: up to this a thread each, as four a thread would leave
 * multiprocessors idle. */
constexpr size_t FEW = size_t(1) << 17;

template <class T, class I>
static enum status launch_direct(const struct job *job)
{
    const scatter_arrays<T, I> a(job);
    const auto direct = a.off ? scatter_direct<T, I, false, true>
                              : scatter_direct<T, I, false, false>;
    if (a.n <= FEW)
        scatter_scalar<<<blocks_for(a.n, SCATTER_THREADS), SCATTER_THREADS, 0,
                         stream_of(job)>>>(a);
    else
        direct<<<direct_blocks<false>(a), DIRECT_THREADS, 0, stream_of(job)>>>(
            a, nullptr);
    return cuda_launched(job, "scatter_direct");
}

/* --- two levels ----------------------------------------------------------- */

static struct binned *binned_of(const struct job *job)
{
    return static_cast<struct binned *>(job->scratch);
}

template <class T, class I>
static enum status launch_two_level(const struct job *job)
{
    if (!has_levels<T, I>())
        return fail(job->why, STATUS_MISSING,
                    "no %zu bytes of shared memory for a block",
                    sizeof(bin_room<T>));
    const enum status status = clear_first(job, sizeof(struct binned));
    return status
        ? status
        : launch_levels(job, scatter_arrays<T, I>(job), binned_of(job));
}

enum status cuda_scatter_two_level(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_widths(job, [=](auto element, auto index) {
        return launch_two_level<decltype(element), decltype(index)>(job);
    });
}

/* --- best ----------------------------------------------------------------- */

static bool is_far(const struct job *job)
{
    const struct array *out = &job->problem->out[0];
    return array_bytes(out) > job->device->l2 / L2_PARTS &&
        out->count >= JUDGE_THREADS && out->count <= PAIRED_MOST;
}

template <class T, class I>
static enum status launch_judged(const struct job *job)
{
    const scatter_arrays<T, I> a(job);
    scatter_judge<<<1, JUDGE_THREADS, 0, stream_of(job)>>>(a, binned_of(job));
    enum status status = cuda_launched(job, "scatter_judge");
    if (!status)
        status = launch_overlapped(job, "scatter_direct",
                                   a.off ? scatter_direct<T, I, true, true>
                                         : scatter_direct<T, I, true, false>,
                                   direct_blocks<true>(a), DIRECT_THREADS, a,
                                   binned_of(job));
    return status ? status : launch_levels(job, a, binned_of(job));
}

enum status cuda_scatter_best(struct job *job)
{
    if (job->problem->dim[0] == 0)
        return STATUS_OK;
    return by_widths(job, [=](auto element, auto index) {
        using T = decltype(element);
        using I = decltype(index);
        return is_far(job) && has_levels<T, I>() ? launch_judged<T, I>(job)
                                                 : launch_direct<T, I>(job);
    });
}

/* --- scratch -------------------------------------------------------------- */

size_t cuda_scatter_two_level_scratch(const struct job *job)
{
    const size_t n = job->problem->out[0].count;
    return elem_size(job->problem->type) == sizeof(uint32_t)
        ? levels_bytes<uint32_t>(n)
        : levels_bytes<uint64_t>(n);
}

size_t cuda_scatter_best_scratch(const struct job *job)
{
    return is_far(job) ? cuda_scatter_two_level_scratch(job) : 0;
}
