/* magnitude_tmpl.h - the largest magnitude for one element type: see
 * elem_one.h. */

/* The largest |x|, as a double's bits: without the sign, the bit patterns of
 * floats order like the numbers, infinity above them and NaN above infinity. */
SIMD_CLONES
static uint64_t NAME(largest)(const void *elements, size_t begin, size_t end)
{
    const T *x = elements;
    uint64_t most = 0;
    for (size_t i = begin; i < end; i++) {
        const double v = (double)x[i];
        uint64_t bits;
        memcpy(&bits, &v, sizeof bits);
        bits &= INT64_MAX;
        most = bits > most ? bits : most;
    }
    return most;
}
