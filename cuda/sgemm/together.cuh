/* together.cuh - a tile of C by the blocks of a cluster: each adds up its part
 * of K, and then its share of the tile over all parts, in their order, from
 * where the others have theirs in shared memory. So no launch adds pieces, and
 * none are in memory. */
#ifndef TETRAD_CUDA_SGEMM_TOGETHER_CUH
#define TETRAD_CUDA_SGEMM_TOGETHER_CUH

#include "parts/cluster.cuh"
#include "sgemm/block.cuh"

/* Where part i of so many begins along K; they are as equal as they can be. */
static __device__ unsigned part_begin(unsigned i, unsigned parts,
                                      unsigned steps)
{
    return unsigned(uint64_t(i) * steps / parts);
}

/* A block's sums, those of its slices added, to the begin of its room. */
template <class F>
static __device__ void leave_sums(const own<F> &own, const stand<F> &at,
                                  float4 *part)
{
    put_sums(own, at, part);
    if constexpr (F::SLICES > 1)
#pragma unroll 1
        for (int four = threadIdx.x; four < F::ROWS * F::COLUMNS / 4;
             four += F::THREADS)
            part[four] = sum_of_slices<F>(part, four);
}

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

/* Share i of the tile. */
template <class F>
static __device__ void add_parts(const product &p, const tile &tile,
                                 float4 *part, unsigned i, unsigned parts)
{
#pragma unroll 1
    for (unsigned four = i * F::THREADS + threadIdx.x;
         four < F::ROWS * F::COLUMNS / 4; four += parts * F::THREADS) {
        float4 sum = {};
#pragma unroll 8
        for (unsigned k = 0; k < parts; k++)
            add_four(sum, cluster_place(part, k)[four]);
        store_raw<F>(p, tile, int(four), sum);
    }
}

#endif

/* Part blockIdx.x % parts of tile blockIdx.x / parts; clusters of `parts`. */
template <class F, int Unit>
static __global__ void __launch_bounds__(F::THREADS, F::BLOCKS)
    sgemm_together(product p, unsigned parts)
{
#if __CUDA_ARCH__ >= 900
    extern __shared__ __align__(16) float room[];
    float4 *const part = reinterpret_cast<float4 *>(room);
    const unsigned i = blockIdx.x % parts;
    const unsigned steps = steps_in(p.k, F::DEPTH, F::FEW);
    const unsigned first = part_begin(i, parts, steps);
    const tile tile = tile_in_band(p, blockIdx.x / parts, F::ROWS, F::COLUMNS);
    const stand<F> at;
    feed<F, Unit> from(p, tile, steps, first,
                       part_begin(i + 1, parts, steps) - first);
    own<F> own;

    add_up(own, from, room, at, p, tile, i == 0 ? few_of<F>(p, steps) : 0);
    leave_sums(own, at, part);
    cluster_leave();
    cluster_meet();
    add_parts<F>(p, tile, part, i, parts);
    cluster_leave(); /* and has read what is there of others */
    cluster_meet();
#endif
}

#endif
