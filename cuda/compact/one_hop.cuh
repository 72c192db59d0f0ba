/* one_hop.cuh - all elements are in registers at once (part.cuh), and a block
 * reads the counts of all lower parts side by side, a thread each: no chain of
 * prefixes, as all publish at about the same time.
 *
 * Parts are taken by tickets, and a block waits for lower ones only. Meanwhile
 * it has L2 fetch the part that it would have by its number: some block takes
 * it, and finds it there. */
#ifndef TETRAD_CUDA_COMPACT_ONE_HOP_CUH
#define TETRAD_CUDA_COMPACT_ONE_HOP_CUH

#include "compact/part.cuh"
#include "compact/published.cuh"

/* All parts keep less than 2^32. */
struct one_hop {
    void *scratch; /* published_bytes(parts) */
    unsigned self;

    __device__ size_t part()
    {
        self = block_ticket(scratch);
        return self;
    }
    __device__ void publish(unsigned total)
    {
        if (threadIdx.x == 0)
            count_publish(published_counts(scratch) + self, total);
    }
    __device__ size_t before()
    {
        __shared__ unsigned sums[WARP];
        const unsigned warps = blockDim.x / WARP, lane = threadIdx.x % WARP;
        const unsigned *counts = published_counts(scratch);
        unsigned sum = 0;
#pragma unroll 1
        for (unsigned b = threadIdx.x; b < self; b += blockDim.x) {
            unsigned count;
#pragma unroll 1
            do
                count = count_ask(counts + b);
            while (!count);
            sum += count - 1;
        }
        __syncwarp();
        sum = warp_sum(sum);
        if (lane == 0)
            sums[threadIdx.x / WARP] = sum;
        __syncthreads();
        return warp_sum(lane < warps ? sums[lane] : 0);
    }
};

template <class T, int Rows>
static __device__ void prefetch_part(const packing<T> &p)
{
    const size_t first = part_first<T, Rows>(blockIdx.x);
#pragma unroll
    for (int r = 0; r < Rows; r++)
        if (first + r * ROW<T> < p.x.n)
            asm volatile("prefetch.global.L2 [%0];"
                         :
                         : "l"(p.in + first + r * ROW<T>));
}

/* Up to 1024 threads; shared memory: part_room(). */
template <class T, int Rows>
static __global__ void __launch_bounds__(PART_THREADS, 1)
    compact_one_hop(packing<T> p, void *scratch)
{
    prefetch_part<T, Rows>(p);
    pack_part<T, Rows>(p, one_hop{ scratch, 0 });
}

#endif
