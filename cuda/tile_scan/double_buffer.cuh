/* double_buffer.cuh - steps take turns with two buffers: who is a step ahead
 * writes where nobody reads any more, so that one barrier a step suffices.
 * simveit, effective_scan. One element a thread, up to 1024 threads a block. */
template <class T, int Threads, enum walk Walk>
static __global__ void __launch_bounds__(Threads)
    scan_double_buffer(const T *in, T *out, size_t n, size_t length)
{
    __shared__ T buffers[2][Threads], last;
    const unsigned t = threadIdx.x;
    each_chunk<Threads, Walk>(
        n, length, [=](size_t at, unsigned items, bool carried) {
            T *y = buffers[0], *other = buffers[1];
            T x = t < items ? in[at + t] : T(0);
            if (carried && t == 0)
                x += last;
#pragma unroll
            for (unsigned step = 1; step < Threads; step *= 2) {
                y[t] = x;
                __syncthreads();
                if (t >= step)
                    x += y[t - step];
                T *const read = y;
                y = other, other = read;
            }
            if (t < items)
                out[at + t] = x;
            if (Walk == CHUNKS)
                keep_last<Threads>(x, &last);
        });
}
