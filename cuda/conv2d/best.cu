/* best.cu - launching best: one pass, or both at once where the filter is
 * separable. */
#include <cstdint>

#include "conv2d/blocked.cuh"
#include "conv2d/fused.cuh"
#include "cuda.h"
#include "parts/overlap.cuh"

LAUNCHER(cuda_conv2d_best);

/* launch(size<K>{}) with the least K of those compiled that is not less than
 * k. */
template <int K>
struct size {
    static constexpr int value = K;
};

template <int... Ks, class Launch>
static enum status by_size(size_t k, Launch launch)
{
    enum status status = STATUS_USAGE;
    bool found = false;
    ((found = found || (k <= Ks && ((status = launch(size<Ks>{})), true))),
     ...);
    return status;
}

/* Whether all rows of an array begin on the grid of 16 bytes. */
static bool on_grid(const struct conv2d &c, const float *rows)
{
    return uintptr_t(rows) % sizeof(float4) == 0 && c.width % LANE == 0;
}

static size_t tiles_of(const struct conv2d &c)
{
    return ceil_div(c.height, size_t(TILE_ROWS)) *
        ceil_div(c.width, size_t(TILE_COLUMNS));
}

template <int Own>
static enum status launch_tiles(const struct job *job, const struct conv2d &c,
                                void (*kernel)(struct conv2d, bool))
{
    share_room(kernel);
    kernel<<<blocks_for(tiles_of(c), 1), TILE_THREADS<Own>, 0,
             stream_of(job)>>>(c, on_grid(c, c.x) && on_grid(c, c.y));
    return cuda_launched(job, job->variant->name);
}

enum status cuda_conv2d_best(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const bool separable = conv2d_is_separable(job->problem);
    if (c.height == 0 || c.width == 0)
        return STATUS_OK;
    return by_size<3, 5, 7, 9, 11, 13, 15, 19, 23, 27, 31>(
        c.k, [&](auto size) {
            constexpr int K = decltype(size)::value;
            return separable ? launch_tiles<FUSED_OWN>(job, c, conv2d_fused<K>)
                             : launch_tiles<BLOCKED_OWN>(
                                   job, c, conv2d_blocked<K, BLOCKED_OWN>);
        });
}

double cuda_conv2d_best_depth(const struct job *job)
{
    return conv2d_is_separable(job->problem) ? conv2d_depth_separable(job)
                                             : conv2d_depth(job);
}
