/* sorted.cu - what comes before and after a sort by cell. */
#include "cells/sorted.cuh"
#include "cells/forces.cuh"
#include "cells/room.cuh"
#include "problem.h"
#include "scatter/levels.cuh"

constexpr int THREADS = 256;

/* Far are forces of more than this part of L2: beyond it points are radix
 * sorted. H200, us, by counts and so: two axes 2^20 135 and 157, 2^21 274 and
 * 259, 2^24 4413 and 1759; three axes 2^21 622 and 578. */
constexpr size_t FAR_PARTS = 4;
/* Forces along so many axes are brought home where L2 does not hold them. H200,
 * us, behind CUB's sort, written straight and so: two axes 2^22 516 and 559,
 * 2^23 1378 and 1135, 2^24 3123 and 2347; three axes 2^24 4790 and 5105. */
constexpr int HOME_AXES = 2;

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

/* --- forces --------------------------------------------------------------- */

/* Without an order, forces in that of the particles' cells. */
static enum status launch_forces(const struct job *job,
                                 const struct sorted_particles &s,
                                 const unsigned *order)
{
    return by_dim(job, [=](auto dim) {
        const particles<dim> p(job);
        share_room(cells_force_sorted<dim>);
        return launch_overlapped(
            job, "cells_force_sorted", cells_force_sorted<dim>,
            blocks_for(p.n, FORCE_THREADS), FORCE_THREADS, p,
            static_cast<const point<dim> *>(s.points), order, s.start);
    });
}

struct home_room {
    float *force[3]; /* in the order of cells */
    struct binned *binned;
    size_t bytes;

    home_room(const struct job *job, void *home)
    {
        const size_t n = job->problem->size;
        room r(home);
        for (int c = 0; c < cells_dim(job->problem); c++)
            force[c] = r.take<float>(n);
        binned = reinterpret_cast<struct binned *>(
            r.take<char>(levels_bytes<uint32_t>(n)));
        bytes = r.bytes;
    }
};

/* Of one axis, by the two levels of scatter: to its particle each. */
static enum status send_home(const struct job *job, const float *force,
                             const unsigned *order, void *to,
                             struct binned *binned)
{
    const scatter_arrays<uint32_t, uint32_t> a(
        reinterpret_cast<const uint32_t *>(force), order,
        static_cast<uint32_t *>(to), job->problem->size);
    const enum status status = clear_first(job, binned, sizeof(struct binned));
    return status ? status : launch_levels(job, a, binned);
}

static size_t force_bytes(const struct job *job)
{
    const struct problem *p = job->problem;
    return size_t(p->out_count) * array_bytes(&p->out[0]);
}

bool cells_are_far(const struct job *job)
{
    return force_bytes(job) > job->device->l2 / FAR_PARTS;
}

bool cells_go_home(const struct job *job)
{
    return cells_dim(job->problem) == HOME_AXES &&
        force_bytes(job) > job->device->l2 && has_levels<uint32_t, uint32_t>();
}

size_t cells_home_bytes(const struct job *job)
{
    return home_room(job, nullptr).bytes;
}

enum status cells_forces(const struct job *job,
                         const struct sorted_particles &s)
{
    job_part(job, CELLS_FORCES);
    if (!s.home)
        return launch_forces(job, s, s.order);
    const home_room r(job, s.home);
    struct job inner = *job;
    for (int c = 0; c < cells_dim(job->problem); c++)
        inner.out[c] = r.force[c];
    enum status status = launch_forces(&inner, s, nullptr);
    for (int c = 0; c < cells_dim(job->problem) && !status; c++)
        status = send_home(job, r.force[c], s.order, job->out[c], r.binned);
    return status;
}
