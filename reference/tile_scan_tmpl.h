/* tile_scan_tmpl.h - tile-scan on one core for one element type, see
 * elem_one.h. */

static void NAME(loop)(const void *elements, void *sums, size_t n, size_t tile)
{
    const T *x = elements;
    T *y = sums;
    for (size_t begin = 0; begin < n; begin += tile) {
        const size_t end = n - begin < tile ? n : begin + tile;
        ADD total = 0;
        for (size_t i = begin; i < end; i++) {
            total = (ADD)(total + (ADD)x[i]);
            y[i] = (T)total;
        }
    }
}
