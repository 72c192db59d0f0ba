/* harris.cu - launching the rungs of Harris' ladder: launch upon launch
 * until one partial sum is left; the last rung needs two. */
#include <cmath>

#include "cuda.h"
#include "reduce/article.cuh"
#include "reduce/ladder.cuh"
#include "reduce/tree.cuh"
#include "reduce/rungs.def"

LAUNCHER(cuda_reduce_harris);

/* --- the rungs ----------------------------------------------------------- */

template <class T>
static rung<T> kernel_of(const struct job *job)
{
    static const rung<T> kernels[] = {
#define HARRIS(kernel, ...) kernel<T>,
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

/* Room for the partials of the first launch and of the second. */
size_t cuda_reduce_harris_scratch(const struct job *job)
{
    const size_t each = share_of(job);
    if (each == 0)
        return PARTIALS_AT + many_blocks(job) * sizeof(double);
    const size_t first = blocks_for(count_of(job), each);
    return (first + blocks_for(first, each)) * sizeof(double) + PARTIALS_AT;
}

/* The last rung's: the article's count of additions, but for the odd pair. */
double cuda_reduce_harris_depth(const struct job *job)
{
    const size_t each = share_of(job);
    size_t n = count_of(job);
    if (each == 0)
        return thread_adds(n, many_blocks(job), HARRIS_THREADS) + 2 +
            2 * log2(double(HARRIS_THREADS));
    double depth = 0;
    do {
        n = blocks_for(n, each);
        depth += log2(double(each));
    } while (n > 1);
    return depth;
}

/* --- launches ------------------------------------------------------------ */

/* Launches until one partial is left; they go to and fro between two areas.
 * each: elements a block. */
template <class T>
static enum status halve(const struct job *job, rung<T> kernel, size_t each)
{
    const T *from = input<T>(job);
    size_t n = count_of(job);
    T *area[2] = { partials_of<T>(job),
                   partials_of<T>(job) + blocks_for(n, each) };
    for (int k = 0;; k ^= 1) {
        const unsigned blocks = blocks_for(n, each);
        T *to = blocks == 1 ? output<T>(job) : area[k];
        kernel<<<blocks, HARRIS_THREADS, 0, stream_of(job)>>>(from, n, to);
        const enum status status = cuda_launched(job, job->variant->name);
        if (status || blocks == 1)
            return status;
        from = to;
        n = blocks;
    }
}

enum status cuda_reduce_harris(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::add;
        const size_t each = share_of(job);
        return each > 0 ? halve(job, kernel_of<T>(job), each)
                        : two_pass(job, kernel_of<T>(job), many_blocks(job),
                                   HARRIS_THREADS);
    });
}
