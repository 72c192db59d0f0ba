/* best.cu - launching vectorized: any length of tiles, any n, any alignment,
 * one launch. Only long tiles in a chain use scratch, which is cleared
 * first. */
#include <cmath>

#include "cuda.h"
#include "tile_scan/tiling.cuh"
#include "tile_scan/vectorized.cuh"

LAUNCHER(cuda_tile_scan_vectorized);

/* Vectors a thread and the most warps a block. H200, tiles of 1024 i32, blocks
 * of 4 warps of 2 vectors: 3.75 us at 2^16, 5.45 at 2^20, 494.6 at 2^28; 2 of 4
 * are as fast, 8 of 1 need 20 us more, having too little in flight. */
constexpr int FEW_VECTORS = 2, FEW_WARPS = 4; /* of tiles on the grid */
constexpr int FEW_ROWS = 4; /* of so few elements that they are a warp's */
constexpr int SHORT_VECTORS = 4, SHORT_WARPS = 2;
/* More than so many bytes of tiles that fill less than so many eighths of 2
 * vectors a lane go to 4. H200, i32, 2 and 4: tiles of 100, 4.13 and 4.83 us at
 * 2^17, 67.3 and 62.9 at 2^25; tiles of 128, 4.06 and 4.86, 62.6 and 62.6. */
constexpr size_t SHORT_MANY = size_t(1) << 23, SHORT_FULL = 7;
constexpr int SOME_VECTORS = 4, MANY_VECTORS = 8, WARPS = 8;
constexpr int LONG_WARPS = 4; /* blocks of 8 took longer where misaligned */
/* Tiles a multiprocessor from which walking them is faster than a chain. */
constexpr size_t WALKED = 3;

template <class T>
constexpr size_t LANES = vector<T>::LANES;

/* --- how the array is cut up ---------------------------------------------- */

/* Whether pieces of so many elements all start on the output's grid. */
template <class T>
static bool on_grid(const struct job *job, size_t piece)
{
    return (reinterpret_cast<uintptr_t>(job->out[0]) | piece * sizeof(T)) %
        16 ==
        0;
}

template <class T>
static bool same_grid(const struct job *job)
{
    return (reinterpret_cast<uintptr_t>(job->in[0]) ^
            reinterpret_cast<uintptr_t>(job->out[0])) %
        16 ==
        0;
}

/* Whole tiles for a warp; 0: not one fits. */
template <class T, int Vectors>
static size_t short_piece(const struct job *job, size_t length)
{
    constexpr size_t span = SPAN<T, Vectors>;
    const size_t piece = span / length * length;
    return piece == 0 || on_grid<T>(job, piece)
        ? piece
        : (span - LANES<T> + 1) / length * length;
}

/* Warps of so many vectors for a tile, wherever it starts. */
template <class T, int Vectors>
static size_t warps_for(const struct job *job, size_t length)
{
    const size_t lead = on_grid<T>(job, length) ? 0 : LANES<T> - 1;
    return ceil_div(length + lead, size_t(SPAN<T, Vectors>));
}

/* Equal pieces of a long tile, whole vectors all but the last. They fit where-
 * ever they start, so that scratch can be asked for before that is known. */
template <class T>
static struct tiling cut_long(size_t n, size_t length)
{
    constexpr size_t most = LONG_WARPS * SPAN<T, MANY_VECTORS> - LANES<T>;
    const size_t some = ceil_div(length, most);
    struct tiling t = {};
    t.n = n;
    t.length = length;
    t.piece = ceil_div(ceil_div(length, some), LANES<T>) * LANES<T>;
    t.per_tile = unsigned(ceil_div(length, t.piece));
    t.pieces =
        unsigned(n / length * t.per_tile + ceil_div(n % length, t.piece));
    return t;
}

/* --- launches ------------------------------------------------------------ */

/* False: they are more. */
template <class T>
static bool launch_few(const struct job *job, const struct tiling &t)
{
    const auto few = t.n > WARP ? scan_few<T, FEW_ROWS> : scan_few<T, 1>;
    if (t.n > FEW_ROWS * WARP)
        return false;
    few<<<1, WARP, 0, stream_of(job)>>>(input<T>(job), output<T>(job),
                                        unsigned(t.n), unsigned(t.length));
    return true;
}

/* False: no tile fits into a warp's vectors, or tiles fill too little of them
 * for a long array. */
template <class T, int Vectors, int Warps, bool Same>
static bool launch_short(const struct job *job, struct tiling t)
{
    constexpr size_t full = SPAN<T, Vectors> / 8 * SHORT_FULL;
    t.piece = short_piece<T, Vectors>(job, t.length);
    if (t.piece == 0 ||
        (Vectors < SHORT_VECTORS && t.piece < full &&
         t.n * sizeof(T) > SHORT_MANY))
        return false;
    t.pieces = unsigned(ceil_div(t.n, t.piece));
    t.inverse = unsigned(ceil_div(size_t(DIVISION), t.length));
    scan_short<T, Vectors, Warps, Same>
        <<<ceil_div(t.pieces, unsigned(Warps)), Warps * WARP, 0,
           stream_of(job)>>>(input<T>(job), output<T>(job), t);
    return true;
}

/* False: such a block does not hold a tile. */
template <class T, int Vectors, int Warps, bool Same>
static bool launch_medium(const struct job *job, struct tiling t)
{
    const size_t warps = warps_for<T, Vectors>(job, t.length);
    if (warps > Warps)
        return false;
    t.piece = t.length;
    if (t.length == warps * SPAN<T, Vectors> && on_grid<T>(job, t.length))
        t.even = unsigned(t.n / t.length);
    scan_medium<T, Vectors, Warps, Same>
        <<<unsigned(ceil_div(t.n, t.length)), unsigned(warps) * WARP, 0,
           stream_of(job)>>>(input<T>(job), output<T>(job), t);
    return true;
}

template <class T, bool Same>
static enum status launch_long(const struct job *job, struct tiling t)
{
    const T *in = input<T>(job);
    T *out = output<T>(job);
    const size_t tiles = ceil_div(t.n, t.length);
    if (tiles >= WALKED * job->device->sms) {
        t.piece = WARPS * SPAN<T, MANY_VECTORS>;
        scan_walk<T, MANY_VECTORS, WARPS, Same>
            <<<unsigned(tiles), WARPS * WARP, 0, stream_of(job)>>>(in, out, t);
        return STATUS_OK;
    }
    t = cut_long<T>(t.n, t.length);
    const enum status status = fresh_scratch(job, chain_bytes<T>(t.pieces));
    if (status)
        return status;
    scan_long<T, MANY_VECTORS, LONG_WARPS, Same>
        <<<t.pieces, LONG_WARPS * WARP, 0, stream_of(job)>>>(in, out, t,
                                                             job->scratch);
    return STATUS_OK;
}

template <class T, bool Same>
static enum status launch(const struct job *job)
{
    struct tiling t = {};
    t.n = count_of(job);
    t.length = length_of(job);
    if (!launch_few<T>(job, t) &&
        !launch_short<T, FEW_VECTORS, FEW_WARPS, Same>(job, t) &&
        !launch_short<T, SHORT_VECTORS, SHORT_WARPS, Same>(job, t) &&
        !(on_grid<T>(job, t.length) &&
          launch_medium<T, FEW_VECTORS, FEW_WARPS, Same>(job, t)) &&
        !launch_medium<T, SOME_VECTORS, WARPS, Same>(job, t) &&
        !launch_medium<T, MANY_VECTORS, WARPS, Same>(job, t))
        return launch_long<T, Same>(job, t);
    return STATUS_OK;
}

enum status cuda_tile_scan_vectorized(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
        using T = typename decltype(type)::add;
        const enum status status =
            same_grid<T>(job) ? launch<T, true>(job) : launch<T, false>(job);
        return status ? status : cuda_launched(job, "vectorized");
    });
}

/* --- what follows from the cuts ------------------------------------------- */

/* The cuts of tiles that no block holds at once; no pieces: there are none. */
template <class T>
static struct tiling long_tiling(const struct job *job)
{
    constexpr size_t most = WARPS * SPAN<T, MANY_VECTORS> - LANES<T>;
    const size_t length = length_of(job);
    return length > most ? cut_long<T>(count_of(job), length) : tiling{};
}

size_t cuda_tile_scan_vectorized_scratch(const struct job *job)
{
    size_t bytes = SCRATCH_FAILED;
    by_type(TYPES_OF(SIGNED){}, job, [&](auto type) {
        using T = typename decltype(type)::add;
        const unsigned pieces = long_tiling<T>(job).pieces;
        bytes = pieces ? chain_bytes<T>(pieces) : 0;
        return STATUS_OK;
    });
    return bytes;
}

/* Within a vector, over vectors, lanes and warps, and where these come
 * together; then a piece after another, in a chain or a walk, and the levels
 * of looking back. A chain of additions never is longer than the tile. */
double cuda_tile_scan_vectorized_depth(const struct job *job)
{
    const double levels = log2(double(WARP));
    double depth = 0;
    by_type(TYPES_OF(SIGNED){}, job, [&](auto type) {
        using T = typename decltype(type)::add;
        const double pieces = long_tiling<T>(job).per_tile;
        depth = double(LANES<T>) + MANY_VECTORS + levels + WARPS + 3 +
            (pieces > 0 ? pieces + levels : 0);
        return STATUS_OK;
    });
    return fmin(static_cast<double>(length_of(job)), depth);
}
