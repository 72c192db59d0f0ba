/* reduce_then_scan.cuh - no element is written twice: the first launch only
 * adds up what each block will scan, the second scans these sums, the third
 * scans from there on: 3n traffic in place of 4n.
 *
 * TILE_THREADS threads; a block takes one contiguous share of the tiles, at
 * most SWEEP_TILE blocks, whose sums warp_shuffle scans in one. */
#ifndef TETRAD_CUDA_SCAN_REDUCE_THEN_SCAN_CUH
#define TETRAD_CUDA_SCAN_REDUCE_THEN_SCAN_CUH

#include "scan/tile.cuh"
#include "scan/warp_shuffle.cuh"

/* The elements of a block: shares are even to one tile. */
struct share {
    size_t begin, end;
};

template <class T>
static __device__ share share_of(size_t n)
{
    const size_t tiles = ceil_div(n, size_t(TILE<T>));
    const size_t each = tiles / gridDim.x, more = tiles % gridDim.x;
    const size_t b = blockIdx.x, first = b * each + min(b, more);
    const size_t last = first + each + (b < more);
    return { first * TILE<T>, min(n, last * TILE<T>) };
}

/* sums[block]: of its share. An element is read once. */
template <class T>
static __global__ void __launch_bounds__(TILE_THREADS, TILES_PER_SM)
    share_sum(const T *in, size_t n, T *sums)
{
    __shared__ T warp_sums[TILE_THREADS / WARP];
    const share mine = share_of<T>(n);
    const int t = threadIdx.x;
    T sum = 0;
    size_t i = mine.begin;
    if (word_aligned(in)) {
        const uint4 *words = reinterpret_cast<const uint4 *>(in);
        for (; i + TILE<T> <= mine.end; i += TILE<T>) {
            uint4 w[RUN_WORDS];
#pragma unroll
            for (int k = 0; k < RUN_WORDS; k++)
                w[k] = words[i / WORD<T> + k * TILE_THREADS + t];
#pragma unroll
            for (int k = 0; k < RUN_WORDS; k++) {
                T x[WORD<T>];
                memcpy(x, &w[k], sizeof x);
#pragma unroll
                for (T one : x)
                    sum += one;
            }
        }
    }
    for (i += t; i < mine.end; i += TILE_THREADS)
        sum += in[i];
    block_before<TILE_THREADS>(sum, warp_sums, [=](T total) {
        if (t == 0)
            sums[blockIdx.x] = total;
        return T(0);
    });
}

/* Scans each share from offsets[block] on, tile by tile. An element is read
 * and written once. */
template <class T>
static __global__ void __launch_bounds__(TILE_THREADS, TILES_PER_SM)
    share_scan(const T *in, size_t n, bool exclusive, const T *offsets, T *out)
{
    __shared__ tile_of<T> tile;
    __shared__ T warp_sums[TILE_THREADS / WARP];
    const share mine = share_of<T>(n);
    T carry = offsets[blockIdx.x]; /* kept by the first warp */
    for (size_t i = mine.begin; i < mine.end; i += TILE<T>) {
        __syncthreads();
        tile_load(tile, in + i, mine.end - i);
        __syncthreads();
        const T before = block_before<TILE_THREADS>(run_sum(tile), warp_sums,
                                                    [&carry](T total) {
                                                        const T start = carry;
                                                        carry += total;
                                                        return start;
                                                    });
        run_scan(tile, before, exclusive);
        __syncthreads();
        tile_store(tile, out + i, mine.end - i);
    }
}

/* Three launches: sums of the shares, their scan, and the kernel. */
struct by_shares {
    static unsigned shares(const struct job *job)
    {
        const unsigned tiles = tiles_of(job);
        const unsigned most = TILES_PER_SM * job->device->sms;
        const unsigned blocks = tiles < most ? tiles : most;
        return blocks < SWEEP_TILE ? blocks : SWEEP_TILE;
    }
    template <class T, class Kernel>
    static enum status run(struct job *job, Kernel kernel, int threads)
    {
        const size_t n = count_of(job);
        const unsigned blocks = shares(job);
        T *sums = static_cast<T *>(job->scratch);
        share_sum<T>
            <<<blocks, threads, 0, stream_of(job)>>>(input<T>(job), n, sums);
        warp_shuffle<T><<<1, SWEEP_TILE, 0, stream_of(job)>>>(
            sums, blocks, true, sums, sums + blocks);
        kernel<<<blocks, threads, 0, stream_of(job)>>>(
            input<T>(job), n, exclusive_of(job), sums, output<T>(job));
        return launched(job);
    }
    /* The sums of the shares, then the one total of these. */
    static size_t scratch(const struct job *job)
    {
        return (shares(job) + 1) * sizeof(double);
    }
    /* Into the sum of a share, or from its offset on: a thread's additions, or
     * tiles and a run; warps and their sums, three times. */
    static double depth(const struct job *job)
    {
        const double runs = ceil_div(tiles_of(job), shares(job));
        return runs * RUN<float> + runs + RUN<float> + 3 * 2 * log2(WARP) + 6;
    }
};

#endif
