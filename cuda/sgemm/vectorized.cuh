/* vectorized.cuh - loads and stores of 16 bytes: from global memory where rows
 * are aligned, and to and from shared memory, where A's tile lies transposed,
 * so that neighbours of both tiles are a thread's next rows and columns. Else
 * as register_tiled.cuh: a quarter of its loads. */
#ifndef TETRAD_CUDA_SGEMM_VECTORIZED_CUH
#define TETRAD_CUDA_SGEMM_VECTORIZED_CUH

#include "register_tiled.cuh"

/* Elements [at, at + 4) of a row that ends at `end`, zeros beyond. */
static __device__ float4 four_of(const float *row, size_t at, size_t end,
                                 bool aligned)
{
    if (aligned && at + 4 <= end)
        return *reinterpret_cast<const float4 *>(row + at);
    return { at < end ? row[at] : 0, at + 1 < end ? row[at + 1] : 0,
             at + 2 < end ? row[at + 2] : 0, at + 3 < end ? row[at + 3] : 0 };
}

/* Tiles of A, transposed, and of B. Rows of A's begin at banks 4 apart, so
 * that columns are written without conflicts. */
template <int TILE>
struct tile_pair {
    float a[TILE_DEPTH][TILE + 4], b[TILE_DEPTH][TILE];
};

/* What a thread moves of each pair: four of a row of A, and of B. */
template <int TILE>
struct tile_part {
    static constexpr int SIDE = TILE / OWN_SIDE;
    static_assert(SIDE * SIDE * 4 == TILE * TILE_DEPTH);
    float4 a, b;

    __device__ void load(const product &p, const tile &tile, size_t k)
    {
        const int t = threadIdx.y * SIDE + threadIdx.x;
        const size_t row = tile.row + t / 2, along = k + t / (TILE / 4);
        const bool aligned_a = p.k % 4 == 0 && uintptr_t(p.a) % 16 == 0;
        const bool aligned_b = p.n % 4 == 0 && uintptr_t(p.b) % 16 == 0;
        a = four_of(p.a + row * p.k, k + t % 2 * 4, row < p.m ? p.k : 0,
                    aligned_a);
        b = four_of(p.b + along * p.n, tile.column + t % (TILE / 4) * 4,
                    along < p.k ? p.n : 0, aligned_b);
    }

    __device__ void put(tile_pair<TILE> &to) const
    {
        const int t = threadIdx.y * SIDE + threadIdx.x;
        to.a[t % 2 * 4][t / 2] = a.x;
        to.a[t % 2 * 4 + 1][t / 2] = a.y;
        to.a[t % 2 * 4 + 2][t / 2] = a.z;
        to.a[t % 2 * 4 + 3][t / 2] = a.w;
        *reinterpret_cast<float4 *>(
            &to.b[t / (TILE / 4)][t % (TILE / 4) * 4]) = b;
    }
};

/* A thread's rows and columns are two fours, half a tile apart. */
template <int TILE>
struct tile_sums {
    float4 sum[OWN_SIDE][2];

    static __device__ float4 four(const float *at)
    {
        return *reinterpret_cast<const float4 *>(at);
    }

    __device__ void add(const tile_pair<TILE> &from)
    {
        const int x = threadIdx.x * 4, y = threadIdx.y * 4;
#pragma unroll
        for (int k = 0; k < TILE_DEPTH; k++) {
            const float4 top = four(&from.a[k][y]);
            const float4 low = four(&from.a[k][y + TILE / 2]);
            const float4 b[2] = { four(&from.b[k][x]),
                                  four(&from.b[k][x + TILE / 2]) };
            const float a[OWN_SIDE] = { top.x, top.y, top.z, top.w,
                                        low.x, low.y, low.z, low.w };
#pragma unroll
            for (int i = 0; i < OWN_SIDE; i++)
#pragma unroll
                for (int j = 0; j < 2; j++) {
                    sum[i][j].x += a[i] * b[j].x;
                    sum[i][j].y += a[i] * b[j].y;
                    sum[i][j].z += a[i] * b[j].z;
                    sum[i][j].w += a[i] * b[j].w;
                }
        }
    }

    __device__ void end(const product &p, const tile &tile) const
    {
#pragma unroll
        for (int i = 0; i < OWN_SIDE; i++)
#pragma unroll
            for (int j = 0; j < 2; j++)
                store_four(
                    p, tile.row + i / 4 * (TILE / 2) + threadIdx.y * 4 + i % 4,
                    tile.column + j * (TILE / 2) + threadIdx.x * 4, sum[i][j]);
    }
};

template <int TILE>
static __global__ void __launch_bounds__(TILE *TILE / (OWN_SIDE * OWN_SIDE), 2)
    sgemm_vectorized(struct product p)
{
    __shared__ __align__(16) tile_pair<TILE> pair;
    const struct tile tile = tile_of_block<TILE, TILE>(p);
    tile_part<TILE> part;
    tile_sums<TILE> sums = {};

    for (size_t k = 0; k < p.k; k += TILE_DEPTH) {
        part.load(p, tile, k);
        part.put(pair);
        __syncthreads();
        sums.add(pair);
        __syncthreads();
    }
    sums.end(p, tile);
}

#endif
