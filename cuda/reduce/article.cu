/* article.cu - launching the rungs of the "article" ladder: two launches
 * of a kernel, the second of one block over the first's partial sums. */
#include <cmath>

#include "reduce/launchers.h"
#include "reduce/article.cuh"
#include "reduce/ladder.cuh"
#include "reduce/tree.cuh"

#include "reduce/serial.cuh"
#include "reduce/two_pass_blocked.cuh"
#include "reduce/two_pass_coalesced.cuh"
#include "reduce/two_pass_tree.cuh"
#include "reduce/two_pass_last_warp.cuh"
#include "reduce/two_pass_unrolled.cuh"
#include "reduce/single_pass.cuh"
#include "reduce/atomic_per_thread.cuh"
#include "reduce/warp_shuffle.cuh"

/* --- grids, and what follows from them ----------------------------------- */

static unsigned article_blocks(size_t n)
{
    const unsigned blocks = blocks_for(n, ARTICLE_THREADS);
    return blocks < ARTICLE_BLOCKS ? blocks : ARTICLE_BLOCKS;
}

size_t cuda_reduce_article_scratch(const struct job *job)
{
    return PARTIALS_AT + article_blocks(count_of(job)) * sizeof(double);
}

double cuda_reduce_serial_finish_depth(const struct job *job)
{
    const size_t n = count_of(job);
    return thread_adds(n, article_blocks(n), ARTICLE_THREADS) +
        2 * ARTICLE_THREADS;
}

double cuda_reduce_tree_depth(const struct job *job)
{
    const size_t n = count_of(job);
    return thread_adds(n, article_blocks(n), ARTICLE_THREADS) +
        2 * log2(double(ARTICLE_THREADS));
}

double cuda_reduce_atomic_depth(const struct job *job)
{
    const size_t n = count_of(job);
    const unsigned blocks = article_blocks(n);
    return thread_adds(n, blocks, ARTICLE_THREADS) +
        double(blocks) * ARTICLE_THREADS;
}

/* --- launches ------------------------------------------------------------ */

template <class T>
static enum status article(const struct job *job, rung<T> kernel,
                           const char *name)
{
    return two_pass<T>(job, kernel, article_blocks(count_of(job)),
                       ARTICLE_THREADS, name);
}

enum status cuda_reduce_serial(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        serial<T><<<1, 1, 0, stream_of(job)>>>(input<T>(job), count_of(job),
                                               output<T>(job));
        return cuda_launched(job, "serial");
    });
}

enum status cuda_reduce_two_pass_blocked(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_blocked<T>, "two-pass-blocked");
    });
}

enum status cuda_reduce_two_pass_coalesced(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_coalesced<T>, "two-pass-coalesced");
    });
}

enum status cuda_reduce_two_pass_tree(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_tree<T>, "two-pass-tree");
    });
}

enum status cuda_reduce_two_pass_last_warp(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_last_warp<T>, "two-pass-last-warp");
    });
}

enum status cuda_reduce_two_pass_unrolled(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_unrolled<T, ARTICLE_THREADS>,
                          "two-pass-unrolled");
    });
}

enum status cuda_reduce_single_pass(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        single_pass<T, ARTICLE_THREADS>
            <<<article_blocks(count_of(job)), ARTICLE_THREADS, 0,
               stream_of(job)>>>(
                input<T>(job), count_of(job), partials_of<T>(job),
                static_cast<unsigned *>(job->scratch), output<T>(job));
        return cuda_launched(job, "single-pass-last-block");
    });
}

enum status cuda_reduce_atomic(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const enum status status = cuda_status(
            job, cudaMemsetAsync(job->out[0], 0, sizeof(T), stream_of(job)),
            "clearing the sum");
        if (status)
            return status;
        atomic_per_thread<T>
            <<<article_blocks(count_of(job)), ARTICLE_THREADS, 0,
               stream_of(job)>>>(input<T>(job), count_of(job), output<T>(job));
        return cuda_launched(job, "atomic-per-thread");
    });
}

enum status cuda_reduce_warp_shuffle(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, warp_shuffle<T, ARTICLE_THREADS>,
                          "warp-shuffle");
    });
}
