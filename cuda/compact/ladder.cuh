/* ladder.cuh - what the rungs that pack a tile a block share: a warp's
 * elements, and which of them are kept. */
#ifndef TETRAD_CUDA_COMPACT_LADDER_CUH
#define TETRAD_CUDA_COMPACT_LADDER_CUH

#include "parts/warp.cuh"

/* A warp has ROWS rows of 32 neighbours; warps lie one after another, and a
 * tile is what a block has. */
constexpr int PACK_WARPS = 8, PACK_THREADS = PACK_WARPS * WARP;
constexpr int ROWS = 16;
constexpr size_t PACK_TILE = size_t(PACK_THREADS) * ROWS;

template <class T>
struct filter {
    const T *in;
    T *out;
    unsigned long long *count; /* of elements kept */
    size_t n;
    T threshold;
};

template <class T>
struct warp_rows {
    T x[ROWS];
    unsigned kept[ROWS]; /* a bit a lane */
    unsigned total;

    __device__ explicit warp_rows(const filter<T> &f) : total(0)
    {
        const size_t warp =
            size_t(blockIdx.x) * PACK_WARPS + threadIdx.x / WARP;
        const size_t first = warp * ROWS * WARP + threadIdx.x % WARP;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const size_t i = first + r * WARP;
            x[r] = i < f.n ? f.in[i] : f.threshold; /* not above itself */
            kept[r] = __ballot_sync(FULL_WARP, x[r] > f.threshold);
            total += __popc(kept[r]);
        }
    }
    /* One after another. */
    __device__ void store(T *to) const
    {
        const unsigned lane = threadIdx.x % WARP, below = (1u << lane) - 1;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (kept[r] >> lane & 1)
                to[__popc(kept[r] & below)] = x[r];
            to += __popc(kept[r]);
        }
    }
};

#endif
