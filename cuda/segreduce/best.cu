/* best.cu - launching best: every operator, every type, any lengths of
 * segments, any alignment. Where segments cross the edges of blocks a second
 * launch, which overlaps the first, joins what these have of them. */
#include <algorithm>
#include <cmath>
#include <type_traits>

#include "cuda.h"
#include "parts/launch.cuh"
#include "ops/segreduce.h"
#include "reduce/launch.cuh"
#include "segreduce/best.cuh"
#include "segreduce/few.cuh"
#include "segreduce/small.cuh"

LAUNCHER(cuda_segreduce_best);

/* --- shares, one a warp --------------------------------------------------- */

/* Warps a block, at most and at least, and blocks a multiprocessor. H200, 2^28
 * f32: one segment 243 us compiled for 12 warps, 305 for 14; mean 1000 261 and
 * 317; mean 16 323 and 352; mean 1, the only one that more warps serve, 1345
 * and 1247. f64, mean 16: 687 and 644. */
template <class E>
constexpr int WARPS = sizeof(E) == 8 ? 14 : 12;
constexpr int WARPS_LEAST = 4, BLOCKS = 2;
/* The least share of a warp: elements, and ends by their weight. */
constexpr size_t SHARE_LEAST = 512;

/* --- a block a piece ------------------------------------------------------ */

/* From this mean length on where there are FEW_LARGE elements, from twice that
 * on where there are FEW_ELEMENTS; the least share of a block. H200, f32, 2^28:
 * one segment 245 us so, 300 in shares a warp; mean 1e4 267 and 300. At 2^24:
 * one 23.3 and 24.8, mean 1e4 29.7 and 27.8. */
constexpr size_t FEW_MEAN = 8192, FEW_LARGE = 1 << 26, FEW_ELEMENTS = 1 << 22,
                 FEW_LEAST = 2048;
constexpr int FEW_THREADS = 512;
template <class E>
constexpr int FEW_BLOCKS = sizeof(E) == 8 ? 2 : 3;
template <class E>
constexpr int FEW_UNROLL = sizeof(E) == 4 ? 4
    : std::is_integral_v<E>               ? 8
                                          : 5; /* f64 would spill */

/* --- small problems ------------------------------------------------------- */

/* Up to so many elements, and segments, lanes take a segment, by the mean
 * length from which on that holds. H200, f32, mean 100, by lanes and in shares:
 * 2^23 19.0 us and 22.3. */
struct lanes_most {
    size_t mean, elements;
};
constexpr lanes_most LANES_MOST[] = { { 64, 1 << 23 },
                                      { 8, 1 << 22 },
                                      { 0, 1 << 23 } };
/* Up to so many bytes L2 fetches ahead. H200, f32, mean 100, with and without,
 * when the first threads fetched: 2^20 7.7 us and 8.1, 2^22 12.8 and 12.8, 2^23
 * 20.9 and 19.0. */
constexpr size_t FETCHED_BYTES = size_t(16) << 20;
/* Lanes, at most as many as elements, double as long as a lane has so many
 * elements, or all lanes are no more threads than a GPU has plenty of. H200,
 * f32, cold and hot: mean 100, by 32 lanes and 16, 777777 6.6 5.9 us and 7.0
 * 6.1, 2^21 8.6 7.8 and 9.3 8.2, 2^22 12.2 10.9 and 11.7 9.7. Mean 33, by 16
 * and 8: 2^19 5.9 5.7 and 6.4 5.9, 2^20 7.3 6.7 and 7.2 6.3. */
constexpr size_t LANE_MEAN = 5, LANE_MEAN_MANY = 7, LANE_FEW = 1 << 21;
constexpr size_t LANES_FILL = 1 << 18;
/* Lanes, from so many on, that have less than 1.5 elements each are half as
 * many threads at most. H200, f32, as above: mean 33, 2^18, by 32 and 16: 5.5
 * 5.3 us and 5.2 5.2; mean 16, 2^18, by 16 and 8: 5.6 5.3 and 5.4 5.1; but mean
 * 4, 2^18, by 4 and 2: 5.6 5.3 and 6.0 5.4. */
constexpr size_t LANES_THIN = 8;
/* Up to so many elements a block takes a segment, from this mean on if all
 * blocks are resident, and from that on if not; beyond, segments of that mean
 * are for shares. */
constexpr size_t BLOCKS_MOST = 1 << 23, BLOCK_MEAN = 64, BLOCK_MEAN_MANY = 512;
/* Longer means, in bytes, are for shares, but for what one block reads at
 * once. */
constexpr size_t SMALL_BYTES = 1 << 16;

/* --- grids ---------------------------------------------------------------- */

enum way { LANES, BLOCKWISE, FEW, SHARES };

struct grid {
    unsigned blocks, warps; /* warps a block */
    size_t total;
};

static size_t segments_of(const struct job *job)
{
    return job->problem->in[1].count - 1;
}

/* Elements a segment; 0 where there is no segment. */
static size_t mean_of(const struct job *job)
{
    return job->problem->in[0].count / std::max(segments_of(job), size_t(1));
}

/* Whether lanes take a segment where no block does. */
static bool is_for_lanes(size_t mean, size_t items)
{
    const lanes_most *l = LANES_MOST;
    while (mean < l->mean)
        l++;
    return mean < BLOCK_MEAN_MANY && items <= l->elements;
}

static enum way way_of(const struct job *job)
{
    const size_t n = job->problem->in[0].count, mean = mean_of(job);
    const size_t size = elem_size(job->problem->in[0].type);
    if (n >= FEW_ELEMENTS && mean >= (n < FEW_LARGE ? 2 : 1) * FEW_MEAN)
        return FEW;
    if (n * size > SMALL_BYTES && mean * size >= SMALL_BYTES)
        return SHARES;
    const size_t resident = size_t(job->device->sms) *
        (job->device->max_threads_per_sm / SMALL_THREADS);
    if (n <= BLOCKS_MOST &&
        mean >= (segments_of(job) <= resident ? BLOCK_MEAN : BLOCK_MEAN_MANY))
        return BLOCKWISE;
    return is_for_lanes(mean, std::max(n, segments_of(job))) ? LANES : SHARES;
}

/* Threads, at most, that so many lanes a segment are where each has little. */
static size_t lanes_fill(size_t lanes, size_t mean)
{
    const bool thin = lanes >= LANES_THIN && lanes * 3 > mean * 2;
    return thin ? LANES_FILL / 2 : LANES_FILL;
}

static size_t lanes_of(const struct job *job)
{
    const size_t mean = mean_of(job), count = segments_of(job);
    const size_t least =
        job->problem->in[0].count <= LANE_FEW ? LANE_MEAN : LANE_MEAN_MANY;
    const size_t most = std::min(mean, size_t(WARP));
    size_t lanes = 1;
    while (lanes < most &&
           (lanes * least < mean ||
            lanes * 2 * count <= lanes_fill(lanes * 2, mean)))
        lanes *= 2;
    return lanes;
}

/* As many warps a block as the multiprocessor's shared memory holds, less
 * what the system and the block itself take. */
template <class E>
static int most_warps(const struct device *device)
{
    constexpr int KEPT = 2048;
    const int bytes =
        cuda_attribute(device, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    return std::min(
        WARPS<E>,
        std::max(1, (bytes / BLOCKS - KEPT) / int(sizeof(warp_storage<E>))));
}

template <class E>
static grid few_grid(const struct job *job)
{
    const size_t total =
        job->problem->in[0].count + FEW_WEIGHT * segments_of(job);
    const int fit =
        std::min(FEW_BLOCKS<E>, job->device->max_threads_per_sm / FEW_THREADS);
    const size_t most =
        std::min(size_t(job->device->sms) * fit, size_t(CARRY_MOST));
    const size_t blocks = std::min(ceil_div(total, FEW_LEAST), most);
    return { unsigned(blocks), FEW_THREADS / WARP, total };
}

template <class E>
static grid shares_grid(const struct job *job)
{
    const size_t most = size_t(most_warps<E>(job->device));
    const size_t total =
        job->problem->in[0].count + END_WEIGHT<E> * segments_of(job);
    const size_t sms =
        size_t(std::min(job->device->sms, int(CARRY_MOST / BLOCKS)));
    const size_t warps =
        std::min(ceil_div(total, SHARE_LEAST), sms * BLOCKS * most);
    const size_t blocks = std::min(ceil_div(warps, size_t(WARPS_LEAST)),
                                   sms * (warps > sms * most ? BLOCKS : 1));
    return { unsigned(blocks), unsigned(ceil_div(warps, blocks)), total };
}

/* --- launches ------------------------------------------------------------- */

/* Scratch: the edges of blocks. */
template <class A>
static edges<A> *edges_in(const struct job *job)
{
    return static_cast<edges<A> *>(job->scratch);
}

template <class Op>
static enum status join_blocks(const struct job *job, unsigned blocks)
{
    using A = typename Op::part;
    return launch_overlapped(job, "segreduce_carry", segreduce_carry<Op>, 1,
                             ceil_div(blocks, unsigned(WARP)) * WARP,
                             edges_in<A>(job), blocks, output<A>(job));
}

/* What L2 is to fetch by so many threads. */
static ahead ahead_of(size_t bytes, size_t threads)
{
    ahead a = { 0, 0 };
    if (bytes == 0 || bytes > FETCHED_BYTES)
        return a;
    a.lines = unsigned(ceil_div(bytes, size_t(LINE)));
    while (threads >> (a.log + 1) >= a.lines)
        a.log++;
    return a;
}

template <class Op, unsigned Lanes>
static enum status lanes_by(struct job *job, const segments &all)
{
    using E = typename Op::element;
    const unsigned blocks = blocks_for(all.count, SMALL_THREADS / Lanes);
    segreduce_lanes<Op, Lanes><<<blocks, SMALL_THREADS, 0, stream_of(job)>>>(
        input<E>(job), all, output<typename Op::part>(job),
        ahead_of(all.n * sizeof(E), size_t(blocks) * SMALL_THREADS));
    return cuda_launched(job, "segreduce_lanes");
}

template <class Op>
static enum status launch_lanes(struct job *job, const segments &all)
{
    switch (lanes_of(job)) {
    case 1: return lanes_by<Op, 1>(job, all);
    case 2: return lanes_by<Op, 2>(job, all);
    case 4: return lanes_by<Op, 4>(job, all);
    case 8: return lanes_by<Op, 8>(job, all);
    case 16: return lanes_by<Op, 16>(job, all);
    default: return lanes_by<Op, WARP>(job, all);
    }
}

template <class Op>
static enum status launch_blockwise(struct job *job, const segments &all)
{
    segreduce_block<Op>
        <<<unsigned(all.count), SMALL_THREADS, 0, stream_of(job)>>>(
            input<typename Op::element>(job), all,
            output<typename Op::part>(job));
    return cuda_launched(job, "segreduce_block");
}

template <class Op>
static enum status launch_few(struct job *job, const segments &all)
{
    using E = typename Op::element;
    const grid g = few_grid<E>(job);
    segreduce_few<Op, FEW_THREADS, FEW_BLOCKS<E>, FEW_UNROLL<E>>
        <<<g.blocks, FEW_THREADS, 0, stream_of(job)>>>(
            input<E>(job), all, output<typename Op::part>(job),
            edges_in<typename Op::part>(job));
    const enum status status = cuda_launched(job, "segreduce_few");
    return status ? status : join_blocks<Op>(job, g.blocks);
}

template <class Op>
static enum status launch_shares(struct job *job, const segments &all)
{
    using E = typename Op::element;
    const auto kernel = segreduce_shares<Op, WARPS<E> * WARP, BLOCKS>;
    const grid g = shares_grid<E>(job);
    const size_t room = g.warps * sizeof(warp_storage<E>);
    share_room(kernel);
    if (!allow_shared(kernel, room))
        return no_room(job, "segreduce_shares", room);
    kernel<<<g.blocks, g.warps * WARP, room, stream_of(job)>>>(
        input<E>(job), all, output<typename Op::part>(job),
        edges_in<typename Op::part>(job));
    const enum status status = cuda_launched(job, "segreduce_shares");
    return status ? status : join_blocks<Op>(job, g.blocks);
}

/* Unroll: of one segment, as reduce has it. */
template <class Op, int Unroll = reduction::UNROLL<typename Op::element>>
static enum status launch(struct job *job)
{
    const segments all = { input<uint64_t>(job, 1), segments_of(job),
                           job->problem->in[0].count };
    if (all.count == 1)
        return reduction::launch<Op, Unroll>(
            job, { input<typename Op::element>(job), all.n },
            { job->out[0], nullptr });
    switch (way_of(job)) {
    case LANES: return launch_lanes<Op>(job, all);
    case BLOCKWISE: return launch_blockwise<Op>(job, all);
    case FEW: return launch_few<Op>(job, all);
    default: return launch_shares<Op>(job, all);
    }
}

/* --- operators and types -------------------------------------------------- */

/* Integer sums wrap, which only unsigned types may. */
enum status cuda_segreduce_best(struct job *job)
{
    using reduction::EXTREMUM_UNROLL;
    return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
        using E = typename decltype(type)::element;
        using S = typename decltype(type)::add;
        switch (job->problem->param[SEGREDUCE_PARAM_OPERATOR].i) {
        case SEGREDUCE_MIN:
            return launch<extremum<E, least>, EXTREMUM_UNROLL<E>>(job);
        case SEGREDUCE_MAX:
            return launch<extremum<E, most>, EXTREMUM_UNROLL<E>>(job);
        default: return launch<sum<S, S>>(job);
        }
    });
}

/* --- scratch and depth ---------------------------------------------------- */

size_t cuda_segreduce_best_scratch(const struct job *job)
{
    const size_t blocks =
        size_t(job->device->sms) * std::max(BLOCKS, FEW_BLOCKS<float>);
    return std::max(blocks * sizeof(edges<double>),
                    reduction::scratch_bytes(job));
}

/* Of streaming by `blocks` of `threads`: a vector's tree, a thread's rows, its
 * part of head and tail; the block and the blocks; twice, for what a segment
 * has in the first and in the last of its blocks. */
template <class E>
static double stream_depth(double share, int threads, double blocks)
{
    constexpr double LANES = 16.0 / sizeof(E), JOINS = 2 * 5 + 8;
    return ceil(share / threads / LANES) + LANES + 2 + JOINS +
        (blocks > 0 ? 2 * 5 : 0);
}

/* Of lanes or a block a segment: a thread's walk, or the streaming of all there
 * is by one block. */
template <class E>
static double small_depth(const struct job *job)
{
    const double n = double(job->problem->in[0].count);
    return LANE_MOST + stream_depth<E>(n, SMALL_THREADS, 0);
}

/* Of shares: a lane adds a chunk's vectors one after another, each a tree, or
 * scans a row; what lanes have is joined over the warp at most once a
 * chunk. */
template <class E>
static double depth(const struct job *job)
{
    constexpr double JOINS = 2 * 5 + 2 * 5 + 8;
    switch (way_of(job)) {
    case LANES:
    case BLOCKWISE: return small_depth<E>(job);
    case FEW: {
        const grid g = few_grid<E>(job);
        return stream_depth<E>(double(g.total) / g.blocks + 1, FEW_THREADS,
                               g.blocks);
    }
    default: {
        const grid g = shares_grid<E>(job);
        const double shares = double(g.blocks) * g.warps;
        const double chunks = double(g.total) / shares / CHUNK<E> + 3;
        return chunks * ROW<E> + JOINS + 2 * 5;
    }
    }
}

double cuda_segreduce_best_depth(const struct job *job)
{
    if (segments_of(job) == 1)
        return reduction::depth_of(job, &job->problem->in[0]);
    return elem_size(job->problem->in[0].type) == 8 ? depth<double>(job)
                                                    : depth<float>(job);
}
