/* tile_scan_best.cu - launching vectorized: any length of tiles, any n, any
 * alignment, one launch. */
#include <cmath>

#include "tile_scan.h"
#include "tile_scan/tiling.cuh"
#include "tile_scan/vectorized.cuh"

constexpr int VECTORS = 8, SHORT_WARPS = 4, WARPS = 8;

/* --- how the array is cut up ---------------------------------------------- */

/* Whether pieces of so many elements all start on the output's grid. */
template <class T>
static bool on_grid(const struct job *job, size_t piece)
{
    return (reinterpret_cast<uintptr_t>(job->out[0]) | piece * sizeof(T)) %
               16 == 0;
}

template <class T>
static bool same_grid(const struct job *job)
{
    return (reinterpret_cast<uintptr_t>(job->in[0]) ^
            reinterpret_cast<uintptr_t>(job->out[0])) % 16 == 0;
}

/* The most elements of a piece that starts anywhere, for so many warps: a
 * whole number of vectors. */
template <class T>
constexpr int ROOM = SPAN<T, VECTORS> - vector<T>::LANES;
template <class T>
constexpr int BLOCK_ROOM = WARPS * SPAN<T, VECTORS> - vector<T>::LANES;

/* Whole tiles for a warp; 0: not one fits. */
template <class T>
static size_t short_piece(const struct job *job, size_t length)
{
    const size_t piece = SPAN<T, VECTORS> / length * length;
    return on_grid<T>(job, piece) ? piece : ROOM<T> / length * length;
}

/* Equal pieces of a long tile, whole vectors all but the last. */
template <class T>
static struct tiling cut_long(size_t n, size_t length)
{
    constexpr size_t LANES = vector<T>::LANES;
    const size_t some = ceil_div(length, size_t(BLOCK_ROOM<T>));
    struct tiling t = {};
    t.n = n;
    t.length = length;
    t.piece = ceil_div(ceil_div(length, some), LANES) * LANES;
    t.per_tile = unsigned(ceil_div(length, t.piece));
    t.pieces = unsigned(n / length * t.per_tile +
                        ceil_div(n % length, t.piece));
    return t;
}

/* --- launches ------------------------------------------------------------ */

template <class T, bool Same>
static void launch_short(const struct job *job, const struct tiling &t)
{
    const unsigned blocks = ceil_div(t.pieces, unsigned(SHORT_WARPS));
    const auto kernel = t.piece > t.length
        ? scan_short<T, VECTORS, SHORT_WARPS, true, Same>
        : scan_short<T, VECTORS, SHORT_WARPS, false, Same>;
    kernel<<<blocks, SHORT_WARPS * WARP, 0, stream_of(job)>>>(
        input<T>(job), output<T>(job), t);
}

template <class T, bool Same>
static void launch(const struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);
    const T *in = input<T>(job);
    T *out = output<T>(job);
    struct tiling t = {};
    t.n = n;
    t.length = length;
    t.piece = length <= size_t(SPAN<T, VECTORS>) ? short_piece<T>(job, length)
                                                 : 0;
    if (t.piece > 0) {
        t.pieces = unsigned(ceil_div(n, t.piece));
        t.inverse = unsigned(ceil_div(size_t(DIVISION), length));
        launch_short<T, Same>(job, t);
        return;
    }
    const size_t lead = on_grid<T>(job, length) ? 0 : vector<T>::LANES - 1;
    const size_t warps = ceil_div(length + lead, size_t(SPAN<T, VECTORS>));
    if (warps <= WARPS) {
        t.piece = length;
        t.pieces = unsigned(ceil_div(n, length));
        scan_medium<T, VECTORS, WARPS, Same>
            <<<t.pieces, unsigned(warps) * WARP, 0, stream_of(job)>>>(in, out,
                                                                     t);
        return;
    }
    t = cut_long<T>(n, length);
    scan_long<T, VECTORS, WARPS, Same>
        <<<t.pieces, WARPS * WARP, 0, stream_of(job)>>>(in, out, t,
                                                        job->scratch);
}

enum status cuda_tile_scan_vectorized(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        if (same_grid<T>(job))
            launch<T, true>(job);
        else
            launch<T, false>(job);
        return cuda_launched(job, "vectorized");
    });
}

size_t cuda_tile_scan_vectorized_scratch(const struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);
    size_t bytes = 0;
    by_type(job, [&](auto zero) {
        using T = decltype(zero);
        if (length > size_t(BLOCK_ROOM<T>))
            bytes = chain_bytes<T>(cut_long<T>(n, length).pieces);
        return STATUS_OK;
    });
    return bytes;
}

/* Within a vector, over lanes, over vectors, over warps, and where these come
 * together; then over pieces, one after another at worst, and within a window
 * of looking back. A chain never is longer than the tile. */
double cuda_tile_scan_vectorized_depth(const struct job *job)
{
    const double length = static_cast<double>(length_of(job));
    const double vector = 16.0 / static_cast<double>(
        elem_size(job->problem->in[0].type));
    const double levels = log2(double(WARP));
    const double inner = vector + levels + VECTORS + WARPS + 3;
    const double pieces = ceil(length / (WARPS * VECTORS * WARP * vector / 2));
    return fmin(length, inner + (pieces > 1 ? 2 * pieces + levels : 0));
}
