/* overlap.cuh - two launches, of which the second starts while the first runs
 * (programmatic dependent launch: PTX ISA 7.8, compute capability 9.0): its
 * blocks are there, and have loaded what they can, when the first has ended.
 * So no block waits for another of its own launch, and what the first tells
 * the second needs no clearing. Code for less runs one after the other.
 *
 * All blocks of the first call next_may_start(); those of the second call
 * await_first() before they read what the first wrote, or write what the first
 * reads or writes. The first of a chain is an ordinary launch; the third may
 * start before it has ended, but behind its await_first() both have, as the
 * second awaits the first before it ends. */
#ifndef TETRAD_CUDA_OVERLAP_CUH
#define TETRAD_CUDA_OVERLAP_CUH

#include "parts/launch.cuh"

/* The second may start once all blocks have called this, or ended. */
static __device__ void next_may_start()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

/* Until the first launch has ended, and all it wrote can be read. */
static __device__ void await_first()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/* Launches the second, with so many bytes of dynamic shared memory. */
template <class... Parameters, class... Arguments>
static enum status launch_overlapped_with(
    const struct job *job, const char *what, void (*kernel)(Parameters...),
    unsigned blocks, unsigned threads, size_t shared, Arguments... arguments)
{
    cudaLaunchAttribute early = {};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = stream_of(job);
    config.attrs = &early;
    config.numAttrs = is_hopper_code(kernel);
    return cuda_status(
        job, cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...),
        what);
}

template <class... Parameters, class... Arguments>
static enum status launch_overlapped(const struct job *job, const char *what,
                                     void (*kernel)(Parameters...),
                                     unsigned blocks, unsigned threads,
                                     Arguments... arguments)
{
    return launch_overlapped_with(job, what, kernel, blocks, threads, 0,
                                  arguments...);
}

/* --- a first launch that clears ------------------------------------------- */

constexpr unsigned CLEAR_THREADS = 256;

static __global__ void clear_vectors(uint4 *to, size_t count)
{
    const size_t i = size_t(blockIdx.x) * CLEAR_THREADS + threadIdx.x;
    next_may_start();
    if (i < count)
        to[i] = uint4{ 0, 0, 0, 0 };
}

/* Clears at least `bytes` from a multiple of 16 on, up to 15 more, for a
 * second launch. */
static inline enum status clear_first(const struct job *job, void *from,
                                      size_t bytes)
{
    const size_t count = ceil_div(bytes, sizeof(uint4));
    share_room(clear_vectors);
    clear_vectors<<<blocks_for(count, CLEAR_THREADS), CLEAR_THREADS, 0,
                    stream_of(job)>>>(static_cast<uint4 *>(from), count);
    return cuda_launched(job, "clear_vectors");
}

/* The same of scratch. */
static inline enum status clear_first(const struct job *job, size_t bytes)
{
    return clear_first(job, job->scratch, bytes);
}

#endif
