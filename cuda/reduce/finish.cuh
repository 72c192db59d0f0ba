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

/* Joins the parts of `blocks` blocks, of which `own` is this one's: thread t
 * those of blocks t, t + Threads, ..., two loads in flight together. */
template <class Op, int Threads>
static __device__ typename Op::part
gather(slot *slots, unsigned blocks, const typename Op::part &own)
{
    constexpr int AHEAD = 2;
    typename Op::part p = Op::none();
#pragma unroll 1
    for (unsigned at = threadIdx.x; at < blocks; at += AHEAD * Threads) {
        slot got[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (at + k * Threads < blocks)
                got[k] = slot_load(slots + at + k * Threads);
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            const unsigned b = at + k * Threads;
            if (b >= blocks)
                break;
            if (b != blockIdx.x) {
                while (!got[k].tag)
                    got[k] = slot_load(slots + b);
                slots[b] = slot{ 0, 0 };
            }
            p = Op::join(p, b == blockIdx.x ? own : Op::unpack(got[k]));
        }
    }
    return p;
}

#endif
