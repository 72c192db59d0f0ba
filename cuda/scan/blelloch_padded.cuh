/* blelloch_padded.cuh - the same with a gap after every 32 elements, one for
 * each bank: strides of 2, 4 ... 32 then meet different banks. GPU Gems 3
 * ch. 39 pads by index >> 4, for the 16 banks of its time. */
#ifndef TETRAD_CUDA_SCAN_BLELLOCH_PADDED_CUH
#define TETRAD_CUDA_SCAN_BLELLOCH_PADDED_CUH

#include "scan/blelloch.cuh"

struct padded {
    static constexpr int BANKS = 32;
    static constexpr int ROOM = SWEEP_TILE + SWEEP_TILE / BANKS;
    static __device__ int at(int i)
    {
        return i + i / BANKS;
    }
};

template <class T>
static __global__ void blelloch_padded(const T *in, size_t n, bool exclusive,
                                       T *out, T *totals)
{
    __shared__ T sums[padded::ROOM];
    blelloch_tile<padded>(in, n, exclusive, out, totals, sums);
}

#endif
