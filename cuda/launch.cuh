/* launch.cuh - what every launcher needs: the error checks of backend.h, the
 * job's stream and arrays by type, and grid arithmetic. */
#ifndef TETRAD_CUDA_LAUNCH_CUH
#define TETRAD_CUDA_LAUNCH_CUH

#include "backend.h"

/* The most blocks one launch may have in x. */
constexpr size_t GRID_MAX = 2147483647;

template <class N>
__host__ __device__ constexpr N ceil_div(N items, N each)
{
    return items / each + (items % each != 0);
}

/* Blocks of `each` items that cover `items`; one for none, so that an empty
 * problem still writes its result. */
static inline unsigned blocks_for(size_t items, size_t each)
{
    size_t blocks = items ? ceil_div(items, each) : 1;
    return (unsigned)(blocks < GRID_MAX ? blocks : GRID_MAX);
}

static inline cudaStream_t stream_of(const struct job *job)
{
    return job->device->stream;
}

template <class T>
static inline const T *input(const struct job *job, int which = 0)
{
    return static_cast<const T *>(job->in[which]);
}

template <class T>
static inline T *output(const struct job *job, int which = 0)
{
    return static_cast<T *>(job->out[which]);
}

#endif
