/* parts.cuh - what the GPU holds at once, a part a block (compact/part.cuh):
 * in one cluster, whose blocks tell each other what they keep, or in two
 * launches, of which the first counts that. */
#ifndef TETRAD_CUDA_PARTITION_PARTS_CUH
#define TETRAD_CUDA_PARTITION_PARTS_CUH

#include "compact/cluster.cuh"
#include "compact/told.cuh"

/* Rows a warp of a cluster, and its warps, as scan's. */
constexpr int CLUSTER_ROWS = 4;
constexpr unsigned CLUSTER_LEAST = 4, CLUSTER_WARPS = 16;
/* Warps of a part, its rows as long as there are few parts, and then. */
constexpr unsigned TWICE_WARPS = 8;
constexpr int TWICE_ROWS = 4, TWICE_MORE = 8;

/* The grid is one cluster. Shared memory: part_room(). */
template <class T, class Sides>
static __global__ void __launch_bounds__(CLUSTER_WARPS *WARP)
    partition_cluster(packing<T> p)
{
#if __CUDA_ARCH__ >= 900
    __shared__ unsigned totals[CLUSTER_MOST];
    cluster_enter();
    pack_part<T, CLUSTER_ROWS, Sides>(p, clustered{ totals });
#endif
}

/* Behind compact_counts of the same grid. Shared memory: part_room(). */
template <class T, int Rows, class Sides>
static __global__ void __launch_bounds__(TWICE_WARPS *WARP)
    partition_parts(packing<T> p, void *scratch)
{
    pack_part<T, Rows, Sides>(p, told{ scratch, 0 });
}

#endif
