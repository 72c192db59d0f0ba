/* thin.cuh - products whose C is one row or one column. Each element of the
 * matrix among the factors is used once, so memory is the limit: no tiles in
 * shared memory, but many loads under way. */
#ifndef TETRAD_CUDA_SGEMM_THIN_CUH
#define TETRAD_CUDA_SGEMM_THIN_CUH

#include "parts/overlap.cuh"
#include "parts/warp.cuh"
#include "sgemm/product.cuh"

constexpr int THIN_WARPS = 8, THIN_THREADS = THIN_WARPS * WARP;
constexpr int THIN_BLOCKS = 4; /* a multiprocessor at least */
constexpr int THIN_AHEAD = 8;  /* loads that a thread has under way */

/* Unit floats at once, 1 or, where aligned, 4. */
template <int Unit>
struct bundle {
    float each[Unit];
};

template <int Unit>
static __device__ bundle<Unit> load_once(const float *from)
{
    if constexpr (Unit == 4) {
        const float4 v = __ldcs(reinterpret_cast<const float4 *>(from));
        return { { v.x, v.y, v.z, v.w } };
    } else {
        return { { __ldcs(from) } };
    }
}

/* Of what others load, too. */
template <int Unit>
static __device__ bundle<Unit> load_often(const float *from)
{
    if constexpr (Unit == 4) {
        const float4 v = __ldg(reinterpret_cast<const float4 *>(from));
        return { { v.x, v.y, v.z, v.w } };
    } else {
        return { { __ldg(from) } };
    }
}

template <int Unit>
static __device__ void add_product(bundle<Unit> &sum, const bundle<Unit> &a,
                                   const bundle<Unit> &b)
{
#pragma unroll
    for (int j = 0; j < Unit; j++)
        sum.each[j] += a.each[j] * b.each[j];
}

/* --- a row ---------------------------------------------------------------- */

/* Columns of B, a row of it a warp at a time. */
template <int Unit>
static __device__ bundle<Unit> add_rows(const product &p, size_t column,
                                        size_t k, size_t end)
{
    const size_t step = THIN_WARPS * p.n;
    const float *b = p.b + k * p.n + column;
    bundle<Unit> sum = {};
    const auto add = [&](float a, const bundle<Unit> &v) {
#pragma unroll
        for (int j = 0; j < Unit; j++)
            sum.each[j] += a * v.each[j];
    };

    for (; k + (THIN_AHEAD - 1) * THIN_WARPS < end;
         k += THIN_AHEAD * THIN_WARPS, b += THIN_AHEAD * step) {
        bundle<Unit> v[THIN_AHEAD];
#pragma unroll
        for (int i = 0; i < THIN_AHEAD; i++)
            v[i] = load_once<Unit>(b + i * step);
#pragma unroll
        for (int i = 0; i < THIN_AHEAD; i++)
            add(__ldg(p.a + k + i * THIN_WARPS), v[i]);
    }
    for (; k < end; k += THIN_WARPS, b += step)
        add(__ldg(p.a + k), load_once<Unit>(b));
    return sum;
}

/* m = 1: 32 Unit columns of C, and of K the blockIdx.y-th part of `depth`; with
 * several parts C has room for as many products. */
template <int Unit>
static __global__ void __launch_bounds__(THIN_THREADS, THIN_BLOCKS)
    sgemm_row(product p, size_t depth)
{
    constexpr int COLUMNS = WARP * Unit;
    __shared__ bundle<Unit> part[THIN_WARPS][WARP];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t first = size_t(blockIdx.x) * COLUMNS;
    const size_t column = first + lane * Unit, k = blockIdx.y * depth;

    next_may_start();
    part[warp][lane] = column < p.n
        ? add_rows<Unit>(p, column, k + warp, min(p.k, k + depth))
        : bundle<Unit>{};
    __syncthreads();
    if (threadIdx.x >= COLUMNS || first + threadIdx.x >= p.n)
        return;
    float sum = 0;
#pragma unroll
    for (int w = 0; w < THIN_WARPS; w++)
        sum += part[w][threadIdx.x / Unit].each[threadIdx.x % Unit];
    p.c += blockIdx.y * p.n;
    store(p, 0, first + threadIdx.x, sum);
}

/* --- a column ------------------------------------------------------------- */

/* From k on, `stride` floats from bundle to bundle. */
template <int Unit>
static __device__ float dot(const float *a, const float *b, size_t k,
                            size_t end, size_t stride)
{
    bundle<Unit> sum = {};
    for (; k + (THIN_AHEAD - 1) * stride < end; k += THIN_AHEAD * stride) {
        bundle<Unit> v[THIN_AHEAD];
#pragma unroll
        for (int i = 0; i < THIN_AHEAD; i++)
            v[i] = load_once<Unit>(a + k + i * stride);
#pragma unroll
        for (int i = 0; i < THIN_AHEAD; i++)
            add_product(sum, v[i], load_often<Unit>(b + k + i * stride));
    }
    for (; k < end; k += stride)
        add_product(sum, load_once<Unit>(a + k), load_often<Unit>(b + k));
    float all = sum.each[0];
#pragma unroll
    for (int j = 1; j < Unit; j++)
        all += sum.each[j];
    return all;
}

/* n = 1: Team warps a row of C, of K a part as above. */
template <int Unit, int Team>
static __global__ void __launch_bounds__(THIN_THREADS, THIN_BLOCKS)
    sgemm_column(product p, size_t depth)
{
    constexpr int ROWS = THIN_WARPS / Team;
    __shared__ float part[THIN_WARPS];
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const size_t first = size_t(blockIdx.x) * ROWS, k = blockIdx.y * depth;
    const size_t row = first + warp / Team;
    float sum = 0;

    next_may_start();
    if (row < p.m)
        sum = dot<Unit>(p.a + row * p.k, p.b,
                        k + (warp % Team * WARP + lane) * Unit,
                        min(p.k, k + depth), size_t(Team) * WARP * Unit);
    sum = warp_reduce(sum, [](float a, float b) { return a + b; });
    if (lane == 0)
        part[warp] = sum;
    __syncthreads();
    if (threadIdx.x >= ROWS || first + threadIdx.x >= p.m)
        return;
    sum = 0;
#pragma unroll
    for (int w = 0; w < Team; w++)
        sum += part[threadIdx.x * Team + w];
    p.c += blockIdx.y * p.m;
    store(p, first + threadIdx.x, 0, sum);
}

/* --- parts of K ----------------------------------------------------------- */

constexpr int THIN_JOIN_THREADS = 256;

/* C of the products of `parts` parts of K, in their order. */
static __global__ void __launch_bounds__(THIN_JOIN_THREADS)
    sgemm_join(product p, const float *part, unsigned parts)
{
    const size_t count = p.m * p.n;
    const size_t i = size_t(blockIdx.x) * THIN_JOIN_THREADS + threadIdx.x;
    float sum = 0;

    await_first();
    if (i >= count)
        return;
#pragma unroll 8
    for (unsigned s = 0; s < parts; s++)
        sum += part[s * count + i];
    p.c[i] = ended(p, sum, p.beta == 0 ? 0 : p.c[i]);
}

#endif
