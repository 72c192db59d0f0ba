/* lookback.cuh - one pass, a part a block, any number of parts: what comes
 * before a part by decoupled look-back (parts/lookback.cuh). Float sums are
 * grouped as blocks happened to finish: they do not repeat bit for bit. */
#ifndef TETRAD_CUDA_SCAN_LOOKBACK_CUH
#define TETRAD_CUDA_SCAN_LOOKBACK_CUH

#include "parts/lookback.cuh"
#include "scan/part.cuh"

template <class Op>
struct chain_link {
    using E = typename Op::element;
    void *scratch; /* chain_bytes<E>(parts) */
    unsigned self;
    E total;

    __device__ size_t part()
    {
        self = block_ticket(scratch);
        return self;
    }
    __device__ void publish(E of_part)
    {
        total = of_part;
        if (threadIdx.x == 0)
            chain_publish<E>(chain_packets<E>(scratch), self,
                             self ? CHAIN_AGGREGATE : CHAIN_PREFIX, total);
    }
    /* By one warp. */
    __device__ E look() const
    {
        packet<E> *packets = chain_packets<E>(scratch);
        const E sum = chain_look_back<E>(packets, self, Op::join);
        if (threadIdx.x == 0)
            chain_publish<E>(packets, self, CHAIN_PREFIX,
                             Op::join(sum, total));
        return sum;
    }
    __device__ E before() const
    {
        __shared__ E found;
        if (threadIdx.x < WARP) {
            const E sum = self ? look() : Op::none();
            if (threadIdx.x == 0)
                found = sum;
        }
        __syncthreads();
        return found;
    }
};

template <class Op, int Rows>
static __global__ void __launch_bounds__(CHAIN_THREADS, CHAIN_BLOCKS)
    scan_lookback(const typename Op::element *in, typename Op::element *out,
                  extent x, bool exclusive, void *scratch)
{
    scan_part<Op, Rows>(in, out, x, exclusive,
                        chain_link<Op>{ scratch, 0, Op::none() });
}

#endif
