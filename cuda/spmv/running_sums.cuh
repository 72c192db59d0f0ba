/* running_sums.cuh - how a block adds up rows by running sums: products go to
 * shared memory, chunk by chunk, whichever rows they are of; each thread adds
 * up WINDOW_ITEMS of them that lie side by side, and begins anew behind the
 * last of a row; what it has behind its own last end goes along the threads to
 * the next end. Every non-zero costs the same, however long rows are. What is
 * added in which order follows from the rows alone.
 *
 * H200, 2^16, 2^18 and 2^20 rows by a power law, of 16 on average, f32: 16.1,
 * 40.8 and 134 us where rows were walked, 14.5, 38.3 and 131 us so. */
#ifndef TETRAD_CUDA_SPMV_RUNNING_SUMS_CUH
#define TETRAD_CUDA_SPMV_RUNNING_SUMS_CUH

#include "spmv/rows.cuh"

/* Non-zeros a thread, odd, so that threads meet in no bank; blocks that are to
 * fit on a multiprocessor. (6 blocks of f32: registers are spilled, 138 us at
 * 2^20; 9 and 11 items, 5 and 4 blocks: 133 and 134.) */
constexpr int WINDOW_ITEMS = 7;
template <class T>
constexpr int WINDOW_BLOCKS = sizeof(T) == 4 ? 5 : 4;

constexpr unsigned WINDOW_CHUNK = ROW_THREADS * WINDOW_ITEMS;
constexpr unsigned ROW_WARPS = ROW_THREADS / WARP;

/* --- shared memory -------------------------------------------------------- */

/* Products of a chunk, and offsets, one more than rows. */
template <class T>
struct window_room {
    T *products;
    uint32_t *offsets;

    __device__ window_room(unsigned char *bytes, unsigned)
        : products(reinterpret_cast<T *>(bytes)),
          offsets(reinterpret_cast<uint32_t *>(products + WINDOW_CHUNK))
    {
    }
    static size_t bytes(unsigned rows)
    {
        return WINDOW_CHUNK * sizeof(T) + (rows + 1) * sizeof(uint32_t);
    }
};

/* Of a chunk: a bit a product, set where it is the last of its row that is
 * there; the first row that goes on behind the chunk; of each warp what it has
 * behind its last end, and whether it has any. */
template <class T>
struct row_ends {
    unsigned bits[WINDOW_CHUNK / WARP + 1], next;
    T open[ROW_WARPS];
    bool any[ROW_WARPS];
};

/* --- ends ----------------------------------------------------------------- */

/* Non-zeros [low, high); the chunk begins at `base`. */
struct chunk_extent {
    uint32_t base, low, high;
};

/* Non-zeros [begin, end) of a row that count. */
struct row_extent {
    uint32_t begin, end;

    __device__ row_extent(const uint32_t *offsets, unsigned row,
                          const row_range &rows)
        : begin(max(offsets[row], rows.begin)),
          end(min(offsets[row + 1], rows.end))
    {
    }
    __device__ bool is_in(const chunk_extent &c) const
    {
        return max(begin, c.low) < min(end, c.high);
    }
};

/* Sets the bits of rows from `from` on, which is the first that does not end
 * before the chunk, and `next`, which is rows.to so far. By all of the block.
 */
template <class T>
static __device__ void mark_ends(row_ends<T> &ends, const uint32_t *offsets,
                                 const row_range &rows, unsigned from,
                                 const chunk_extent &chunk)
{
    const auto mark = [&](uint32_t end) {
        const unsigned last = end - chunk.base - 1;
        atomicOr(&ends.bits[last / WARP], 1u << (last % WARP));
    };
#pragma unroll 1
    for (unsigned row = from + threadIdx.x; row < rows.to;
         row += ROW_THREADS) {
        const row_extent r(offsets, row, rows);
        if (r.begin > chunk.high)
            break;
        if (r.end > chunk.high)
            ends.next = row;
        if (r.is_in(chunk))
            mark(min(r.end, chunk.high));
    }
    /* What comes before is no row's. */
    if (threadIdx.x == 0 && chunk.low > chunk.base)
        mark(chunk.low);
}

/* --- sums ----------------------------------------------------------------- */

/* A thread's products, which become sums up to each. */
template <class T>
struct running {
    T sum[WINDOW_ITEMS];
    T before;      /* what comes before the first */
    unsigned ends; /* bit k: the k-th is the last of its row */
    bool open;     /* no lane before has an end */

    /* By all of a warp; to `last_open` and `any` goes what it has behind its
     * last end, and whether it has one. */
    __device__ running(const T *products, unsigned own_ends, T &last_open,
                       bool &any)
        : ends(own_ends)
    {
        const unsigned lane = threadIdx.x % WARP;
#pragma unroll
        for (int k = 0; k < WINDOW_ITEMS; k++)
            sum[k] = products[k];
#pragma unroll
        for (int k = 1; k < WINDOW_ITEMS; k++)
            sum[k] += ends_at(k - 1) ? T(0) : sum[k - 1];
        const unsigned having = __ballot_sync(FULL_WARP, ends != 0);
        T own = ends_at(WINDOW_ITEMS - 1) ? T(0) : sum[WINDOW_ITEMS - 1];
        own = since_end(own, having & (FULL_WARP >> (WARP - 1 - lane)));
        before = __shfl_up_sync(FULL_WARP, own, 1);
        if (lane == 0)
            before = 0;
        open = !(having & ~(FULL_WARP << lane));
        if (lane == WARP - 1) {
            last_open = own;
            any = having != 0;
        }
    }
    __device__ bool ends_at(int k) const
    {
        return ends >> k & 1;
    }
    /* The lanes' own since the last that has an end; `having`: those up to
     * this that have. */
    static __device__ T since_end(T own, unsigned having)
    {
        const unsigned lane = threadIdx.x % WARP;
        const unsigned away =
            having ? lane - (WARP - 1 - __clz(having)) : lane;
#pragma unroll
        for (unsigned d = 1; d < WARP; d *= 2) {
            const T other = __shfl_up_sync(FULL_WARP, own, d);
            if (d <= away)
                own += other;
        }
        return own;
    }
    /* The sums of rows, each where its last product was. */
    __device__ void store(T *products) const
    {
#pragma unroll
        for (int k = 0; k < WINDOW_ITEMS; k++)
            if (ends_at(k))
                products[k] =
                    sum[k] + (ends & ((1u << k) - 1) ? T(0) : before);
    }
};

/* What warps before have behind the last end. */
template <class T>
static __device__ T open_before(const row_ends<T> &ends, unsigned warp)
{
    T sum = 0;
#pragma unroll 1
    for (unsigned w = warp; w-- > 0;) {
        sum += ends.open[w];
        if (ends.any[w])
            break;
    }
    return sum;
}

/* Which of a thread's products are the last of their rows. */
template <class T>
static __device__ unsigned own_ends(const row_ends<T> &ends)
{
    const unsigned first = threadIdx.x * WINDOW_ITEMS;
    return __funnelshift_r(ends.bits[first / WARP],
                           ends.bits[first / WARP + 1], first % WARP) &
        ((1u << WINDOW_ITEMS) - 1);
}

/* Sums of a chunk's rows to where their last products were; returns the first
 * row that goes on. By all of the block: warps of which no products are there
 * add up what they find, which has no ends, so that it goes nowhere. */
template <class T>
static __device__ unsigned add_chunk(const csr<T> &a, T *products,
                                     row_ends<T> &ends,
                                     const chunk_extent &chunk)
{
    constexpr unsigned OWN = WARP * WINDOW_ITEMS; /* a warp's */
    const unsigned warp = threadIdx.x / WARP, there = chunk.high - chunk.base;
    if (warp * OWN < there) {
        const unsigned first = warp * OWN + threadIdx.x % WARP;
        T product[WINDOW_ITEMS];
        load_products<WARP>(a, chunk.base, first, there, product);
#pragma unroll
        for (int k = 0; k < WINDOW_ITEMS; k++)
            products[first + k * WARP] = product[k];
    }
    __syncthreads();
    const unsigned next = ends.next;
    products += threadIdx.x * WINDOW_ITEMS;
    running<T> own(products, own_ends(ends), ends.open[warp], ends.any[warp]);
    __syncthreads();
    if (own.open && own.ends)
        own.before += open_before(ends, warp);
    own.store(products);
    __syncthreads();
    return next;
}

/* --- rows ----------------------------------------------------------------- */

/* Adds up rows, at least one, and has store(row, sum) take each. Of the block's
 * chunks the first has the non-zero `origin`, which is the first of these or
 * one before. When it ends, others may still read offsets and products. */
template <class T, class Store>
static __device__ void add_rows(const csr<T> &a, const window_room<T> &room,
                                row_ends<T> &ends, const row_range &rows,
                                uint32_t origin, Store store)
{
    uint32_t base = origin / ROW_SKEW * ROW_SKEW, low = rows.begin;
    base += (low - base) / WINDOW_CHUNK * WINDOW_CHUNK;
    T carry = 0; /* what row `from` has before the chunk; in thread 0, which
                    takes that row */
#pragma unroll 1
    for (unsigned from = rows.from;;) {
        const chunk_extent chunk = {
            base, low, base + min(rows.end - base, WINDOW_CHUNK)
        };
        if (threadIdx.x == 0)
            ends.next = rows.to;
        if (threadIdx.x <= WINDOW_CHUNK / WARP)
            ends.bits[threadIdx.x] = 0;
        __syncthreads();
        mark_ends(ends, room.offsets, rows, from, chunk);
        const unsigned next = add_chunk(a, room.products, ends, chunk);
        const auto sum_in = [&](const row_extent &r) {
            return r.is_in(chunk)
                ? room.products[min(r.end, chunk.high) - base - 1]
                : T(0);
        };
#pragma unroll 1
        for (unsigned row = from + threadIdx.x; row < next;
             row += ROW_THREADS) {
            const T sum = sum_in(row_extent(room.offsets, row, rows));
            store(row, row == from ? carry + sum : sum);
        }
        if (chunk.high == rows.end)
            return;
        if (threadIdx.x == 0)
            carry = (next == from ? carry : T(0)) +
                sum_in(row_extent(room.offsets, next, rows));
        from = next;
        low = base = chunk.high;
    }
}

/* What a kernel needs to know of this way. */
template <class T>
struct run_rows {
    static constexpr int BLOCKS = WINDOW_BLOCKS<T>;
    using room = window_room<T>;
    using shared = row_ends<T>;
};

#endif
