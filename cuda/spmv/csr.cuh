/* csr.cuh - what the kernels of spmv are given: a matrix by compressed rows and
 * two vectors, and how products are loaded. */
#ifndef TETRAD_CUDA_SPMV_CSR_CUH
#define TETRAD_CUDA_SPMV_CSR_CUH

#include <cstring>
#include <type_traits>

#include "parts/kept.cuh"
#include "parts/launch.cuh"
#include "parts/passing.cuh"

/* Offsets rise from 0 to count, below 2^32, as rows are. */
template <class T>
struct csr {
    const T *values;
    const uint32_t *columns, *offsets;
    const T *x;
    T *y;
    size_t rows, wide, count; /* wide: elements of x; count: non-zeros */

    explicit csr(const struct job *job)
        : values(input<T>(job)), columns(input<uint32_t>(job, 1)),
          offsets(input<uint32_t>(job, 2)), x(input<T>(job, 3)),
          y(output<T>(job)), rows(job->problem->dim[0]),
          wide(job->problem->dim[1]), count(job->problem->dim[2])
    {
    }
};

/* --- products ------------------------------------------------------------- */

/* load(words) of an element of 4 or 8 bytes. */
template <class E, class Load>
static __device__ E load_by_word(const E *from, Load load)
{
    using word = std::conditional_t<sizeof(E) == 4, uint32_t, uint64_t>;
    static_assert(sizeof(E) == sizeof(word), "a word");
    const word bits = load(reinterpret_cast<const word *>(from));
    E e;
    memcpy(&e, &bits, sizeof e);
    return e;
}

/* The matrix passes by once, x is asked for again and again. */
template <class E>
static __device__ E load_of_matrix(const E *from, bool there)
{
    return load_by_word(
        from, [there](auto *at) { return load_passing_word(at, there); });
}

template <class E>
static __device__ E load_of_x(const E *from, bool there)
{
    return load_by_word(
        from, [there](auto *at) { return load_kept_word(at, there); });
}

/* Products of non-zeros first, first + Step, ... of `there` from `base` on: all
 * loads of a kind are on their way at once. Where there is none, 0. By all
 * lanes of a warp. */
template <unsigned Step, int Items, class T>
static __device__ void load_products(const csr<T> &a, size_t base,
                                     unsigned first, unsigned there,
                                     T (&product)[Items])
{
    const uint32_t *columns = a.columns + (base + first);
    const T *values = a.values + (base + first);
    uint32_t column[Items];
    T value[Items];
#pragma unroll
    for (int k = 0; k < Items; k++)
        column[k] =
            load_of_matrix(columns + k * Step, first + k * Step < there);
#pragma unroll
    for (int k = 0; k < Items; k++)
        value[k] = load_of_matrix(values + k * Step, first + k * Step < there);
    /* Or the compiler asks for some values only when columns are there. */
    __syncwarp();
#pragma unroll
    for (int k = 0; k < Items; k++)
        product[k] = load_of_x(a.x + column[k], first + k * Step < there);
#pragma unroll
    for (int k = 0; k < Items; k++)
        product[k] *= value[k];
}

#endif
