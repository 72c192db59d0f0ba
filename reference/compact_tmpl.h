/* compact_tmpl.h - compact on one core for one element type, see elem_one.h.
 * y may be x: what is written has been read. */

static size_t NAME(loop)(const void *elements, void *kept, size_t n,
                         const void *threshold)
{
    const T *x = elements, t = *(const T *)threshold;
    T *y = kept;
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const T v = x[i];
        y[count] = v;
        count += v > t;
    }
    return count;
}
