/* arrays.cuh - what the kernels of gather are given. */
#ifndef TETRAD_CUDA_GATHER_ARRAYS_CUH
#define TETRAD_CUDA_GATHER_ARRAYS_CUH

#include "ops/gather.h"
#include "parts/moves.cuh"

template <class T, class I>
struct gather_arrays {
    const T *x;
    const I *index;
    T *out;
    size_t n;
    unsigned skip; /* elements that the output's first aligned vector begins
                      before it */
    unsigned off;  /* words that the indices are off that grid */

    explicit gather_arrays(const struct job *job)
        : x(input<T>(job)), index(input<I>(job, 1)), out(output<T>(job)),
          n(job->problem->dim[0])
    {
        skip = elements_before<AT_ONCE<T>>(out);
        off = words_off<AT_ONCE<T>>(index, skip);
    }
};

template <class T, class I>
static __device__ void gather_element(const gather_arrays<T, I> &a, size_t i)
{
    a.out[i] = a.x[a.index[i]];
}

#endif
