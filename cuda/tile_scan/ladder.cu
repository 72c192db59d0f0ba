/* ladder.cu - launching the rungs: a block a tile, with as many threads as
 * the tile has work for. */
#include <cmath>

#include "tile_scan/launchers.h"
#include "tile_scan/ladder.cuh"

#include "tile_scan/global.cuh"
#include "tile_scan/shared.cuh"
#include "tile_scan/double_buffer.cuh"
#include "tile_scan/warp_shuffle.cuh"
#include "tile_scan/coarsened.cuh"

template <class T>
using rung = void (*)(const T *in, T *out, size_t n, size_t length);

/* --- grids, and what follows from them ----------------------------------- */

/* A power of two of at least a warp, so that steps can double. */
static unsigned threads_for(size_t length, int items, int most)
{
    const size_t wanted = ceil_div(length, size_t(items));
    unsigned threads = WARP;
    while (threads < wanted && threads < unsigned(most))
        threads *= 2;
    return threads;
}

template <class T>
static enum status launch(const struct job *job, rung<T> kernel, int items,
                          int most, const char *name)
{
    const size_t n = count_of(job), length = length_of(job);
    if (n == 0)
        return STATUS_OK;
    kernel<<<blocks_for(n, length), threads_for(length, items, most), 0,
             stream_of(job)>>>(input<T>(job), output<T>(job), n, length);
    return cuda_launched(job, name);
}

/* The carry joins a chunk's first element, so that it goes through the `inner`
 * additions of every chunk, and one more; a chain never is longer than the
 * tile. */
static double depth(const struct job *job, double chunk, double inner)
{
    const double length = static_cast<double>(length_of(job));
    return fmin(length, ceil(length / chunk) * (inner + 1));
}

double cuda_tile_scan_ladder_depth(const struct job *job)
{
    return depth(job, LADDER_THREADS, log2(double(LADDER_THREADS)));
}

/* In a thread, in its warp, over warps, and where they come together. */
double cuda_tile_scan_coarsened_depth(const struct job *job)
{
    const double inner = COARSE_ITEMS + 2 * log2(double(WARP)) + 1;
    return depth(job, COARSE_ITEMS * COARSE_THREADS, inner);
}

/* --- launches ------------------------------------------------------------ */

enum status cuda_tile_scan_global(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return launch<T>(job, scan_global<T>, 1, LADDER_THREADS, "global");
    });
}

enum status cuda_tile_scan_shared(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return launch<T>(job, scan_shared<T>, 1, LADDER_THREADS, "shared");
    });
}

enum status cuda_tile_scan_double_buffer(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return launch<T>(job, scan_double_buffer<T>, 1, LADDER_THREADS,
                         "double-buffer");
    });
}

enum status cuda_tile_scan_warp_shuffle(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return launch<T>(job, scan_warp_shuffle<T>, 1, LADDER_THREADS,
                         "warp-shuffle");
    });
}

enum status cuda_tile_scan_coarsened(struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        return launch<T>(job, scan_coarsened<T>, COARSE_ITEMS, COARSE_THREADS,
                         "coarsened");
    });
}
