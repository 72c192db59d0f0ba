/* ladder.cu - launching the rungs: how it is known what is in a cell. */
#include "cuda.h"
#include "parts/launch.cuh"

constexpr int RUNG_THREADS = 256;

#include "cells/by_order.cuh"
#include "cells/lists.cuh"
#include "cells/room.cuh"
#include "cells/sorted.cuh"
#include "cells/tiled.cuh"
#include "sort/digit_pass.cuh"

LAUNCHER(cuda_cells_ladder);
LAUNCHER(cuda_cells_no);
LAUNCHER(cuda_cells_lists);
LAUNCHER(cuda_cells_sorted);

constexpr int SORT_BITS = 4; /* a pass: sort's radix-4bit */

/* --- all pairs ------------------------------------------------------------ */

template <int Dim>
static enum status run_all(const struct job *job, room)
{
    const particles<Dim> p(job);
    job_part(job, CELLS_FORCES);
    cells_tiled<<<blocks_for(p.n, RUNG_THREADS), RUNG_THREADS, 0,
                  stream_of(job)>>>(p);
    return cuda_launched(job, "cells_tiled");
}

/* --- lists ---------------------------------------------------------------- */

static cell_lists lists_of(const struct job *job, room &r)
{
    unsigned *head = r.take(cells_grid_of(job->problem).cells);
    return { head, r.take(job->problem->size) };
}

template <int Dim>
static enum status force_by_lists(const struct job *job, cell_lists list)
{
    const particles<Dim> p(job);
    job_part(job, CELLS_FORCES);
    cells_force_by_lists<<<blocks_for(p.n, RUNG_THREADS), RUNG_THREADS, 0,
                           stream_of(job)>>>(p, list);
    return cuda_launched(job, "cells_force_by_lists");
}

template <int Dim>
static enum status run_look_for(const struct job *job, room r)
{
    const particles<Dim> p(job);
    const cell_lists list = lists_of(job, r);
    job_part(job, CELLS_LISTS);
    cells_look_for<<<blocks_for(p.grid.cells, RUNG_THREADS), RUNG_THREADS, 0,
                     stream_of(job)>>>(p, list);
    return force_by_lists<Dim>(job, list);
}

template <int Dim>
static enum status run_push(const struct job *job, room r)
{
    const particles<Dim> p(job);
    const cell_lists list = lists_of(job, r);
    job_part(job, CELLS_LISTS);
    const enum status status = cuda_status(
        job,
        cudaMemsetAsync(list.head, 0xff, p.grid.cells * sizeof(unsigned),
                        stream_of(job)),
        "emptying lists");
    if (status)
        return status;
    cells_push<<<blocks_for(p.n, RUNG_THREADS), RUNG_THREADS, 0,
                 stream_of(job)>>>(p, list);
    return force_by_lists<Dim>(job, list);
}

/* --- sorted --------------------------------------------------------------- */

struct sort_rooms {
    items<unsigned, uint32_t> from, to;
    unsigned *start;
    unsigned long long *count;
};

static sort_rooms sort_rooms_of(const struct job *job, room &r)
{
    const size_t n = job->problem->size;
    const size_t tiles = ceil_div(n, size_t(PASS_TILE));
    sort_rooms s = {};
    for (auto *items : { &s.from, &s.to }) {
        items->keys = r.take(n);
        items->values = r.take<uint32_t>(n);
    }
    s.start = r.take(size_t(cells_grid_of(job->problem).cells) + 1);
    s.count = r.take<unsigned long long>(tiles << SORT_BITS);
    return s;
}

/* By the bits that cells' numbers have; from and to change places. */
static enum status sort_by_cell(const struct job *job, sort_rooms &s)
{
    const size_t n = job->problem->size;
    const unsigned tiles = blocks_for(n, PASS_TILE);
    const int bits = cell_bits(cells_grid_of(job->problem).cells);
    const ranking<unsigned, false> rank = { 0 };
    const cudaStream_t stream = stream_of(job);
    job_part(job, CELLS_SORT);
    for (int low = 0; low < bits; low += SORT_BITS) {
        digit_count<SORT_BITS><<<tiles, PASS_THREADS, 0, stream>>>(
            rank, s.from.keys, n, unsigned(low), s.count);
        digit_add<<<1, ADD_THREADS, 0, stream>>>(s.count,
                                                 size_t(tiles) << SORT_BITS);
        digit_scatter<SORT_BITS><<<tiles, PASS_THREADS, 0, stream>>>(
            rank, s.from, s.to, n, unsigned(low), s.count);
        std::swap(s.from, s.to);
    }
    return cuda_launched(job, "digit_scatter");
}

template <int Dim>
static enum status run_sort(const struct job *job, room r)
{
    const particles<Dim> p(job);
    sort_rooms s = sort_rooms_of(job, r);
    enum status status = cells_keys(job, s.from.keys, s.from.values);
    if (!status)
        status = sort_by_cell(job, s);
    if (!status)
        status = cells_starts(job, s.from.keys, s.start);
    if (status)
        return status;
    job_part(job, CELLS_FORCES);
    cells_force_by_order<<<blocks_for(p.n, RUNG_THREADS), RUNG_THREADS, 0,
                           stream_of(job)>>>(p, s.from.values, s.start);
    return cuda_launched(job, "cells_force_by_order");
}

/* --- rungs ---------------------------------------------------------------- */

template <int Dim>
static enum status run_rung(const struct job *job)
{
    using way = enum status (*)(const struct job *, room);
    static const way ways[] = {
#define RUNG(way, ...) run_##way<Dim>,
#include "cells/rungs.def"
    };
    return ways[job->variant->step - 1](job, room(job->scratch));
}

enum status cuda_cells_ladder(struct job *job)
{
    if (job->problem->size == 0)
        return STATUS_OK;
    return by_dim(job, [=](auto dim) { return run_rung<dim>(job); });
}

size_t cuda_cells_no_scratch(const struct job *)
{
    return 0;
}

size_t cuda_cells_lists_scratch(const struct job *job)
{
    room r(nullptr);
    lists_of(job, r);
    return r.bytes;
}

size_t cuda_cells_sorted_scratch(const struct job *job)
{
    room r(nullptr);
    sort_rooms_of(job, r);
    return r.bytes;
}
