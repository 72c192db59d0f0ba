/* feed.cuh - the next steps of K, on their way to shared memory: Unit floats a
 * copy, 4 where rows of A and B are aligned to 16 bytes, else 1. */
#ifndef TETRAD_CUDA_SGEMM_FEED_CUH
#define TETRAD_CUDA_SGEMM_FEED_CUH

#include "parts/async.cuh"
#include "sgemm/product.cuh"

/* A thread copies one unit of every so manyth row of a step, of A and of B.
 * Rows and columns beyond the matrices are those at their edges again, of
 * which nothing is stored; beyond K there are zeros, of A those that a row of
 * a copy has behind its last float. Distances are in bytes; within a step they
 * are less than 2^31, as extents are at most 2^20. */
template <class F, int Unit>
struct feed {
    static constexpr int A_ACROSS = F::DEPTH / Unit;
    static constexpr int B_ACROSS = F::COLUMNS / Unit;
    static constexpr int A_STEP = F::THREADS / A_ACROSS;
    static constexpr int B_STEP = F::THREADS / B_ACROSS;
    static constexpr int A_UNITS = ceil_div(F::ROWS, A_STEP);
    static constexpr int B_UNITS = ceil_div(F::DEPTH, B_STEP);
    static_assert(F::THREADS % A_ACROSS == 0 && F::THREADS % B_ACROSS == 0);

    const char *a, *b;        /* its first units of the next step */
    unsigned a_down[A_UNITS]; /* from the first row of A to the others */
    unsigned b_down, b_next;  /* from a row of B to its next, in a step and of
                                 a step to the next one's */
    unsigned left;            /* of K */

    __device__ feed(const product &p, const tile &tile, size_t k, unsigned n)
    {
        const size_t row = min(tile.row + a_row(), p.m - 1);
        const size_t column =
            min(tile.column + threadIdx.x % B_ACROSS * Unit, p.b_pitch - Unit);
        a = reinterpret_cast<const char *>(p.a + row * p.a_pitch + k + a_k());
        b = reinterpret_cast<const char *>(p.b + (k + b_k()) * p.b_pitch +
                                           column);
#pragma unroll
        for (int i = 0; i < A_UNITS; i++)
            a_down[i] = unsigned(min(size_t(i * A_STEP), p.m - 1 - row)) *
                unsigned(p.a_pitch) * sizeof(float);
        b_down = B_STEP * unsigned(p.b_pitch) * sizeof(float);
        b_next = F::DEPTH * unsigned(p.b_pitch) * sizeof(float);
        left = n;
    }

    static __device__ unsigned a_row()
    {
        return threadIdx.x / A_ACROSS;
    }

    static __device__ unsigned a_k()
    {
        return threadIdx.x % A_ACROSS * Unit;
    }

    static __device__ unsigned b_k()
    {
        return threadIdx.x / B_ACROSS;
    }

    /* The next step to `stage`, as a group of its own, if only of nothing. */
    __device__ void step(float *stage)
    {
        if (left >= F::DEPTH)
            copy<true>(stage);
        else if (left)
            copy<false>(stage);
        copy_commit();
    }

    template <bool Whole>
    __device__ void copy(float *stage)
    {
        float *const to_a = stage + a_row() * F::A_PITCH + a_k();
        float *const to_b = stage + F::A_ROOM + threadIdx.x * Unit;
        const char *from = b;
#pragma unroll
        for (int i = 0; i < A_UNITS; i++)
            if (F::ROWS % A_STEP == 0 || a_row() + i * A_STEP < F::ROWS)
                unit<Whole>(to_a + i * A_STEP * F::A_PITCH, a + a_down[i],
                            a_k() < left);
#pragma unroll
        for (int i = 0; i < B_UNITS; i++, from += b_down)
            if (F::DEPTH % B_STEP == 0 || b_k() + i * B_STEP < F::DEPTH)
                unit<Whole>(to_b + i * B_STEP * F::COLUMNS, from,
                            b_k() + i * B_STEP < left);
        a += F::DEPTH * sizeof(float);
        b += b_next;
        left = Whole ? left - F::DEPTH : 0;
    }

    template <bool Whole>
    static __device__ void unit(float *to, const char *from, bool there)
    {
        if constexpr (Whole)
            copy_async<Unit * sizeof(float)>(to, from);
        else
            copy_async_if<Unit * sizeof(float)>(to, from, there);
    }
};

#endif
