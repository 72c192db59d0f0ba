/* async.cuh - copies from global to shared memory that a thread asks for and
 * does not wait for (PTX ISA 7.0, compute capability 8.0; on less they are
 * made on the spot). Addresses are multiples of the bytes copied: 4, 8 or 16.
 * Copies are committed in groups, which complete in order. */
#ifndef TETRAD_CUDA_ASYNC_CUH
#define TETRAD_CUDA_ASYNC_CUH

#include <cstring>

/* So many bytes; zeros, and nothing is read, unless they are `there`. */
template <int Bytes>
static __device__ void copy_async_if(void *to, const void *from, bool there)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = unsigned(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(at), "l"(from), "r"(there ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;"
                     :
                     : "r"(at), "l"(from), "n"(Bytes), "r"(there ? Bytes : 0)
                     : "memory");
#else
    if (there)
        memcpy(to, from, Bytes);
    else
        memset(to, 0, Bytes);
#endif
}

template <int Bytes>
static __device__ void copy_async(void *to, const void *from)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = unsigned(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                     :
                     : "r"(at), "l"(from)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
                     :
                     : "r"(at), "l"(from), "n"(Bytes)
                     : "memory");
#else
    memcpy(to, from, Bytes);
#endif
}

/* The same if it is `wanted`; else nothing is written. */
template <int Bytes>
static __device__ void copy_async_when(void *to, const void *from, bool wanted)
{
#if __CUDA_ARCH__ >= 800
    const unsigned at = unsigned(__cvta_generic_to_shared(to));
    if constexpr (Bytes == 16)
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "setp.ne.u32 p, %2, 0;\n\t"
                     "@p cp.async.cg.shared.global [%0], [%1], 16;\n\t"
                     "}"
                     :
                     : "r"(at), "l"(from), "r"(unsigned(wanted))
                     : "memory");
    else
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "setp.ne.u32 p, %3, 0;\n\t"
                     "@p cp.async.ca.shared.global [%0], [%1], %2;\n\t"
                     "}"
                     :
                     : "r"(at), "l"(from), "n"(Bytes), "r"(unsigned(wanted))
                     : "memory");
#else
    if (wanted)
        memcpy(to, from, Bytes);
#endif
}

static __device__ void copy_commit()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" : : : "memory");
#endif
}

/* Until at most `Open` of this thread's groups are on their way. */
template <int Open>
static __device__ void copy_wait()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_group %0;" : : "n"(Open) : "memory");
#endif
}

#endif
