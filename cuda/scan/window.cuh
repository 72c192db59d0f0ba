/* window.cuh - a warp that reads the aggregates of many tiles side by side, as
 * they appear (look-ahead, where decoupled look-back walks a chain). */
#ifndef TETRAD_CUDA_SCAN_WINDOW_CUH
#define TETRAD_CUDA_SCAN_WINDOW_CUH

#include "parts/lookback.cuh"

/* Aggregates a lane reads, and a warp: no more blocks may run. */
constexpr int READS = 5, WINDOW = READS * WARP;

/* Tiles [begin, end), at most WINDOW of them. ask() sends for what is there by
 * now, without waiting; take() waits for the rest. */
template <class E>
struct window {
    const packet<E> *packets;
    size_t begin, end;
    slot seen[READS]; /* by this lane, of every 32nd tile */

    __device__ size_t tile(int k) const
    {
        return begin + k * WARP + threadIdx.x % WARP;
    }

    __device__ void ask()
    {
#pragma unroll
        for (int k = 0; k < READS; k++)
            if (tile(k) < end)
                seen[k] = packet_load(packets + tile(k));
    }

    /* The join of all, in every lane. */
    template <class Op>
    __device__ E take(unsigned epoch)
    {
#pragma unroll 1
        for (bool all = false; !all;) {
            all = true;
#pragma unroll
            for (int k = 0; k < READS; k++)
                if (tile(k) < end &&
                    chain_state_of(unsigned(seen[k].tag), epoch) ==
                        CHAIN_EMPTY) {
                    seen[k] = packet_load(packets + tile(k));
                    all = false;
                }
        }
        __syncwarp();
        E sum = Op::none();
#pragma unroll
        for (int k = 0; k < READS; k++) {
            E part = Op::none();
            if (tile(k) < end)
                memcpy(&part, &seen[k].value, sizeof part);
            sum = Op::join(sum, part);
        }
        return warp_reduce_all(sum, Op::join);
    }
};

#endif
