/* compact_tmpl.h - counting by one thread for one element type, see
 * elem_one.h. */

SIMD_CLONES
static size_t NAME(count)(const void *elements, size_t n,
                          const void *threshold)
{
    const T *x = elements, t = *(const T *)threshold;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] > t;
    return count;
}
