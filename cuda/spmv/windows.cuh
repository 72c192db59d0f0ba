/* windows.cuh - a matrix cut into windows of equally many items, at last of
 * half as many, whatever the lengths of rows: an item is a row, or a non-zero,
 * which comes after its row (Merrill & Garland's merge path). A window's rows
 * are those whose own item is in it.
 *
 * A block guesses where its window begins among the offsets: as many rows lie
 * before it as would if all were of mean length. The offsets that it loads in
 * any case, those of the window's rows and some beside them, prove that right,
 * or tell how far off it may be, and then offsets that lie far apart are loaded
 * at once, which tell where those are that are wanted. Items are less than
 * 2^31. */
#ifndef TETRAD_CUDA_SPMV_WINDOWS_CUH
#define TETRAD_CUDA_SPMV_WINDOWS_CUH

#include "spmv/rows.cuh"

/* How a launch cuts: the last windows are smaller, so that all multiprocessors
 * end at about the same time. */
struct cutting {
    unsigned each;   /* items of a window, but of a small one */
    unsigned full;   /* windows before the first small one */
    unsigned small;  /* items of a small one */
    unsigned beyond; /* the most non-zeros that a row has beyond its window
                        without having parts */
    unsigned look;   /* offsets that a block has at once: at most
                        OFFSETS_MOST */
    unsigned margin; /* of those before the row that it guesses, at least 1 */
    float rate;      /* rows an item */

    __device__ unsigned begin_of(unsigned w) const
    {
        return min(w, full) * each + (w - min(w, full)) * small;
    }
    __device__ unsigned window_of(unsigned item) const
    {
        const unsigned at = full * each;
        return item < at ? item / each : full + (item - at) / small;
    }
};

/* The items [begin, end) of all, which are as many as rows and non-zeros. */
struct window {
    unsigned begin, end;

    __device__ window(const cutting &cut, unsigned items)
        : begin(cut.begin_of(blockIdx.x)),
          end(min(cut.begin_of(blockIdx.x + 1), items))
    {
    }
};

/* Offsets [low, low + count) of the matrix, one more than there are rows. */
struct view {
    const uint32_t *offsets; /* in shared memory */
    unsigned low, count;

    /* The item of row low + i, or, behind the last, the end of all. */
    __device__ unsigned item(unsigned i) const
    {
        return offsets[i] + low + i;
    }
    __device__ unsigned row(unsigned i) const
    {
        return low + i;
    }
};

/* How many of the rows in view have their item before the window's begin, and
 * before its end. */
struct sight {
    unsigned begin, end;
};

template <class T>
static __device__ view load_view(const csr<T> &a, const cutting &cut,
                                 unsigned low, uint32_t *offsets)
{
    const unsigned count = min(cut.look, unsigned(a.rows) + 1 - low);
    load_offsets(a, low, count, offsets);
    return { offsets, low, count };
}

/* Where the window lies in what was loaded, to `found` in shared memory; by all
 * of the block. */
static __device__ void see(const view &seen, const window &w, sight *found)
{
    if (threadIdx.x == 0)
        *found = { 0, 0 };
    __syncthreads();
#pragma unroll 1
    for (unsigned i = threadIdx.x; i < seen.count; i += ROW_THREADS) {
        const unsigned own = seen.item(i);
        const unsigned next =
            i + 1 < seen.count ? seen.item(i + 1) : UINT32_MAX;
        if (own < w.begin && next >= w.begin)
            found->begin = i + 1;
        if (own < w.end && next >= w.end)
            found->end = i + 1;
    }
    __syncthreads();
}

/* --- where a window begins ------------------------------------------------ */

/* The place of the first offset to load, by a guess. */
template <class T>
static __device__ unsigned guess_place(const csr<T> &a, const cutting &cut,
                                       const window &w)
{
    const unsigned offsets = unsigned(a.rows) + 1;
    const unsigned most = offsets - min(offsets, cut.look);
    const auto row = unsigned(float(w.begin) * cut.rate);
    return min(row - min(row, cut.margin), most);
}

/* Whether the first row whose item is not before the window is in view, and
 * the row before it, if there is one. */
static __device__ bool is_begin_in(const view &seen, const sight &found)
{
    return found.begin ? found.begin < seen.count : seen.low == 0;
}

/* Rows, of which the one at `low` has its item before the window, or is the
 * first of all, and the one at `high` has it not before. */
struct bracket {
    unsigned low, high;

    /* Where they are not in view: as every row is an item, not more rows away
     * than items. */
    __device__ bracket(const view &seen, const sight &found, const window &w,
                       unsigned rows)
    {
        if (found.begin) {
            low = seen.row(seen.count - 1);
            high = min(rows, low + (w.begin - seen.item(seen.count - 1)));
        } else {
            high = seen.low;
            low = high - min(high, seen.item(0) - w.begin + 1);
        }
    }
};

/* A place that is right, no more than the margin before the window's rows: up
 * to 257 times as many rows take one step. */
template <class T>
static __device__ unsigned search_place(const csr<T> &a, const cutting &cut,
                                        const window &w, bracket rows)
{
#pragma unroll 1
    while (rows.high - rows.low > cut.margin) {
        const unsigned step =
            max(ceil_div(rows.high - rows.low, ROW_THREADS + 1), cut.margin);
        const unsigned row = rows.low + (threadIdx.x + 1) * step;
        const bool before =
            row < rows.high && __ldg(a.offsets + row) + row < w.begin;
        rows.low += unsigned(__syncthreads_count(before)) * step;
        rows.high = min(rows.high, rows.low + step);
    }
    return rows.low;
}

/* Has offsets loaded that tell where the window's rows begin: `places` say so
 * of each window, if they are right, or are NULL. */
template <class T>
static __device__ view find_window(const csr<T> &a, const cutting &cut,
                                   const window &w, uint32_t *offsets,
                                   const uint32_t *places, sight *found)
{
    const auto rows = unsigned(a.rows);
    unsigned low =
        places ? min(places[blockIdx.x], rows) : guess_place(a, cut, w);
#pragma unroll 1
    for (bool sure = false;; sure = true) {
        const view seen = load_view(a, cut, low, offsets);
        see(seen, w, found);
        if (sure || is_begin_in(seen, *found))
            return seen;
        low = search_place(a, cut, w, bracket(seen, *found, w, rows));
        __syncthreads();
    }
}

/* The place that is right. */
static __device__ void keep_place(const view &seen, const sight &found,
                                  uint32_t *places)
{
    if (places && threadIdx.x == 0)
        places[blockIdx.x] = seen.low + found.begin - (found.begin > 0);
}

#endif
