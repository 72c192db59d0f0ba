/* pairs.cuh - the fast form of a pair.
 *
 * w = cutoff / d - 1 counts where it is positive and d is: both without a
 * comparison. All of it is taken 2^-64 times, so that the largest is at most 1,
 * as cutoff is at most 2, and d at least 2^-63 (coordinates but 0 are 2^-40 and
 * more); then what limits a result to [0, 1], which costs nothing, leaves out
 * what is beyond the cutoff, and makes of an infinite inverse root a number,
 * which is multiplied by differences of 0. Powers of two round nothing, and
 * what gets denormal is far within the bound. So a pair is 3 dim + 2
 * instructions: dim subtractions, dim for the square, the root, w, dim sums.
 *
 * The hardware's inverse root is within 2^-22.4, 3.1 u (PTX ISA,
 * rsqrt.approx). */
#ifndef TETRAD_CUDA_CELLS_PAIRS_CUH
#define TETRAD_CUDA_CELLS_PAIRS_CUH

#include "cells/grid.cuh"

constexpr float PAIR_UNIT = 0x1p-64f;

static __device__ float inverse_root(float x)
{
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

/* `cutoff` and f are PAIR_UNIT times what they are. */
template <int Dim>
static __device__ void add_scaled(float (&f)[Dim], const point<Dim> &a,
                                  const point<Dim> &b, float cutoff)
{
    float d[Dim], square = 0;
#pragma unroll
    for (int c = 0; c < Dim; c++) {
        d[c] = a.at[c] - b.at[c];
        square = c ? fmaf(d[c], d[c], square) : d[c] * d[c];
    }
    const float weight =
        __saturatef(fmaf(cutoff, inverse_root(square), -PAIR_UNIT));
#pragma unroll
    for (int c = 0; c < Dim; c++)
        f[c] = fmaf(weight, d[c], f[c]);
}

template <int Dim>
static __device__ void set_scaled(const particles<Dim> &p, unsigned i,
                                  float (&f)[Dim])
{
#pragma unroll
    for (int c = 0; c < Dim; c++)
        f[c] *= 1 / PAIR_UNIT;
    p.set(i, f);
}

#endif
