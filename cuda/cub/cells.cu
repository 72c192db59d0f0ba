/* cells.cu - cells sorted by cub::DeviceRadixSort, by the bits that their
 * numbers have; what comes before and after are our own kernels, best's. */
#include "call.cuh"
#include "cells/grid.cuh"
#include "cells/room.cuh"
#include "cells/sorted.cuh"
#include "sort.cuh"

LAUNCHER(cub_cells_radix);

struct radix_room {
    struct sorted_particles sorted;
    unsigned *key, *number, *sorted_key;
    void *sort;
    size_t sort_bytes, bytes;
};

/* CUB's part, with room.sort or, without it, asking for its bytes. */
static enum status sort_by_cell(const struct job *job, radix_room &room)
{
    const int bits = cell_bits(cells_grid_of(job->problem).cells);
    return cuda_status(job,
                       cub_sort_pairs_by_bits(
                           room.sort, room.sort_bytes, room.key,
                           room.sorted_key, room.number, room.sorted.order,
                           uint32_t(job->problem->size), bits, stream_of(job)),
                       "cub::DeviceRadixSort");
}

static enum status room_of(const struct job *job, void *scratch,
                           radix_room &of)
{
    const size_t n = job->problem->size;
    room r(scratch);
    of = {};
    const enum status status = sort_by_cell(job, of);
    of.key = r.take(n);
    of.number = r.take(n);
    of.sorted_key = r.take(n);
    of.sorted.order = r.take(n);
    of.sorted.start = r.take(size_t(cells_grid_of(job->problem).cells) + 1);
    of.sorted.points = r.take<char>(n * cells_point_bytes(job->problem));
    if (cells_go_home(job))
        of.sorted.home = r.take<char>(cells_home_bytes(job));
    of.sort = r.take<char>(of.sort_bytes);
    of.bytes = r.bytes;
    return status;
}

size_t cub_cells_radix_scratch(const struct job *job)
{
    radix_room room;
    return room_of(job, nullptr, room) ? SCRATCH_FAILED : room.bytes;
}

enum status cub_cells_radix(struct job *job)
{
    radix_room room;
    if (job->problem->size == 0)
        return STATUS_OK;
    enum status status = room_of(job, job->scratch, room);
    if (!status)
        status = cells_keys(job, room.key, room.number);
    job_part(job, CELLS_SORT);
    if (!status)
        status = sort_by_cell(job, room);
    if (!status)
        status = cells_starts(job, room.sorted_key, room.sorted.start);
    if (!status)
        status = cells_gather(job, room.sorted);
    return status ? status : cells_forces(job, room.sorted);
}
