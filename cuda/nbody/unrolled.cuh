/* unrolled.cuh - eight bodies a thread, in registers; a warp alone with its
 * part of all others, and the warps' sums added in order.
 *
 * Every warp of a block has the same 256 bodies, eight a lane, and a piece of
 * those that pull: 32 of them at a time in shared memory, one loaded a lane
 * while those before are worked on, so that no barrier stands in the loop but
 * the warp's. One of 16 bytes, read as a broadcast, serves eight pairs, each of
 * 3 subtractions, 6 fused multiplications and additions, 3 multiplications and
 * an inverse root: 13.1 instructions of 13, to which the root's own unit, half
 * as fast as they are issued, is no limit. With few bodies, those that pull are
 * split over blocks, too, whose sums a second launch adds, part after part.
 *
 * The hardware's inverse root is within 2^-22.4, 3.1 u (PTX ISA,
 * rsqrt.approx); nothing under it is denormal, as softening is 1e-6 or more. */
#ifndef TETRAD_CUDA_NBODY_UNROLLED_CUH
#define TETRAD_CUDA_NBODY_UNROLLED_CUH

#include "nbody/bodies.cuh"
#include "parts/overlap.cuh"
#include "parts/warp.cuh"

/* Of a block, and of its loops. */
constexpr int PULL_THREADS = 256, PULL_WARPS = PULL_THREADS / WARP;
constexpr int PULL_OWN = 8;    /* bodies a thread */
constexpr int PULL_BLOCKS = 2; /* a multiprocessor: 128 registers a thread */
constexpr unsigned PULL_UNROLL = 4;
constexpr unsigned PULL_GROUP = PULL_OWN * WARP; /* bodies a block */

static_assert(NBODY_CHUNK % WARP == 0 && WARP % PULL_UNROLL == 0, "whole");

/* Where a part's sums go: as many places further for each part. */
struct part_sums {
    float *a[3];
    size_t apart;
};

struct pull_room {
    float4 tile[PULL_WARPS][WARP];
    float sum[PULL_WARPS][PULL_OWN][3][WARP];
};

static __device__ float fast_root(float x)
{
    float r;
    asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(x));
    return r;
}

/* Adds what `count` bodies of the tile, or up to PULL_UNROLL - 1 more, which
 * have no mass, pull the thread's with. */
static __device__ void pull_own(float3 (&a)[PULL_OWN],
                                const float3 (&at)[PULL_OWN],
                                const float4 *tile, unsigned count,
                                float softening)
{
#pragma unroll 1
    for (unsigned j = 0; j < count; j += PULL_UNROLL)
#pragma unroll
        for (unsigned u = 0; u < PULL_UNROLL; u++) {
            const float4 from = tile[j + u];
#pragma unroll
            for (int k = 0; k < PULL_OWN; k++)
                add_pull(a[k], at[k], from, softening, fast_root);
        }
}

/* The thread's sums of bodies [first, end), into its places of room.sum. */
static __device__ void pull_piece(const bodies &b,
                                  const float3 (&at)[PULL_OWN], unsigned first,
                                  unsigned end, pull_room &room)
{
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    float4 *tile = room.tile[warp];
    float(*sum)[3][WARP] = room.sum[warp];
    float4 next = b.body_before(end, first + lane);
#pragma unroll
    for (int k = 0; k < PULL_OWN; k++)
        sum[k][0][lane] = sum[k][1][lane] = sum[k][2][lane] = 0;
    for (unsigned begin = first; begin < end; begin += NBODY_CHUNK) {
        const unsigned last = min(begin + NBODY_CHUNK, end);
        float3 a[PULL_OWN] = {};
        for (unsigned j = begin; j < last; j += WARP) {
            __syncwarp();
            tile[lane] = next;
            __syncwarp();
            next = b.body_before(end, j + WARP + lane);
            pull_own(a, at, tile, min(unsigned(WARP), last - j), b.softening);
        }
#pragma unroll
        for (int k = 0; k < PULL_OWN; k++) {
            sum[k][0][lane] += a[k].x;
            sum[k][1][lane] += a[k].y;
            sum[k][2][lane] += a[k].z;
        }
    }
}

/* Block (x, y): the bodies of group x, pulled by part y of all, `piece` of them
 * a warp. */
static __global__ void __launch_bounds__(PULL_THREADS, PULL_BLOCKS)
    nbody_unrolled(bodies b, unsigned piece, part_sums to)
{
    __shared__ pull_room room;
    const unsigned warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
    const unsigned group = blockIdx.x * PULL_GROUP;
    const unsigned first = min((blockIdx.y * PULL_WARPS + warp) * piece, b.n);
    float3 at[PULL_OWN];
#pragma unroll
    for (unsigned k = 0; k < PULL_OWN; k++)
        at[k] = b.place(min(group + k * WARP + lane, b.n - 1));
    pull_piece(b, at, first, min(first + piece, b.n), room);
    __syncthreads();
    next_may_start();
    for (unsigned own = threadIdx.x; own < PULL_GROUP; own += PULL_THREADS)
#pragma unroll
        for (int c = 0; c < 3; c++) {
            float sum = 0;
            for (int w = 0; w < PULL_WARPS; w++)
                sum += room.sum[w][own / WARP][c][own % WARP];
            if (group + own < b.n)
                to.a[c][blockIdx.y * to.apart + group + own] = sum;
        }
}

constexpr unsigned ADD_THREADS = 256;

/* The parts' sums, a thread one of the 3 n. */
static __global__ void __launch_bounds__(ADD_THREADS)
    nbody_add_parts(const float *part, unsigned parts, unsigned n, pulls to)
{
    const unsigned own = blockIdx.x * ADD_THREADS + threadIdx.x;
    const unsigned c = own / n, i = own % n;
    float sum = 0;
    await_first();
    if (c >= 3)
        return;
#pragma unroll 8
    for (unsigned p = 0; p < parts; p++)
        sum += part[size_t(p) * 3 * n + own];
    (c == 0 ? to.x : c == 1 ? to.y : to.z)[i] = sum;
}

#endif
