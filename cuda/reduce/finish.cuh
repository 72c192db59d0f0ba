/* finish.cuh - how the blocks of one launch combine their parts.
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
 * zero between launches. */
#ifndef TETRAD_CUDA_REDUCE_FINISH_CUH
#define TETRAD_CUDA_REDUCE_FINISH_CUH

#include <cstddef>

constexpr size_t TICKET_BYTES = 256;

/* A part in memory that another block reads; a zero tag says "not yet". */
struct alignas(16) slot {
    unsigned long long value, tag;
};

static __device__ slot *slots_of(void *scratch)
{
    return reinterpret_cast<slot *>(static_cast<char *>(scratch) +
                                    TICKET_BYTES);
}

/* A relaxed access of type b128 is a single one (PTX ISA 8.3). */
static __device__ void slot_store(slot *to, const slot &s)
{
    asm volatile("{\n\t"
                 ".reg .b128 both;\n\t"
                 "mov.b128 both, {%1, %2};\n\t"
                 "st.relaxed.gpu.global.b128 [%0], both;\n\t"
                 "}"
                 :
                 : "l"(to), "l"(s.value), "l"(s.tag)
                 : "memory");
}

static __device__ slot slot_load(const slot *from)
{
    slot s;
    asm volatile("{\n\t"
                 ".reg .b128 both;\n\t"
                 "ld.relaxed.gpu.global.b128 both, [%2];\n\t"
                 "mov.b128 {%0, %1}, both;\n\t"
                 "}"
                 : "=l"(s.value), "=l"(s.tag)
                 : "l"(from)
                 : "memory");
    return s;
}

/* 0, 1, ... in the order of asking; the counter wraps to zero after `last`. */
static __device__ unsigned take_ticket(void *scratch, unsigned last)
{
    unsigned ticket;
    asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(scratch), "r"(last)
                 : "memory");
    return ticket;
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
