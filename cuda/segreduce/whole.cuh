/* whole.cuh - small problems: a block takes whole segments, so that no block
 * waits for another.
 *
 * Every block reads all offsets, at most WHOLE_SEGMENTS, in one round trip;
 * from these it knows its own segments and whether any is too long for a
 * block, in which case all blocks find so and take the other way. Elements go
 * to shared memory all at once; some lanes of a warp add up a segment. */
#ifndef TETRAD_CUDA_SEGREDUCE_WHOLE_CUH
#define TETRAD_CUDA_SEGREDUCE_WHOLE_CUH

#include "segreduce/cut.cuh"
#include "segreduce/stream.cuh"

constexpr size_t WHOLE_SEGMENTS = 4096;

/* The longest segment, in elements, 0: not this way; lanes a segment. */
struct whole_limits {
    unsigned longest, lanes;
};

/* Bytes that the offsets take in shared memory. */
static __host__ __device__ size_t whole_room(size_t segments)
{
    return (segments + 1) * sizeof(unsigned) / 16 * 16 + 16;
}

/* Offsets to shared memory; cuts: the first segment of this block and of the
 * next, by where segments begin. False if one is too long. */
template <int Weight>
static __device__ bool whole_plan(const segments &all, unsigned longest,
                                  unsigned *offsets, unsigned *cuts)
{
    const unsigned count = unsigned(all.count);
    const size_t total = all.n + Weight * all.count;
    const size_t share = (total + gridDim.x - 1) / gridDim.x;
    const size_t begin = blockIdx.x * share, end = begin + share;
#pragma unroll 4
    for (unsigned s = threadIdx.x; s <= count; s += blockDim.x)
        offsets[s] = unsigned(__ldg(all.offsets + s));
    __syncthreads();
    bool too_long = false;
#pragma unroll 1
    for (unsigned s = threadIdx.x; s <= count; s += blockDim.x) {
        const unsigned here = offsets[s], before = s ? offsets[s - 1] : 0;
        const size_t place = s < count ? here + size_t(Weight) * s
                                       : ~size_t(0);
        const size_t last = s ? before + size_t(Weight) * (s - 1) : 0;
        too_long |= here - before > longest;
        if (place >= begin && (s == 0 || last < begin))
            cuts[0] = s;
        if (place >= end && (s == 0 || last < end))
            cuts[1] = s;
    }
    return !__syncthreads_or(too_long);
}

/* The block's segments; false if it must go another way. `room`: shared
 * memory for the offsets, then a block's share of elements and a segment more.
 */
template <class Op, int Weight>
static __device__ bool
reduce_whole(const typename Op::element *in, const segments &all,
             typename Op::part *out, const whole_limits &limits, void *room)
{
    using E = typename Op::element;
    using A = typename Op::part;
    __shared__ unsigned cuts[2];
    unsigned *const offsets = static_cast<unsigned *>(room);
    E *const elements = reinterpret_cast<E *>(static_cast<char *>(room) +
                                              whole_room(all.count));
    if (!whole_plan<Weight>(all, limits.longest, offsets, cuts))
        return false;
    const unsigned stop = cuts[1], first = offsets[cuts[0]];
    const unsigned count = offsets[stop] - first;
#pragma unroll 4
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        copy_async<sizeof(E)>(elements + i, in + first + i);
    copy_commit();
    copy_wait<0>();
    __syncthreads();
    const unsigned lanes = limits.lanes, lane = threadIdx.x % lanes;
    const unsigned step = blockDim.x / lanes;
    for (unsigned base = cuts[0] + threadIdx.x / WARP * (WARP / lanes);
         base < stop; base += step) {
        const unsigned s = base + threadIdx.x % WARP / lanes;
        A sum = Op::none();
        if (s < stop)
#pragma unroll 4
            for (unsigned i = offsets[s] + lane; i < offsets[s + 1];
                 i += lanes)
                sum = Op::join(sum, elements[i - first]);
        for (unsigned mask = lanes / 2; mask; mask /= 2)
            sum = Op::join(sum, warp_words(sum, [mask](unsigned word) {
                               return __shfl_xor_sync(FULL_WARP, word, mask);
                           }));
        if (s < stop && lane == 0)
            out[s] = sum;
    }
    return true;
}

#endif
