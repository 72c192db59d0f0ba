/* row_sums.cuh - how a block adds up rows by walking them: products go to
 * shared memory, chunk by chunk, whichever rows they are of: a thread loads
 * ROW_ITEMS non-zeros a block apart. Then a thread adds up a row, a warp one
 * that has more than ROW_WALK products in the chunk. What is added in which
 * order follows from the rows alone. */
#ifndef TETRAD_CUDA_SPMV_ROW_SUMS_CUH
#define TETRAD_CUDA_SPMV_ROW_SUMS_CUH

#include "spmv/rows.cuh"

/* Of a multiprocessor that holds 2048 threads, and of one that holds 1536. */
#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ == 800 ||                         \
    (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
constexpr int SHORT_BLOCKS = 8;
#else
constexpr int SHORT_BLOCKS = 6;
#endif

/* Non-zeros a thread has on their way, each with a predicate register, of which
 * there are seven; blocks that are to fit on a multiprocessor, as registers
 * allow.
 *
 * Short: rows are short, so that adding them up takes longer than loading them
 * does, and more blocks share a multiprocessor. H200, 2^22 rows: stencil f32
 * 79 us, Short 71; f64 109 and 103; by a power law, of 16 on average, 507 and
 * 509; 643 and 646. (Not faster by a power law: 4, 5, 8 and 9 items, 128 and
 * 512 threads, windows that always fit a chunk.) */
template <class T, bool Short = false>
constexpr int ROW_ITEMS = (sizeof(T) == 4 ? 7 : 6) - int(Short);
template <class T, bool Short = false>
constexpr int ROW_BLOCKS = sizeof(T) == 4 ? Short ? SHORT_BLOCKS : 6
    : Short                               ? 6
                                          : 5;
/* The most products that a thread adds up by itself; untuned. */
constexpr int ROW_WALK = 32;

template <class T, bool Short = false>
constexpr unsigned ROW_CHUNK = ROW_THREADS *ROW_ITEMS<T, Short>;

/* --- shared memory -------------------------------------------------------- */

/* One place in 128 bytes is left out, so that threads whose rows are of equal
 * length, a power of two, meet in no bank. */
template <class T>
static __host__ __device__ constexpr unsigned product_place(unsigned i)
{
    return i + i / unsigned(128 / sizeof(T));
}

/* Products of a chunk, which if Short has fewer, sums of rows, and offsets, one
 * more than rows. */
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
    static size_t bytes(unsigned rows)
    {
        return (product_place<T>(ROW_CHUNK<T>) + rows) * sizeof(T) +
            (rows + 1) * sizeof(uint32_t);
    }
};

/* --- a chunk -------------------------------------------------------------- */

/* Rows of which a chunk has many products: of each more than ROW_WALK. */
struct row_queue {
    unsigned count, row[ROW_CHUNK<float> / ROW_WALK];
};

/* Products [low, high) of a chunk: all that count, or a row's own. */
struct row_part {
    int low, high;

    __device__ row_part(unsigned from, unsigned to)
        : low(int(from)), high(int(to))
    {
    }
    /* Of the chunk that begins at `base`. The block's non-zeros, from `base`
     * on, are less than 2^31. */
    __device__ row_part(const uint32_t *offsets, unsigned row, uint32_t base,
                        const row_part &chunk)
        : low(int(max(offsets[row], base + chunk.low) - base)),
          high(int(min(offsets[row + 1], base + chunk.high) - base))
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
                                 const row_range &rows, uint32_t base,
                                 const row_part &chunk)
{
    bool queued = false;
#pragma unroll 1
    for (unsigned row = rows.from + threadIdx.x; row < rows.to;
         row += ROW_THREADS) {
        const row_part p(room.offsets, row, base, chunk);
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
            join_part(room.products, row_part(room.offsets, row, base, chunk));
        if (threadIdx.x % WARP == 0)
            room.sums[row] += sum;
    }
    __syncthreads();
}

/* --- rows ----------------------------------------------------------------- */

/* Adds up rows and has store(row, sum) take each. Of the block's chunks the
 * first has the non-zero `origin`, which is the first of these or one before.
 * When it ends, others may still read offsets. */
template <bool Short = false, class T, class Store>
static __device__ void add_rows(const csr<T> &a, const row_room<T> &room,
                                row_queue &queue, const row_range &rows,
                                uint32_t origin, Store store)
{
    constexpr unsigned CHUNK = ROW_CHUNK<T, Short>;
    constexpr int ITEMS = ROW_ITEMS<T, Short>;
    uint32_t base = origin / ROW_SKEW * ROW_SKEW;
    base += (rows.begin - base) / CHUNK * CHUNK;
#pragma unroll 1
    for (unsigned row = rows.from + threadIdx.x; row < rows.to;
         row += ROW_THREADS)
        room.sums[row] = 0;
#pragma unroll 1
    for (uint32_t begin = rows.begin; begin < rows.end;) {
        const unsigned there = min(rows.end - base, CHUNK);
        T product[ITEMS];
        load_products<ROW_THREADS>(a, base, threadIdx.x, there, product);
#pragma unroll
        for (int k = 0; k < ITEMS; k++)
            room.products[product_place<T>(threadIdx.x) +
                          k * product_place<T>(ROW_THREADS)] = product[k];
        if (threadIdx.x == 0)
            queue.count = 0;
        __syncthreads();
        add_chunk(room, queue, rows, base, row_part(begin - base, there));
        begin = base += there;
    }
#pragma unroll 1
    for (unsigned row = rows.from + threadIdx.x; row < rows.to;
         row += ROW_THREADS)
        store(row, room.sums[row]);
}

/* What a kernel needs to know of this way. */
template <class T>
struct walked_rows {
    static constexpr int BLOCKS = ROW_BLOCKS<T>;
    using room = row_room<T>;
    using shared = row_queue;
};

#endif
