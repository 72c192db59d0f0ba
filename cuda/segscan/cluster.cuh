/* cluster.cuh - by flags, what the blocks of one cluster hold at once: each
 * tells all later ones what its part hands on, in their shared memory. */
#ifndef TETRAD_CUDA_SEGSCAN_CLUSTER_CUH
#define TETRAD_CUDA_SEGSCAN_CLUSTER_CUH

#include "parts/cluster.cuh"
#include "segscan/part.cuh"

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

template <class T>
struct cluster_link {
    ::part<T> *others; /* the block's: one a block before it */

    __device__ size_t part() const
    {
        return blockIdx.x;
    }
    __device__ void publish(const ::part<T> &all) const
    {
        const unsigned to = threadIdx.x;
        cluster_ready();
        if (to > blockIdx.x && to < gridDim.x)
            *cluster_place(others + blockIdx.x, to) = all;
        cluster_leave();
    }
    __device__ T before(bool) const
    {
        const unsigned lane = threadIdx.x % WARP;
        cluster_meet();
        const ::part<T> p =
            lane < blockIdx.x ? others[lane] : ::part<T>{ T(0), false };
        const unsigned with = __ballot_sync(FULL_WARP, p.head);
        return __shfl_sync(FULL_WARP, scan_lanes(p.sum, with), WARP - 1);
    }
};

#endif

/* The grid is one cluster. */
template <class T, bool Inclusive>
static __global__ void __launch_bounds__(PART_WARPS *WARP)
    segscan_cluster(segscan_work<T> w)
{
#if __CUDA_ARCH__ >= 900
    __shared__ part<T> others[CLUSTER_MOST];
    cluster_enter();
    scan_part<T, Inclusive>(w, cluster_link<T>{ others });
#endif
}

#endif
