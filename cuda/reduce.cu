/* reduce.cu - launching the rungs of the two ladders.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. A kernel
 * leaves one partial sum a block; the "article" rungs and Harris' last add
 * those with one block more, Harris' others launch again until one is left. */
#include <cmath>

#include "launch.cuh"
#include "reduce.h"
#include "warp.cuh"

constexpr int HARRIS_THREADS = 256;

#include "reduce/article.cuh"
#include "reduce/serial.cuh"
#include "reduce/two_pass_blocked.cuh"
#include "reduce/two_pass_coalesced.cuh"
#include "reduce/two_pass_tree.cuh"
#include "reduce/two_pass_last_warp.cuh"
#include "reduce/two_pass_unrolled.cuh"
#include "reduce/single_pass.cuh"
#include "reduce/atomic_per_thread.cuh"
#include "reduce/warp_shuffle.cuh"
#include "reduce/harris_0_modulo.cuh"
#include "reduce/harris_1_strided.cuh"
#include "reduce/harris_2_sequential.cuh"
#include "reduce/harris_3_first_add.cuh"
#include "reduce/harris_4_last_warp.cuh"
#include "reduce/harris_5_unrolled.cuh"
#include "reduce/harris_6_multi_add.cuh"

constexpr size_t TICKET_BYTES = 256; /* before the partials */

template <class T>
using rung = void (*)(const T *in, size_t n, T *out);

static size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

/* launch(T()) for the T that adds the problem's type. */
template <class Launch>
static enum status by_type(const struct job *job, Launch launch)
{
    switch (job->problem->in[0].type) {
    case ELEM_F32:
        return launch(float());
    case ELEM_F64:
        return launch(double());
    default:
        return launch(uint32_t());
    }
}

template <class T>
static T *partials_of(const struct job *job)
{
    return reinterpret_cast<T *>(static_cast<char *>(job->scratch) +
                                 TICKET_BYTES);
}

/* --- grids, and what follows from them ----------------------------------- */

static unsigned article_blocks(size_t n)
{
    const unsigned blocks = blocks_for(n, ARTICLE_THREADS);
    return blocks < ARTICLE_BLOCKS ? blocks : ARTICLE_BLOCKS;
}

/* As many blocks of Harris' last rung as the GPU holds. */
static unsigned many_blocks(const struct job *job)
{
    const struct device *d = job->device;
    const unsigned full =
        unsigned(d->sms * (d->max_threads_per_sm / HARRIS_THREADS));
    const unsigned blocks = blocks_for(count_of(job), 2 * HARRIS_THREADS);
    return blocks < full ? blocks : full;
}

/* Additions in a row of a thread of two passes, and of both. */
static double thread_adds(size_t n, unsigned blocks, int threads)
{
    return double(ceil_div(n, size_t(blocks) * threads)) +
           double(ceil_div(blocks, unsigned(threads)));
}

/* Room for the partials of the first launch and of the second. */
static size_t halving_scratch(const struct job *job, size_t each)
{
    const size_t first = blocks_for(count_of(job), each);
    return (first + blocks_for(first, each)) * sizeof(double) + TICKET_BYTES;
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

size_t cuda_reduce_article_scratch(const struct job *job)
{
    return TICKET_BYTES + article_blocks(count_of(job)) * sizeof(double);
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
    return TICKET_BYTES + many_blocks(job) * sizeof(double);
}

/* The same count of additions as the article's, but for the odd pair. */
double cuda_reduce_many_depth(const struct job *job)
{
    return thread_adds(count_of(job), many_blocks(job), HARRIS_THREADS) + 2 +
           2 * log2(double(HARRIS_THREADS));
}

/* --- launches ------------------------------------------------------------ */

template <class T>
static enum status two_pass(const struct job *job, rung<T> kernel,
                            unsigned blocks, int threads, const char *name)
{
    T *const partials = partials_of<T>(job);
    kernel<<<blocks, threads, 0, stream_of(job)>>>(input<T>(job),
                                                   count_of(job), partials);
    const enum status status = cuda_launched(job, name);
    if (status)
        return status;
    kernel<<<1, threads, 0, stream_of(job)>>>(partials, blocks,
                                              output<T>(job));
    return cuda_launched(job, name);
}

template <class T>
static enum status article(const struct job *job, rung<T> kernel,
                           const char *name)
{
    return two_pass<T>(job, kernel, article_blocks(count_of(job)),
                       ARTICLE_THREADS, name);
}

/* Launches until one partial is left; they go to and fro between two areas.
 * each: elements a block. */
template <class T>
static enum status halve(const struct job *job, rung<T> kernel, size_t each,
                         const char *name)
{
    const T *from = input<T>(job);
    size_t n = count_of(job);
    T *area[2] = { partials_of<T>(job), partials_of<T>(job) +
                                            blocks_for(n, each) };
    for (int k = 0;; k ^= 1) {
        const unsigned blocks = blocks_for(n, each);
        T *const to = blocks == 1 ? output<T>(job) : area[k];
        kernel<<<blocks, HARRIS_THREADS, 0, stream_of(job)>>>(from, n, to);
        const enum status status = cuda_launched(job, name);
        if (status || blocks == 1)
            return status;
        from = to;
        n = blocks;
    }
}

/* --- the "article" ladder ------------------------------------------------ */

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
        return article<T>(job, two_pass_blocked<T>,
                          "two-pass-blocked");
    });
}

enum status cuda_reduce_two_pass_coalesced(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_coalesced<T>,
                          "two-pass-coalesced");
    });
}

enum status cuda_reduce_two_pass_tree(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_tree<T>,
                          "two-pass-tree");
    });
}

enum status cuda_reduce_two_pass_last_warp(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return article<T>(job, two_pass_last_warp<T>,
                          "two-pass-last-warp");
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
               stream_of(job)>>>(input<T>(job), count_of(job),
                                 partials_of<T>(job),
                                 static_cast<unsigned *>(job->scratch),
                                 output<T>(job));
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
               stream_of(job)>>>(input<T>(job), count_of(job),
                                 output<T>(job));
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

/* --- Harris' ladder ------------------------------------------------------ */

enum status cuda_reduce_harris_0(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_0_modulo<T>,
                        HARRIS_THREADS, "harris-0-modulo");
    });
}

enum status cuda_reduce_harris_1(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_1_strided<T>,
                        HARRIS_THREADS, "harris-1-strided");
    });
}

enum status cuda_reduce_harris_2(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_2_sequential<T>,
                        HARRIS_THREADS, "harris-2-sequential");
    });
}

enum status cuda_reduce_harris_3(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_3_first_add<T>,
                        2 * HARRIS_THREADS, "harris-3-first-add");
    });
}

enum status cuda_reduce_harris_4(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return halve<T>(job, harris_4_last_warp<T>,
                        2 * HARRIS_THREADS, "harris-4-last-warp");
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
