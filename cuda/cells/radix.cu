/* radix.cu - launching the sort of by_radix.cuh, and the forces. */
#include "cells/by_radix.cuh"
#include "cells/radix.cuh"
#include "cells/room.cuh"
#include "cells/sorted.cuh"

template <int Dim>
using radix_form = many_form<point<Dim>, number_of<Dim>>;

/* Of sort's arrays the input is none. */
template <int Dim>
struct radix_room {
    cell_sweep<Dim> w;
    struct sorted_particles sorted;
    size_t bytes;

    explicit radix_room(const struct job *job) : w(), sorted()
    {
        const size_t n = job->problem->size;
        room r(job->scratch);
        w.n = n;
        w.tiles = ceil_div(n, size_t(radix_form<Dim>::TILE));
        w.state = r.take<struct sweep_state>(1);
        w.told_words = w.tiles * DIGITS;
        w.told = r.take<uint64_t>(w.told_words);
        w.array[SORT_OUTPUT].keys = r.take<point<Dim>>(n);
        sorted.points = w.array[SORT_OUTPUT].keys;
        sorted.order = r.take(n);
        sorted.start = r.take(size_t(cells_grid_of(job->problem).cells) + 1);
        /* Forces on their way are where the spare was. */
        room spare = r;
        if (cells_go_home(job))
            sorted.home = r.take<char>(cells_home_bytes(job));
        w.array[SORT_SPARE].keys = spare.take<point<Dim>>(n);
        if constexpr (Dim == 2) {
            w.array[SORT_OUTPUT].values = sorted.order;
            w.array[SORT_SPARE].values = spare.take(n);
        }
        bytes = max(r.bytes, spare.bytes);
    }
};

/* --- sort ----------------------------------------------------------------- */

static unsigned passes_of(const struct job *job)
{
    return unsigned(
        ceil_div(cell_bits(cells_grid_of(job->problem).cells), DIGIT_BITS));
}

static size_t count_shared(unsigned passes)
{
    return cell_counters(passes) * sizeof(unsigned);
}

template <int Dim>
constexpr auto cell_pass = sort_onesweep<point<Dim>, number_of<Dim>,
                                         cell_ranking<Dim>, radix_form<Dim>>;
template <int Dim>
constexpr size_t PASS_SHARED =
    sizeof(sweep_room<point<Dim>, number_of<Dim>, radix_form<Dim>>);

template <int Dim>
static enum status launch_count(const struct job *job,
                                const cell_ranking<Dim> &rank,
                                const cell_sweep<Dim> &w, unsigned passes)
{
    const size_t tiles =
        ceil_div(w.n, size_t(COUNT_THREADS) * size_t(CELL_UNROLL));
    const enum status status =
        clear_first(job, w.state, offsetof(struct sweep_state, plan));
    share_room(cells_digits<Dim>);
    return status ? status
                  : launch_overlapped_with(
                        job, "cells_digits", cells_digits<Dim>,
                        unsigned(min(tiles, size_t(job->device->sms))),
                        COUNT_THREADS, count_shared(passes), rank, w, passes);
}

template <int Dim>
static enum status launch_sort(const struct job *job, const cell_sweep<Dim> &w)
{
    const cell_ranking<Dim> rank = { particles<Dim>(job) };
    const unsigned passes = passes_of(job);
    job_part(job, CELLS_INDEX);
    enum status status = launch_count(job, rank, w, passes);
    job_part(job, CELLS_SORT);
    share_room(cell_pass<Dim>);
    for (unsigned pass = 0; pass < passes && !status; pass++)
        status = launch_overlapped_with(
            job, "sort_onesweep", cell_pass<Dim>, unsigned(w.tiles),
            radix_form<Dim>::THREADS, PASS_SHARED<Dim>, rank, w, pass);
    return status;
}

template <int Dim>
static enum status launch_borders(const struct job *job,
                                  const struct sorted_particles &s)
{
    const particles<Dim> p(job);
    job_part(job, CELLS_STARTS);
    share_room(cells_borders<Dim>);
    return launch_overlapped(
        job, "cells_borders", cells_borders<Dim>,
        blocks_for(size_t(p.n) + 1, BORDER_THREADS), BORDER_THREADS, p,
        static_cast<const point<Dim> *>(s.points), s.order, s.start);
}

template <int Dim>
static enum status launch_radix(const struct job *job)
{
    const radix_room<Dim> r(job);
    enum status status = launch_sort(job, r.w);
    if (!status)
        status = launch_borders<Dim>(job, r.sorted);
    return status ? status : cells_forces(job, r.sorted);
}

/* -------------------------------------------------------------------------- */

bool cells_have_radix(const struct job *job)
{
    return by_dim(job, [](auto dim) {
               return allow_shared(cell_pass<dim>, PASS_SHARED<dim>) &&
                       allow_shared(cells_digits<dim>,
                                    count_shared(MOST_CELL_PASSES))
                   ? STATUS_OK
                   : STATUS_MISSING;
           }) == STATUS_OK;
}

enum status cells_run_radix(const struct job *job)
{
    return by_dim(job, [=](auto dim) { return launch_radix<dim>(job); });
}

size_t cells_radix_bytes(const struct job *job)
{
    size_t bytes = 0;
    by_dim(job, [&](auto dim) {
        bytes = radix_room<dim>(job).bytes;
        return STATUS_OK;
    });
    return bytes;
}
