/* serial.cuh - one thread walks the array: the baseline of the Reduction
 * article. One block of one thread. */
template <class T>
static __global__ void serial(const T *in, size_t n, T *out)
{
    T sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += in[i];
    *out = sum;
}
