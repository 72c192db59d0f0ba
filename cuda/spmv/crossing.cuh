/* crossing.cuh - rows that reach from their window into others: by not much,
 * and the block of the window that they begin in takes all of them; by more,
 * and each window has a part, which its block adds up. Whichever adds up the
 * last joins them, in their order, so no block waits for another.
 *
 * What is added in which order follows from the rows alone. */
#ifndef TETRAD_CUDA_SPMV_CROSSING_CUH
#define TETRAD_CUDA_SPMV_CROSSING_CUH

#include "parts/block.cuh"
#include "reduce/operators.cuh"
#include "spmv/windows.cuh"

/* Scratch. `done` is clear before, and after. */
template <class T>
struct row_parts {
    unsigned *done;   /* a window: parts that were added up of the row that
                         reaches out of it; NULL: no row has parts */
    T *sums;          /* two a window: of a row that comes into it, and that
                         reaches out of it */
    uint32_t *places; /* a window: where offsets tell where it begins, which
                         is kept between runs; NULL: it is not */
};

template <class T>
constexpr size_t PART_BYTES = 2 * sizeof(T) + sizeof(uint32_t);

static inline size_t parts_clear(size_t windows)
{
    return ceil_div(windows * sizeof(unsigned), size_t(16)) * 16;
}

template <class T>
static row_parts<T> parts_in(void *scratch, size_t windows, bool parted,
                             bool kept)
{
    char *bytes = static_cast<char *>(scratch);
    T *sums = reinterpret_cast<T *>(bytes + parts_clear(windows));
    auto *places = reinterpret_cast<uint32_t *>(sums + 2 * windows);
    return { parted ? static_cast<unsigned *>(scratch) : nullptr, sums,
             kept ? places : nullptr };
}

/* A row in parts, the first in window `first`. */
struct crossing {
    unsigned row, first, count;

    /* The row that is i-th in view. */
    __device__ crossing(const view &seen, unsigned i, const cutting &cut)
        : row(seen.row(i)), first(cut.window_of(seen.item(i))),
          count(cut.window_of(seen.item(i + 1) - 1) - first + 1)
    {
    }
};

/* Whether the row before the i-th in view has a part in the window, which is
 * that row's first or a later one. */
static __device__ bool comes_in(const view &seen, unsigned i, const window &w,
                                const cutting &cut)
{
    const unsigned end = seen.item(i);
    if (i == 0 || end <= w.begin)
        return false;
    const unsigned own = cut.window_of(seen.item(i - 1));
    const unsigned own_end = cut.begin_of(own + 1);
    return end - own_end > cut.beyond;
}

/* The same of a row whose own item is in the window. */
static __device__ bool goes_out(const view &seen, unsigned i, const window &w,
                                const cutting &cut)
{
    const unsigned end = seen.item(i);
    return end > w.end && end - w.end > cut.beyond;
}

/* By one thread: whether all parts of the row are there now. The sum is before
 * its count, all sums before what comes next. */
template <class T>
static __device__ bool note_part(const row_parts<T> &parts, const crossing &c,
                                 T own)
{
    const unsigned window = blockIdx.x;
    parts.sums[2 * window + (window == c.first)] = own;
    __threadfence();
    const unsigned before = atomicAdd(&parts.done[c.first], 1u);
    __threadfence();
    return before == c.count - 1;
}

/* By all of a block; valid in thread 0. */
template <class T>
static __device__ T join_parts(const row_parts<T> &parts, const crossing &c)
{
    __shared__ T room[WARP];
    const T *later = parts.sums + 2 * c.first;
    T sum = 0;
#pragma unroll 1
    for (unsigned k = threadIdx.x; k < c.count; k += ROW_THREADS)
        sum += __ldcg(later + (k ? 2 * k : 1));
    return block_reduce<::sum<T, T>, ROW_THREADS>(sum, room);
}

/* What the block has of a row in parts; by all of it, with `own` in shared
 * memory, of any thread. */
template <class T>
static __device__ void take_part(const csr<T> &a, const row_parts<T> &parts,
                                 const crossing &c, const T &own)
{
    __shared__ bool is_last;
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = note_part(parts, c, own);
    __syncthreads();
    if (!is_last)
        return;
    const T all = join_parts(parts, c);
    if (threadIdx.x == 0) {
        a.y[c.row] = all;
        parts.done[c.first] = 0;
    }
}

#endif
