/* arrays.cuh - what the kernels of scatter are given. */
#ifndef TETRAD_CUDA_SCATTER_ARRAYS_CUH
#define TETRAD_CUDA_SCATTER_ARRAYS_CUH

#include "ops/scatter.h"
#include "parts/moves.cuh"

constexpr unsigned SCATTER_THREADS = 256; /* a block, of the first rungs */

template <class T, class I>
struct scatter_arrays {
    const T *x;
    const I *index;
    T *out;
    size_t n;
    unsigned skip; /* elements that the indices' first aligned vector begins
                      before them */
    unsigned off;  /* words that x is off that grid */

    scatter_arrays(const T *x, const I *index, T *out, size_t n)
        : x(x), index(index), out(out), n(n),
          skip(elements_before<AT_ONCE<T>>(index)),
          off(words_off<AT_ONCE<T>>(x, skip))
    {
    }

    explicit scatter_arrays(const struct job *job)
        : scatter_arrays(input<T>(job), input<I>(job, 1), output<T>(job),
                         job->problem->dim[0])
    {
    }
};

template <class T, class I>
static __device__ void scatter_element(const scatter_arrays<T, I> &a, size_t i)
{
    a.out[a.index[i]] = a.x[i];
}

#endif
