/* conv2d_tmpl.h - a tile of an image filtered, for one SIMD width.
 *
 * Included once a tile with NAME(x), TARGET (a function attribute), WIDTH
 * (bytes of a vector), ROWS and VECTORS defined, and STREAM(to, vector), a
 * store past the caches, where there is one. The sums of ROWS by VECTORS
 * vectors stay in registers. A row of the image is read once for all rows of
 * the tile that it is under the filter of: per tap of a row VECTORS loads and
 * up to ROWS broadcasts for ROWS x VECTORS multiply-adds. */

enum {
    NAME(LANES) = WIDTH / sizeof(float),
    NAME(COLUMNS) = VECTORS * NAME(LANES)
};

typedef float NAME(vector) __attribute__((vector_size(WIDTH)));

/* Adds a row of the image to the tile's rows [first, last): f is the row of
 * taps for row 0, those of the next ones lie before it. */
TARGET INLINE void NAME(row)(NAME(vector) sum[ROWS][VECTORS], const float *x,
                             const float *f, size_t kv, int first, int last)
{
    for (size_t v = 0; v < kv; v++) {
        NAME(vector) part[VECTORS];
#pragma GCC unroll 16
        for (int j = 0; j < VECTORS; j++) {
            memcpy(&part[j], x + v + (size_t)j * NAME(LANES), WIDTH);
            IN_REGISTER(part[j]);
        }
#pragma GCC unroll 16
        for (int i = first; i < last; i++) {
            const float tap = f[v - (size_t)i * kv];
#pragma GCC unroll 16
            for (int j = 0; j < VECTORS; j++)
                sum[i][j] += tap * part[j];
        }
    }
}

TARGET INLINE void NAME(store)(NAME(vector) sum[ROWS][VECTORS], float *y,
                               size_t y_stride, bool stream)
{
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 16
        for (int j = 0; j < VECTORS; j++) {
            float *to = y + (size_t)i * y_stride + (size_t)j * NAME(LANES);
#ifdef STREAM
            if (stream) {
                STREAM(to, sum[i][j]);
                continue;
            }
#endif
            (void)stream;
            memcpy(to, &sum[i][j], WIDTH);
        }
}

/* y = x filtered with ku x kv taps, ku at least ROWS: x is the first pixel
 * under the filter of y's. */
TARGET
static void NAME(tile)(const float *x, size_t x_stride, const float *f,
                       size_t ku, size_t kv, float *y, size_t y_stride,
                       bool stream)
{
    NAME(vector) sum[ROWS][VECTORS] = { { { 0 } } };
#pragma GCC unroll 16
    for (int i = 0; i + 1 < ROWS; i++, x += x_stride, f += kv)
        NAME(row)(sum, x, f, kv, 0, i + 1);
    for (size_t u = ROWS - 1; u < ku; u++, x += x_stride, f += kv)
        NAME(row)(sum, x, f, kv, 0, ROWS);
#pragma GCC unroll 16
    for (int i = 1; i < ROWS; i++, x += x_stride, f += kv)
        NAME(row)(sum, x, f, kv, i, ROWS);
    if (stream)
        NAME(store)(sum, y, y_stride, true);
    else
        NAME(store)(sum, y, y_stride, false);
}

#undef NAME
#undef ROWS
#undef VECTORS
