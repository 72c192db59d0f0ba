/* harris.cu - launching the rungs of Harris' ladder, and what adds up their
 * blocks' sums: one launch more, of the article's single_pass where there are
 * many, of the last rung itself where it left few. */
#include <cmath>

#include "cuda.h"
#include "reduce/article.cuh"
#include "reduce/ladder.cuh"
#include "reduce/tree.cuh"
#include "reduce/rungs.def"

LAUNCHER(cuda_reduce_harris);

constexpr int FINISH_THREADS = 512;     /* a block of what adds up the sums */
constexpr unsigned FINISH_BLOCKS = 512; /* at most */

/* --- the rungs ----------------------------------------------------------- */

template <class T, class Index>
static rung<T, Index> kernel_of(const struct job *job)
{
    static const rung<T, Index> kernels[] = {
#define HARRIS(kernel, ...) kernel<T, Index>,
#include "reduce/rungs.def"
    };
    return kernels[job->variant->step - 1];
}

/* Elements a block; 0: of the rung that has as many blocks as a GPU holds. */
static size_t share_of(const struct job *job)
{
    static const int elements[] = {
#define HARRIS(kernel, number, name, elements, ...) elements,
#include "reduce/rungs.def"
    };
    return size_t(elements[job->variant->step - 1]) * HARRIS_THREADS;
}

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

/* Blocks that add up the sums of the first launch. */
static unsigned finish_blocks(size_t sums)
{
    const unsigned blocks = blocks_for(sums, FINISH_THREADS);
    return blocks < FINISH_BLOCKS ? blocks : FINISH_BLOCKS;
}

/* Room for the partials of the first launch, a ticket, and the partials of the
 * second. */
size_t cuda_reduce_harris_scratch(const struct job *job)
{
    const size_t each = share_of(job);
    const size_t first =
        each ? blocks_for(count_of(job), each) + 1 : many_blocks(job);
    return PARTIALS_AT + (first + FINISH_BLOCKS) * sizeof(double);
}

/* The last rung's: the article's count of additions, but for the odd pair. */
double cuda_reduce_harris_depth(const struct job *job)
{
    const size_t each = share_of(job);
    const size_t n = count_of(job);
    if (each == 0)
        return thread_adds(n, many_blocks(job), HARRIS_THREADS) + 2 +
            2 * log2(double(HARRIS_THREADS));
    const unsigned sums = blocks_for(n, each);
    if (sums == 1)
        return log2(double(each));
    return log2(double(each)) +
        thread_adds(sums, finish_blocks(sums), FINISH_THREADS) +
        2 * log2(double(FINISH_THREADS));
}

/* --- launches ------------------------------------------------------------ */

/* A block beyond the last finds no elements, so that its sum is a zero: the
 * ticket of what follows, cleared without a launch. each: elements a block. */
template <class T, class Index>
static enum status then_finish(const struct job *job, rung<T, Index> kernel,
                               size_t each)
{
    const unsigned sums = blocks_for(count_of(job), each);
    T *partials = partials_of<T>(job);
    kernel<<<sums == 1 ? 1 : sums + 1, HARRIS_THREADS, 0, stream_of(job)>>>(
        input<T>(job), Index(count_of(job)),
        sums == 1 ? output<T>(job) : partials);
    const enum status status = cuda_launched(job, job->variant->name);
    if (status || sums == 1)
        return status;
    single_pass<T, FINISH_THREADS>
        <<<finish_blocks(sums), FINISH_THREADS, 0, stream_of(job)>>>(
            partials, sums, partials + sums + 1,
            reinterpret_cast<unsigned *>(partials + sums), output<T>(job));
    return cuda_launched(job, "adding up the blocks' sums");
}

template <class T, class Index>
static enum status launch(const struct job *job)
{
    const rung<T, Index> kernel = kernel_of<T, Index>(job);
    const size_t each = share_of(job);
    return each > 0 ? then_finish(job, kernel, each)
                    : two_pass(job, kernel, many_blocks(job), HARRIS_THREADS);
}

/* Harris counts in 32 bits; so do these up to where that ends. */
enum status cuda_reduce_harris(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::add;
        return count_of(job) <= INT32_MAX ? launch<T, uint32_t>(job)
                                          : launch<T, size_t>(job);
    });
}
