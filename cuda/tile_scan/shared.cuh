/* shared.cuh - the same steps in shared memory, so that global memory sees one
 * load and one store an element. simveit, effective_scan. One element a
 * thread, up to 1024 threads a block. */
template <class T>
static __global__ void __launch_bounds__(LADDER_THREADS)
    scan_shared(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T y[LADDER_THREADS];
    const unsigned t = threadIdx.x;
    each_chunk(n, length, blockDim.x,
               [=](size_t at, unsigned items, bool carried) {
                   T x = t < items ? in[at + t] : T(0);
                   if (carried && t == 0)
                       x += y[blockDim.x - 1];
                   __syncthreads();
                   y[t] = x;
                   __syncthreads();
                   for (unsigned step = 1; step < blockDim.x; step *= 2) {
                       const T before = t >= step ? y[t - step] : T(0);
                       __syncthreads();
                       y[t] += before;
                       __syncthreads();
                   }
                   if (t < items)
                       out[at + t] = y[t];
               });
}
