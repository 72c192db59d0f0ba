/* sorted.cu - what comes before and after a sort by cell. */
#include "cells/sorted.cuh"
#include "cells/forces.cuh"

constexpr int THREADS = 256;

template <int Dim>
static __global__ void __launch_bounds__(THREADS)
    cells_number(particles<Dim> p, unsigned *key, unsigned *number)
{
    const unsigned i = blockIdx.x * THREADS + threadIdx.x;
    if (i >= p.n)
        return;
    key[i] = cell_number(p, i);
    number[i] = i;
}

/* A thread a cell, and one for the end: the first key that is not below it, by
 * halving. */
static __global__ void __launch_bounds__(THREADS)
    cells_find_starts(const unsigned *key, unsigned n, unsigned cells,
                      unsigned *start)
{
    const unsigned cell = blockIdx.x * THREADS + threadIdx.x;
    if (cell > cells)
        return;
    unsigned low = 0, high = n;
    while (low < high) {
        const unsigned middle = low + (high - low) / 2;
        if (key[middle] < cell)
            low = middle + 1;
        else
            high = middle;
    }
    start[cell] = low;
}

template <int Dim>
static __global__ void __launch_bounds__(THREADS)
    cells_gather_points(particles<Dim> p, const unsigned *order,
                        point<Dim> *points)
{
    const unsigned k = blockIdx.x * THREADS + threadIdx.x;
    if (k < p.n)
        points[k] = p.place(order[k]);
}

/* -------------------------------------------------------------------------- */

size_t cells_point_bytes(const struct problem *p)
{
    return cells_dim(p) == 2 ? sizeof(point<2>) : sizeof(point<3>);
}

enum status cells_keys(const struct job *job, unsigned *key, unsigned *number)
{
    job_part(job, CELLS_INDEX);
    return by_dim(job, [=](auto dim) {
        const particles<dim> p(job);
        cells_number<<<blocks_for(p.n, THREADS), THREADS, 0, stream_of(job)>>>(
            p, key, number);
        return cuda_launched(job, "cells_number");
    });
}

enum status cells_starts(const struct job *job, const unsigned *key,
                         unsigned *start)
{
    const struct cells_grid g = cells_grid_of(job->problem);
    job_part(job, CELLS_STARTS);
    cells_find_starts<<<blocks_for(size_t(g.cells) + 1, THREADS), THREADS, 0,
                        stream_of(job)>>>(key, unsigned(job->problem->size),
                                          g.cells, start);
    return cuda_launched(job, "cells_find_starts");
}

enum status cells_gather(const struct job *job,
                         const struct sorted_particles &s)
{
    job_part(job, CELLS_SORT);
    return by_dim(job, [=](auto dim) {
        const particles<dim> p(job);
        cells_gather_points<<<blocks_for(p.n, THREADS), THREADS, 0,
                              stream_of(job)>>>(
            p, s.order, static_cast<point<dim> *>(s.points));
        return cuda_launched(job, "cells_gather_points");
    });
}

enum status cells_forces(const struct job *job,
                         const struct sorted_particles &s)
{
    job_part(job, CELLS_FORCES);
    return by_dim(job, [=](auto dim) {
        const particles<dim> p(job);
        share_room(cells_force_sorted<dim>);
        return launch_overlapped(
            job, "cells_force_sorted", cells_force_sorted<dim>,
            blocks_for(p.n, FORCE_THREADS), FORCE_THREADS, p,
            static_cast<const point<dim> *>(s.points), s.order, s.start);
    });
}
