/* cells_tmpl.h - the forces on one particle, for one SIMD width.
 *
 * Included once a width with NAME(x), TARGET (a function attribute), WIDTH
 * (bytes of a vector) and ROOT(square), 1 / sqrt(square), defined. */

enum { NAME(LANES) = WIDTH / sizeof(float) };

typedef float NAME(vector)
    __attribute__((vector_size(WIDTH), aligned(4), may_alias));
typedef int32_t NAME(mask) __attribute__((vector_size(WIDTH)));

/* Adds the forces of particles [begin, end), one a lane; lanes beyond the last
 * one count for nothing, and so does the particle itself. */
TARGET INLINE void NAME(add)(const struct cells_sorted *s, int dim, size_t i,
                             size_t begin, size_t end, NAME(vector) f[3])
{
    typedef NAME(vector) vector;
    typedef NAME(mask) mask;
    const float cutoff = s->grid.cutoff, limit = cutoff * cutoff;
    mask lane;
    for (int l = 0; l < NAME(LANES); l++)
        lane[l] = l;
    for (size_t j = begin; j < end; j += NAME(LANES)) {
        vector d[3] = { s->at[0][i] - *(const vector *)(s->at[0] + j) };
        vector square = d[0] * d[0];
        for (int c = 1; c < dim; c++) {
            d[c] = s->at[c][i] - *(const vector *)(s->at[c] + j);
            square += d[c] * d[c];
        }
        const mask counts =
            (square > 0) & (square < limit) & (lane < (int32_t)(end - j));
        const vector whole = cutoff * ROOT(square) - 1;
        const vector weight = (vector)((mask)whole & counts);
        for (int c = 0; c < dim; c++)
            f[c] += weight * d[c];
    }
}

/* The force on sorted particle i, of all rows of cells around. */
TARGET INLINE void NAME(sum)(const struct cells_sorted *s, int dim, size_t i,
                             const struct stretches *around, float force[3])
{
    NAME(vector) f[3] = { { 0 } };
    for (int r = 0; r < around->count; r++)
        NAME(add)(s, dim, i, around->begin[r], around->end[r], f);
    for (int c = 0; c < dim; c++) {
        float lanes[NAME(LANES)];
        *(NAME(vector) *)lanes = f[c];
#pragma GCC unroll 4
        for (int half = NAME(LANES) / 2; half > 0; half /= 2)
            for (int l = 0; l < half; l++)
                lanes[l] += lanes[l + half];
        force[c] = lanes[0];
    }
}

TARGET
static void NAME(force)(const struct cells_sorted *s, size_t i,
                        const struct stretches *around, float force[3])
{
    if (s->grid.dim == 2)
        NAME(sum)(s, 2, i, around, force);
    else
        NAME(sum)(s, 3, i, around, force);
}

#undef NAME
#undef TARGET
#undef WIDTH
#undef ROOT
