/* forms.cuh - the kernels of look-back and best: parts of flags (part.cuh) with
 * compact's links. */
#ifndef TETRAD_CUDA_SPLIT_FORMS_CUH
#define TETRAD_CUDA_SPLIT_FORMS_CUH

#include "compact/alone.cuh"
#include "compact/cluster.cuh"
#include "compact/lookback.cuh"
#include "compact/told.cuh"
#include "split/part.cuh"

/* Rows a warp, and warps. */
constexpr int SINGLE_ROWS = 2, CLUSTER_ROWS = 2, TWICE_ROWS = 2;
constexpr int CHAIN_ROWS = 4;
constexpr unsigned SINGLE_WARPS = 8, CHAIN_WARPS = 8, TWICE_WARPS = 8;
constexpr unsigned CLUSTER_LEAST = 2, CLUSTER_WARPS = 8;

/* Blocks of look-back a multiprocessor: as many as registers allow. */
template <class T>
constexpr int CHAIN_BLOCKS = sizeof(T) > 4 ? 4 : 5;

/* One block. */
template <class T>
static __global__ void __launch_bounds__(SINGLE_WARPS *WARP)
    split_alone(spreading<T> s)
{
    split_part<T, SINGLE_ROWS>(s, alone{ 0 });
}

/* The grid is one cluster. */
template <class T>
static __global__ void __launch_bounds__(CLUSTER_WARPS *WARP)
    split_cluster(spreading<T> s)
{
#if __CUDA_ARCH__ >= 900
    __shared__ unsigned totals[CLUSTER_MOST];
    cluster_enter();
    split_part<T, CLUSTER_ROWS>(s, clustered{ totals });
#endif
}

/* Two launches: scratch as of told.cuh. */
static __global__ void __launch_bounds__(TWICE_WARPS *WARP)
    split_counts(const flag *flags, extent x, void *scratch)
{
    next_may_start();
    tell_total(
        scratch,
        part_flags<TWICE_ROWS>(flags, x, blockIdx.x, [](const flag *at) {
            return vector_of<flag>(load_kept(at));
        }).total);
}

template <class T>
static __global__ void __launch_bounds__(TWICE_WARPS *WARP)
    split_parts(spreading<T> s, void *scratch)
{
    split_part<T, TWICE_ROWS>(s, told{ scratch, 0 });
}

/* Any number of parts. Scratch: chain_bytes(parts), zero. */
template <class T>
static __global__ void __launch_bounds__(CHAIN_WARPS *WARP, CHAIN_BLOCKS<T>)
    split_lookback(spreading<T> s, void *scratch)
{
    split_part<T, CHAIN_ROWS>(s, look_back{ scratch, 0, 0 });
}

#endif
