/* ladder.cu - launching the rungs: a block a tile, with as many threads as
 * the tile has work for, which the kernel knows when it is compiled. */
#include <cmath>

#include "cuda.h"
#include "tile_scan/ladder.cuh"
#include "tile_scan/rungs.def"

LAUNCHER(cuda_tile_scan_ladder);

/* --- the rungs ----------------------------------------------------------- */

template <class T>
using kernel_type = void (*)(const T *in, T *out, size_t n, size_t length);

/* For blocks of Threads, or of as many as the rung has at most. */
template <class T, int Threads, enum walk Walk>
static kernel_type<T> kernel_of(const struct job *job)
{
    static const kernel_type<T> kernels[] = {
#define RUNG(kernel, name, items, threads, ...)                               \
    kernel<T, (Threads < threads ? Threads : threads), Walk>,
#include "tile_scan/rungs.def"
    };
    return kernels[job->variant->step - 1];
}

/* See rungs.def. */
struct rung {
    int items, threads, chain;
};

static const struct rung &rung_of(const struct job *job)
{
    static const struct rung rungs[] = {
#define RUNG(kernel, name, items, threads, chain, ...)                        \
    { items, threads, chain },
#include "tile_scan/rungs.def"
    };
    return rungs[job->variant->step - 1];
}

/* --- what the harness asks ------------------------------------------------ */

size_t cuda_tile_scan_ladder_scratch(const struct job *)
{
    return 0;
}

/* The carry joins a chunk's first element, so that it goes through the chain
 * of every chunk, and one addition more; no chain is longer than the tile. */
double cuda_tile_scan_ladder_depth(const struct job *job)
{
    const struct rung &rung = rung_of(job);
    const double chunk = double(rung.items) * rung.threads;
    const double length = static_cast<double>(length_of(job));
    return fmin(length, ceil(length / chunk) * (rung.chain + 1));
}

/* --- launches ------------------------------------------------------------ */

/* Threads: a power of two, the fewest that take a tile at once. Longer tiles
 * are for the rung's largest block, and so are more tiles than a grid has. */
template <class T, int Threads = WARP>
static void launch(const struct job *job)
{
    const struct rung &rung = rung_of(job);
    const size_t n = count_of(job), length = length_of(job);
    const size_t chunk = size_t(Threads) * rung.items;
    if constexpr (Threads < LADDER_THREADS)
        if (length > chunk && Threads < rung.threads)
            return launch<T, 2 * Threads>(job);
    const bool chunks = length > chunk || ceil_div(n, length) > GRID_MAX;
    const bool whole = length == chunk && n % length == 0;
    const auto kernel = chunks ? kernel_of<T, LADDER_THREADS, CHUNKS>(job)
        : whole                ? kernel_of<T, Threads, WHOLE>(job)
                               : kernel_of<T, Threads, PART>(job);
    kernel<<<blocks_for(n, length), chunks ? rung.threads : Threads, 0,
             stream_of(job)>>>(input<T>(job), output<T>(job), n, length);
}

enum status cuda_tile_scan_ladder(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [=](auto type) {
        launch<typename decltype(type)::add>(job);
        return cuda_launched(job, job->variant->name);
    });
}
