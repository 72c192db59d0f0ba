/* lanes.cuh - best of bytes: 32 tables a block, side by side, a lane each:
 * counter b of lane l is word 32 b + l, so that the lanes of a warp never meet
 * in a bank, whatever the samples. 1 byte read a sample; what limits it is the
 * rate of atomics on shared memory and, behind that, 16 samples' instructions a
 * vector. (H200, as tried in a plain form: 3.6 TB/s, uniform or one value.) */
#ifndef TETRAD_CUDA_HISTOGRAM_LANES_CUH
#define TETRAD_CUDA_HISTOGRAM_LANES_CUH

#include "histogram/samples.cuh"
#include "histogram/table.cuh"
#include "parts/warp.cuh"

constexpr unsigned LANES_THREADS = 1024, LANES_BLOCKS = 1;
constexpr int LANES_UNROLL = 4;
constexpr size_t LANES_ROOM = HISTOGRAM_BYTE_BINS * WARP * sizeof(unsigned);

template <class C>
static __global__ void __launch_bounds__(LANES_THREADS, LANES_BLOCKS)
    histogram_lanes(samples<uint8_t> s, C *out)
{
    extern __shared__ unsigned table[];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const counters own(table + lane);
    const auto count = [&](uint8_t x) { own.count(unsigned(x) * WARP); };
    uint4 bits[LANES_UNROLL];
    load_first<LANES_THREADS>(s, bits);
    table_clear(table, HISTOGRAM_BYTE_BINS * WARP);
    each_ahead<LANES_THREADS>(
        s, bits, [&](uint4 vector) { each_lane<uint8_t>(vector, count); },
        [] {});
    each_odd(s, count);
    __syncthreads();
    await_first();
    for (unsigned b = warp; b < HISTOGRAM_BYTE_BINS;
         b += LANES_THREADS / WARP) {
        const unsigned sum =
            warp_reduce_all(table[b * WARP + lane],
                            [](unsigned a, unsigned c) { return a + c; });
        if (lane == 0 && sum)
            atomicAdd(&out[b], C(sum));
    }
}

#endif
