/* map_segscan.cuh - the lecture's construction: all products, their running
 * sums that start anew at each row, and of each row the last. The scan is
 * segscan's (segscan/sweep.cuh), whose heads are made of offsets here. Blocks
 * of MAP_THREADS, a non-zero or a row a thread. */
#ifndef TETRAD_CUDA_SPMV_MAP_SEGSCAN_CUH
#define TETRAD_CUDA_SPMV_MAP_SEGSCAN_CUH

#include "spmv/csr.cuh"

constexpr int MAP_THREADS = 256;

/* A product of a non-zero: 8 bytes read and 4 written of f32, and x. */
template <class T>
static __global__ void map_products(csr<T> a, T *products)
{
    const size_t k = size_t(blockIdx.x) * MAP_THREADS + threadIdx.x;
    if (k < a.count)
        products[k] = a.values[k] * a.x[a.columns[k]];
}

/* An empty row has no last. */
template <class T>
static __global__ void pick_last(csr<T> a, const T *sums)
{
    const size_t row = size_t(blockIdx.x) * MAP_THREADS + threadIdx.x;
    if (row >= a.rows)
        return;
    const uint32_t begin = a.offsets[row], end = a.offsets[row + 1];
    a.y[row] = begin < end ? sums[end - 1] : T(0);
}

#endif
