/* ladder.cu - launching the rungs: a block a tile, with as many threads as
 * the tile has work for. */
#include <cmath>

#include "cuda.h"
#include "tile_scan/ladder.cuh"
#include "tile_scan/rungs.def"

LAUNCHER(cuda_tile_scan_ladder);

/* --- the rungs ----------------------------------------------------------- */

template <class T>
using kernel_type = void (*)(const T *in, T *out, size_t n, size_t length);

template <class T>
static kernel_type<T> kernel_of(const struct job *job)
{
    static const kernel_type<T> kernels[] = {
#define RUNG(kernel, ...) kernel<T>,
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

/* A power of two of at least a warp, so that steps can double. */
static unsigned threads_for(const struct rung &rung, size_t length)
{
    const size_t wanted = ceil_div(length, size_t(rung.items));
    unsigned threads = WARP;
    while (threads < wanted && threads < unsigned(rung.threads))
        threads *= 2;
    return threads;
}

enum status cuda_tile_scan_ladder(struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);
    if (n == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [=](auto type) {
        using T = typename decltype(type)::add;
        const unsigned threads = threads_for(rung_of(job), length);
        kernel_of<T>(
            job)<<<blocks_for(n, length), threads, 0, stream_of(job)>>>(
            input<T>(job), output<T>(job), n, length);
        return cuda_launched(job, job->variant->name);
    });
}
