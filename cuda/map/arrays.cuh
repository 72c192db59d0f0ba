/* arrays.cuh - what the kernels of map are given: arrays of n elements, of
 * which the output may be an input. */
#ifndef TETRAD_CUDA_MAP_ARRAYS_CUH
#define TETRAD_CUDA_MAP_ARRAYS_CUH

#include "map/functions.cuh"
#include "parts/vector.cuh"

template <class F>
struct map_arrays {
    using T = typename F::element;
    const T *x, *y; /* y: of functions of two inputs */
    T *out;
    size_t n;
    unsigned skip; /* elements that the output's first aligned vector begins
                      before it, less than a vector */
    unsigned x_off, y_off; /* 4-byte words that x and y are off that grid */

    explicit map_arrays(const struct job *job)
        : x(input<T>(job)), y(F::inputs == 2 ? input<T>(job, 1) : x),
          out(output<T>(job)), n(job->problem->size)
    {
        skip = unsigned(uintptr_t(out) % 16 / sizeof(T));
        x_off = unsigned((uintptr_t(x) - uintptr_t(out)) % 16 / 4);
        y_off = unsigned((uintptr_t(y) - uintptr_t(out)) % 16 / 4);
    }
};

template <class F>
static __device__ void map_element(const F &f, const map_arrays<F> &a,
                                   size_t i)
{
    if constexpr (F::inputs == 2)
        a.out[i] = f(a.x[i], a.y[i]);
    else
        a.out[i] = f(a.x[i]);
}

/* Those of a vector's elements that there are; `first` may be less than zero,
 * and then is huge. */
template <class F>
static __device__ void map_edge(const F &f, const map_arrays<F> &a,
                                size_t first)
{
#pragma unroll
    for (int k = 0; k < vector<typename F::element>::LANES; k++)
        if (first + k < a.n)
            map_element(f, a, first + k);
}

/* f of vectors, in place; y of functions of two inputs. */
template <class F, class T>
static __device__ vector<T> map_vector(const F &f, vector<T> x,
                                       const vector<T> &y)
{
#pragma unroll
    for (int k = 0; k < x.LANES; k++)
        if constexpr (F::inputs == 2)
            x.lane[k] = f(x.lane[k], y.lane[k]);
        else
            x.lane[k] = f(x.lane[k]);
    return x;
}

#endif
