/* article.cu - launching the rungs of the "article" ladder. Most take two
 * launches of a kernel, the second of one block over the first's sums. */
#include <cmath>

#include "cuda.h"
#include "reduce/article.cuh"
#include "reduce/ladder.cuh"
#include "reduce/tree.cuh"
#include "reduce/rungs.def"

LAUNCHER(cuda_reduce_article);

/* How the sums of threads become one. */
enum finish {
    ALONE,    /* there is one thread */
    THREAD_0, /* of each block adds up the block; a second pass, the blocks */
    TREE,     /* so do halves of the block */
    LAST_BLOCK, /* trees, and whichever block is last adds up the blocks */
    ATOMICS     /* every thread adds to the output */
};

/* --- the rungs ----------------------------------------------------------- */

template <class T>
using ticket_rung = void (*)(const T *in, size_t n, T *partials,
                             unsigned *ticket, T *out);

/* Of either form. */
template <class T>
struct kernel_of_rung {
    rung<T> plain = nullptr;
    ticket_rung<T> ticketed = nullptr;
    kernel_of_rung(rung<T> kernel) : plain(kernel)
    {
    }
    kernel_of_rung(ticket_rung<T> kernel) : ticketed(kernel)
    {
    }
};

template <class T>
static const kernel_of_rung<T> &kernel_of(const struct job *job)
{
    static const kernel_of_rung<T> kernels[] = {
#define ARTICLE(kernel, ...) kernel<T>,
#include "reduce/rungs.def"
    };
    return kernels[job->variant->step - 1];
}

static enum finish finish_of(const struct job *job)
{
    static const enum finish finishes[] = {
#define ARTICLE(kernel, name, finish, ...) finish,
#include "reduce/rungs.def"
    };
    return finishes[job->variant->step - 1];
}

/* --- grids, and what follows from them ----------------------------------- */

static unsigned article_blocks(const struct job *job)
{
    const unsigned blocks = blocks_for(count_of(job), ARTICLE_THREADS);
    return blocks < ARTICLE_BLOCKS ? blocks : ARTICLE_BLOCKS;
}

size_t cuda_reduce_article_scratch(const struct job *job)
{
    const enum finish finish = finish_of(job);
    return finish == ALONE || finish == ATOMICS
        ? 0
        : PARTIALS_AT + article_blocks(job) * sizeof(double);
}

double cuda_reduce_article_depth(const struct job *job)
{
    const size_t n = count_of(job);
    const unsigned blocks = article_blocks(job);
    const double adds = thread_adds(n, blocks, ARTICLE_THREADS);
    switch (finish_of(job)) {
    case ALONE: return double(n);
    case THREAD_0: return adds + 2 * ARTICLE_THREADS;
    case ATOMICS: return adds + double(blocks) * ARTICLE_THREADS;
    default: return adds + 2 * log2(double(ARTICLE_THREADS));
    }
}

/* --- launches ------------------------------------------------------------ */

/* The rungs of one launch. */
template <class T>
static enum status once(const struct job *job, rung<T> kernel, unsigned blocks,
                        int threads)
{
    kernel<<<blocks, threads, 0, stream_of(job)>>>(
        input<T>(job), count_of(job), output<T>(job));
    return cuda_launched(job, job->variant->name);
}

template <class T>
static enum status last_block(const struct job *job, ticket_rung<T> kernel)
{
    const enum status status = fresh_scratch(job, sizeof(unsigned));
    if (status)
        return status;
    kernel<<<article_blocks(job), ARTICLE_THREADS, 0, stream_of(job)>>>(
        input<T>(job), count_of(job), partials_of<T>(job),
        static_cast<unsigned *>(job->scratch), output<T>(job));
    return cuda_launched(job, job->variant->name);
}

template <class T>
static enum status atomics(const struct job *job, rung<T> kernel)
{
    const enum status status = cuda_status(
        job, cudaMemsetAsync(job->out[0], 0, sizeof(T), stream_of(job)),
        "clearing the sum");
    return status ? status
                  : once(job, kernel, article_blocks(job), ARTICLE_THREADS);
}

enum status cuda_reduce_article(struct job *job)
{
    return by_type(TYPES_OF(TAUGHT){}, job, [job](auto type) {
        using T = typename decltype(type)::add;
        const kernel_of_rung<T> &kernel = kernel_of<T>(job);
        switch (finish_of(job)) {
        case ALONE: return once(job, kernel.plain, 1, 1);
        case ATOMICS: return atomics(job, kernel.plain);
        case LAST_BLOCK: return last_block(job, kernel.ticketed);
        default:
            return two_pass(job, kernel.plain, article_blocks(job),
                            ARTICLE_THREADS);
        }
    });
}
