/* blelloch.cuh - a tree in shared memory, up and down: O(n) additions. The
 * up-sweep adds pairs of subtrees until the root holds the tile's sum; the
 * down-sweep replaces the root by zero, then hands each left child what its
 * parent was given and each right child that plus the left one's sum.
 * Blelloch, Prefix Sums and Their Applications, 1990; CUDA book ch. 7.
 *
 * SWEEP_TILE / 2 threads, two elements each. `Place` says where an element
 * lies. Indices double from level to level, so with `plainly` the banks of a
 * level's elements coincide 2, 4, 8 ... ways. */
#ifndef TETRAD_CUDA_SCAN_BLELLOCH_CUH
#define TETRAD_CUDA_SCAN_BLELLOCH_CUH

#include "scan/ladder.cuh"

struct plainly {
    static constexpr int ROOM = SWEEP_TILE;
    static __device__ int at(int i)
    {
        return i;
    }
};

template <class Place, class T>
static __device__ void up_sweep(T *sums)
{
    const int t = threadIdx.x;
    for (int step = 1; step < SWEEP_TILE; step *= 2) {
        __syncthreads();
        const int right = 2 * step * (t + 1) - 1;
        if (right < SWEEP_TILE)
            sums[Place::at(right)] += sums[Place::at(right - step)];
    }
}

template <class Place, class T>
static __device__ void down_sweep(T *sums)
{
    const int t = threadIdx.x;
    for (int step = SWEEP_TILE / 2; step > 0; step /= 2) {
        __syncthreads();
        const int right = 2 * step * (t + 1) - 1;
        if (right >= SWEEP_TILE)
            continue;
        const T left = sums[Place::at(right - step)];
        sums[Place::at(right - step)] = sums[Place::at(right)];
        sums[Place::at(right)] += left;
    }
}

template <class Place, class T>
static __device__ void blelloch_tile(const T *in, size_t n, bool exclusive,
                                     T *out, T *totals, T *sums)
{
    constexpr int HALF = SWEEP_TILE / 2;
    const int t = threadIdx.x;
    const size_t i = size_t(blockIdx.x) * SWEEP_TILE + t, j = i + HALF;
    const T low = i < n ? in[i] : T(0), high = j < n ? in[j] : T(0);
    sums[Place::at(t)] = low;
    sums[Place::at(t + HALF)] = high;
    up_sweep<Place>(sums);
    if (t == 0) { /* the root is its own, from the last step */
        totals[blockIdx.x] = sums[Place::at(SWEEP_TILE - 1)];
        sums[Place::at(SWEEP_TILE - 1)] = 0;
    }
    down_sweep<Place>(sums);
    __syncthreads();
    if (i < n)
        out[i] = sums[Place::at(t)] + (exclusive ? T(0) : low);
    if (j < n)
        out[j] = sums[Place::at(t + HALF)] + (exclusive ? T(0) : high);
}

template <class T>
static __global__ void blelloch(const T *in, size_t n, bool exclusive, T *out,
                                T *totals)
{
    __shared__ T sums[plainly::ROOM];
    blelloch_tile<plainly>(in, n, exclusive, out, totals, sums);
}

#endif
