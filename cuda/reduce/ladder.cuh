/* ladder.cuh - what the two ladders share: where partial sums go, and the
 * launch of two passes.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. A kernel
 * takes n elements, which it counts as Index, and leaves one partial sum a
 * block. Scratch: a ticket in 256 bytes, then the partials. */
#ifndef TETRAD_CUDA_REDUCE_LADDER_CUH
#define TETRAD_CUDA_REDUCE_LADDER_CUH

#include "parts/launch.cuh"

constexpr size_t PARTIALS_AT = 256; /* bytes */
constexpr int HARRIS_THREADS = 256;

template <class T, class Index = size_t>
using rung = void (*)(const T *in, Index n, T *out);

template <class T>
static T *partials_of(const struct job *job)
{
    return reinterpret_cast<T *>(static_cast<char *>(job->scratch) +
                                 PARTIALS_AT);
}

/* Additions in a row of a thread of two passes, and of both. */
static inline double thread_adds(size_t n, unsigned blocks, int threads)
{
    return double(ceil_div(n, size_t(blocks) * threads)) +
        double(ceil_div(blocks, unsigned(threads)));
}

/* The kernel over the input, then one block of it over the partials. */
template <class T, class Index>
static enum status two_pass(const struct job *job, rung<T, Index> kernel,
                            unsigned blocks, int threads)
{
    T *partials = partials_of<T>(job);
    kernel<<<blocks, threads, 0, stream_of(job)>>>(
        input<T>(job), Index(count_of(job)), partials);
    const enum status status = cuda_launched(job, job->variant->name);
    if (status)
        return status;
    kernel<<<1, threads, 0, stream_of(job)>>>(partials, blocks,
                                              output<T>(job));
    return cuda_launched(job, job->variant->name);
}

#endif
