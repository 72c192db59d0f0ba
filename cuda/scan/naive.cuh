/* naive.cuh - thread i adds up elements 0 .. i: O(n^2) work, no thread waits
 * for another. CUDA book ch. 7. NAIVE_THREADS threads, one element each; all
 * of a warp read the same element at once. */
#ifndef TETRAD_CUDA_SCAN_NAIVE_CUH
#define TETRAD_CUDA_SCAN_NAIVE_CUH

#include "scan/ladder.cuh"

constexpr int NAIVE_THREADS = 256;

template <class T>
static __global__ void naive(const T *in, size_t n, bool exclusive, T *out)
{
    const size_t i = size_t(blockIdx.x) * NAIVE_THREADS + threadIdx.x;
    if (i >= n)
        return;
    const size_t end = exclusive ? i : i + 1;
    T sum = 0;
    for (size_t k = 0; k < end; k++)
        sum += in[k];
    out[i] = sum;
}

/* One launch. In place, it must not overwrite what others still read: by way
 * of scratch. */
struct alone {
    template <class T, class Kernel>
    static enum status run(struct job *job, Kernel kernel, int threads)
    {
        const size_t n = count_of(job);
        T *to =
            in_place(job) ? static_cast<T *>(job->scratch) : output<T>(job);
        kernel<<<blocks_for(n, threads), threads, 0, stream_of(job)>>>(
            input<T>(job), n, exclusive_of(job), to);
        const enum status status = launched(job);
        if (status || !in_place(job))
            return status;
        return cuda_status(job,
                           cudaMemcpyAsync(job->out[0], to, n * sizeof(T),
                                           cudaMemcpyDeviceToDevice,
                                           stream_of(job)),
                           "copying the sums");
    }
    static size_t scratch(const struct job *job)
    {
        return in_place(job) ? bytes_of(job) : 0;
    }
    static double depth(const struct job *job)
    {
        return double(count_of(job));
    }
};

#endif
