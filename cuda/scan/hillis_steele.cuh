/* hillis_steele.cuh - one sweep of log2 n: every element adds the one
 * `distance` before it, 1, 2, 4 ... Hillis & Steele, Data Parallel Algorithms,
 * 1986. From one buffer to another, as a sweep overwrites what it reads.
 *
 * `shift` 1 reads all elements one place late, behind a zero: an exclusive
 * scan is the inclusive one of the shifted input. HILLIS_THREADS threads, one
 * element each: two read, one written. */
template <class T>
static __global__ void hillis_steele(const T *from, size_t n, unsigned shift,
                                     size_t distance, T *to)
{
    const size_t i = size_t(blockIdx.x) * HILLIS_THREADS + threadIdx.x;
    if (i >= n)
        return;
    T sum = i >= shift ? from[i - shift] : T(0);
    if (i >= shift + distance)
        sum += from[i - shift - distance];
    to[i] = sum;
}
