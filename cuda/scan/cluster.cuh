/* cluster.cuh - what the blocks of one cluster hold at once: each tells its
 * part's join to all later ones, in their shared memory. */
#ifndef TETRAD_CUDA_SCAN_CLUSTER_CUH
#define TETRAD_CUDA_SCAN_CLUSTER_CUH

#include "parts/cluster.cuh"
#include "scan/part.cuh"

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

template <class Op>
struct cluster_link {
    using E = typename Op::element;
    E *others; /* the block's: a value a block before it */

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(E total) const
    {
        const unsigned to = threadIdx.x;
        cluster_ready();
        if (to > blockIdx.x && to < gridDim.x)
            *cluster_place(others + blockIdx.x, to) = total;
        cluster_leave();
    }
    __device__ E before() const
    {
        const unsigned lane = threadIdx.x % WARP;
        cluster_meet();
        return warp_reduce_all(lane < blockIdx.x ? others[lane] : Op::none(),
                               Op::join);
    }
};

#endif

/* The grid is one cluster. */
template <class Op, int Rows>
static __global__ void __launch_bounds__(CLUSTER_THREADS)
    scan_cluster(const typename Op::element *in, typename Op::element *out,
                 extent x, bool exclusive)
{
#if __CUDA_ARCH__ >= 900
    __shared__ typename Op::element others[CLUSTER_MOST];
    cluster_enter();
    scan_part<Op, Rows>(in, out, x, exclusive, cluster_link<Op>{ others });
#endif
}

#endif
