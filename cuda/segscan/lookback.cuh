/* lookback.cuh - by flags, one pass, a part a block: a part publishes what it
 * hands on and looks back for what it carries on (parts/lookback.cuh), one with
 * a head publishes a prefix at once, and one that starts with a head does not
 * look. Merrill & Garland, Single-pass Parallel Prefix Scan with Decoupled
 * Look-back, 2016, with the operator of segments. Where no head comes between,
 * float sums are grouped as blocks happened to finish: they do not repeat bit
 * for bit. */
#ifndef TETRAD_CUDA_SEGSCAN_LOOKBACK_CUH
#define TETRAD_CUDA_SEGSCAN_LOOKBACK_CUH

#include "segscan/part.cuh"

constexpr unsigned CHAIN_WARPS = PART_WARPS;

template <class T>
struct chain_link {
    void *scratch; /* chain_bytes<T>(parts) */
    unsigned self;
    ::part<T> own;

    __device__ size_t part()
    {
        self = block_ticket(scratch);
        return self;
    }
    /* Part 0 has a head: the first element. */
    __device__ void publish(const ::part<T> &all)
    {
        own = all;
        if (threadIdx.x == 0)
            chain_publish<T>(chain_packets<T>(scratch), self,
                             own.head ? CHAIN_PREFIX : CHAIN_AGGREGATE,
                             own.sum);
    }
    /* By one warp. */
    __device__ T look() const
    {
        packet<T> *packets = chain_packets<T>(scratch);
        const T carry =
            chain_look_back<T>(packets, self, [](T a, T b) { return a + b; });
        if (threadIdx.x == 0 && !own.head)
            chain_publish<T>(packets, self, CHAIN_PREFIX, carry + own.sum);
        return carry;
    }
    __device__ T before(bool asks) const
    {
        __shared__ T carry;
        if (threadIdx.x < WARP) {
            const T found = asks && self > 0 ? look() : T(0);
            if (threadIdx.x == 0)
                carry = found;
        }
        __syncthreads();
        return carry;
    }
};

template <class T, bool Inclusive>
static __global__ void __launch_bounds__(CHAIN_WARPS *WARP)
    segscan_lookback(segscan_work<T> w)
{
    scan_part<T, Inclusive>(w, chain_link<T>{ w.scratch, 0, {} });
}

#endif
