/* grid.cuh - what every cells kernel is given, and the grid of ops/cells_grid.h
 * on the GPU: which cell a particle is in, and which are around it. */
#ifndef TETRAD_CUDA_CELLS_GRID_CUH
#define TETRAD_CUDA_CELLS_GRID_CUH

#include "ops/cells_grid.h"
#include "parts/launch.cuh"

/* A place, as wide as is loaded at once. */
template <int Dim>
struct alignas(Dim == 2 ? 8 : 16) point {
    float at[Dim == 2 ? 2 : 4];
};

template <int Dim>
struct particles {
    struct cells_grid grid;
    unsigned n; /* 2^28 at most */
    const float *at[Dim];
    float *force[Dim];

    explicit particles(const struct job *job)
        : grid(cells_grid_of(job->problem)), n(unsigned(job->problem->size))
    {
        for (int c = 0; c < Dim; c++) {
            at[c] = input<float>(job, c);
            force[c] = output<float>(job, c);
        }
    }

    __device__ point<Dim> place(unsigned i) const
    {
        point<Dim> p = {};
#pragma unroll
        for (int c = 0; c < Dim; c++)
            p.at[c] = at[c][i];
        return p;
    }

    __device__ void set(unsigned i, const float (&f)[Dim]) const
    {
#pragma unroll
        for (int c = 0; c < Dim; c++)
            force[c][i] = f[c];
    }
};

/* A cell by its places along the axes. */
template <int Dim>
struct cell {
    unsigned at[Dim];

    __device__ unsigned number(const struct cells_grid &g) const
    {
        unsigned number = 0;
#pragma unroll
        for (int c = Dim; c-- > 0;)
            number = number * g.side + at[c];
        return number;
    }
};

/* x without its fraction, of x from 0 to below 2^23: a sum there is of whole
 * numbers, and four of them take the time of one conversion. */
static __device__ unsigned whole_of(float x)
{
    return __float_as_uint(__fadd_rz(x, 0x1p23f)) - __float_as_uint(0x1p23f);
}

template <int Dim>
static __device__ cell<Dim> cell_of(const struct cells_grid &g,
                                    const point<Dim> &p)
{
    cell<Dim> own;
#pragma unroll
    for (int c = 0; c < Dim; c++)
        own.at[c] = min(whole_of(p.at[c] * float(g.side)), g.side - 1);
    return own;
}

template <int Dim>
static __device__ unsigned cell_number(const particles<Dim> &p, unsigned i)
{
    return cell_of(p.grid, p.place(i)).number(p.grid);
}

/* Rows of cells around one: those from `first` up to `end`, which are none
 * where the row would be outside. */
struct cell_row {
    unsigned first, end;
};

template <int Dim>
constexpr int ROWS_AROUND = Dim == 2 ? 3 : 9;

/* Row r, along y first, then z. */
template <int Dim>
static __device__ cell_row row_around(const struct cells_grid &g,
                                      const cell<Dim> &own, int r)
{
    const unsigned y = own.at[1] + unsigned(r % 3) - 1; /* wraps below 0 */
    unsigned z = 0;
    if constexpr (Dim == 3)
        z = own.at[2] + unsigned(r / 3) - 1;
    if (y >= g.side || z >= g.side)
        return { 0, 0 };
    const unsigned x = own.at[0], row = (z * g.side + y) * g.side;
    return { row + x - (x > 0), row + min(x + 2, g.side) };
}

/* launch(std::integral_constant of 2 or 3) */
template <class Launch>
static enum status by_dim(const struct job *job, Launch launch)
{
    return cells_dim(job->problem) == 2
        ? launch(std::integral_constant<int, 2>{})
        : launch(std::integral_constant<int, 3>{});
}

#endif
