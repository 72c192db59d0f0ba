/* lookback.cuh - one pass, a part a block (part.cuh), any number of parts: the
 * count before a part by decoupled look-back (Merrill & Garland, Single-pass
 * Parallel Prefix Scan with Decoupled Look-back, 2016). */
#ifndef TETRAD_CUDA_COMPACT_LOOKBACK_CUH
#define TETRAD_CUDA_COMPACT_LOOKBACK_CUH

#include "compact/part.cuh"
#include "parts/lookback.cuh"

struct look_back {
    using count = unsigned long long;

    void *scratch; /* chain_bytes<count>(parts) */
    unsigned self, total;

    __device__ size_t part()
    {
        self = block_ticket(scratch);
        return self;
    }
    __device__ void publish(unsigned kept)
    {
        total = kept;
        if (threadIdx.x == 0)
            chain_publish<count>(chain_packets<count>(scratch), self,
                                 self ? CHAIN_AGGREGATE : CHAIN_PREFIX, kept);
    }
    /* By one warp. */
    __device__ count look() const
    {
        packet<count> *packets = chain_packets<count>(scratch);
        const count sum = chain_look_back<count>(
            packets, self, [](count a, count b) { return a + b; });
        if (threadIdx.x == 0)
            chain_publish<count>(packets, self, CHAIN_PREFIX, sum + total);
        return sum;
    }
    __device__ size_t before() const
    {
        __shared__ count found;
        if (threadIdx.x < WARP) {
            const count sum = self ? look() : 0;
            if (threadIdx.x == 0)
                found = sum;
        }
        __syncthreads();
        return found;
    }
};

/* H200, 2^28 i32, half of them kept: 512 us by 7 rows and 256 threads, 504 by
 * 5 and 384; 2^24: 38.5 and 40.0. */
constexpr int LOOKBACK_ROWS = 7, LOOKBACK_THREADS = 256;
constexpr size_t LOOKBACK_VECTORS =
    part_vectors(LOOKBACK_ROWS, LOOKBACK_THREADS / WARP);

template <class T>
static __global__ void __launch_bounds__(LOOKBACK_THREADS, 4)
    compact_lookback(packing<T> p, void *scratch)
{
    pack_part<T, LOOKBACK_ROWS>(p, look_back{ scratch, 0, 0 });
}

#endif
