/* levels.cuh - launching the two levels of a scatter to places at random, each
 * of which some element goes to: for scatter, and for who has such places. */
#ifndef TETRAD_CUDA_SCATTER_LEVELS_CUH
#define TETRAD_CUDA_SCATTER_LEVELS_CUH

#include "scatter/bin.cuh"
#include "scatter/windows.cuh"

/* The bins, and a pair for each element; the last may be read with what lies
 * behind it. */
template <class T>
static size_t levels_bytes(size_t n)
{
    return sizeof(struct binned) + n * sizeof(pair<T>) + sizeof(uint4);
}

/* Whether a block can have the shared memory. */
template <class T, class I>
static bool has_levels()
{
    return allow_shared(scatter_bin<T, I>, sizeof(bin_room<T>)) &&
        allow_shared(scatter_windows<T>, WINDOW_ROOM);
}

/* After a launch that clears the bins. A block a multiprocessor, which is what
 * has room: each goes on to what others have not taken. */
template <class T, class I>
static enum status launch_levels(const struct job *job,
                                 const scatter_arrays<T, I> &a,
                                 struct binned *binned)
{
    const unsigned shift = shift_of<T>(a.n);
    const size_t tiles = ceil_div(a.n, size_t(BIN_TILE<T>));
    const size_t windows = ceil_div(a.n, size_t(WINDOW<T>));
    const size_t sms = size_t(job->device->sms);
    const enum status status = launch_overlapped_with(
        job, "scatter_bin", scatter_bin<T, I>, unsigned(min(tiles, sms)),
        BIN_THREADS, sizeof(bin_room<T>), a, shift, binned);
    return status
        ? status
        : launch_overlapped_with(job, "scatter_windows", scatter_windows<T>,
                                 unsigned(min(windows, sms)), WINDOW_THREADS,
                                 WINDOW_ROOM, a.out, a.n, shift,
                                 unsigned(windows),
                                 elements_before<AT_ONCE<T>>(a.out), binned);
}

#endif
