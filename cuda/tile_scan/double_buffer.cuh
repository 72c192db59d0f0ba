/* double_buffer.cuh - a step reads one buffer and writes the other, so that
 * one barrier a step suffices. simveit, effective_scan. One element a thread,
 * up to 1024 threads a block. */
template <class T>
static __global__ void __launch_bounds__(LADDER_THREADS)
    scan_double_buffer(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T buffers[2][LADDER_THREADS];
    const unsigned t = threadIdx.x;
    T *from = buffers[0], *to = buffers[1];
    each_chunk(n, length, blockDim.x,
               [&](size_t at, unsigned items, bool carried) {
                   T x = t < items ? in[at + t] : T(0);
                   if (carried && t == 0)
                       x += from[blockDim.x - 1];
                   to[t] = x;
                   __syncthreads();
                   for (unsigned step = 1; step < blockDim.x; step *= 2) {
                       T *written = to;
                       to = from, from = written;
                       to[t] = from[t] + (t >= step ? from[t - step] : T(0));
                       __syncthreads();
                   }
                   if (t < items)
                       out[at + t] = to[t];
                   T *result = to;
                   to = from, from = result;
               });
}
