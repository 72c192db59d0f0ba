/* segreduce.cu - segreduce by cub::DeviceSegmentedReduce, and of one segment
 * by cub::DeviceReduce.
 *
 * CUB 3 gives each segment a block of 256 threads, whatever its length. */
#include <cmath>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include "segreduce.cuh"

static enum status segmented(struct ask &ask)
{
    const struct job *job = ask.job;
    const uint64_t *offsets = input<uint64_t>(job, 1);
    const cudaError_t error = with_signed_type(job, [&](auto zero) {
        return with_operator<decltype(zero)>(job, [&](auto start, auto op) {
            using T = decltype(start);
            return cub::DeviceSegmentedReduce::Reduce(
                ask.scratch, ask.bytes, input<T>(job), output<T>(job),
                static_cast<int64_t>(segments_of(job)), offsets, offsets + 1,
                op, start, stream_of(job));
        });
    });
    return cuda_status(job, error, "cub::DeviceSegmentedReduce");
}

size_t cub_segreduce_segmented_scratch(const struct job *job)
{
    struct ask ask = { job, nullptr, 0 };

    segmented(ask);
    return ask.bytes;
}

enum status cub_segreduce_segmented(struct job *job)
{
    struct ask ask = { job, job->scratch, job->scratch_bytes };

    return segmented(ask);
}

/* --- one segment ---------------------------------------------------------- */

static enum status whole(struct ask &ask)
{
    const struct job *job = ask.job;
    const cudaError_t error = with_signed_type(job, [&](auto zero) {
        return with_operator<decltype(zero)>(job, [&](auto start, auto op) {
            using T = decltype(start);
            return with_length(count_of(job), [&](auto n) {
                return cub::DeviceReduce::Reduce(ask.scratch, ask.bytes,
                                                 input<T>(job), output<T>(job),
                                                 n, op, start, stream_of(job));
            });
        });
    });
    return cuda_status(job, error, "cub::DeviceReduce");
}

size_t cub_segreduce_whole_scratch(const struct job *job)
{
    struct ask ask = { job, nullptr, 0 };

    whole(ask);
    return ask.bytes;
}

enum status cub_segreduce_whole(struct job *job)
{
    struct ask ask = { job, job->scratch, job->scratch_bytes };

    return whole(ask);
}

/* --- depth ---------------------------------------------------------------- */

/* A block of THREADS takes a segment tile by tile, at most TILE items a
 * thread each; then come a reduction over the block (5 shuffles, a pass over
 * 8 warps) and the initial value. */
double cub_segreduce_segmented_depth(const struct job *job)
{
    enum { THREADS = 256, TILE = 16, BLOCK = 5 + 8 };
    const double n = static_cast<double>(count_of(job));

    return fmin(n, n / THREADS + 2 * TILE + BLOCK + 1);
}

/* As of reduce: a grid of up to five waves, a second kernel of one block. */
double cub_segreduce_whole_depth(const struct job *job)
{
    enum { WAVES = 5, THREADS = 256, TILE = 16, BLOCK = 5 + 8 };
    const double n = static_cast<double>(count_of(job));
    const double threads = 1.0 * WAVES * THREADS * job->device->sms;

    return fmin(n, n / threads + 3 * TILE + 2 * BLOCK + 1);
}
