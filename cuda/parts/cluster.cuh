/* cluster.cuh - a grid of one cluster, or of some: blocks that are all there at
 * once, and write to each other's shared memory, or read it (PTX ISA 7.8,
 * compute capability 9.0), so that they need no scratch.
 *
 * Blocks call cluster_enter() as they begin and cluster_ready() before they
 * write to another, as that may not have begun before. Then all call
 * cluster_leave(), and may end, but those that are written to, which call
 * cluster_meet() before they read it. */
#ifndef TETRAD_CUDA_CLUSTER_CUH
#define TETRAD_CUDA_CLUSTER_CUH

#include <cooperative_groups.h>

#include "parts/launch.cuh"

/* The most blocks; more than the 8 that every GPU with clusters has. */
constexpr unsigned CLUSTER_MOST = 16;

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

static __device__ void cluster_enter()
{
    asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
}

static __device__ void cluster_ready()
{
    __syncwarp();
    asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

/* What this block wrote to others is done. */
static __device__ void cluster_leave()
{
    __syncwarp();
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}

/* After cluster_leave(): what others wrote to this block is done. */
static __device__ void cluster_meet()
{
    __syncwarp();
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}

/* Where block `rank` has what is at `mine` here. */
template <class V>
static __device__ V *cluster_place(V *mine, unsigned rank)
{
    return cooperative_groups::this_cluster().map_shared_rank(mine, rank);
}

#endif

/* How a cluster of `blocks` is launched, with so many bytes of dynamic shared
 * memory each: `of` is its attribute's room. */
static inline cudaLaunchConfig_t cluster_config(const struct job *job,
                                                unsigned blocks,
                                                unsigned threads,
                                                size_t shared,
                                                cudaLaunchAttribute *of)
{
    of->id = cudaLaunchAttributeClusterDimension;
    of->val.clusterDim.x = blocks;
    of->val.clusterDim.y = of->val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = stream_of(job);
    config.attrs = of;
    config.numAttrs = 1;
    return config;
}

/* Such clusters that this GPU, and this build for it, has room for at once. */
template <class Kernel>
static unsigned clusters_held(const struct job *job, Kernel kernel,
                              unsigned blocks, unsigned threads, size_t shared)
{
    static answers all;
    const void *const code = code_of(kernel);
    if (!is_hopper_code(kernel))
        return 0;
    return unsigned(asked_once(all, { code, 0, blocks, threads, shared }, [=] {
        cudaLaunchAttribute of = {};
        const cudaLaunchConfig_t config =
            cluster_config(job, blocks, threads, shared, &of);
        int clusters = 0;
        return cudaFuncSetAttribute(
                   code, cudaFuncAttributeNonPortableClusterSizeAllowed, 1) ||
                cudaOccupancyMaxActiveClusters(&clusters, kernel, &config)
            ? FAILED
            : clusters;
    }));
}

template <class Kernel>
static bool has_cluster(const struct job *job, Kernel kernel, unsigned blocks,
                        unsigned threads, size_t shared = 0)
{
    return clusters_held(job, kernel, blocks, threads, shared) > 0;
}

/* A grid of so many clusters. */
template <class... Parameters, class... Arguments>
static enum status launch_clusters_with(const struct job *job,
                                        const char *what,
                                        void (*kernel)(Parameters...),
                                        unsigned clusters, unsigned blocks,
                                        unsigned threads, size_t shared,
                                        Arguments... arguments)
{
    cudaLaunchAttribute of = {};
    cudaLaunchConfig_t config =
        cluster_config(job, blocks, threads, shared, &of);
    config.gridDim.x *= clusters;
    return cuda_status(
        job, cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...),
        what);
}

template <class... Parameters, class... Arguments>
static enum status launch_cluster_with(const struct job *job, const char *what,
                                       void (*kernel)(Parameters...),
                                       unsigned blocks, unsigned threads,
                                       size_t shared, Arguments... arguments)
{
    return launch_clusters_with(job, what, kernel, 1, blocks, threads, shared,
                                arguments...);
}

template <class... Parameters, class... Arguments>
static enum status launch_cluster(const struct job *job, const char *what,
                                  void (*kernel)(Parameters...),
                                  unsigned blocks, unsigned threads,
                                  Arguments... arguments)
{
    return launch_cluster_with(job, what, kernel, blocks, threads, 0,
                               arguments...);
}

#endif
