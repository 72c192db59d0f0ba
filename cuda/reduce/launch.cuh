/* launch.cuh - launching a reduction of n elements, by whoever has them: on a
 * warp, one block or a cluster, or in two launches that overlap (best.cuh). */
#ifndef TETRAD_CUDA_REDUCE_LAUNCH_CUH
#define TETRAD_CUDA_REDUCE_LAUNCH_CUH

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "reduce/best.cuh"
#include "reduce/extrema.cuh"

namespace reduction
{

/* Threads a block; blocks a multiprocessor and vectors in flight a thread, by
 * the bytes of an element: 96 and 128 KB a multiprocessor. 8-byte elements
 * need the registers of fewer, fatter threads. H200, 2^28: i32 sum 4.49 TB/s
 * and f64 sum 4.52 TB/s so, 4.46 and 4.45 with 4 blocks of 4 vectors. */
constexpr int THREADS = 512;
template <class E>
constexpr int BLOCKS = sizeof(E) == 8 ? 2 : 3;
template <class E>
constexpr int UNROLL = sizeof(E) == 8 ? 8 : 4;
/* Comparing f64 and finding where need more registers. */
template <class E>
constexpr int EXTREMUM_UNROLL = sizeof(E) == 8 ? 5 : 4;
constexpr int ARG_UNROLL = 4, MOST_BLOCKS = BLOCKS<float>;
constexpr unsigned LEAST_RUN = UNROLL<float>, LONGEST_RUN = UNROLL<double>;
/* Rows of so few elements that they are a warp's. */
constexpr int FEW_ROWS = 2;
/* As many rows as one block alone can have in flight, 64 KB; a smaller one
 * that has its few rows at once. */
constexpr int ALONE = 8;
constexpr int SMALL_THREADS = 256, SMALL_ROWS = 4;
/* Up to so many bytes are a cluster's, up to so many that of half as many
 * blocks. H200, f32, by 16 blocks and by two launches: 2^16 4.8 and 6.1 us,
 * 2^18 5.7 and 6.1, 2^19 6.6 and 6.3. */
constexpr size_t CLUSTER_BYTES = 1 << 20, HALF_BYTES = 1 << 18;
constexpr int CLUSTER_UNROLL = 4;
/* From so many bytes on, where launches do not overlap, clearing slots costs
 * less than a second launch. */
constexpr size_t CLEARED_BYTES = size_t(16) << 20;

/* What is reduced: n elements from `in`. */
template <class E>
struct range {
    const E *in;
    size_t n;
};

/* A full GPU of blocks, but no more than the last block has threads. */
static unsigned most_blocks(const struct device *device, int a_multiprocessor)
{
    const int fit = device->max_threads_per_sm / THREADS;
    const int blocks = device->sms * std::min(a_multiprocessor, fit);
    return unsigned(std::min(blocks, THREADS));
}

/* Of a cluster; 0: there is too much for one. */
static inline unsigned cluster_blocks(size_t bytes)
{
    if (bytes > CLUSTER_BYTES)
        return 0;
    return bytes < HALF_BYTES ? CLUSTER_MOST / 2 : CLUSTER_MOST;
}

static inline sharing shares(const void *in, size_t n, size_t size,
                             unsigned most)
{
    return share_out(in, n, size, THREADS, ALONE, most);
}

/* Scratch: the parts of two launches, or a ticket and slots. A slot has room
 * for any part. */
static inline size_t scratch_bytes(const struct job *job)
{
    static_assert(sizeof(arg_extremum<double, most>::part) <= sizeof(slot),
                  "a part fits in a slot");
    return TICKET_BYTES + most_blocks(job->device, MOST_BLOCKS) * sizeof(slot);
}

template <class Op>
static enum status launch_alone(struct job *job,
                                const range<typename Op::element> &of,
                                const sharing &s, const outputs &out)
{
    const sharing small =
        share_out(of.in, of.n, sizeof *of.in, SMALL_THREADS, SMALL_ROWS, 1);
    if (small.rows <= SMALL_ROWS)
        reduce_alone<Op, SMALL_THREADS, SMALL_ROWS>
            <<<1, SMALL_THREADS, 0, stream_of(job)>>>(of.in, small, out);
    else
        reduce_alone<Op, THREADS, ALONE>
            <<<1, THREADS, 0, stream_of(job)>>>(of.in, s, out);
    return cuda_launched(job, "reduce_alone");
}

template <class Op>
static enum status launch_few(struct job *job,
                              const range<typename Op::element> &of,
                              const outputs &out)
{
    reduce_few<Op, FEW_ROWS>
        <<<1, WARP, 0, stream_of(job)>>>(of.in, unsigned(of.n), out);
    return cuda_launched(job, "reduce_few");
}

template <class Op, int Unroll>
static enum status launch_twice(struct job *job,
                                const range<typename Op::element> &of,
                                const sharing &s, const outputs &out)
{
    auto *parts = static_cast<typename Op::part *>(job->scratch);
    reduce_shares<Op, THREADS, BLOCKS<typename Op::element>, Unroll>
        <<<s.blocks, THREADS, 0, stream_of(job)>>>(of.in, s, parts);
    const enum status status = cuda_launched(job, "reduce_shares");
    return status
        ? status
        : launch_overlapped(job, "reduce_parts", reduce_parts<Op, THREADS>, 1,
                            THREADS, parts, s, out);
}

/* False: it is too much for a warp, one block, or a cluster. */
template <class Op>
static bool launch_small(struct job *job,
                         const range<typename Op::element> &of,
                         const outputs &out, enum status *status)
{
    const auto cluster = reduce_cluster<Op, THREADS, CLUSTER_UNROLL>;
    const size_t size = sizeof(typename Op::element);
    const unsigned blocks = cluster_blocks(of.n * size);
    const sharing s = shares(of.in, of.n, size, CLUSTER_MOST);
    if (of.n <= FEW_ROWS * WARP)
        *status = launch_few<Op>(job, of, out);
    else if (s.blocks == 1)
        *status = launch_alone<Op>(job, of, s, out);
    else if (blocks && has_cluster(job, cluster, blocks, THREADS))
        *status =
            launch_cluster(job, "reduce_cluster", cluster, blocks, THREADS,
                           of.in, shares(of.in, of.n, size, blocks), out);
    else
        return false;
    return true;
}

template <class E>
static sharing full_shares(const struct job *job, const range<E> &of)
{
    return shares(of.in, of.n, sizeof(E), most_blocks(job->device, BLOCKS<E>));
}

/* In slots that are clear. */
template <class Op, int Unroll>
static enum status launch_kept(struct job *job,
                               const range<typename Op::element> &of,
                               const outputs &out)
{
    const sharing s = full_shares(job, of);
    reduce_kept<Op, THREADS, BLOCKS<typename Op::element>, Unroll>
        <<<s.blocks, THREADS, 0, stream_of(job)>>>(of.in, s, out,
                                                   job->scratch);
    return cuda_launched(job, "reduce_kept");
}

template <class Op, int Unroll = UNROLL<typename Op::element>>
static enum status launch(struct job *job,
                          const range<typename Op::element> &of,
                          const outputs &out)
{
    using E = typename Op::element;
    enum status status = STATUS_OK;
    if (launch_small<Op>(job, of, out, &status))
        return status;
    const bool overlaps = is_hopper_code(reduce_parts<Op, THREADS>);
    if (overlaps || of.n * sizeof(E) < CLEARED_BYTES)
        return launch_twice<Op, Unroll>(job, of, full_shares(job, of), out);
    status = fresh_scratch(job, scratch_bytes(job));
    return status ? status : launch_kept<Op, Unroll>(job, of, out);
}

static double levels(double ways)
{
    return ceil(log2(ways));
}

/* A vector's tree, a thread's rows, the head or tail, a block's tree, the
 * blocks' tree. Rows are most in a cluster, or as many as a full GPU leaves,
 * or up to a run more where they may be dealt in runs. */
static double depth_of(const struct job *job, const struct array *in)
{
    const size_t size = elem_size(in->type);
    const unsigned full =
        most_blocks(job->device, size == 8 ? BLOCKS<double> : BLOCKS<float>);
    const unsigned blocks = cluster_blocks(in->count * size);
    const sharing s = shares(job->in[0], in->count, size,
                             blocks ? std::min(blocks, full) : full);
    const bool runs = !blocks && s.rows >= LEAST_RUN;
    const double rows = s.rows + (runs ? LONGEST_RUN : s.longer > 0);
    return levels(16.0 / double(size)) + rows + 1 + 2 * levels(THREADS);
}

}

#endif
