/* tile_scan.cu - tile-scan by cub::BlockLoad, BlockScan and BlockStore.
 *
 * CUB has no device-wide call for it, so the kernel around its blocks is ours:
 * a block takes a tile and, if the tile is longer than the block holds, walks
 * it with CUB's prefix callback as carry. Blocks are of the configurations
 * that were fastest for tiles of 1024, and of alike ones for other lengths. */
#include <cmath>
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>

#include "../launch.cuh"
#include "cub.h"
#include "ops/tile_scan.h"

/* H200, tiles of 1024 i32: up to 2^20 elements 256 threads of 4 with vector
 * loads were fastest, 3.97 and 5.47 us; from 2^24 on 128 threads of 8 with
 * transposed loads, 501.3 us at 2^28, where the former took 513.5. */
constexpr size_t FEW = size_t{1} << 22;

/* What came before in the tile: the callback of BlockScan. */
template <class T> struct carry {
    T sum;
    __device__ T operator()(T total)
    {
        const T before = sum;

        sum += total;
        return before;
    }
};

template <class T, int Threads, int Items, bool Vectors>
static __global__ void __launch_bounds__(Threads)
block_scan(const T *in, T *out, size_t n, size_t length)
{
    using load = cub::BlockLoad<T, Threads, Items,
                                Vectors ? cub::BLOCK_LOAD_VECTORIZE
                                        : cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using scan = cub::BlockScan<T, Threads>;
    using store = cub::BlockStore<T, Threads, Items,
                                  Vectors ? cub::BLOCK_STORE_VECTORIZE
                                          : cub::BLOCK_STORE_WARP_TRANSPOSE>;
    constexpr size_t CHUNK = Threads * Items;
    __shared__ union {
        typename load::TempStorage load;
        typename scan::TempStorage scan;
        typename store::TempStorage store;
    } room;

    for (size_t tile = blockIdx.x; tile * length < n; tile += gridDim.x) {
        const size_t begin = tile * length;
        const size_t end = begin + min(length, n - begin);
        carry<T> before = {0};

        for (size_t at = begin; at < end; at += CHUNK) {
            const int items = static_cast<int>(min(CHUNK, end - at));
            const bool full = items == CHUNK;
            T x[Items];

            if (full)
                load(room.load).Load(in + at, x);
            else
                load(room.load).Load(in + at, x, items, T{0});
            __syncthreads();
            scan(room.scan).InclusiveSum(x, x, before);
            __syncthreads();
            if (full)
                store(room.store).Store(out + at, x);
            else
                store(room.store).Store(out + at, x, items);
            __syncthreads();
        }
    }
}

static size_t count_of(const struct job *job)
{
    return job->problem->in[0].count;
}

/* Elements of a tile, no longer than the array; 1 for an empty one. */
static size_t length_of(const struct job *job)
{
    const int64_t length = job->problem->param[TILE_SCAN_PARAM_TILE].i;
    const size_t n = count_of(job), tile = static_cast<size_t>(length);

    return tile < n ? tile : n > 0 ? n : 1;
}

template <class T, int Threads, int Items, bool Vectors>
static void launch(const struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);

    block_scan<T, Threads, Items, Vectors>
        <<<blocks_for(n, length), Threads, 0, stream_of(job)>>>(
            input<T>(job), output<T>(job), n, length);
}

/* Vector loads need all tiles aligned. */
template <class T> static bool aligned(const struct job *job)
{
    return (reinterpret_cast<uintptr_t>(job->in[0]) |
            reinterpret_cast<uintptr_t>(job->out[0]) |
            length_of(job) * sizeof(T)) % 16 == 0;
}

template <class T> static enum status scan(const struct job *job)
{
    const size_t length = length_of(job);

    if (length <= 128)
        launch<T, 32, 4, false>(job);
    else if (length > 1024)
        launch<T, 256, 16, false>(job);
    else if (count_of(job) <= FEW && aligned<T>(job))
        launch<T, 256, 4, true>(job);
    else
        launch<T, 128, 8, false>(job);
    return cuda_launched(job, "block_scan");
}

enum status cub_tile_scan_block(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    switch (job->problem->in[0].type) {
    case ELEM_F32:
        return scan<float>(job);
    case ELEM_F64:
        return scan<double>(job);
    case ELEM_I64:
        return scan<uint64_t>(job);
    default:
        return scan<uint32_t>(job);
    }
}

/* A safe bound: an element may be the last of its thread's 16, then come the
 * lanes, the warps one by one, and a carry for each further 4096 elements. */
double cub_tile_scan_depth(const struct job *job)
{
    enum { ITEMS = 16, LEVELS = 5, WARPS = 8, CHUNK = 4096 };
    const double length = static_cast<double>(length_of(job));

    return fmin(length, ITEMS + LEVELS + WARPS + 3 + ceil(length / CHUNK));
}
