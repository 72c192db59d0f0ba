/* tile_scan.cu - tile-scan by CUB's blocks, and by its warps where tiles are
 * short.
 *
 * CUB has no device-wide call for it, so the kernels around its pieces are
 * ours: a block takes a tile and, if the tile is longer than the block holds,
 * walks it with CUB's prefix callback as carry; or a group of lanes takes a
 * tile. Each length has the configuration that was fastest in a sweep of
 * threads, elements a thread, loads and CUB's algorithms. */
#include <cmath>
#include <cub/block/block_load.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>

#include "cuda.h"
#include "tile_scan/tiling.cuh"

LAUNCHER(cub_tile_scan_block);

/* H200, i32. Tiles of 1024: 128 threads of 8 with transposed loads take 500 us
 * at 2^28, where 256 of 4 with vector loads take 513; but these are 4 % faster
 * at 2^20, while of 8-byte elements they are 18 % slower. */
constexpr size_t FEW = size_t{ 1 } << 21;

/* What came before in the tile: the callback of BlockScan. */
template <class T>
struct carry {
    T sum;
    __device__ T operator()(T total)
    {
        const T before = sum;

        sum += total;
        return before;
    }
};

/* A tile a block of Threads, Items elements each at a time; 2 sizeof(T) bytes
 * an element. */
template <class T, int Threads, int Items, bool Vectors>
static __global__ void __launch_bounds__(Threads)
    block_scan(const T *in, T *out, size_t n, size_t length)
{
    using load = cub::BlockLoad<T, Threads, Items,
                                Vectors ? cub::BLOCK_LOAD_VECTORIZE
                                        : cub::BLOCK_LOAD_WARP_TRANSPOSE>;
    using scan = cub::BlockScan<T, Threads, cub::BLOCK_SCAN_WARP_SCANS>;
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
        carry<T> before = { 0 };

        for (size_t at = begin; at < end; at += CHUNK) {
            const int items = static_cast<int>(min(CHUNK, end - at));
            const bool full = items == CHUNK;
            T x[Items];

            if (full)
                load(room.load).Load(in + at, x);
            else
                load(room.load).Load(in + at, x, items, T{ 0 });
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

/* A tile a group of Lanes threads, Items elements each; 2 sizeof(T) bytes an
 * element. Groups whose tile fills them load vectors, where all are aligned.
 * The grid has all groups: 2^31 blocks would be more than memory holds. */
template <class T, int Threads, int Lanes, int Items>
static __global__ void __launch_bounds__(Threads)
    warp_scan(const T *in, T *out, size_t n, size_t length, bool vectors)
{
    using load = cub::WarpLoad<T, Items, cub::WARP_LOAD_VECTORIZE, Lanes>;
    using scan = cub::WarpScan<T, Lanes>;
    using store = cub::WarpStore<T, Items, cub::WARP_STORE_VECTORIZE, Lanes>;
    constexpr size_t GROUPS = Threads / Lanes;
    __shared__ struct {
        typename load::TempStorage load;
        typename scan::TempStorage scan;
        typename store::TempStorage store;
    } rooms[GROUPS];
    auto &room = rooms[threadIdx.x / Lanes];
    const size_t begin = (blockIdx.x * GROUPS + threadIdx.x / Lanes) * length;

    if (begin >= n)
        return;
    const int items = static_cast<int>(min(length, n - begin));
    const bool full = vectors && items == Lanes * Items;
    T x[Items], before;

    if (full)
        load(room.load).Load(in + begin, x);
    else
        load(room.load).Load(in + begin, x, items, T{ 0 });
    for (int i = 1; i < Items; i++)
        x[i] += x[i - 1];
    scan(room.scan).ExclusiveSum(x[Items - 1], before);
    for (int i = 0; i < Items; i++)
        x[i] += before;
    if (full)
        store(room.store).Store(out + begin, x);
    else
        store(room.store).Store(out + begin, x, items);
}

/* Vector loads need all tiles aligned. */
template <class T>
static bool aligned(const struct job *job)
{
    return (reinterpret_cast<uintptr_t>(job->in[0]) |
            reinterpret_cast<uintptr_t>(job->out[0]) |
            length_of(job) * sizeof(T)) %
        16 ==
        0;
}

template <class T, int Threads, int Items, bool Vectors = false>
static void by_block(const struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);

    block_scan<T, Threads, Items, Vectors>
        <<<blocks_for(n, length), Threads, 0, stream_of(job)>>>(
            input<T>(job), output<T>(job), n, length);
}

template <class T, int Threads, int Lanes, int Items>
static void by_warp(const struct job *job)
{
    const size_t n = count_of(job), length = length_of(job);

    warp_scan<T, Threads, Lanes, Items>
        <<<blocks_for(n, Threads / Lanes * length), Threads, 0,
           stream_of(job)>>>(input<T>(job), output<T>(job), n, length,
                             aligned<T>(job));
}

template <class T>
static void short_tiles(const struct job *job)
{
    const size_t length = length_of(job);

    if (length <= 8)
        by_warp<T, 256, 8, 1>(job);
    else if (length <= 16)
        by_warp<T, 256, 16, 1>(job);
    else if (length <= 32)
        by_warp<T, 256, 32, 1>(job);
    else if (length <= 64)
        by_warp<T, 256, 32, 2>(job);
    else
        by_warp<T, 128, 32, 4>(job);
}

template <class T>
static enum status scan(const struct job *job)
{
    const size_t length = length_of(job);
    const bool vectors = sizeof(T) == 4 && aligned<T>(job);

    if (length <= 128)
        short_tiles<T>(job);
    else if (length == 256 && vectors)
        by_warp<T, 128, 32, 8>(job);
    else if (length <= 256)
        by_block<T, 64, 4>(job);
    else if (length <= 512)
        by_block<T, 64, 8>(job);
    else if (length == 1024 && vectors && count_of(job) <= FEW)
        by_block<T, 256, 4, true>(job);
    else if (length <= 1024)
        by_block<T, 128, 8>(job);
    else if (length <= 3072)
        by_block<T, 256, 8>(job);
    else
        by_block<T, 256, 16>(job);
    return cuda_launched(job, "tile-scan by CUB's pieces");
}

enum status cub_tile_scan_block(struct job *job)
{
    if (count_of(job) == 0)
        return STATUS_OK;
    return by_type(TYPES_OF(SIGNED){}, job, [job](auto type) {
        return scan<typename decltype(type)::add>(job);
    });
}

size_t cub_tile_scan_block_scratch(const struct job *)
{
    return 0;
}

/* A safe bound: an element may be the last of its thread's 16, then come the
 * lanes, the warps one by one, and a carry for each further piece, which has
 * 2048 elements at least. */
double cub_tile_scan_block_depth(const struct job *job)
{
    enum { ITEMS = 16, LEVELS = 5, WARPS = 8, PIECE = 2048 };
    const double length = static_cast<double>(length_of(job));

    return fmin(length, ITEMS + LEVELS + WARPS + 3 + ceil(length / PIECE));
}
