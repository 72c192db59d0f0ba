/* partition_tmpl.h - partition on one core for one element type, see
 * elem_one.h. Products select, as ?: may be compiled to a branch. */

static size_t NAME(loop)(const void *elements, void *sides, size_t n,
                         const void *threshold)
{
    const T *x = elements, t = *(const T *)threshold;
    T *y = sides;
    size_t first = 0, above = 0;
    for (size_t i = 0; i < n; i++)
        first += x[i] > t;
    for (size_t i = 0; i < n; i++) {
        const T v = x[i];
        const size_t is_above = v > t, rest = first + i - above;
        y[rest + is_above * (above - rest)] = v;
        above += is_above;
    }
    return first;
}
