/* nbody_tmpl.h - the innermost loop of nbody for one SIMD width.
 *
 * Included once a width with NAME(x), TARGET (a function attribute), WIDTH
 * (bytes of a vector), VECTORS and ROOT(square), 1 / sqrt(square),
 * defined. */

typedef float NAME(vector) __attribute__((vector_size(WIDTH), may_alias));

enum {
    NAME(LANES) = WIDTH / sizeof(float),
    NAME(BLOCK) = VECTORS * NAME(LANES)
};

/* What bodies [begin, end) pull a block with: one of the block a lane, and one
 * that pulls a step, broadcast. */
TARGET
static void NAME(pull)(const struct bodies *b, size_t begin, size_t end,
                       float at[3][MOST_BLOCK], float sum[3][MOST_BLOCK])
{
    typedef NAME(vector) vector;
    const float softening = b->softening * b->softening;
    vector x[VECTORS], y[VECTORS], z[VECTORS];
    vector ax[VECTORS] = { { 0 } }, ay[VECTORS] = { { 0 } };
    vector az[VECTORS] = { { 0 } };
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
        x[v] = ((const vector *)at[0])[v];
        y[v] = ((const vector *)at[1])[v];
        z[v] = ((const vector *)at[2])[v];
    }
    for (size_t j = begin; j < end; j++)
#pragma GCC unroll 4
        for (int v = 0; v < VECTORS; v++) {
            const vector dx = b->x[j] - x[v], dy = b->y[j] - y[v];
            const vector dz = b->z[j] - z[v];
            const vector square = dx * dx + dy * dy + dz * dz + softening;
            const vector root = ROOT(square);
            const vector s = b->mass[j] * root * (root * root);
            ax[v] += s * dx;
            ay[v] += s * dy;
            az[v] += s * dz;
        }
#pragma GCC unroll 4
    for (int v = 0; v < VECTORS; v++) {
        ((vector *)sum[0])[v] += ax[v];
        ((vector *)sum[1])[v] += ay[v];
        ((vector *)sum[2])[v] += az[v];
    }
}

#undef NAME
#undef TARGET
#undef WIDTH
#undef VECTORS
#undef ROOT
