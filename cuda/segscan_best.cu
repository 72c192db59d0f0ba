/* segscan_best.cu - launching best: every type, flags or offsets, any n, any
 * alignment, one launch.
 *
 * What the GPU holds at once goes to one_wave.cuh, anything longer through
 * ring.cuh. GPUs without its copy engine take the ladder's look-back. */
#include <algorithm>

#include "launch.cuh"
#include "ops/segscan.h"
#include "segscan.h"
#include "segscan/one_wave.cuh"
#include "segscan/ring.cuh"

/* One wave: threads a block, rows of vectors a warp. */
constexpr int WAVE_THREADS = 1024, WAVE_ROWS = 8;
/* Above so many vectors a multiprocessor, the ring. */
constexpr size_t WAVE_MOST = WAVE_THREADS * WAVE_ROWS;
/* The ring: vectors a thread, stages a block, blocks a multiprocessor. */
constexpr int RING_VECTORS = 7, RING_STAGES = 3, RING_BLOCKS = 2;

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
    return reinterpret_cast<uintptr_t>(job->in[0]) % 16 / size +
           count_of(job);
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

static unsigned wave_blocks(const struct device *device)
{
    return unsigned(std::min(device->sms, WAVE_BLOCKS));
}

template <class T, int Threads = WAVE_THREADS, int Rows = WAVE_ROWS>
static enum status one_wave(struct job *job)
{
    const size_t vectors = ceil_div(reach_of(job), size_t(LANES<T>));
    const size_t rows = ceil_div(vectors, size_t(Threads));
    const size_t each = ceil_div(rows, size_t(wave_blocks(job->device)));
    segscan_one_wave<T, Threads, Rows>
        <<<unsigned(ceil_div(rows, each)), Threads, 0, stream_of(job)>>>(
            work_of<T>(job), unsigned(each));
    return cuda_launched(job, "segscan_one_wave");
}

/* Whether this build has code for the copy engine that this GPU runs, with
 * the shared memory it asks for. */
template <class S, int Blocks>
static bool has_ring()
{
    cudaFuncAttributes attributes;
    int blocks = 0;
    const bool known =
        cudaFuncGetAttributes(&attributes, segscan_ring<S, Blocks>) ==
            cudaSuccess &&
        attributes.ptxVersion >= 90 &&
        cudaFuncSetAttribute(segscan_ring<S, Blocks>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             int(sizeof(tile_room<S>))) == cudaSuccess &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(
            &blocks, segscan_ring<S, Blocks>, RING_THREADS,
            sizeof(tile_room<S>)) == cudaSuccess;
    cudaGetLastError(); /* a refusal is an answer here */
    return known && blocks >= Blocks;
}

template <class S, int Blocks>
static enum status ring(struct job *job)
{
    const size_t tiles = ceil_div(reach_of(job), size_t(S::TILE));
    const int warps = SCAN_WARPS + 1 + (by_flags(job) ? 0 : MARKERS);
    const size_t most = size_t(job->device->sms) * Blocks;
    segscan_ring<S, Blocks>
        <<<unsigned(std::min(tiles, most)), warps * WARP,
           sizeof(tile_room<S>), stream_of(job)>>>(
            work_of<typename S::element>(job), unsigned(tiles));
    return cuda_launched(job, "segscan_ring");
}

/* --- by size and type ----------------------------------------------------- */

template <class T>
using ring_shape = tile_shape<T, RING_VECTORS, RING_STAGES>;

/* However the input is aligned: runs of one problem may differ in that. */
template <class T>
static size_t most_reach(const struct job *job)
{
    return count_of(job) + LANES<T> - 1;
}

template <class T>
static size_t most_tiles(const struct job *job)
{
    return ceil_div(most_reach<T>(job), size_t(ring_shape<T>::TILE));
}

enum way { IN_ONE_WAVE, BY_RING, BY_LOOKBACK };

template <class T>
static enum way way_of(const struct job *job)
{
    const size_t most = wave_blocks(job->device) * WAVE_MOST * LANES<T>;
    if (most_reach<T>(job) <= most)
        return IN_ONE_WAVE;
    return has_ring<ring_shape<T>, RING_BLOCKS>() ? BY_RING : BY_LOOKBACK;
}

template <class T>
static enum status best(struct job *job)
{
    switch (way_of<T>(job)) {
    case IN_ONE_WAVE:
        return one_wave<T>(job);
    case BY_RING:
        return ring<ring_shape<T>, RING_BLOCKS>(job);
    default:
        return cuda_segscan_lookback(job);
    }
}

/* call(T()) for the T that adds the problem's type; integers wrap. */
template <class Call>
static auto by_type(const struct job *job, Call call)
{
    switch (job->problem->in[0].type) {
    case ELEM_F32:
        return call(float());
    case ELEM_F64:
        return call(double());
    case ELEM_I64:
        return call(uint64_t());
    default:
        return call(uint32_t());
    }
}

enum status cuda_segscan_best(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(job, [job](auto zero) {
        return best<decltype(zero)>(job);
    });
}

/* --- scratch and depth ---------------------------------------------------- */

size_t cuda_segscan_best_scratch(const struct job *job)
{
    return by_type(job, [job](auto zero) {
        using T = decltype(zero);
        switch (way_of<T>(job)) {
        case IN_ONE_WAVE:
            return chain_bytes<T>(wave_blocks(job->device));
        case BY_RING:
            return chain_bytes<T>(most_tiles<T>(job));
        default:
            return cuda_segscan_lookback_scratch(job);
        }
    });
}

/* In one wave: a vector, lanes, rows, warps, the blocks before, the element's
 * vector again. By rings: a thread's elements, lanes, warps, the elements
 * again; and for each tile that a prefix may have come through, two. */
double cuda_segscan_best_depth(const struct job *job)
{
    constexpr double LEVELS = 5; /* of a warp's lanes */
    return by_type(job, [job](auto zero) -> double {
        using T = decltype(zero);
        using S = ring_shape<T>;
        switch (way_of<T>(job)) {
        case IN_ONE_WAVE:
            return 2 * LANES<T> + WAVE_ROWS + WAVE_READS + 3 * LEVELS + 3;
        case BY_RING:
            return 2 * S::ITEMS + LEVELS + SCAN_WARPS + 2 +
                   2 * double(most_tiles<T>(job));
        default:
            return cuda_segscan_lookback_depth(job);
        }
    });
}
