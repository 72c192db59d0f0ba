/* segreduce.cu - segreduce by cub::DeviceSegmentedReduce.
 *
 * CUB 3 gives each segment a block of 256 threads, whatever its length. */
#include <cmath>
#include <cub/device/device_segmented_reduce.cuh>

#include "segreduce.cuh"

LAUNCHER(cub_segreduce_segmented);

static enum status call(struct ask &ask)
{
    const struct job *job = ask.job;
    const uint64_t *offsets = input<uint64_t>(job, 1);
    return with_operator(job, [&](auto start, auto op) {
        using T = decltype(start);
        const cudaError_t error = cub::DeviceSegmentedReduce::Reduce(
            ask.scratch, ask.bytes, input<T>(job), output<T>(job),
            static_cast<int64_t>(segments_of(job)), offsets, offsets + 1, op,
            start, stream_of(job));
        return cuda_status(job, error, "cub::DeviceSegmentedReduce");
    });
}

size_t cub_segreduce_segmented_scratch(const struct job *job)
{
    return bytes_asked(job, call);
}

enum status cub_segreduce_segmented(struct job *job)
{
    return run_asked(job, call);
}

/* A block of THREADS takes a segment tile by tile, at most TILE items a
 * thread each; then come a reduction over the block (5 shuffles, a pass over
 * 8 warps) and the initial value. */
double cub_segreduce_segmented_depth(const struct job *job)
{
    enum { THREADS = 256, TILE = 16, BLOCK = 5 + 8 };
    const double n = static_cast<double>(count_of(job));

    return fmin(n, n / THREADS + 2 * TILE + BLOCK + 1);
}
