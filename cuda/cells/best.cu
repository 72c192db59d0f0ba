/* best.cu - launching best: a counting sort, then the forces; of few particles,
 * all pairs at once, and of many that a part of L2 has no room for, by
 * radix.cu. */
#include "cuda.h"
#include "cells/all_pairs.cuh"
#include "cells/count_sort.cuh"
#include "cells/radix.cuh"
#include "cells/room.cuh"
#include "cells/sorted.cuh"

LAUNCHER(cuda_cells_best);

/* Particles up to which all pairs take less time than the launches of a sort.
 * No GPU has been asked yet. */
constexpr size_t FEW = 4096;

static bool are_few(const struct job *job)
{
    return job->problem->size <= FEW;
}

static bool is_far(const struct job *job)
{
    return cells_are_far(job) && cells_have_radix(job);
}

/* Numbers taken make room for the order when that is made. */
struct sort_room {
    cell_scan scan;
    unsigned *loose;
    struct sorted_particles sorted;
    size_t bytes;

    explicit sort_room(const struct job *job)
        : scan(scan_of(cells_grid_of(job->problem).cells)), sorted()
    {
        const size_t n = job->problem->size;
        room r(job->scratch);
        sorted.start = scan.counts = r.take(counted() / sizeof(unsigned));
        scan.totals = r.take(scan.blocks);
        loose = r.take(n);
        sorted.order = r.take(n);
        sorted.points = r.take<char>(n * cells_point_bytes(job->problem));
        bytes = r.bytes;
    }

    size_t counted() const
    {
        return size_t(scan.tiles) * SCAN_TILE * sizeof(unsigned);
    }
};

template <int Dim>
static enum status launch_all_pairs(const struct job *job)
{
    const particles<Dim> p(job);
    cells_all_pairs<<<blocks_for(p.n, WARP), ALL_THREADS, 0, stream_of(job)>>>(
        p);
    return cuda_launched(job, "cells_all_pairs");
}

template <int Dim>
static enum status launch_sort(const struct job *job, const sort_room &room)
{
    const particles<Dim> p(job);
    const struct sorted_particles &s = room.sorted;
    const unsigned blocks = blocks_for(p.n, COUNT_THREADS);
    job_part(job, CELLS_INDEX);
    enum status status = clear_first(job, room.counted());
    const auto next = [&](const char *what, auto kernel, unsigned count,
                          auto... arguments) {
        share_room(kernel);
        if (!status)
            status = launch_overlapped(job, what, kernel, count, COUNT_THREADS,
                                       arguments...);
    };
    next("cells_count", cells_count<Dim>, blocks, p, s.start, s.order);
    job_part(job, CELLS_STARTS);
    if (room.scan.blocks > 1)
        next("cells_totals", cells_totals, room.scan.blocks, room.scan);
    next("cells_scan", cells_scan, room.scan.blocks, room.scan);
    job_part(job, CELLS_SORT);
    next("cells_loose", cells_loose<Dim>, blocks, p, s.start, s.order,
         room.loose);
    next("cells_settle", cells_settle<Dim>, blocks, p, s.start, room.loose,
         s.order, static_cast<point<Dim> *>(s.points));
    return status;
}

enum status cuda_cells_best(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    if (are_few(job))
        return by_dim(job,
                      [=](auto dim) { return launch_all_pairs<dim>(job); });
    if (is_far(job))
        return cells_run_radix(job);
    const sort_room room(job);
    const enum status status =
        by_dim(job, [&](auto dim) { return launch_sort<dim>(job, room); });
    return status ? status : cells_forces(job, room.sorted);
}

size_t cuda_cells_best_scratch(const struct job *job)
{
    return are_few(job) ? 0
        : is_far(job)   ? cells_radix_bytes(job)
                        : sort_room(job).bytes;
}
