/* sgemm_direct_tmpl.h - tiles of C for one SIMD width, each of which stays in
 * registers: per step of k a row of B, of one vector or two, and a broadcast of
 * each row's element of A.
 *
 * Included once a width with NAME(x), TARGET (a function attribute), WIDTH
 * (bytes of a vector), ROWS and TILES(T), T(1) to T(ROWS), defined; and
 * NAME(some_of)() and what takes it, for the last columns. */

typedef float NAME(vector) __attribute__((vector_size(WIDTH), may_alias));
typedef NAME(vector) NAME(loose) __attribute__((aligned(sizeof(float))));

enum { NAME(LANES) = WIDTH / sizeof(float) };

/* C's tile of `rows` from row i, and `vectors` from column j on, of which the
 * last may be less than whole. */
TARGET INLINE void NAME(tile)(const struct direct *d, size_t i, size_t j,
                              int rows, int vectors)
{
    const size_t step = d->a_step.row;
    const float alpha = d->alpha, beta = d->beta;
    const int last = vectors - 1;
    const float *a = d->a + i * step, *b = d->b + j * d->b_column;
    const NAME(some) some =
        NAME(some_of)(d->n - j - (size_t)last * NAME(LANES));
    NAME(vector) sum[ROWS][VECTORS] = { { { 0 } } };
    struct ahead ahead = rows_after(d, a, (size_t)rows);
    for (size_t k = 0; k < d->k; k++) {
        ask_further(&ahead);
        NAME(vector) row[VECTORS];
        if (last)
            row[0] = *(const NAME(loose) *)b;
        row[last] = NAME(load)(b + last * NAME(LANES), some);
#pragma GCC unroll 16
        for (int r = 0; r < rows; r++)
#pragma GCC unroll 16
            for (int v = 0; v < vectors; v++)
                sum[r][v] += a[(size_t)r * step] * row[v];
        a += d->a_step.column;
        b += d->b_row;
    }
    float *c = d->c + i * d->n + j;
#pragma GCC unroll 16
    for (int r = 0; r < rows; r++, c += d->n) {
        float *const end = c + last * NAME(LANES);
        if (beta == 0) {
            if (last)
                *(NAME(loose) *)c = alpha * sum[r][0];
            NAME(store)(end, some, alpha * sum[r][last]);
        } else {
            if (last)
                *(NAME(loose) *)c =
                    alpha * sum[r][0] + beta * *(NAME(loose) *)c;
            NAME(store)
            (end, some, alpha * sum[r][last] + beta * NAME(load)(end, some));
        }
    }
}

#define TILE(rows)                                                            \
    TARGET static void NAME(tile_##rows)(const struct direct *d, size_t i,    \
                                         size_t j, bool wide)                 \
    {                                                                         \
        if (wide)                                                             \
            NAME(tile)(d, i, j, rows, 2);                                     \
        else                                                                  \
            NAME(tile)(d, i, j, rows, 1);                                     \
    }
TILES(TILE)
#undef TILE

#define TILE(rows) NAME(tile_##rows),
static tile_maker *const NAME(tiles)[] = { TILES(TILE) };
#undef TILE

#undef NAME
#undef TARGET
#undef WIDTH
#undef ROWS
#undef TILES
