/* lanes_per_row.cuh - a thread, or a warp, takes a row, and goes on to another
 * that lies a grid away (Bell & Garland's scalar and vector kernels). Blocks of
 * LANE_THREADS, `Lanes` (a power of two) a row.
 *
 * A non-zero's bytes are asked for once, but threads that walk rows of their
 * own read far apart; 4 and an element's are read or written a row. */
#ifndef TETRAD_CUDA_SPMV_LANES_PER_ROW_CUH
#define TETRAD_CUDA_SPMV_LANES_PER_ROW_CUH

#include "parts/warp.cuh"
#include "spmv/csr.cuh"

constexpr int LANE_THREADS = 256;

template <int Lanes, class T>
static __global__ void lanes_per_row(csr<T> a)
{
    const size_t thread = size_t(blockIdx.x) * LANE_THREADS + threadIdx.x;
    const size_t stride = size_t(gridDim.x) * LANE_THREADS / Lanes;
    const unsigned lane = threadIdx.x % Lanes;
    /* All lanes of a warp go on together, for the shuffles. */
    for (size_t row = thread / Lanes; __any_sync(FULL_WARP, row < a.rows);
         row += stride) {
        T sum = 0;
        if (row < a.rows)
            for (size_t k = size_t(a.offsets[row]) + lane;
                 k < a.offsets[row + 1]; k += Lanes)
                sum += a.values[k] * a.x[a.columns[k]];
        sum = warp_reduce_all<Lanes>(sum, [](T x, T y) { return x + y; });
        if (row < a.rows && lane == 0)
            a.y[row] = sum;
    }
}

#endif
