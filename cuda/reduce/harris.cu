/* harris.cu - launching the rungs of Harris' ladder: launch upon launch
 * until one partial sum is left; the last rung needs two. */
#include <cmath>

#include "reduce/launchers.h"
#include "reduce/ladder.cuh"
#include "reduce/tree.cuh"

constexpr int HARRIS_THREADS = 256;

#include "reduce/harris_0_modulo.cuh"
#include "reduce/harris_1_strided.cuh"
#include "reduce/harris_2_sequential.cuh"
#include "reduce/harris_3_first_add.cuh"
#include "reduce/harris_4_last_warp.cuh"
#include "reduce/harris_5_unrolled.cuh"
#include "reduce/harris_6_multi_add.cuh"

/* --- grids, and what follows from them ----------------------------------- */

/* As many blocks of Harris' last rung as the GPU holds. */
static unsigned many_blocks(const struct job *job)
{
    const struct device *d = job->device;
    const unsigned full =
        unsigned(d->sms * (d->max_threads_per_sm / HARRIS_THREADS));
    const unsigned blocks = blocks_for(count_of(job), 2 * HARRIS_THREADS);
    return blocks < full ? blocks : full;
}

/* Room for the partials of the first launch and of the second. */
static size_t halving_scratch(const struct job *job, size_t each)
{
    const size_t first = blocks_for(count_of(job), each);
    return (first + blocks_for(first, each)) * sizeof(double) + PARTIALS_AT;
}

static double halving_depth(const struct job *job, size_t each)
{
    double depth = 0;
    size_t n = count_of(job);
    do {
        n = blocks_for(n, each);
        depth += log2(double(each));
    } while (n > 1);
    return depth;
}

size_t cuda_reduce_by_one_scratch(const struct job *job)
{
    return halving_scratch(job, HARRIS_THREADS);
}

double cuda_reduce_by_one_depth(const struct job *job)
{
    return halving_depth(job, HARRIS_THREADS);
}

size_t cuda_reduce_by_two_scratch(const struct job *job)
{
    return halving_scratch(job, 2 * HARRIS_THREADS);
}

double cuda_reduce_by_two_depth(const struct job *job)
{
    return halving_depth(job, 2 * HARRIS_THREADS);
}

size_t cuda_reduce_many_scratch(const struct job *job)
{
    return PARTIALS_AT + many_blocks(job) * sizeof(double);
}

/* The same count of additions as the article's, but for the odd pair. */
double cuda_reduce_many_depth(const struct job *job)
{
    return thread_adds(count_of(job), many_blocks(job), HARRIS_THREADS) + 2 +
        2 * log2(double(HARRIS_THREADS));
}

/* --- launches ------------------------------------------------------------ */

/* Launches until one partial is left; they go to and fro between two areas.
 * each: elements a block. */
template <class T>
static enum status halve(const struct job *job, rung<T> kernel, size_t each,
                         const char *name)
{
    const T *from = input<T>(job);
    size_t n = count_of(job);
    T *area[2] = { partials_of<T>(job),
                   partials_of<T>(job) + blocks_for(n, each) };
    for (int k = 0;; k ^= 1) {
        const unsigned blocks = blocks_for(n, each);
        T *to = blocks == 1 ? output<T>(job) : area[k];
        kernel<<<blocks, HARRIS_THREADS, 0, stream_of(job)>>>(from, n, to);
        const enum status status = cuda_launched(job, name);
        if (status || blocks == 1)
            return status;
        from = to;
        n = blocks;
    }
}

enum status cuda_reduce_harris_0(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_0_modulo<T>, HARRIS_THREADS,
                        "harris-0-modulo");
    });
}

enum status cuda_reduce_harris_1(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_1_strided<T>, HARRIS_THREADS,
                        "harris-1-strided");
    });
}

enum status cuda_reduce_harris_2(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_2_sequential<T>, HARRIS_THREADS,
                        "harris-2-sequential");
    });
}

enum status cuda_reduce_harris_3(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_3_first_add<T>, 2 * HARRIS_THREADS,
                        "harris-3-first-add");
    });
}

enum status cuda_reduce_harris_4(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_4_last_warp<T>, 2 * HARRIS_THREADS,
                        "harris-4-last-warp");
    });
}

enum status cuda_reduce_harris_5(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_5_unrolled<T, HARRIS_THREADS>,
                        2 * HARRIS_THREADS, "harris-5-unrolled");
    });
}

enum status cuda_reduce_harris_6(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return two_pass<T>(job, harris_6_multi_add<T, HARRIS_THREADS>,
                           many_blocks(job), HARRIS_THREADS,
                           "harris-6-multi-add");
    });
}
