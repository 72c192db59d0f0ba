/* ladder.cuh - what the rungs share: the segments, and how most are launched.
 *
 * They add i32, f32 and f64; i32 as unsigned, so that it wraps. A kernel
 * takes the elements and the segments and writes a sum a segment. */
#ifndef TETRAD_CUDA_SEGREDUCE_LADDER_CUH
#define TETRAD_CUDA_SEGREDUCE_LADDER_CUH

#include <algorithm>
#include <cmath>

#include "parts/launch.cuh"
#include "segreduce/cut.cuh"

constexpr int LADDER_THREADS = 256;

static inline segments segments_of(const struct job *job)
{
    return { input<uint64_t>(job, 1), job->problem->in[1].count - 1,
             job->problem->in[0].count };
}

struct by_segments {
    template <class T, class Kernel>
    static enum status run(struct job *job, Kernel kernel, int lanes)
    {
        const segments all = segments_of(job);
        kernel<<<blocks_for(all.count, LADDER_THREADS / lanes), LADDER_THREADS,
                 0, stream_of(job)>>>(input<T>(job), all, output<T>(job));
        return cuda_launched(job, job->variant->name);
    }
    static size_t scratch(const struct job *, int)
    {
        return 0;
    }
    static double depth(const struct job *job, int lanes)
    {
        const double n = double(job->problem->in[0].count);
        return std::min(n, ceil(n / lanes) + log2(double(lanes)));
    }
};

#endif
