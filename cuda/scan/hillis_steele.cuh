/* hillis_steele.cuh - one sweep of log2 n: every element adds the one
 * `distance` before it, 1, 2, 4 ... Hillis & Steele, Data Parallel Algorithms,
 * 1986. From one buffer to another, as a sweep overwrites what it reads.
 *
 * `shift` 1 reads all elements one place late, behind a zero: an exclusive
 * scan is the inclusive one of the shifted input. HILLIS_THREADS threads, one
 * element each: two read, one written. */
#ifndef TETRAD_CUDA_SCAN_HILLIS_STEELE_CUH
#define TETRAD_CUDA_SCAN_HILLIS_STEELE_CUH

#include "scan/ladder.cuh"

constexpr int HILLIS_THREADS = 256;

template <class T>
static __global__ void hillis_steele(const T *from, size_t n, unsigned shift,
                                     size_t distance, T *to)
{
    const size_t i = size_t(blockIdx.x) * HILLIS_THREADS + threadIdx.x;
    if (i >= n)
        return;
    T sum = i >= shift ? from[i - shift] : T(0);
    if (i >= shift + distance)
        sum += from[i - shift - distance];
    to[i] = sum;
}

/* Sweeps until the distance reaches n; at least one, to copy. They alternate
 * between scratch and output so that the last writes the output. In place
 * their number must be even, as the first may not write what it reads: one
 * more, whose distance is at least n, copies. */
struct doubling {
    static int sweeps(size_t n)
    {
        int sweeps = 1;
        while (size_t(1) << sweeps < n)
            sweeps++;
        return sweeps;
    }
    template <class T, class Kernel>
    static enum status run(struct job *job, Kernel kernel, int threads)
    {
        const size_t n = count_of(job);
        const int needed = sweeps(n);
        const int all = needed + (in_place(job) ? needed % 2 : 0);
        T *scratch = static_cast<T *>(job->scratch);
        const T *from = input<T>(job);
        unsigned shift = exclusive_of(job);
        enum status status = STATUS_OK;
        for (int k = 0; k < all && !status; k++) {
            T *to = (all - k) % 2 ? output<T>(job) : scratch;
            kernel<<<blocks_for(n, threads), threads, 0, stream_of(job)>>>(
                from, n, shift, size_t(1) << k, to);
            status = launched(job);
            from = to;
            shift = 0;
        }
        return status;
    }
    static size_t scratch(const struct job *job)
    {
        return bytes_of(job);
    }
    static double depth(const struct job *job)
    {
        return sweeps(count_of(job));
    }
};

#endif
