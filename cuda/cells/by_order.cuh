/* by_order.cuh - the forces once particles' numbers are sorted by cell: a
 * thread a particle in that order, and the particles of a row of cells are a
 * stretch of it. Where they are is still looked up by their numbers. */
#ifndef TETRAD_CUDA_CELLS_BY_ORDER_CUH
#define TETRAD_CUDA_CELLS_BY_ORDER_CUH

#include "cells/lists.cuh"

template <int Dim>
static __global__ void __launch_bounds__(RUNG_THREADS)
    cells_force_by_order(particles<Dim> p, const unsigned *order,
                         const unsigned *start)
{
    const unsigned k = blockIdx.x * RUNG_THREADS + threadIdx.x;
    if (k >= p.n)
        return;
    const unsigned i = order[k];
    const point<Dim> own = p.place(i);
    const cell<Dim> here = cell_of(p.grid, own);
    float f[Dim] = {};
    for (int r = 0; r < ROWS_AROUND<Dim>; r++) {
        const cell_row row = row_around(p.grid, here, r);
        const unsigned end = start[row.end];
        for (unsigned j = start[row.first]; j < end; j++)
            add_pair(f, own, p.place(order[j]), p.grid.cutoff);
    }
    p.set(i, f);
}

#endif
