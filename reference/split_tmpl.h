/* split_tmpl.h - split on one core for one element type, see elem_one.h. The
 * next packed element is there even if no flag asks for it, as x has room for
 * n. */

static void NAME(loop)(const void *packed, const uint8_t *flags,
                       void *elements, size_t n)
{
    const T *x = packed;
    T *y = elements;
    size_t set = 0;
    for (size_t i = 0; i < n; i++) {
        const T v = x[set];
        y[i] = flags[i] ? v : 0;
        set += flags[i] != 0;
    }
}
