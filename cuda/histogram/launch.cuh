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

/* As many blocks as the GPU holds at once, and not more than `most`: none waits
 * for another, so that fewer at a time are slower, and no more. */
template <class... Parameters, class... Arguments>
static enum status launch_filling(const struct job *job, const char *what,
                                  void (*kernel)(Parameters...),
                                  unsigned threads, size_t shared, size_t most,
                                  Arguments... arguments)
{
    const int held = blocks_held(kernel, threads, shared);
    if (held == 0)
        return no_room(job, what, shared);
    const size_t all = size_t(held) * size_t(job->device->sms);
    const unsigned blocks = unsigned(most < all ? most ? most : 1 : all);
    share_room(kernel);
    return launch_overlapped_with(job, what, kernel, blocks, threads, shared,
                                  arguments...);
}

#endif
