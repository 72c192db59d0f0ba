/* bulk.cuh - bulk copies between global and shared memory, and the barriers in
 * shared memory that they complete on (PTX ISA 8.0, compute capability 9.0;
 * code for less must not call them).
 *
 * A copy is asked for by one thread and made by the copy engine; both
 * addresses and the size are multiples of 16 bytes. L2 keeps what loads read
 * (kept.cuh). The engine sees what threads wrote to shared memory only after
 * bulk_fence() by each writer and a barrier between them and the thread that
 * asks; a thread sees what the engine wrote after barrier_wait(). */
#ifndef TETRAD_CUDA_BULK_CUH
#define TETRAD_CUDA_BULK_CUH

#if !defined __CUDA_ARCH__ || __CUDA_ARCH__ >= 900

#include <cstdint>

#include "parts/kept.cuh"

static __device__ unsigned shared_address(const void *p)
{
    return unsigned(__cvta_generic_to_shared(p));
}

static __device__ void bulk_fence()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* --- barriers ------------------------------------------------------------ */

/* A phase ends after `count` arrivals and all bytes they announced. Followed
 * by bulk_fence() and a barrier of the block. */
static __device__ void barrier_open(uint64_t *barrier, unsigned count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;"
                 :
                 : "r"(shared_address(barrier)), "r"(count)
                 : "memory");
}

static __device__ void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];"
                 :
                 : "r"(shared_address(barrier))
                 : "memory");
}

/* Arrives, and announces bytes of copies yet to come. */
static __device__ void barrier_expect(uint64_t *barrier, unsigned bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 :
                 : "r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}

/* Waits for the end of a phase, the even ones first. Whoever waits knows by
 * its own barriers that no phase is skipped. */
static __device__ void barrier_wait(uint64_t *barrier, unsigned parity)
{
    unsigned done;
#pragma unroll 1
    do
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
                     "\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t"
                     "}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    while (!done);
}

/* --- copies -------------------------------------------------------------- */

static __device__ void bulk_load(void *shared, const void *global,
                                 unsigned bytes, uint64_t *barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier"
                 "::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], "
                 "%4;"
                 :
                 : "r"(shared_address(shared)), "l"(global), "r"(bytes),
                   "r"(shared_address(barrier)), "l"(kept_policy())
                 : "memory");
}

/* To L2 alone; nobody can wait for it. */
static __device__ void bulk_prefetch(const void *global, unsigned bytes)
{
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
                 :
                 : "l"(global), "r"(bytes)
                 : "memory");
}

static __device__ void bulk_store(void *global, const void *shared,
                                  unsigned bytes)
{
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
                 :
                 : "l"(global), "r"(shared_address(shared)), "r"(bytes)
                 : "memory");
}

/* Makes a group of this thread's stores since the last one. */
static __device__ void bulk_commit()
{
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}

/* Until all but the latest `Groups` of this thread's groups have been read
 * from shared memory. */
template <int Groups>
static __device__ void bulk_wait_read()
{
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(Groups) : "memory");
}

#endif
#endif
