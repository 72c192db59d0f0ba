/* finish.cuh - how the blocks of one launch combine their parts in scratch that
 * every launch leaves as it found it: clear.
 *
 * Every block takes a ticket as it starts, while its loads are on their way.
 * Whoever has the last ticket knows that all other blocks run already, so it
 * may wait for them: each leaves its part in its slot, and the last one polls
 * all slots at once and clears them for the next launch. Part and tag are one
 * 16-byte access, so that neither fence nor second access stands between them:
 * one store and one load of latency.
 *
 * Parts are joined in the order of the blocks, whichever was last, so results
 * repeat bit for bit. Scratch: a ticket in 256 bytes, then a slot a block, all
 * zero before a launch and zero again after it. */
#ifndef TETRAD_CUDA_REDUCE_FINISH_CUH
#define TETRAD_CUDA_REDUCE_FINISH_CUH

#include <cstddef>

#include "parts/slot.cuh"
#include "parts/ticket.cuh"

constexpr size_t TICKET_BYTES = 256;

static __device__ slot *slots_of(void *scratch)
{
    return reinterpret_cast<slot *>(static_cast<char *>(scratch) +
                                    TICKET_BYTES);
}

/* Waits for a part and leaves the slot empty. */
static __device__ slot slot_receive(slot *from)
{
    slot s;
#pragma unroll 1
    do
        s = slot_load(from);
    while (!s.tag);
    *from = slot{ 0, 0 };
    return s;
}

/* This thread's: that of the block with the thread's number, of which `own` is
 * this block's. At most as many blocks as threads a block. */
template <class Op>
static __device__ typename Op::part gather(void *scratch,
                                           const typename Op::part &own)
{
    const unsigned b = threadIdx.x;
    if (b >= gridDim.x)
        return Op::none();
    if (b == blockIdx.x)
        return own;
    return Op::unpack(slot_receive(slots_of(scratch) + b));
}

#endif
