/* best.cu - launching best: one pass, or both at once where the filter is
 * separable; the fewer pixels, the fewer a thread has, so that more threads
 * have some. */
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

/* --- rows a thread -------------------------------------------------------- */

/* Rows of a thread: of an image that is large, of one that is not, and of one
 * that is tiny. (k = 31 on 4096 x 4096: 8 took 1.3 times as long as 4.) */
template <int K>
constexpr int LARGE = K <= SIZES_MOST ? 8 : 4;
constexpr int FUSED_LARGE = 8, SMALL = 2, LEAST = 1;

/* Blocks a multiprocessor up to which fewer rows a thread are faster (H100,
 * 31 x 31 to 4099 x 4099, k = 3 to 31): those that have SMALL rows each, of
 * one pass and of both at once, and those that have LEAST. */
constexpr size_t SMALL_MOST = 9, FUSED_SMALL_MOST = 4, LEAST_MOST = 1;
constexpr size_t ENOUGH_ROWS = 16; /* of a warp, of large tiles */

template <int Own>
static size_t tiles_of(const struct conv2d &c)
{
    return ceil_div(c.height, size_t(TILE_ROWS<Own>)) *
        ceil_div(c.width, size_t(TILE_COLUMNS));
}

/* Whether each multiprocessor has at most so many tiles. */
template <int Own>
static bool has_few(const struct job *job, const struct conv2d &c, size_t most)
{
    return tiles_of<Own>(c) <= size_t(job->device->sms) * most;
}

/* Rows that a warp makes, of all tiles of the multiprocessor with the most. */
template <int Own>
static size_t most_rows(const struct job *job, const struct conv2d &c)
{
    return ceil_div(tiles_of<Own>(c), size_t(job->device->sms)) * Own;
}

/* Whether fewer rows a thread are faster, though what is loaded serves fewer
 * sums: up to SMALL_MOST, but not where larger tiles end no later, and there
 * are enough of them, as two a multiprocessor (H200, 1024 x 1024, k = 3, 9, 15
 * and 31: 6.7, 9.6, 15.7 and 54.0 us, small ones 7.4, 10.6, 18.0 and 63.1). */
template <int K>
static bool is_small(const struct job *job, const struct conv2d &c)
{
    const size_t rows = most_rows<LARGE<K>>(job, c);
    return has_few<SMALL>(job, c, SMALL_MOST) &&
        (rows < ENOUGH_ROWS || most_rows<SMALL>(job, c) < rows);
}

template <int Own>
static enum status launch_tiles(const struct job *job, const struct conv2d &c,
                                void (*kernel)(struct conv2d, bool))
{
    share_room(kernel);
    kernel<<<blocks_for(tiles_of<Own>(c), 1), TILE_THREADS, 0,
             stream_of(job)>>>(c, on_grid(c, c.x) && on_grid(c, c.y));
    return cuda_launched(job, job->variant->name);
}

template <int K>
static enum status launch_blocked(const struct job *job,
                                  const struct conv2d &c)
{
    if (has_few<LEAST>(job, c, LEAST_MOST))
        return launch_tiles<LEAST>(job, c, conv2d_blocked<K, LEAST>);
    if (is_small<K>(job, c))
        return launch_tiles<SMALL>(job, c, conv2d_blocked<K, SMALL>);
    return launch_tiles<LARGE<K>>(job, c, conv2d_blocked<K, LARGE<K>>);
}

template <int K>
static enum status launch_fused(const struct job *job, const struct conv2d &c)
{
    return has_few<SMALL>(job, c, FUSED_SMALL_MOST)
        ? launch_tiles<SMALL>(job, c, conv2d_fused<K, SMALL>)
        : launch_tiles<FUSED_LARGE>(job, c, conv2d_fused<K, FUSED_LARGE>);
}

/* --- the variant ---------------------------------------------------------- */

enum status cuda_conv2d_best(struct job *job)
{
    const struct conv2d c = conv2d_of(job);
    const bool separable = conv2d_is_separable(job->problem);
    if (c.height == 0 || c.width == 0)
        return STATUS_OK;
    return by_size<3, 5, 7, 9, 11, 13, 15, 19, 23, 27, 31>(
        c.k, [&](auto size) {
            constexpr int K = decltype(size)::value;
            return separable ? launch_fused<K>(job, c)
                             : launch_blocked<K>(job, c);
        });
}

double cuda_conv2d_best_depth(const struct job *job)
{
    return conv2d_is_separable(job->problem) ? conv2d_depth_separable(job)
                                             : conv2d_depth(job);
}
