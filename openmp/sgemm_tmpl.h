/* sgemm_tmpl.h - the innermost loop of sgemm for one SIMD width.
 *
 * Included once a width with NAME(x), TARGET (a function attribute), WIDTH
 * (bytes of a vector), ROWS and VECTORS defined. The tile of C, ROWS by VECTORS
 * vectors, stays in registers: per step of k that is VECTORS loads and ROWS
 * broadcasts for ROWS x VECTORS multiply-adds. */

enum {
    NAME(LANES) = WIDTH / sizeof(float),
    NAME(COLUMNS) = VECTORS * NAME(LANES),
    NAME(AHEAD) = 8 /* steps of k that panels are asked for before */
};

/* tile = a b, for panels a: depth x ROWS, b: depth x COLUMNS. */
TARGET
static void NAME(multiply)(size_t depth, const float *a, const float *b,
                           float *tile)
{
    typedef float vector __attribute__((vector_size(WIDTH), may_alias));
    vector sum[ROWS][VECTORS] = { { { 0 } } };
    for (size_t k = 0; k < depth; k++) {
        vector row[VECTORS];
#pragma GCC unroll 16
        for (int j = 0; j < VECTORS; j++) {
            row[j] = ((const vector *)b)[j];
            __builtin_prefetch((const vector *)b + VECTORS * NAME(AHEAD) + j);
        }
        __builtin_prefetch(a + ROWS * NAME(AHEAD));
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 16
            for (int j = 0; j < VECTORS; j++)
                sum[i][j] += a[i] * row[j];
        a += ROWS;
        b += NAME(COLUMNS);
    }
#pragma GCC unroll 16
    for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 16
        for (int j = 0; j < VECTORS; j++)
            ((vector *)tile)[i * VECTORS + j] = sum[i][j];
}

#undef NAME
#undef TARGET
#undef WIDTH
#undef ROWS
#undef VECTORS
