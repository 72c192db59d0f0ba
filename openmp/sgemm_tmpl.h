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

/* C's tile = alpha a b + beta C's tile, for panels a: depth x ROWS, b: depth x
 * COLUMNS. What it is merged into is asked for on the way. */
TARGET
static void NAME(multiply)(size_t depth, const float *a, const float *b,
                           const struct tile *c)
{
    typedef float vector __attribute__((vector_size(WIDTH), may_alias));
    typedef vector loose __attribute__((aligned(sizeof(float))));
    vector sum[ROWS][VECTORS] = { { { 0 } } };
    size_t asked = 0, ask_at = 0;
    for (size_t k = 0; k < depth; k++) {
        if (k == ask_at && asked < c->rows) {
            ask_for(c->first + asked++ * c->stride, c->columns);
            ask_at += STEPS_A_ROW;
        }
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
    if (c->rows < ROWS || c->columns < NAME(COLUMNS)) {
        /* A copy: sums that have an address are no longer in registers. */
        vector product[ROWS][VECTORS];
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++)
#pragma GCC unroll 16
            for (int j = 0; j < VECTORS; j++)
                product[i][j] = sum[i][j];
        merge(&product[0][0][0], NAME(COLUMNS), c);
        return;
    }
    const size_t stride = c->stride;
    const float alpha = c->alpha, beta = c->beta;
    float *to = c->first;
    if (beta == 0)
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++, to += stride)
#pragma GCC unroll 16
            for (int j = 0; j < VECTORS; j++)
                ((loose *)to)[j] = alpha * sum[i][j];
    else
#pragma GCC unroll 16
        for (int i = 0; i < ROWS; i++, to += stride)
#pragma GCC unroll 16
            for (int j = 0; j < VECTORS; j++)
                ((loose *)to)[j] = alpha * sum[i][j] + beta * ((loose *)to)[j];
}

#undef NAME
#undef TARGET
#undef WIDTH
#undef ROWS
#undef VECTORS
