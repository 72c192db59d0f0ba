/* row_blocks.cuh - a block takes consecutive rows, as many as it loads the
 * non-zeros of at once where rows are of mean length: no search, and no block
 * waits for another. Rows of more than ROW_LONG non-zeros are left to
 * pieces.cuh.
 *
 * A non-zero's bytes are read once, 4 and an element's are read or written a
 * row; x is read as columns lead to it. */
#ifndef TETRAD_CUDA_SPMV_ROW_BLOCKS_CUH
#define TETRAD_CUDA_SPMV_ROW_BLOCKS_CUH

#include "parts/overlap.cuh"
#include "spmv/pieces.cuh"
#include "spmv/row_sums.cuh"

/* --- long rows ------------------------------------------------------------ */

static __device__ bool is_long(const uint32_t *offsets, unsigned row)
{
    return offsets[row + 1] - offsets[row] > ROW_LONG;
}

/* The first long row from `from` on, or `rows`; by all of the block. */
static __device__ unsigned next_long(const uint32_t *offsets, unsigned from,
                                     unsigned rows)
{
    __shared__ unsigned nearest;
    __syncthreads();
    if (threadIdx.x == 0)
        nearest = rows;
    __syncthreads();
#pragma unroll 1
    for (unsigned row = from + threadIdx.x; row < rows; row += ROW_THREADS)
        if (is_long(offsets, row)) {
            atomicMin(&nearest, row);
            break;
        }
    __syncthreads();
    return nearest;
}

/* --- the kernel ----------------------------------------------------------- */

/* `each` rows a block, at most ROWS_MOST; row_room::bytes() of dynamic shared
 * memory. */
template <class T, bool Short>
static __global__ void __launch_bounds__(ROW_THREADS, ROW_BLOCKS<T, Short>)
    spmv_row_blocks(csr<T> a, unsigned each, bool x_ahead, row_pieces<T> left)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ row_queue queue;
    const row_room<T> room(bytes, each);
    const size_t first = size_t(blockIdx.x) * each;
    unsigned rows = unsigned(min(a.rows - first, size_t(each)));
    if (x_ahead)
        fetch_x(a);
    next_may_start(); /* between, or the compiler has the fetch wait for what
                         comes next */
    load_offsets(a, first, rows + 1, room.offsets);
    __syncthreads();
    /* In registers: the loads want all predicates. */
    unsigned apart = room.offsets[rows] - room.offsets[0] > ROW_LONG;
    asm("" : "+r"(apart), "+r"(rows));
    T *y = a.y + first;
#pragma unroll 1
    for (unsigned from = 0, to; from < rows; from = to + 1) {
        to = apart ? next_long(room.offsets, from, rows) : rows;
        const uint32_t begin = room.offsets[from];
        add_rows<Short>(a, room, queue, { from, to, begin, room.offsets[to] },
                        begin, [y](unsigned row, T sum) { y[row] = sum; });
        if (to < rows)
            leave_row(left, first + to,
                      room.offsets[to + 1] - room.offsets[to]);
    }
    await_first(); /* or what comes next would wait for this alone */
}

#endif
