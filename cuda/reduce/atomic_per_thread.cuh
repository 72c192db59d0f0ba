/* atomic_per_thread.cuh - no tree: every thread adds its own sum to *out,
 * which starts at zero, and all queue for that one address. Reduction article.
 * Floating-point results depend on the order of arrival. */
template <class T>
static __global__ void atomic_per_thread(const T *in, size_t n, T *out)
{
    /* Always 0, but the assembler does not know: where it sees that a warp
     * shares an address, it adds integers across the warp first. */
    const unsigned nothing = threadIdx.x >= blockDim.x;
    atomicAdd(out + nothing, strided_sum(in, n));
}
