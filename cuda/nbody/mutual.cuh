/* mutual.cuh - each pair once: two bodies pull each other along one line, by
 * one inverse cube, and only their masses differ (Newton's third law).
 *
 * A block has a tile of bodies, eight a lane in registers, and a piece of those
 * that pull, from its tile on, of which all its warps take 32 at a time from
 * shared memory. Those of its own tile pull as in unrolled.cuh. Of those beyond
 * each lane has another one at a time, and what its eight pull that one with;
 * then these sums move on by a lane, so that after 32 steps each is of all 256
 * of a warp. The warps' are added in shared memory, and lie in scratch, a set
 * for each tile, until a last launch adds them, in order, to what the bodies of
 * a tile were pulled with themselves. Two pulls take 16 instructions and a
 * root, and 4 for each eight pairs to load the body and to move its sums: 8.75
 * a pull. */
#ifndef TETRAD_CUDA_NBODY_MUTUAL_CUH
#define TETRAD_CUDA_NBODY_MUTUAL_CUH

#include "nbody/unrolled.cuh"

constexpr int MUTUAL_WARPS = 8, MUTUAL_THREADS = MUTUAL_WARPS * WARP;
constexpr int MUTUAL_BLOCKS = 2; /* a multiprocessor */
constexpr int MUTUAL_UNROLL = 4;
constexpr unsigned TILE = PULL_OWN * MUTUAL_THREADS; /* bodies */
constexpr unsigned CHUNKS = NBODY_CHUNK / WARP; /* of 32, to a chunk of sums */

/* Where sums go, x, y and z one after another: what the bodies of tiles from
 * `tile` on, `tiles` of them, are pulled with by each piece, and what they pull
 * others with. */
struct mutual_sums {
    float *own, *back;
    unsigned tile, tiles;
    unsigned piece; /* bodies that pull, a multiple of 32 */

    __host__ __device__ unsigned first() const
    {
        return tile * TILE;
    }

    /* Bodies of these tiles; those beyond the last have room, too. */
    __host__ __device__ unsigned bodies() const
    {
        return tiles * TILE;
    }

    __device__ float *own_of(unsigned piece, int c) const
    {
        return own + (size_t(piece) * 3 + c) * bodies();
    }

    /* Of n bodies, by the tile `at` after the first. */
    __device__ float *back_of(unsigned at, int c, unsigned n) const
    {
        return back + (size_t(at) * 3 + c) * n;
    }
};

/* Of a block. Bodies are there twice, so that a lane may begin anywhere. */
struct mutual_room {
    float4 pulls[2][2 * WARP];
    float back[2][MUTUAL_WARPS][3][WARP];
    float sum[MUTUAL_WARPS][PULL_OWN][3][WARP];
};

/* A lane's bodies, its pulls on them so far. */
struct mutual_own {
    float3 at[PULL_OWN], a[PULL_OWN];
    float mass[PULL_OWN];
};

static __device__ void put_pulls(mutual_room &room, unsigned which, float4 b)
{
    const unsigned lane = threadIdx.x;
    if (lane < WARP)
        room.pulls[which][lane] = room.pulls[which][lane + WARP] = b;
}

/* What two bodies pull each other with: a of the one at `at`, and back, of the
 * other sign, of the other. */
static __device__ void add_both(float3 &a, float3 &back, float3 at, float mass,
                                float4 from, float softening)
{
    const float dx = from.x - at.x, dy = from.y - at.y, dz = from.z - at.z;
    const float square = dx * dx + (dy * dy + (dz * dz + softening));
    const float r = fast_root(square), cube = r * (r * r);
    const float to = from.w * cube, fro = mass * cube;
    a.x += to * dx;
    a.y += to * dy;
    a.z += to * dz;
    back.x += fro * dx;
    back.y += fro * dy;
    back.z += fro * dz;
}

/* 32 bodies and those of a lane; what is left in `back` is of the body that is
 * the lane's own. */
static __device__ float3 pull_both(mutual_own &own, const float4 *pulls,
                                   float softening)
{
    const unsigned lane = threadIdx.x % WARP, next = (lane + 1) % WARP;
    float3 back = { 0, 0, 0 };
#pragma unroll MUTUAL_UNROLL
    for (int s = 0; s < WARP; s++) {
        const float4 from = pulls[lane + s];
#pragma unroll
        for (int k = 0; k < PULL_OWN; k++)
            add_both(own.a[k], back, own.at[k], own.mass[k], from, softening);
        back.x = __shfl_sync(FULL_WARP, back.x, next);
        back.y = __shfl_sync(FULL_WARP, back.y, next);
        back.z = __shfl_sync(FULL_WARP, back.z, next);
    }
    return back;
}

/* The sums so far to those of whole chunks. */
static __device__ void end_chunk(float (*sum)[3][WARP], mutual_own &own)
{
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (int k = 0; k < PULL_OWN; k++) {
        sum[k][0][lane] += own.a[k].x;
        sum[k][1][lane] += own.a[k].y;
        sum[k][2][lane] += own.a[k].z;
        own.a[k] = { 0, 0, 0 };
    }
}

/* Warp c of the first three adds c of what the warps pull 32 bodies with. */
static __device__ void store_back(const mutual_room &room, unsigned which,
                                  const mutual_sums &to, unsigned body,
                                  unsigned n)
{
    const unsigned c = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    float sum = 0;
    if (c >= 3 || body + lane >= n)
        return;
#pragma unroll
    for (int w = 0; w < MUTUAL_WARPS; w++)
        sum += room.back[which][w][c][lane];
    to.back_of(blockIdx.y, int(c), n)[body + lane] = sum;
}

/* Bodies [first, end), beyond the tile those from `beyond` on. Every other 32
 * have the same place, so that a barrier each is enough. */
static __device__ void pull_mutual(const bodies &b, mutual_own &own,
                                   unsigned first, unsigned end,
                                   unsigned beyond, mutual_room &room,
                                   const mutual_sums &to)
{
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    put_pulls(room, 0, b.body_before(end, first + lane));
    __syncthreads();
    unsigned at = 0; /* which 32 */
#pragma unroll 1
    for (unsigned j = first; j < end; j += WARP, at++) {
        const unsigned which = at % 2;
        const float4 next = threadIdx.x < WARP
            ? b.body_before(end, j + WARP + lane)
            : float4{ 0, 0, 0, 0 };
        if (j < beyond) {
            pull_own(own.a, own.at, room.pulls[which], WARP, b.softening);
        } else {
            const float3 back = pull_both(own, room.pulls[which], b.softening);
            room.back[which][warp][0][lane] = back.x;
            room.back[which][warp][1][lane] = back.y;
            room.back[which][warp][2][lane] = back.z;
        }
        if (at % CHUNKS == CHUNKS - 1 || j + WARP >= end)
            end_chunk(room.sum[warp], own);
        put_pulls(room, 1 - which, next);
        __syncthreads();
        if (j >= beyond)
            store_back(room, which, to, j, b.n);
    }
}

/* Block (x, y): the bodies of tile y of these, and piece x of those from the
 * tile on. */
static __global__ void __launch_bounds__(MUTUAL_THREADS, MUTUAL_BLOCKS)
    nbody_mutual(bodies b, mutual_sums to)
{
    __shared__ mutual_room room;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned base = to.first() + blockIdx.y * TILE;
    const unsigned own_first = base + warp * (PULL_OWN * WARP) + lane;
    mutual_own own;

    if (blockIdx.x * to.piece >= b.n - base)
        return;
    const unsigned first = base + blockIdx.x * to.piece;
#pragma unroll
    for (unsigned k = 0; k < PULL_OWN; k++) {
        const unsigned i = own_first + k * WARP;
        own.at[k] = b.place(min(i, b.n - 1));
        own.mass[k] = i < b.n ? b.mass[i] : 0;
        own.a[k] = { 0, 0, 0 };
        for (int c = 0; c < 3; c++)
            room.sum[warp][k][c][lane] = 0;
    }
    pull_mutual(b, own, first, first + min(to.piece, b.n - first), base + TILE,
                room, to);
    next_may_start();
    for (unsigned k = 0; k < PULL_OWN; k++)
        for (int c = 0; c < 3; c++)
            to.own_of(blockIdx.x, c)[own_first + k * WARP - to.first()] =
                room.sum[warp][k][c][lane];
}

/* A thread one of the three sums of a body from the first on: what the pieces
 * pulled it with, and tiles before its own; to what it was, where other tiles
 * came before these. */
static __global__ void __launch_bounds__(ADD_THREADS)
    nbody_add_mutual(mutual_sums of, unsigned n, pulls to)
{
    const unsigned count = n - of.first();
    const unsigned own = blockIdx.x * ADD_THREADS + threadIdx.x;
    const unsigned c = own / count, at = own % count, i = of.first() + at;
    const unsigned tile = at / TILE; /* of these */
    const unsigned pieces =
        tile < of.tiles ? ceil_div(count - tile * TILE, of.piece) : 0;

    await_first();
    if (c >= 3)
        return;
    float *const a = c == 0 ? to.x : c == 1 ? to.y : to.z;
    float sum = of.tile ? a[i] : 0;
#pragma unroll 8
    for (unsigned p = 0; p < pieces; p++)
        sum += of.own_of(p, int(c))[at];
#pragma unroll 8
    for (unsigned t = 0; t < min(tile, of.tiles); t++)
        sum -= of.back_of(t, int(c), n)[i];
    a[i] = sum;
}

#endif
