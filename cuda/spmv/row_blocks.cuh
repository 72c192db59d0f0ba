/* row_blocks.cuh - a block takes consecutive rows, as many as it loads the
 * non-zeros of at once where rows are of mean length: no search, and no block
 * waits for another.
 *
 * Products go to shared memory, chunk by chunk, whichever rows they are of: a
 * thread loads ROW_ITEMS non-zeros a block apart. Then a thread adds up a row,
 * a warp one that has more than ROW_WALK products in the chunk. Rows of more
 * than ROW_LONG non-zeros are left to pieces.cuh, if there is a list for them.
 * What is added in which order follows from the rows alone.
 *
 * A non-zero's bytes are read once, 4 and an element's are read or written a
 * row; x is read as columns lead to it. Chunks begin at multiples of 32
 * non-zeros, so that a warp's loads are whole lines. */
#ifndef TETRAD_CUDA_SPMV_ROW_BLOCKS_CUH
#define TETRAD_CUDA_SPMV_ROW_BLOCKS_CUH

#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "spmv/pieces.cuh"

/* Untuned: threads; non-zeros a thread has on their way, each with a predicate
 * register, of which there are seven; blocks that are to fit on a
 * multiprocessor, as registers allow; the most rows a block. */
constexpr unsigned ROW_THREADS = 256;
template <class T>
constexpr int ROW_ITEMS = sizeof(T) == 4 ? 7 : 6;
template <class T>
constexpr int ROW_BLOCKS = sizeof(T) == 4 ? 6 : 5;
constexpr unsigned ROWS_MOST = 1024;
/* The most products that a thread adds up by itself; untuned. */
constexpr int ROW_WALK = 32;

template <class T>
constexpr unsigned ROW_CHUNK = ROW_THREADS *ROW_ITEMS<T>;
/* Non-zeros that a chunk may begin before the first of the block's. */
constexpr unsigned ROW_SKEW = WARP;

/* --- shared memory -------------------------------------------------------- */

/* One place in 128 bytes is left out, so that threads whose rows are of equal
 * length, a power of two, meet in no bank. */
template <class T>
static __host__ __device__ constexpr unsigned product_place(unsigned i)
{
    return i + i / unsigned(128 / sizeof(T));
}

/* Products of a chunk, sums of rows, and offsets, one more than rows. */
template <class T>
struct row_room {
    T *products, *sums;
    uint32_t *offsets;

    __device__ row_room(unsigned char *bytes, unsigned rows)
        : products(reinterpret_cast<T *>(bytes)),
          sums(products + product_place<T>(ROW_CHUNK<T>)),
          offsets(reinterpret_cast<uint32_t *>(sums + rows))
    {
    }
};

template <class T>
constexpr size_t row_room_bytes(unsigned rows)
{
    return (product_place<T>(ROW_CHUNK<T>) + rows) * sizeof(T) +
        (rows + 1) * sizeof(uint32_t);
}

/* --- a chunk -------------------------------------------------------------- */

/* Rows of which a chunk has many products: of each more than ROW_WALK. */
struct row_queue {
    unsigned count, row[ROW_CHUNK<float> / ROW_WALK];
};

/* Of a row, which products of the chunk that begins at `base` and has `there`
 * are its own. The block's non-zeros are less than 2^31. */
struct row_part {
    int low, high;

    __device__ row_part(const uint32_t *offsets, unsigned row, uint32_t base,
                        unsigned there)
        : low(max(int(offsets[row] - base), 0)),
          high(min(int(offsets[row + 1] - base), int(there)))
    {
    }
};

template <class T>
static __device__ T walk_part(const T *products, const row_part &p)
{
    T sum = 0;
#pragma unroll 4
    for (int i = p.low; i < p.high; i++)
        sum += products[product_place<T>(i)];
    return sum;
}

/* By all lanes of a warp; valid in lane 0. */
template <class T>
static __device__ T join_part(const T *products, const row_part &p)
{
    T sum = 0;
    for (int i = p.low + int(threadIdx.x % WARP); i < p.high; i += WARP)
        sum += products[product_place<T>(i)];
    return warp_reduce(sum, [](T a, T b) { return a + b; });
}

/* Adds what a chunk has of rows [from, to) to their sums. Ends when products
 * may be written again. */
template <class T>
static __device__ void add_chunk(const row_room<T> &room, row_queue &queue,
                                 unsigned from, unsigned to, uint32_t base,
                                 unsigned there)
{
    bool queued = false;
#pragma unroll 1
    for (unsigned row = from + threadIdx.x; row < to; row += ROW_THREADS) {
        const row_part p(room.offsets, row, base, there);
        if (p.high - p.low > ROW_WALK) {
            queue.row[atomicAdd(&queue.count, 1u)] = row;
            queued = true;
        } else if (p.high > p.low) {
            room.sums[row] += walk_part(room.products, p);
        }
    }
    if (!__syncthreads_or(queued))
        return;
#pragma unroll 1
    for (unsigned k = threadIdx.x / WARP; k < queue.count;
         k += ROW_THREADS / WARP) {
        const unsigned row = queue.row[k];
        const T sum =
            join_part(room.products, row_part(room.offsets, row, base, there));
        if (threadIdx.x % WARP == 0)
            room.sums[row] += sum;
    }
    __syncthreads();
}

/* Sums of rows [from, to), none of which is long. */
template <class T>
static __device__ void add_rows(const csr<T> &a, const row_room<T> &room,
                                row_queue &queue, unsigned from, unsigned to)
{
    const uint32_t begin = room.offsets[from], end = room.offsets[to];
    if (begin == end)
        return;
    uint32_t base = begin / ROW_SKEW * ROW_SKEW;
#pragma unroll 1
    for (unsigned left = end - base, there; left > 0; left -= there) {
        there = min(left, ROW_CHUNK<T>);
        T product[ROW_ITEMS<T>];
        load_products<ROW_THREADS>(a, base, threadIdx.x, there, product);
#pragma unroll
        for (int k = 0; k < ROW_ITEMS<T>; k++)
            room.products[product_place<T>(threadIdx.x) +
                          k * product_place<T>(ROW_THREADS)] = product[k];
        if (threadIdx.x == 0)
            queue.count = 0;
        __syncthreads();
        add_chunk(room, queue, from, to, base, there);
        base += there;
    }
}

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

constexpr size_t FETCH_LINE = 128;

/* Sends L2 for x before anyone knows where it will be wanted: a line a thread,
 * all of it by the first blocks. (The matrix, too, a share a block, cost more
 * than it gave: H100, 2^16 rows of 16, uniform 19.1 us, and 17.1 without.) */
template <class T>
static __device__ void fetch_x(const csr<T> &a)
{
    const size_t line = size_t(blockIdx.x) * ROW_THREADS + threadIdx.x;
    const size_t i = line * (FETCH_LINE / sizeof(T));
    if (i < a.wide)
        asm volatile("prefetch.global.L2 [%0];" : : "l"(a.x + i));
}

/* Where the block's rows begin, and the last ends. */
template <class T>
static __device__ void load_offsets(const csr<T> &a, size_t first,
                                    unsigned rows, uint32_t *offsets)
{
    constexpr unsigned EACH = ROWS_MOST / ROW_THREADS + 1;
    const uint32_t *from = a.offsets + first + threadIdx.x;
    uint32_t offset[EACH] = {};
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        if (threadIdx.x + k * ROW_THREADS <= rows)
            offset[k] = __ldg(from + k * ROW_THREADS);
#pragma unroll
    for (unsigned k = 0; k < EACH; k++)
        if (threadIdx.x + k * ROW_THREADS <= rows)
            offsets[threadIdx.x + k * ROW_THREADS] = offset[k];
}

/* `each` rows a block, at most ROWS_MOST; row_room_bytes() of dynamic shared
 * memory. */
template <class T>
static __global__ void __launch_bounds__(ROW_THREADS, ROW_BLOCKS<T>)
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
    load_offsets(a, first, rows, room.offsets);
#pragma unroll 1
    for (unsigned r = threadIdx.x; r < rows; r += ROW_THREADS)
        room.sums[r] = 0;
    __syncthreads();
    /* In registers: the loads want all predicates. */
    unsigned apart =
        left.count && room.offsets[rows] - room.offsets[0] > ROW_LONG;
    asm("" : "+r"(apart), "+r"(rows));
#pragma unroll 1
    for (unsigned from = 0, to; from < rows; from = to + 1) {
        to = apart ? next_long(room.offsets, from, rows) : rows;
        add_rows(a, room, queue, from, to);
        if (to < rows)
            leave_row(left, first + to,
                      room.offsets[to + 1] - room.offsets[to]);
    }
    await_first();
#pragma unroll 1
    for (unsigned r = threadIdx.x; r < rows; r += ROW_THREADS)
        if (!apart || !is_long(room.offsets, r))
            a.y[first + r] = room.sums[r];
}

#endif
