/* bulk.cuh - copies between global and shared memory that the hardware makes
 * by itself, and the barriers in shared memory that tell when (PTX ISA,
 * cp.async.bulk and mbarrier). Compute capability 9.0; older code that names
 * these must not run.
 *
 * Addresses and sizes are multiples of 16 bytes. The copies see shared memory
 * through a proxy of their own: who has written it with stores, or read what
 * a copy will overwrite, calls bulk_fence() before it tells the copying
 * thread. */
#ifndef TETRAD_CUDA_BULK_CUH
#define TETRAD_CUDA_BULK_CUH

#include <cstddef>
#include <cstdint>

using barrier = unsigned long long; /* in shared memory */

static __device__ unsigned shared_address(const void *p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

#if __CUDA_ARCH__ >= 900

/* One thread, before any other uses it: barrier_publish() and a barrier of
 * the block stand between. */
static __device__ void barrier_init(barrier *b, unsigned arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;"
                 :
                 : "r"(shared_address(b)), "r"(arrivals)
                 : "memory");
}

static __device__ void barrier_publish()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

static __device__ void barrier_arrive(barrier *b)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];"
                 :
                 : "r"(shared_address(b))
                 : "memory");
}

/* The phase also waits for so many bytes of copies; before the arrival. */
static __device__ void barrier_expect(barrier *b, unsigned bytes)
{
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(shared_address(b)), "r"(bytes)
                 : "memory");
}

/* Waits for the end of a phase; phases are numbered 0, 1, 0, 1, ... */
static __device__ void barrier_wait(barrier *b, unsigned phase)
{
    unsigned done;
#pragma unroll 1
    do
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t"
                     "}"
                     : "=r"(done)
                     : "r"(shared_address(b)), "r"(phase)
                     : "memory");
    while (!done);
}

static __device__ void bulk_fence()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

static __device__ void bulk_load(void *to, const void *from, unsigned bytes,
                                 barrier *b)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier"
                 "::complete_tx::bytes [%0], [%1], %2, [%3];"
                 :
                 : "r"(shared_address(to)), "l"(from), "r"(bytes),
                   "r"(shared_address(b))
                 : "memory");
}

static __device__ void bulk_store(void *to, const void *from, unsigned bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 :
                 : "l"(to), "r"(shared_address(from)), "r"(bytes)
                 : "memory");
}

/* Until this thread's stores have read their shared memory. */
static __device__ void bulk_drain()
{
    asm volatile("cp.async.bulk.commit_group;\n\t"
                 "cp.async.bulk.wait_group.read 0;" ::: "memory");
}

#endif
#endif
