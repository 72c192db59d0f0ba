/* blelloch_flags.cuh - a tree in shared memory, up and down, that carries
 * flags. Up: a pair adds unless the right one has a head below it. Down, the
 * right child of a pair gets one of three: nothing, if it starts a segment;
 * the left one's sum alone, if there is a head below that; else that sum and
 * what the parent was given. Blelloch, Prefix Sums and Their Applications,
 * 1990; Sengupta, Harris, Zhang & Owens, Scan Primitives for GPU Computing,
 * 2007.
 *
 * SWEEP_TILE / 2 threads, two elements each. */
#ifndef TETRAD_CUDA_SEGSCAN_BLELLOCH_FLAGS_CUH
#define TETRAD_CUDA_SEGSCAN_BLELLOCH_FLAGS_CUH

#include "segscan/sweep.cuh"

template <class T>
struct flagged_tree {
    T sums[SWEEP_TILE];
    head below[SWEEP_TILE], heads[SWEEP_TILE];
    unsigned open;
};

template <class T>
static __device__ void up_sweep(flagged_tree<T> &tree)
{
    for (int step = 1; step < SWEEP_TILE; step *= 2) {
        __syncthreads();
        const int right = 2 * step * (int(threadIdx.x) + 1) - 1;
        if (right >= SWEEP_TILE)
            continue;
        if (!tree.below[right])
            tree.sums[right] += tree.sums[right - step];
        tree.below[right] |= tree.below[right - step];
    }
}

template <class T>
static __device__ void down_sweep(flagged_tree<T> &tree)
{
    for (int step = SWEEP_TILE / 2; step > 0; step /= 2) {
        __syncthreads();
        const int right = 2 * step * (int(threadIdx.x) + 1) - 1;
        const int left = right - step;
        if (right >= SWEEP_TILE)
            continue;
        const T sum = tree.sums[left];
        tree.sums[left] = tree.sums[right];
        if (tree.heads[left + 1])
            tree.sums[right] = 0;
        else if (tree.below[left])
            tree.sums[right] = sum;
        else
            tree.sums[right] += sum;
    }
}

template <class T>
static __global__ void blelloch_flags(const T *in, const head *heads, size_t n,
                                      bool exclusive, T *out,
                                      tile_totals<T> totals)
{
    __shared__ flagged_tree<T> tree;
    constexpr int HALF = SWEEP_TILE / 2;
    T x[2];
    if (threadIdx.x == 0)
        tree.open = SWEEP_TILE;
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 2; k++) {
        const int t = threadIdx.x + k * HALF;
        const size_t i = size_t(blockIdx.x) * SWEEP_TILE + t;
        x[k] = i < n ? in[i] : T(0);
        tree.sums[t] = x[k];
        tree.heads[t] = tree.below[t] = i < n && heads[i];
        if (tree.heads[t])
            atomicMin(&tree.open, unsigned(t));
    }
    up_sweep(tree);
    if (threadIdx.x == 0) { /* the root is its own, from the last step */
        totals.leave(tree.sums[SWEEP_TILE - 1], tree.open);
        tree.sums[SWEEP_TILE - 1] = 0;
    }
    down_sweep(tree);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 2; k++) {
        const int t = threadIdx.x + k * HALF;
        const size_t i = size_t(blockIdx.x) * SWEEP_TILE + t;
        if (i < n)
            out[i] = exclusive ? tree.sums[t] : tree.sums[t] + x[k];
    }
}

#endif
