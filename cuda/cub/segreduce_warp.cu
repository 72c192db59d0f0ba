/* segreduce_warp.cu - segreduce by cub::WarpReduce.
 *
 * CUB leaves it to its user how a warp gets its elements, so the kernel around
 * it is ours: a warp takes a segment, its lanes side by side. A segment of many
 * thousand elements has no more than that warp. */
#include <cmath>
#include <cub/warp/warp_reduce.cuh>

#include "parts/warp.cuh"
#include "segreduce.cuh"

LAUNCHER(cub_segreduce_warp);

constexpr int THREADS = 256; /* a block */
constexpr int AT_ONCE = 4;   /* elements a lane, whose loads are in flight */

/* A segment a warp, AT_ONCE elements a lane at a time; sizeof(T) bytes an
 * element and 8 + sizeof(T) a segment, of which offsets are read twice. */
template <class T, class Op>
static __global__ void __launch_bounds__(THREADS)
    reduce_segments(const T *in, const uint64_t *offsets, size_t segments,
                    T *out, T identity, Op op)
{
    using reduce = cub::WarpReduce<T>;
    constexpr size_t WARPS = THREADS / WARP;
    __shared__ typename reduce::TempStorage rooms[WARPS];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t segment = blockIdx.x * WARPS + warp;

    if (segment >= segments)
        return;
    const uint64_t end = offsets[segment + 1];
    T result = identity;
    for (uint64_t i = offsets[segment] + lane; i < end; i += AT_ONCE * WARP) {
        T x[AT_ONCE];
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            x[k] = i + k * WARP < end ? in[i + k * WARP] : identity;
#pragma unroll
        for (int k = 0; k < AT_ONCE; k++)
            result = op(result, x[k]);
    }
    result = reduce(rooms[warp]).Reduce(result, op);
    if (lane == 0)
        out[segment] = result;
}

enum status cub_segreduce_warp(struct job *job)
{
    const size_t segments = segments_of(job);
    return with_operator(job, [&](auto identity, auto op) {
        using T = decltype(identity);
        reduce_segments<<<blocks_for(segments, THREADS / WARP), THREADS, 0,
                          stream_of(job)>>>(input<T>(job),
                                            input<uint64_t>(job, 1), segments,
                                            output<T>(job), identity, op);
        return cuda_launched(job, "segreduce by cub::WarpReduce");
    });
}

size_t cub_segreduce_warp_scratch(const struct job *)
{
    return 0;
}

/* A lane's elements, one after the other, then a tree of lanes. */
double cub_segreduce_warp_depth(const struct job *job)
{
    enum { LEVELS = 5 };
    const double n = static_cast<double>(count_of(job));

    return fmin(n, ceil(n / WARP) + LEVELS);
}
