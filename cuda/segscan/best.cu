/* best.cu - launching best and plan: every type, flags or offsets, any n, any
 * alignment, one launch. By flags, what the GPU holds at once goes to
 * one_wave.cuh; the rest to ring.cuh, with small tiles where n is small, or to
 * the ladder's look-back, launched here, on GPUs without its copy engine. */
#include <algorithm>
#include <cmath>

#include "cuda.h"
#include "segscan/one_wave.cuh"
#include "segscan/ring.cuh"
#include "segscan/single_pass.cuh"

LAUNCHER(cuda_segscan_best);

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
    if (!by_offsets(job)) {
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

/* What the blocks of a launch tell each other of. A block alone asks for
 * nothing. */
template <class T>
static enum status clear_chain(const struct job *job, size_t packets)
{
    return packets > 1 ? fresh_scratch(job, chain_bytes<T>(packets))
                       : STATUS_OK;
}

template <class T>
static enum status one_wave(struct job *job, unsigned warps)
{
    const segscan_work<T> w = work_of<T>(job);
    const size_t blocks =
        ceil_div(reach_of(job), size_t(warps * ROWS * ROW<T>));
    const unsigned threads = (SCOUTS<T> + warps) * WARP;
    const enum status status = clear_chain<T>(job, blocks);
    if (status)
        return status;
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
    const int warps = SCAN_WARPS + 1 + (by_offsets(job) ? MARKERS : 0);
    const size_t most = size_t(job->device->sms) * S::BLOCKS;
    const enum status status = clear_chain<typename S::element>(job, tiles);
    if (status)
        return status;
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

template <class T>
static enum status best(struct job *job)
{
    const unsigned warps = by_offsets(job) ? 0 : wave_warps<T>(job);
    if (warps)
        return one_wave<T>(job, warps);
    return by_shape<T>(job, [job](auto shape) {
        using S = decltype(shape);
        return has_ring<S>() ? ring<S>(job) : look_back::run<T>(job);
    });
}

/* A rung's own way, else best. */
template <class T>
static enum status launch(struct job *job)
{
#define PASS(number, name, way, ...)                                          \
    if (job->variant->step == number)                                         \
        return way::run<T>(job);
#include "segscan/rungs.def"
    return best<T>(job);
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
        return launch<typename decltype(type)::add>(job);
    });
}

/* --- scratch and depth ---------------------------------------------------- */

/* However the input is aligned: runs of one problem may differ in that, and
 * so in their kernel. */
template <class S>
static size_t most_tiles(const struct job *job)
{
    return ceil_div(count_of(job) + S::LANES - 1, size_t(S::TILE));
}

template <class T>
static size_t best_scratch(const struct job *job)
{
    const size_t rest = by_shape<T>(job, [job](auto shape) {
        using S = decltype(shape);
        return has_ring<S>() ? chain_bytes<T>(most_tiles<S>(job))
                             : look_back::scratch(job);
    });
    return std::max(rest, chain_bytes<T>(WAVE_BLOCKS));
}

size_t cuda_segscan_best_scratch(const struct job *job)
{
#define PASS(number, name, way, ...)                                          \
    if (job->variant->step == number)                                         \
        return way::scratch(job);
#include "segscan/rungs.def"
    size_t bytes = SCRATCH_FAILED;
    by_type(TYPES_OF(SIGNED){}, job, [job, &bytes](auto type) {
        bytes = best_scratch<typename decltype(type)::add>(job);
        return STATUS_OK;
    });
    return bytes;
}

constexpr double LEVELS = 5; /* of a warp's lanes, a block's warps */

/* A lane's elements, lanes, warps; blocks by lane and as a tree; where these
 * come together, and the elements again. */
template <class T>
constexpr double WAVE_DEPTH = 2 * RUN<T> + 3 * LEVELS + WAVE_BLOCKS / WARP + 4;

/* A thread's elements, lanes, warps, the elements again; and for each tile
 * that a prefix may have come through, two. */
template <class T>
static double best_depth(const struct job *job)
{
    const double rest = by_shape<T>(job, [job](auto shape) {
        using S = decltype(shape);
        return has_ring<S>()
            ? 2 * S::ITEMS + 2 * LEVELS + 4 + 2 * double(most_tiles<S>(job))
            : look_back::depth(job);
    });
    return std::max(rest, WAVE_DEPTH<T>);
}

double cuda_segscan_best_depth(const struct job *job)
{
#define PASS(number, name, way, ...)                                          \
    if (job->variant->step == number)                                         \
        return way::depth(job);
#include "segscan/rungs.def"
    double depth = 0;
    by_type(TYPES_OF(SIGNED){}, job, [job, &depth](auto type) {
        depth = best_depth<typename decltype(type)::add>(job);
        return STATUS_OK;
    });
    return depth;
}
