/* lists.cuh - a list of its particles a cell, of a head and, of each particle,
 * the next one; made by the cells or by the particles. And the forces by lists:
 * a thread a particle, which goes through those of the cells around. */
#ifndef TETRAD_CUDA_CELLS_LISTS_CUH
#define TETRAD_CUDA_CELLS_LISTS_CUH

#include "cells/grid.cuh"

constexpr unsigned LIST_END = ~0u;

struct cell_lists {
    unsigned *head, *next;
};

/* A thread a cell looks at all particles for its own: n loads, which the
 * block's threads share, and nothing to share otherwise. */
template <int Dim>
static __global__ void __launch_bounds__(RUNG_THREADS)
    cells_look_for(particles<Dim> p, cell_lists list)
{
    const unsigned own = blockIdx.x * RUNG_THREADS + threadIdx.x;
    unsigned head = LIST_END;
    if (own >= p.grid.cells)
        return;
    for (unsigned i = 0; i < p.n; i++)
        if (cell_number(p, i) == own) {
            list.next[i] = head;
            head = i;
        }
    list.head[own] = head;
}

/* A thread a particle puts it before all others of its cell, whose heads are
 * LIST_END before. */
template <int Dim>
static __global__ void __launch_bounds__(RUNG_THREADS)
    cells_push(particles<Dim> p, cell_lists list)
{
    const unsigned i = blockIdx.x * RUNG_THREADS + threadIdx.x;
    if (i < p.n)
        list.next[i] = atomicExch(&list.head[cell_number(p, i)], i);
}

/* What particle at `b` does to that at `a`, by the letter of the rule. */
template <int Dim>
static __device__ void add_pair(float (&f)[Dim], const point<Dim> &a,
                                const point<Dim> &b, float cutoff)
{
    float d[Dim], square = 0;
#pragma unroll
    for (int c = 0; c < Dim; c++) {
        d[c] = a.at[c] - b.at[c];
        square += d[c] * d[c];
    }
    if (!(square > 0) || square >= cutoff * cutoff)
        return;
    const float weight = cutoff * rsqrtf(square) - 1;
#pragma unroll
    for (int c = 0; c < Dim; c++)
        f[c] += weight * d[c];
}

template <int Dim>
static __global__ void __launch_bounds__(RUNG_THREADS)
    cells_force_by_lists(particles<Dim> p, cell_lists list)
{
    const unsigned i = blockIdx.x * RUNG_THREADS + threadIdx.x;
    if (i >= p.n)
        return;
    const point<Dim> own = p.place(i);
    const cell<Dim> here = cell_of(p.grid, own);
    float f[Dim] = {};
    for (int r = 0; r < ROWS_AROUND<Dim>; r++) {
        const cell_row row = row_around(p.grid, here, r);
        for (unsigned c = row.first; c < row.end; c++)
            for (unsigned j = list.head[c]; j != LIST_END; j = list.next[j])
                add_pair(f, own, p.place(j), p.grid.cutoff);
    }
    p.set(i, f);
}

#endif
