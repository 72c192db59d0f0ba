/* naive.cuh - thread i adds up elements 0 .. i: O(n^2) work, no thread waits
 * for another. CUDA book ch. 7. NAIVE_THREADS threads, one element each; all
 * of a warp read the same element at once. */
template <class T>
static __global__ void naive(const T *in, size_t n, bool exclusive, T *out)
{
    const size_t i = size_t(blockIdx.x) * NAIVE_THREADS + threadIdx.x;
    if (i >= n)
        return;
    const size_t end = exclusive ? i : i + 1;
    T sum = 0;
    for (size_t k = 0; k < end; k++)
        sum += in[k];
    out[i] = sum;
}
