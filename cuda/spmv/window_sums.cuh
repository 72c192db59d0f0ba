/* window_sums.cuh - a block takes a window of the matrix, whose non-zeros it
 * loads chunk by chunk: no block has much more to do than another, however long
 * rows are.
 *
 * A non-zero's bytes are read once, 4 and an element's are read or written a
 * row, and some offsets more a window; x is read as columns lead to it. */
#ifndef TETRAD_CUDA_SPMV_WINDOW_SUMS_CUH
#define TETRAD_CUDA_SPMV_WINDOW_SUMS_CUH

#include "parts/overlap.cuh"
#include "spmv/crossing.cuh"

/* Which rows in view the block adds up: one that comes in, and its own, up to
 * one that goes out. */
struct taken {
    bool in, out;
    row_range rows;

    __device__ taken(const view &seen, const sight &found, const window &w,
                     const cutting &cut, bool parted)
    {
        const bool ends = found.end < seen.count;
        const unsigned from = found.begin;
        const unsigned to = ends ? found.end : seen.count - 1;
        in = parted && comes_in(seen, from, w, cut);
        out = parted && ends && to > from && goes_out(seen, to, w, cut);
        const unsigned last =
            out || from == to ? min(seen.item(to), w.end) : seen.item(to);
        rows = { in ? from - 1 : from, to,
                 in ? w.begin - seen.row(from) : seen.offsets[from],
                 last - seen.row(to) };
    }
};

/* Sums of rows, i-th in view, to y, or of a row in parts to the block's own. */
template <class T>
struct sums_out {
    T *y, *in, *out;      /* in and out: in shared memory, */
    unsigned first, last; /* of these rows, or of none: UINT32_MAX */

    __device__ void operator()(unsigned i, T sum) const
    {
        if (i == first)
            *in = sum;
        else if (i == last)
            *out = sum;
        else
            y[i] = sum;
    }
};

/* Sums::room::bytes() of dynamic shared memory for one row less than
 * cut.look. */
template <class T, class Sums>
static __global__ void __launch_bounds__(ROW_THREADS, Sums::BLOCKS)
    spmv_windows(csr<T> a, cutting cut, bool x_ahead, row_parts<T> parts)
{
    extern __shared__ __align__(16) unsigned char bytes[];
    __shared__ typename Sums::shared shared;
    __shared__ sight found;
    __shared__ T in, out;
    const typename Sums::room room(bytes, cut.look - 1);
    const window w(cut, unsigned(a.rows + a.count));
    if (x_ahead)
        fetch_x(a);
    view seen = find_window(a, cut, w, room.offsets, parts.places, &found);
    keep_place(seen, found, parts.places);
    /* Chunks are the same wherever the offsets in view end. */
    uint32_t origin = UINT32_MAX;
    for (;;) {
        const taken t(seen, found, w, cut, parts.done);
        origin = min(origin, t.rows.begin);
        if (t.rows.from < t.rows.to)
            add_rows(a, room, shared, t.rows, origin,
                     sums_out<T>{ a.y + seen.low, &in, &out,
                                  t.in ? t.rows.from : UINT32_MAX,
                                  t.out ? t.rows.to - 1 : UINT32_MAX });
        await_first();
        if (t.in)
            take_part(a, parts, crossing(seen, t.rows.from, cut), in);
        if (t.out)
            take_part(a, parts, crossing(seen, t.rows.to - 1, cut), out);
        if (found.end < seen.count)
            break;
        __syncthreads();
        seen = load_view(a, cut, seen.row(seen.count - 1), room.offsets);
        see(seen, w, &found);
    }
}

#endif
