/* published.cuh - the counts that blocks publish for others to read, and the
 * tickets by which they take their parts: a lower ticket's holder has
 * started.
 *
 * Scratch: a ticket counter, then a count for each part or tile; all zero when
 * the kernel starts. */
#ifndef TETRAD_CUDA_COMPACT_PUBLISHED_CUH
#define TETRAD_CUDA_COMPACT_PUBLISHED_CUH

#include <cstddef>

#include "parts/ticket.cuh"

/* The counter is in a line of its own: all blocks write it. */
constexpr size_t TICKET_BYTES = 128;

static inline size_t published_bytes(size_t parts)
{
    return TICKET_BYTES + parts * sizeof(unsigned);
}

static __device__ unsigned *published_counts(void *scratch)
{
    return reinterpret_cast<unsigned *>(static_cast<char *>(scratch) +
                                        TICKET_BYTES);
}

/* A count is published with 1 added, so that zero is: not yet. */
static __device__ void count_publish(unsigned *to, unsigned count)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;"
                 :
                 : "l"(to), "r"(count + 1)
                 : "memory");
}

/* The count plus 1, or zero. */
static __device__ unsigned count_ask(const unsigned *from)
{
    unsigned count;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
                 : "=r"(count)
                 : "l"(from)
                 : "memory");
    return count;
}

#endif
