/* pieces.cuh - long rows, in pieces, which a second launch takes: its blocks
 * walk the list of pieces, and whichever adds up the last of a row joins them
 * all, in their order.
 *
 * The list may be in any order; what is added in which order follows from the
 * rows alone. */
#ifndef TETRAD_CUDA_SPMV_PIECES_CUH
#define TETRAD_CUDA_SPMV_PIECES_CUH

#include "parts/block.cuh"
#include "parts/overlap.cuh"
#include "reduce/operators.cuh"
#include "spmv/csr.cuh"

/* Longer rows are left; untuned, as what follows. */
constexpr uint32_t ROW_LONG = 4096;
/* Threads; non-zeros a thread has on their way; blocks a multiprocessor. */
constexpr unsigned PIECE_THREADS = 256;
constexpr int PIECE_ITEMS = 6, PIECE_BLOCKS = 5;
/* Non-zeros of a piece of a row that has FULL or more, which is untuned, and
 * half as many of a shorter one, for more blocks; or a multiple of that where a
 * row would have more than PIECES_MOST. H100, 2^16 rows of 16 but one that is
 * dense: 0.6 us less of 23. */
constexpr unsigned PIECE = 2 * PIECE_THREADS * PIECE_ITEMS, PIECES_MOST = 2048,
                   FULL = 1 << 18;

static __host__ __device__ constexpr unsigned piece_length(unsigned n)
{
    return n < FULL ? PIECE / 2 : PIECE * ceil_div(n, PIECE * PIECES_MOST);
}

struct row_piece {
    unsigned row, index, first, count; /* of the row's: the first's place in
                                          the list, and how many there are */
};

/* Scratch; nothing of it need be clear but `count`. */
template <class T>
struct row_pieces {
    unsigned *count;
    row_piece *list;
    T *sums;
    unsigned *done; /* pieces that were added up, at the row's first */
};

/* No list is longer: a row that is left has more than ROW_LONG non-zeros. */
static inline size_t pieces_most(size_t count)
{
    return count / (PIECE / 2) + count / ROW_LONG + 1;
}

constexpr size_t PIECES_CLEAR = 16; /* bytes, of which the first are `count` */

template <class T>
constexpr size_t PIECE_BYTES = sizeof(row_piece) + sizeof(T) +
    sizeof(unsigned);

template <class T>
static row_pieces<T> pieces_in(void *scratch, size_t count)
{
    const size_t most = pieces_most(count);
    char *bytes = static_cast<char *>(scratch) + PIECES_CLEAR;
    auto *list = reinterpret_cast<row_piece *>(bytes);
    T *sums = reinterpret_cast<T *>(list + most);
    return { static_cast<unsigned *>(scratch), list, sums,
             reinterpret_cast<unsigned *>(sums + most) };
}

/* Puts the pieces of a row of n into the list; by all of a block. */
template <class T>
static __device__ void leave_row(const row_pieces<T> &left, size_t row,
                                 unsigned n)
{
    __shared__ unsigned first;
    const unsigned count = ceil_div(n, piece_length(n));
    if (threadIdx.x == 0) {
        await_first();
        first = atomicAdd(left.count, count);
        left.done[first] = 0;
    }
    __syncthreads();
#pragma unroll 1
    for (unsigned k = threadIdx.x; k < count; k += blockDim.x)
        left.list[first + k] = { unsigned(row), k, first, count };
    __syncthreads();
}

/* A thread's part of a piece. */
template <class T>
static __device__ T add_piece(const csr<T> &a, const row_piece &p)
{
    constexpr unsigned STEP = PIECE_THREADS * PIECE_ITEMS;
    const uint32_t row = a.offsets[p.row], end = a.offsets[p.row + 1];
    const unsigned length = piece_length(end - row);
    const size_t begin = row + size_t(p.index) * length;
    const unsigned there = unsigned(min(end - begin, size_t(length)));
    T sum = 0;
#pragma unroll 1
    for (unsigned at = 0; at < there; at += STEP) {
        T product[PIECE_ITEMS];
        load_products<PIECE_THREADS>(a, begin, at + threadIdx.x, there,
                                     product);
#pragma unroll
        for (int k = 0; k < PIECE_ITEMS; k++)
            sum += product[k];
    }
    return sum;
}

/* All pieces of a row, by all of a block. What other blocks wrote is there: see
 * spmv_pieces(). */
template <class T>
static __device__ T join_pieces(const T *sums, unsigned count, T *room)
{
    T sum = 0;
    for (unsigned k = threadIdx.x; k < count; k += PIECE_THREADS)
        sum += __ldcg(sums + k);
    return block_reduce<::sum<T, T>, PIECE_THREADS>(sum, room);
}

/* A non-zero's bytes are read once. */
template <class T>
static __global__ void __launch_bounds__(PIECE_THREADS, PIECE_BLOCKS)
    spmv_pieces(csr<T> a, row_pieces<T> left)
{
    __shared__ T rooms[2][WARP];
    __shared__ bool last;
    await_first();
    const unsigned count = __ldcg(left.count);
#pragma unroll 1
    for (unsigned i = blockIdx.x; i < count; i += gridDim.x) {
        const row_piece p = left.list[i];
        const T own = block_reduce<::sum<T, T>, PIECE_THREADS>(add_piece(a, p),
                                                               rooms[0]);
        /* The sum before its count; all sums before what the last reads. */
        if (threadIdx.x == 0) {
            left.sums[i] = own;
            __threadfence();
            last = atomicAdd(&left.done[p.first], 1u) == p.count - 1;
            __threadfence();
        }
        __syncthreads();
        if (!last)
            continue;
        const T all = join_pieces(left.sums + p.first, p.count, rooms[1]);
        if (threadIdx.x == 0)
            a.y[p.row] = all;
    }
}

#endif
