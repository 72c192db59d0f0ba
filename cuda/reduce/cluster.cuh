/* cluster.cuh - small inputs by one cluster of thread blocks (Hopper).
 *
 * The whole grid is one cluster: each block stores its part straight into the
 * shared memory of block 0, and the cluster's barrier takes the place of
 * global memory. Needs compute capability 9.0. */
#ifndef TETRAD_CUDA_REDUCE_CLUSTER_CUH
#define TETRAD_CUDA_REDUCE_CLUSTER_CUH

#include <cooperative_groups.h>

#include "reduce/best.cuh"

template <class Op, int Threads, int Unroll>
static __global__ void __launch_bounds__(Threads, 1)
reduce_cluster(const typename Op::element *in, sharing s, outputs out)
{
#if __CUDA_ARCH__ >= 900
    __shared__ typename Op::part room[WARP], parts[WARP];
    auto cluster = cooperative_groups::this_cluster();
    /* Its shared memory may be written once block 0 has started. */
    auto started = cluster.barrier_arrive();
    typename Op::part p = fold_share<Op, Threads, Unroll>(in, s);
    p = block_reduce<Op, Threads>(p, room);
    cluster.barrier_wait(std::move(started));
    if (threadIdx.x == 0)
        cluster.map_shared_rank(parts, 0)[cluster.block_rank()] = p;
    cluster.sync();
    if (cluster.block_rank() > 0 || threadIdx.x >= WARP)
        return;
    p = threadIdx.x < gridDim.x ? parts[threadIdx.x] : Op::none();
    p = Op::across_warp(p);
    if (threadIdx.x == 0)
        Op::write(p, s.n, out);
#endif
}

#endif
