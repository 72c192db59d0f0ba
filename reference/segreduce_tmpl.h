/* segreduce_tmpl.h - segreduce on one core for one element type: see
 * elem_one.h. The loops over lanes are vectorised without reordering sums. */

#define FOLD(name, A, START, STEP)                                            \
    SIMD_CLONES                                                               \
    static A NAME(lanes_##name)(const T *x, size_t n)                         \
    {                                                                         \
        enum { LANES = LANE_BYTES / sizeof(A) };                              \
        A lane[LANES];                                                        \
        size_t i = 0;                                                         \
        for (size_t k = 0; k < LANES; k++)                                    \
            lane[k] = START;                                                  \
        for (; i + LANES <= n; i += LANES)                                    \
            for (size_t k = 0; k < LANES; k++)                                \
                lane[k] = STEP(A, lane[k], x[i + k]);                         \
        for (size_t k = 0; i + k < n; k++)                                    \
            lane[k] = STEP(A, lane[k], x[i + k]);                             \
        for (size_t width = LANES / 2; width > 0; width /= 2)                 \
            for (size_t k = 0; k < width; k++)                                \
                lane[k] = STEP(A, lane[k], lane[k + width]);                  \
        return lane[0];                                                       \
    }                                                                         \
                                                                              \
    static void NAME(loop_##name)(const struct job *job)                      \
    {                                                                         \
        const size_t count = job->problem->dim[1];                            \
        const T *x = job->in[0];                                              \
        const uint64_t *offsets = job->in[1];                                 \
        T *y = job->out[0];                                                   \
        for (size_t k = 0; k < count; k++) {                                  \
            const T *from = x + offsets[k];                                   \
            const size_t n = offsets[k + 1] - offsets[k];                     \
            A all = START;                                                    \
            if (n >= LANE_BYTES / sizeof(A))                                  \
                all = NAME(lanes_##name)(from, n);                            \
            else                                                              \
                for (size_t i = 0; i < n; i++)                                \
                    all = STEP(A, all, from[i]);                              \
            y[k] = (T)all;                                                    \
        }                                                                     \
    }

#define PLUS(A, a, v) ((A)((a) + (A)(v)))
#define LESS(A, a, v) ((v) < (a) ? (v) : (a))
#define MORE(A, a, v) ((v) > (a) ? (v) : (a))

FOLD(sum, ADD, 0, PLUS)
FOLD(min, T, T_HIGHEST, LESS)
FOLD(max, T, T_LOWEST, MORE)

#undef FOLD
#undef PLUS
#undef LESS
#undef MORE
