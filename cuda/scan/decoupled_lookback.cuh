/* decoupled_lookback.cuh - one pass: a block publishes its tile's sum at
 * once, then looks back over the sums of the tiles before, 32 at a time, until
 * one of them has published all that lies before and in it. Merrill & Garland,
 * Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.
 *
 * Tiles are dealt by tickets, so a block only waits for blocks that have
 * started. One tile a block of TILE_THREADS threads, 176 bytes a thread; an
 * element is read and written once. Float sums are grouped as blocks happened
 * to finish: they do not repeat bit for bit. */
#ifndef TETRAD_CUDA_SCAN_DECOUPLED_LOOKBACK_CUH
#define TETRAD_CUDA_SCAN_DECOUPLED_LOOKBACK_CUH

#include "parts/lookback.cuh"
#include "scan/tile.cuh"
#include "scan/warp_shuffle.cuh"

/* The sum of all tiles before this one; by one warp, valid in all lanes. */
template <class T>
static __device__ T tiles_before(void *scratch, unsigned tile, T total)
{
    packet<T> *packets = chain_packets<T>(scratch);
    const bool speaks = threadIdx.x % WARP == 0;
    if (tile == 0) {
        if (speaks)
            chain_publish(packets, 0, CHAIN_PREFIX, total);
        return 0;
    }
    if (speaks)
        chain_publish(packets, tile, CHAIN_AGGREGATE, total);
    const T before = chain_look_back<T>(
        packets, tile, [](T older, T newer) { return older + newer; });
    if (speaks)
        chain_publish(packets, tile, CHAIN_PREFIX, T(before + total));
    return before;
}

template <class T>
static __global__ void __launch_bounds__(TILE_THREADS, TILES_PER_SM)
    lookback(const T *in, size_t n, bool exclusive, void *scratch, T *out)
{
    __shared__ tile_of<T> tile;
    __shared__ T warp_sums[TILE_THREADS / WARP];
    const unsigned ticket = block_ticket(scratch);
    const size_t first = size_t(ticket) * TILE<T>;
    tile_load(tile, in + first, n - first);
    __syncthreads();
    const T before =
        block_before<TILE_THREADS>(run_sum(tile), warp_sums, [&](T total) {
            return tiles_before(scratch, ticket, total);
        });
    run_scan(tile, before, exclusive);
    __syncthreads();
    tile_store(tile, out + first, n - first);
}

/* A tile a block; what tells blocks of each other is cleared first. */
struct in_one_pass {
    template <class T, class Kernel>
    static enum status run(struct job *job, Kernel kernel, int threads)
    {
        const unsigned tiles = tiles_of(job);
        const enum status status = fresh_scratch(job, chain_bytes<T>(tiles));
        if (status)
            return status;
        kernel<<<tiles, threads, 0, stream_of(job)>>>(
            input<T>(job), count_of(job), exclusive_of(job), job->scratch,
            output<T>(job));
        return launched(job);
    }
    /* Enough for the packets of any type. */
    static size_t scratch(const struct job *job)
    {
        return chain_bytes<double>(tiles_of(job));
    }
    /* Each tile on the way may add once more to the sum looked back for; then
     * a thread's run twice, and warps and their sums twice. */
    static double depth(const struct job *job)
    {
        return tiles_of(job) + 2 * RUN<float> + 2 * 2 * log2(WARP) + 4;
    }
};

#endif
