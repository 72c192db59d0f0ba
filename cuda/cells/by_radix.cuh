/* by_radix.cuh - particles by cell as sort does it (sort/onesweep.cuh), 8 bits
 * of the cells' numbers a launch, and as many launches as they have. The keys
 * are the points themselves, whose cells are found anew wherever a digit is
 * asked for, and they bring their numbers along: so no point is looked up at a
 * random place, neither before the sort nor after it.
 *
 * Bytes a particle: 4 dim to be counted, 24 or 32 a pass, of which the first
 * reads 4 or 4 less, 8 or 16 for where cells begin. */
#ifndef TETRAD_CUDA_CELLS_BY_RADIX_CUH
#define TETRAD_CUDA_CELLS_BY_RADIX_CUH

#include "cells/grid.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "sort/count.cuh"
#include "sort/onesweep.cuh"

/* What brings the number: a value, or what is free of the key. */
template <int Dim>
using number_of = std::conditional_t<Dim == 2, uint32_t, no_value>;

template <int Dim>
using cell_sweep = sweep<point<Dim>, number_of<Dim>>;

/* A digit of the number of a point's cell. */
template <int Dim>
struct cell_digit {
    const particles<Dim> &p;
    unsigned low;

    __device__ unsigned operator()(const point<Dim> &at) const
    {
        const unsigned number = cell_of(p.grid, at).number(p.grid);
        return (at.at[0] < 1 ? number >> low : ~0u) & (DIGITS - 1);
    }
};

/* The order by cells, for sort; the input is the particles'. */
template <int Dim>
struct cell_ranking {
    static constexpr bool HAS_ZEROS = false;

    particles<Dim> p;

    /* Points are their own codes. */
    __device__ bool is_coded() const
    {
        return false;
    }
    __device__ const point<Dim> &code(const point<Dim> &at) const
    {
        return at;
    }
    __device__ const point<Dim> &bits(const point<Dim> &at) const
    {
        return at;
    }
    __device__ point<Dim> last() const
    {
        return { { 1 } };
    }
    template <bool>
    __device__ cell_digit<Dim> digit(unsigned pass) const
    {
        return { p, pass * DIGIT_BITS };
    }
};

template <int Items, int Dim, class V, class Values>
static __device__ void load_items(const cell_ranking<Dim> &rank,
                                  const sweep<point<Dim>, V> &w, int which,
                                  size_t first, int there, bool whole,
                                  point<Dim> (&key)[Items], Values &value)
{
    if (which != SORT_INPUT) {
        const items<point<Dim>, V> from = array_of(w, which);
        load_tile(key, from.keys + first, there, whole, rank.last());
        if constexpr (carries<V>)
            load_tile(value, from.values + first, there, whole, V(0));
        return;
    }
#pragma unroll
    for (int i = 0; i < Items; i++) {
        const unsigned number = unsigned(first) + i * WARP;
        key[i] = i * WARP < there ? rank.p.place(number) : rank.last();
        if constexpr (carries<V>)
            value[i] = number;
        else
            key[i].at[3] = __uint_as_float(number);
    }
}

/* --- before -------------------------------------------------------------- */

constexpr unsigned MOST_CELL_PASSES = 4; /* 2^29 cells are the most */
constexpr unsigned CELL_COPIES = 32;     /* counters of a digit, one a lane */
constexpr int CELL_UNROLL = 8; /* particles of a thread on their way */

__host__ __device__ constexpr size_t cell_counters(unsigned passes)
{
    return size_t(passes) * DIGITS * CELL_COPIES;
}

/* Counts the digits of all passes; 1024 threads a block, 4 dim bytes a
 * particle. */
template <int Dim>
static __global__ void __launch_bounds__(COUNT_THREADS, 1)
    cells_digits(cell_ranking<Dim> rank, cell_sweep<Dim> w, unsigned passes)
{
    extern __shared__ unsigned table[];
    const counters own(table + threadIdx.x % CELL_COPIES);
    constexpr size_t TILE = size_t(COUNT_THREADS) * CELL_UNROLL;
    next_may_start();
    for (unsigned i = threadIdx.x; i < cell_counters(passes);
         i += COUNT_THREADS)
        table[i] = 0;
    __syncthreads();
    await_first();
    for (size_t first = blockIdx.x * TILE + threadIdx.x; first < w.n;
         first += gridDim.x * TILE) {
        point<Dim> at[CELL_UNROLL];
#pragma unroll
        for (int k = 0; k < CELL_UNROLL; k++)
            at[k] = first + k * COUNT_THREADS < w.n
                ? rank.p.place(unsigned(first) + k * COUNT_THREADS)
                : rank.last();
#pragma unroll
        for (int k = 0; k < CELL_UNROLL; k++)
            for (unsigned pass = 0; pass < passes; pass++)
                if (first + k * COUNT_THREADS < w.n)
                    own.count((pass * DIGITS +
                               rank.template digit<false>(pass)(at[k])) *
                              CELL_COPIES);
    }
    clear_told(w);
    __syncthreads();
    end_count<CELL_COPIES>(table, int(passes), w);
}

/* --- after --------------------------------------------------------------- */

constexpr int BORDER_THREADS = 256;
constexpr unsigned BORDER_OWN = 8; /* cells that a thread begins alone */

/* All cells from `begin` up to `end` start at k: of a warp's lanes each its
 * own, first some of each, then the rest of each by all. */
static __device__ void start_cells(unsigned *start, unsigned begin,
                                   unsigned end, unsigned k)
{
    const unsigned lane = threadIdx.x % WARP;
    for (unsigned i = 0; i < BORDER_OWN && begin < end; i++)
        start[begin++] = k;
    for (unsigned left = __ballot_sync(FULL_WARP, begin < end); left;
         left &= left - 1) {
        const int of = __ffs(int(left)) - 1;
        const unsigned stop = __shfl_sync(FULL_WARP, end, of);
        const unsigned at = __shfl_sync(FULL_WARP, k, of);
        for (unsigned c = __shfl_sync(FULL_WARP, begin, of) + lane; c < stop;
             c += WARP)
            start[c] = at;
    }
}

/* A thread a sorted particle, and one for the end: those cells begin with it
 * that are after the cell of the one before, up to its own. Also, what of
 * points are their numbers goes where it is looked for. */
template <int Dim>
static __global__ void __launch_bounds__(BORDER_THREADS)
    cells_borders(particles<Dim> p, const point<Dim> *points, unsigned *order,
                  unsigned *start)
{
    const unsigned k = blockIdx.x * BORDER_THREADS + threadIdx.x;
    unsigned begin = 0, end = k == p.n ? p.grid.cells + 1 : 0;
    next_may_start();
    await_first();
    if (k < p.n) {
        const point<Dim> own = points[k];
        end = cell_of(p.grid, own).number(p.grid) + 1;
        if constexpr (Dim == 3)
            order[k] = __float_as_uint(own.at[3]);
    }
    if (k > 0 && k <= p.n)
        begin = cell_of(p.grid, points[k - 1]).number(p.grid) + 1;
    start_cells(start, begin, end, k);
}

#endif
