/* ticket.cuh - numbers in the order of asking: whoever holds one has started,
 * and so has everyone with a lower one, hence waiting for those ends whatever
 * else runs on the GPU. */
#ifndef TETRAD_CUDA_TICKET_CUH
#define TETRAD_CUDA_TICKET_CUH

/* 0, 1, ...; the counter wraps to zero after `last`. */
static __device__ unsigned take_ticket(void *counter, unsigned last = ~0u)
{
    unsigned ticket;
    asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(counter), "r"(last)
                 : "memory");
    return ticket;
}

/* One for a block; by all of its threads, once. */
static __device__ unsigned block_ticket(void *counter)
{
    __shared__ unsigned ticket;
    if (threadIdx.x == 0)
        ticket = take_ticket(counter);
    __syncthreads();
    return ticket;
}

#endif
