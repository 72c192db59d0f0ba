/* launch.cuh - a kernel of histogram, with shared memory for its tables, after
 * the launch that clears the result. */
#ifndef TETRAD_CUDA_HISTOGRAM_LAUNCH_CUH
#define TETRAD_CUDA_HISTOGRAM_LAUNCH_CUH

#include "parts/overlap.cuh"

/* Bytes of shared memory that a block can have. */
static inline size_t shared_most()
{
    int device = 0, bytes = 0;
    if (cudaGetDevice(&device) ||
        cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin,
                               device))
        cudaGetLastError();
    return size_t(bytes);
}

/* Blocks a multiprocessor holds at once; 0: it cannot have that memory. */
template <class Kernel>
static int blocks_held(Kernel kernel, unsigned threads, size_t shared)
{
    int blocks = 0;
    const bool can = cudaFuncSetAttribute(
                         kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                         int(shared)) == cudaSuccess &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, kernel, int(threads), shared) == cudaSuccess;
    cudaGetLastError(); /* a refusal is an answer here */
    return can ? blocks : 0;
}

/* As many blocks as the GPU holds at once, and not more than `most`: none waits
 * for another, so that fewer at a time are slower, and no more. */
template <class... Parameters, class... Arguments>
static enum status launch_filling(const struct job *job, const char *what,
                                  void (*kernel)(Parameters...),
                                  unsigned threads, size_t shared, size_t most,
                                  Arguments... arguments)
{
    const int held = blocks_held(kernel, threads, shared);
    if (held == 0) {
        /* Unless a kernel before has failed, which is told again. */
        const enum status status = cuda_launched(job, what);
        return status
            ? status
            : fail(job->why, STATUS_MISSING,
                   "no %zu bytes of shared memory for a block", shared);
    }
    const size_t all = size_t(held) * size_t(job->device->sms);
    const unsigned blocks = unsigned(most < all ? most ? most : 1 : all);
    share_room(kernel);
    return launch_overlapped_with(job, what, kernel, blocks, threads, shared,
                                  arguments...);
}

#endif
