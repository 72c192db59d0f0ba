/* scan_best.cu - launching best: both operators and kinds, every type, any n,
 * any alignment, in place or not, one launch.
 *
 * What the GPU holds at once goes to one_wave.cuh, anything longer through
 * lookahead.cuh. GPUs without its copy engine take one wave after another. */
#include <algorithm>
#include <cmath>

#include "launch.cuh"
#include "ops/scan.h"
#include "scan.h"
#include "scan/joins.cuh"
#include "scan/lookahead.cuh"
#include "scan/one_wave.cuh"

/* One wave: threads a block, one block a multiprocessor, and vectors a thread:
 * at most 128 KB a multiprocessor. */
constexpr int WAVE_THREADS = 1024, WAVE_ROWS = 8;
constexpr size_t WAVE_ROW = WAVE_THREADS; /* vectors */
/* Where looking ahead begins to win, in vectors a multiprocessor. */
constexpr size_t WAVE_MOST = WAVE_ROW * WAVE_ROWS;
/* Scratch begins with two totals that waves hand on; the chain follows. */
constexpr size_t TOTALS_BYTES = 256;

/* --- how a job lies ------------------------------------------------------ */

static inline unsigned phase_of(const void *p)
{
    return unsigned(reinterpret_cast<uintptr_t>(p) % sizeof(uint4));
}

static extent extent_of(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    const unsigned phase = phase_of(job->in[0]);
    return { in->count, phase / unsigned(elem_size(in->type)),
             phase == phase_of(job->out[0]) };
}

static size_t bytes_from_aligned(const struct job *job)
{
    const struct array *in = &job->problem->in[0];
    return phase_of(job->in[0]) + in->count * elem_size(in->type);
}

static size_t vectors_of(const struct job *job)
{
    return ceil_div(bytes_from_aligned(job), sizeof(uint4));
}

static size_t tiles_of(const struct job *job)
{
    return ceil_div(bytes_from_aligned(job), size_t(TILE_BYTES));
}

static bool exclusive(const struct job *job)
{
    return job->problem->param[SCAN_PARAM_KIND].i == SCAN_EXCLUSIVE;
}

/* Blocks of one wave; each is read by a thread of the others, warp 0's
 * excepted. */
static unsigned most_blocks(const struct device *device)
{
    return unsigned(std::min(device->sms, WAVE_THREADS - WARP));
}

/* The packets of either kernel. */
static size_t packets_of(const struct job *job)
{
    return std::max(tiles_of(job) + 1, size_t(most_blocks(job->device)));
}

static void *chain_of(const struct job *job)
{
    return static_cast<char *>(job->scratch) + TOTALS_BYTES;
}

/* --- launches ------------------------------------------------------------ */

/* Waves of as few blocks as make them, up to all multiprocessors, one row a
 * warp as long as that suffices. */
template <class Op>
static enum status one_wave(struct job *job)
{
    using E = typename Op::element;
    const size_t all = vectors_of(job), most = most_blocks(job->device);
    const size_t rows = std::min(ceil_div(all, most * WAVE_ROW),
                                 size_t(WAVE_ROWS));
    E *const totals = static_cast<E *>(job->scratch);
    enum status status = STATUS_OK;
    for (size_t begin = 0, w = 0; begin < all && !status; w++) {
        const size_t blocks =
            std::min(ceil_div(all - begin, rows * WAVE_ROW), most);
        const size_t end = begin + blocks * rows * WAVE_ROW;
        const wave<E> part = { begin, unsigned(rows),
                               begin ? &totals[w % 2] : nullptr,
                               end < all ? &totals[(w + 1) % 2] : nullptr };
        scan_one_wave<Op, WAVE_THREADS, WAVE_ROWS>
            <<<unsigned(blocks), WAVE_THREADS, 0, stream_of(job)>>>(
                input<E>(job), output<E>(job), extent_of(job), part,
                exclusive(job), chain_of(job));
        status = cuda_launched(job, "scan_one_wave");
        begin = end;
    }
    return status;
}

/* Whether the kernel in this build, on this GPU, has code that uses the copy
 * engine, and the shared memory it asks for. */
template <class Kernel>
static enum status ready(const struct job *job, Kernel kernel, size_t shared,
                         bool &able)
{
    cudaFuncAttributes attributes;
    const enum status status =
        cuda_status(job, cudaFuncGetAttributes(&attributes, kernel),
                    "cudaFuncGetAttributes");
    able = !status && attributes.ptxVersion >= 90 &&
           cuda_attribute(job->device,
                          cudaDevAttrMaxSharedMemoryPerBlockOptin) >=
               int(shared);
    if (!able)
        return status;
    return cuda_status(
        job,
        cudaFuncSetAttribute(kernel,
                             cudaFuncAttributeMaxDynamicSharedMemorySize,
                             int(shared)),
        "cudaFuncSetAttribute");
}

template <class Op>
static enum status lookahead(struct job *job)
{
    using E = typename Op::element;
    const size_t tiles = tiles_of(job), shared = sizeof(ring<E>);
    bool able;
    const enum status status = ready(job, scan_lookahead<Op>, shared, able);
    if (status)
        return status;
    if (!able)
        return one_wave<Op>(job);
    const unsigned blocks =
        unsigned(std::min({ tiles, size_t(job->device->sms),
                            size_t(LOOKAHEAD_BLOCKS) }));
    scan_lookahead<Op>
        <<<blocks, LOOKAHEAD_THREADS, shared, stream_of(job)>>>(
            input<E>(job), output<E>(job), extent_of(job), unsigned(tiles),
            exclusive(job), chain_of(job));
    return cuda_launched(job, "scan_lookahead");
}

template <class Op>
static enum status best(struct job *job)
{
    if (vectors_of(job) <= WAVE_MOST * size_t(job->device->sms))
        return one_wave<Op>(job);
    return lookahead<Op>(job);
}

/* --- operators and types ------------------------------------------------- */

/* launch(Op()) for the operator and type. Sums wrap, so both signs add as
 * unsigned. Nothing to launch for no elements. */
template <class Launch>
static enum status by_operator(const struct job *job, Launch launch)
{
    if (job->problem->in[0].count == 0)
        return STATUS_OK;
    const bool sum = job->problem->param[SCAN_PARAM_OPERATOR].i == SCAN_SUM;
    switch (job->problem->in[0].type) {
    case ELEM_I32:
        return sum ? launch(plus<uint32_t>()) : launch(larger<int32_t>());
    case ELEM_I64:
        return sum ? launch(plus<uint64_t>()) : launch(larger<int64_t>());
    case ELEM_U32:
        return sum ? launch(plus<uint32_t>()) : launch(larger<uint32_t>());
    case ELEM_U64:
        return sum ? launch(plus<uint64_t>()) : launch(larger<uint64_t>());
    case ELEM_F32:
        return sum ? launch(plus<float>()) : launch(larger<float>());
    case ELEM_F64:
        return sum ? launch(plus<double>()) : launch(larger<double>());
    default:
        return fail(job->why, STATUS_USAGE, "no such type");
    }
}

enum status cuda_scan_one_wave(struct job *job)
{
    return by_operator(job, [job](auto op) {
        return one_wave<decltype(op)>(job);
    });
}

enum status cuda_scan_lookahead(struct job *job)
{
    return by_operator(job, [job](auto op) {
        return lookahead<decltype(op)>(job);
    });
}

enum status cuda_scan_best(struct job *job)
{
    return by_operator(job, [job](auto op) {
        return best<decltype(op)>(job);
    });
}

/* --- scratch and depth --------------------------------------------------- */

size_t cuda_scan_best_scratch(const struct job *job)
{
    const bool wide = elem_size(job->problem->in[0].type) == 8;
    return TOTALS_BYTES + (wide ? chain_bytes<double>(packets_of(job))
                                : chain_bytes<float>(packets_of(job)));
}

/* Of either kernel: an element meets its run, its warp, its block; the other
 * blocks by windows and as a tree; then every round, or wave, once; and again
 * a run. */
double cuda_scan_best_depth(const struct job *job)
{
    const double size = double(elem_size(job->problem->in[0].type));
    const double sms = std::max(1, job->device->sms);
    const double tree = log2(double(WARP));
    const double run = RUN_VECTORS * 16 / size;
    const double rounds = ceil(double(tiles_of(job)) /
                               std::min(sms, double(LOOKAHEAD_BLOCKS)));
    return 2 * run + 2 * tree + ceil(sms / WARP) + tree + rounds + WAVE_ROWS +
           4;
}
