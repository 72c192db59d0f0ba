/* finish.cuh - how the blocks of one launch combine their parts.
 *
 * by_slots: each block publishes its part and a tag as one 16-byte word; the
 * last block polls all slots at once and clears them for the next launch.
 * One store and one load of latency. The polling block has the highest
 * index, so it starts when every other block has a place or will get one as
 * others end: it needs room for two blocks on the GPU.
 *
 * by_ticket: each block stores its part and takes a ticket; the block that
 * gets the last one reads the parts. Store, ticket and load follow one
 * another, but nobody waits.
 *
 * Both combine in the order of the blocks, so results repeat bit for bit.
 * Scratch: a ticket in 256 bytes, then a slot a block, all zero between
 * launches. combine() returns true in the one thread that has the result. */
#ifndef TETRAD_CUDA_REDUCE_FINISH_CUH
#define TETRAD_CUDA_REDUCE_FINISH_CUH

#include "block.cuh"
#include "reduce/operators.cuh"

constexpr size_t TICKET_BYTES = 256;

static __device__ slot *slots_of(void *scratch)
{
    return reinterpret_cast<slot *>(static_cast<char *>(scratch) +
                                    TICKET_BYTES);
}

/* Relaxed 16-byte accesses are single ones (PTX ISA 8.3), so that value and
 * tag need no fence between them. */
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

/* Takes a ticket: orders what came before in all blocks that took one. The
 * counter wraps to zero after `last`. */
static __device__ unsigned take_ticket(unsigned *counter, unsigned last)
{
    unsigned ticket;
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(counter), "r"(last)
                 : "memory");
    return ticket;
}

/* Thread t joins slots t, t + Threads, ...; two loads are in flight
 * together. Wait: polls each until its tag is set, then clears it. */
template <class Op, int Threads, bool Wait>
static __device__ typename Op::part gather(slot *slots, unsigned count)
{
    constexpr int AHEAD = 2;
    typename Op::part p = Op::none();
    for (unsigned at = threadIdx.x; at < count; at += AHEAD * Threads) {
        slot got[AHEAD];
#pragma unroll
        for (int k = 0; k < AHEAD; k++)
            if (at + k * Threads < count)
                got[k] = slot_load(slots + at + k * Threads);
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            slot *const from = slots + at + k * Threads;
            if (at + k * Threads >= count)
                break;
            if (Wait) {
                while (!got[k].tag)
                    got[k] = slot_load(from);
                *from = slot{ 0, 0 };
            }
            p = Op::join(p, Op::unpack(got[k]));
        }
    }
    return p;
}

struct by_slots {
    template <class Op, int Threads>
    static __device__ bool combine(typename Op::part &mine, void *scratch,
                                   typename Op::part *room)
    {
        slot *const slots = slots_of(scratch);
        const unsigned others = gridDim.x - 1;
        if (blockIdx.x != others) {
            if (threadIdx.x == 0)
                slot_store(slots + blockIdx.x, Op::pack(mine));
            return false;
        }
        if (others) {
            typename Op::part p = gather<Op, Threads, true>(slots, others);
            p = block_reduce<Op, Threads>(p, room);
            mine = Op::join(p, mine);
        }
        return threadIdx.x == 0;
    }
};

struct by_ticket {
    template <class Op, int Threads>
    static __device__ bool combine(typename Op::part &mine, void *scratch,
                                   typename Op::part *room)
    {
        __shared__ bool last;
        slot *const slots = slots_of(scratch);
        if (gridDim.x == 1)
            return threadIdx.x == 0;
        if (threadIdx.x == 0) {
            slots[blockIdx.x] = Op::pack(mine);
            last = take_ticket(static_cast<unsigned *>(scratch),
                               gridDim.x - 1) == gridDim.x - 1;
        }
        __syncthreads();
        if (!last)
            return false;
        mine = gather<Op, Threads, false>(slots, gridDim.x);
        mine = block_reduce<Op, Threads>(mine, room);
        return threadIdx.x == 0;
    }
};

#endif
