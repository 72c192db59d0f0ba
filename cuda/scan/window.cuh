/* window.cuh - a warp that reads the aggregates of many tiles side by side, as
 * they appear (look-ahead, where decoupled look-back walks a chain), and joins
 * them in groups of 32 by the tiles' numbers: whichever blocks had which
 * tiles, and whenever they were done, the prefix of a tile is the same bit for
 * bit. */
#ifndef TETRAD_CUDA_SCAN_WINDOW_CUH
#define TETRAD_CUDA_SCAN_WINDOW_CUH

#include "parts/lookback.cuh"

/* Groups read at once: of a round of 132 blocks, of what came since it was
 * known which tile is next, and the one it starts in. */
constexpr int READS = 8;

/* Over the lanes, of[k] by every lane, the k-th of 8: valid in lanes 4 k to
 * 4 k + 3. A step halves either how many there are or how far they reach. */
template <class Op>
static __device__
    typename Op::element warp_reduce_each(typename Op::element (&of)[READS])
{
    static_assert(READS == 8, "three steps leave one");
    const unsigned lane = threadIdx.x % WARP;
#pragma unroll
    for (int left = READS / 2, reach = WARP / 2; left; left /= 2, reach /= 2)
#pragma unroll
        for (int k = 0; k < left; k++) {
            const bool upper = lane & reach;
            const typename Op::element given = upper ? of[k] : of[k + left];
            of[k] = Op::join(upper ? of[k + left] : of[k],
                             __shfl_xor_sync(FULL_WARP, given, reach));
        }
    of[0] = Op::join(of[0], __shfl_xor_sync(FULL_WARP, of[0], 2));
    return Op::join(of[0], __shfl_xor_sync(FULL_WARP, of[0], 1));
}

/* By a warp, of ever higher tiles. ask() sends for what is there by now,
 * without waiting; take() waits for the rest. */
template <class Op>
struct prefix_before {
    using E = typename Op::element;
    const packet<E> *packets;
    E sum;          /* over the groups before `group` */
    unsigned group; /* the first that is read */
    unsigned tile;  /* which is asked for */
    slot seen[READS];

    __device__ unsigned of_lane(int k) const
    {
        return (group + k) * WARP + threadIdx.x % WARP;
    }

    __device__ void read()
    {
#pragma unroll
        for (int k = 0; k < READS; k++) {
            seen[k] = slot{ 0, CHAIN_AGGREGATE };
            if (of_lane(k) < tile)
                seen[k] = packet_load(packets + of_lane(k));
        }
    }

    __device__ void ask(unsigned next)
    {
        tile = next;
        read();
    }

    __device__ void await()
    {
#pragma unroll 1
        for (bool all = false; !all;) {
            all = true;
#pragma unroll
            for (int k = 0; k < READS; k++)
                if (chain_state(seen[k].tag) == CHAIN_EMPTY) {
                    seen[k] = packet_load(packets + of_lane(k));
                    all = false;
                }
        }
        __syncwarp();
    }

    /* The join over READS groups, or up to the tile's, of what is before it:
     * adds whole ones to the sum, and returns what the tile's own has. */
    __device__ E join()
    {
        E of[READS], part = Op::none();
#pragma unroll
        for (int k = 0; k < READS; k++) {
            of[k] = Op::none();
            if (of_lane(k) < tile)
                memcpy(&of[k], &seen[k].value, sizeof of[k]);
        }
        const E joined = warp_reduce_each<Op>(of);
        const unsigned last = tile / WARP;
#pragma unroll
        for (int k = 0; k < READS; k++) {
            const E one = __shfl_sync(FULL_WARP, joined, k * WARP / READS);
            if (group + k < last)
                sum = Op::join(sum, one);
            else if (group + k == last)
                part = one;
        }
        return part;
    }

    /* The join over all tiles before the one asked for, in every lane. */
    __device__ E take()
    {
        await();
        E part = join();
#pragma unroll 1
        while (group + READS <= tile / WARP) {
            group += READS;
            read();
            await();
            part = join();
        }
        group = tile / WARP;
        return Op::join(sum, part);
    }
};

#endif
