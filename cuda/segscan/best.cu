/* best.cu - launching best: every type, flags or offsets, any n, any
 * alignment, one launch. By flags, what the GPU holds at once goes to
 * one_wave.cuh; the rest to ring.cuh, with small tiles where n is small, or to
 * the ladder's look-back on GPUs without its copy engine. */
#include <algorithm>

#include "parts/launch.cuh"
#include "ops/segscan.h"
#include "segscan/launchers.h"
#include "segscan/one_wave.cuh"
#include "segscan/ring.cuh"

/* The fewest warps of data a block in one wave. H200, 2^16 i32: 4.8 us by
 * blocks of 4, 5.0 and 5.7 by fewer of 8 and 16. */
constexpr unsigned WAVE_FEWEST = 4;
/* Vectors a thread, stages a block, blocks a multiprocessor. H200, i32 by
 * flags, small and large: 2^16 6.3 and 6.7 us, 2^20 8.6 and 8.9, 2^22 18.6 and
 * 15.6, 2^28 666 and 615. */
template <class T>
struct small_tile : tile_shape<T, 3, 3> {
    static constexpr int BLOCKS = 3;
};
template <class T>
struct large_tile : tile_shape<T, 7, 3> {
    static constexpr int BLOCKS = 2;
};
/* Up to so many bytes of elements a multiprocessor tiles are small. */
constexpr size_t SMALL_MOST = size_t(1) << 16;

static size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

static bool by_flags(const struct job *job)
{
    return job->problem->param[SEGSCAN_PARAM_BY].i == SEGSCAN_FLAGS;
}

/* Elements from the 16-byte boundary before the first. */
static size_t reach_of(const struct job *job)
{
    const size_t size = elem_size(job->problem->in[0].type);
    return reinterpret_cast<uintptr_t>(job->in[0]) % 16 / size + count_of(job);
}

template <class T>
static segscan_work<T> work_of(const struct job *job)
{
    segscan_work<T> w = {};
    w.in = input<T>(job);
    w.out = output<T>(job);
    w.n = count_of(job);
    if (by_flags(job)) {
        w.flags = input<unsigned char>(job, 1);
    } else {
        w.by.at = input<unsigned long long>(job, 1);
        w.by.segments = job->problem->in[1].count - 1;
        w.by.elements = w.n;
        w.by.density = double(w.by.segments) / double(w.n);
    }
    w.lead = unsigned(reach_of(job) - w.n);
    w.inclusive =
        job->problem->param[SEGSCAN_PARAM_KIND].i == SEGSCAN_INCLUSIVE;
    w.in_step = uintptr_t(w.in) % 16 == uintptr_t(w.out) % 16;
    w.scratch = job->scratch;
    return w;
}

/* --- launches ------------------------------------------------------------ */

/* At most one a multiprocessor. */
static size_t wave_blocks(const struct job *job)
{
    return size_t(std::min(job->device->sms, WAVE_BLOCKS));
}

/* Warps of data a block, few but enough for one wave; 0: no number is. */
template <class T>
static unsigned wave_warps(const struct job *job)
{
    const size_t all = ceil_div(reach_of(job), size_t(ROWS * ROW<T>));
    for (unsigned warps = WAVE_FEWEST; warps <= WAVE_WARPS; warps *= 2)
        if (all <= warps * wave_blocks(job))
            return warps;
    return 0;
}

template <class T>
static enum status one_wave(struct job *job, unsigned warps)
{
    const segscan_work<T> w = work_of<T>(job);
    const size_t blocks =
        ceil_div(reach_of(job), size_t(warps * ROWS * ROW<T>));
    const unsigned threads = (SCOUTS<T> + warps) * WARP;
    if (w.inclusive)
        segscan_one_wave<T, true>
            <<<unsigned(blocks), threads, 0, stream_of(job)>>>(w, warps);
    else
        segscan_one_wave<T, false>
            <<<unsigned(blocks), threads, 0, stream_of(job)>>>(w, warps);
    return cuda_launched(job, "segscan_one_wave");
}

/* Whether all blocks of a grid can be there at once. */
template <class S>
static bool has_ring()
{
    return bulk_blocks(segscan_ring<S, S::BLOCKS>, RING_THREADS,
                       sizeof(tile_room<S>)) >= S::BLOCKS;
}

template <class S>
static enum status ring(struct job *job)
{
    const size_t tiles = ceil_div(reach_of(job), size_t(S::TILE));
    const int warps = SCAN_WARPS + 1 + (by_flags(job) ? 0 : MARKERS);
    const size_t most = size_t(job->device->sms) * S::BLOCKS;
    segscan_ring<S, S::BLOCKS><<<unsigned(std::min(tiles, most)), warps * WARP,
                                 sizeof(tile_room<S>), stream_of(job)>>>(
        work_of<typename S::element>(job), unsigned(tiles));
    return cuda_launched(job, "segscan_ring");
}

/* --- by size and type ----------------------------------------------------- */

template <class T>
static bool is_small(const struct job *job)
{
    return count_of(job) * sizeof(T) <= job->device->sms * SMALL_MOST;
}

/* call(S()) for the shape of tiles. */
template <class T, class Call>
static auto by_shape(const struct job *job, Call call)
{
    return is_small<T>(job) ? call(small_tile<T>()) : call(large_tile<T>());
}

/* call(T()) for the T that adds the problem's type; integers wrap. */
template <class Call>
static auto by_type(const struct job *job, Call call)
{
    switch (job->problem->in[0].type) {
    case ELEM_F32: return call(float());
    case ELEM_F64: return call(double());
    case ELEM_I64: return call(uint64_t());
    default: return call(uint32_t());
    }
}

template <class T>
static enum status best(struct job *job)
{
    const unsigned warps = by_flags(job) ? wave_warps<T>(job) : 0;
    if (warps)
        return one_wave<T>(job, warps);
    return by_shape<T>(job, [job](auto shape) {
        using S = decltype(shape);
        return has_ring<S>() ? ring<S>(job) : cuda_segscan_lookback(job);
    });
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(job,
                   [job](auto zero) { return best<decltype(zero)>(job); });
}

/* --- scratch and depth ---------------------------------------------------- */

/* However the input is aligned: runs of one problem may differ in that, and
 * so in their kernel. */
template <class S>
static size_t most_tiles(const struct job *job)
{
    return ceil_div(count_of(job) + S::LANES - 1, size_t(S::TILE));
}

size_t cuda_segscan_best_scratch(const struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const size_t rest = by_shape<T>(job, [job](auto shape) {
            using S = decltype(shape);
            return has_ring<S>() ? chain_bytes<T>(most_tiles<S>(job))
                                 : cuda_segscan_lookback_scratch(job);
        });
        return std::max(rest, chain_bytes<T>(WAVE_BLOCKS));
    });
}

constexpr double LEVELS = 5; /* of a warp's lanes, a block's warps */

/* A lane's elements, lanes, warps; blocks by lane and as a tree; where these
 * come together, and the elements again. */
template <class T>
constexpr double WAVE_DEPTH = 2 * RUN<T> + 3 * LEVELS + WAVE_BLOCKS / WARP + 4;

/* A thread's elements, lanes, warps, the elements again; and for each tile
 * that a prefix may have come through, two. */
double cuda_segscan_best_depth(const struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        const double rest = by_shape<T>(job, [job](auto shape) {
            using S = decltype(shape);
            return has_ring<S>() ? 2 * S::ITEMS + 2 * LEVELS + 4 +
                    2 * double(most_tiles<S>(job))
                                 : cuda_segscan_lookback_depth(job);
        });
        return std::max(rest, WAVE_DEPTH<T>);
    });
}
