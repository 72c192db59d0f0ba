/* split_tmpl.h - split on one core for one element type, see elem_one.h. The
 * next packed element is there even if no flag asks for it, as x has room for
 * n. An index selects, as ?: may be compiled to a branch. */

static void NAME(loop)(const void *packed, const uint8_t *flags,
                       void *elements, size_t n)
{
    const T *x = packed;
    T *y = elements;
    size_t set = 0;
    for (size_t i = 0; i < n; i++) {
        const T either[] = { 0, x[set] };
        const size_t is_set = flags[i] != 0;
        y[i] = either[is_set];
        set += is_set;
    }
}
