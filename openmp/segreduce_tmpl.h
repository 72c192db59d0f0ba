/* segreduce_tmpl.h - segreduce on many cores for one element type: see
 * elem_one.h. Long segments take LANE_BYTES of independent accumulators, short
 * ones one register whose last lanes are masked off, without a branch for
 * each length. */

#define REDUCE(name, A, START, STEP)                                        \
    static inline __attribute__((always_inline))                            \
    A NAME(fold_##name)(const T *const x, const size_t n)                   \
    {                                                                       \
        enum { LANES = LANE_BYTES / sizeof(T),                              \
               FEW = SHORT_BYTES / sizeof(T) };                             \
        A lane[LANES];                                                      \
        size_t i = 0, width = FEW;                                          \
        if (n >= LANES) {                                                   \
            width = LANES;                                                  \
            for (size_t k = 0; k < LANES; k++)                              \
                lane[k] = (A)x[k];                                          \
            for (i = LANES; i + LANES <= n; i += LANES)                     \
                for (size_t k = 0; k < LANES; k++)                          \
                    lane[k] = STEP(A, lane[k], (A)x[i + k]);                \
            for (size_t k = 0; i + k < n; k++)                              \
                lane[k] = STEP(A, lane[k], (A)x[i + k]);                    \
            for (width = LANES / 2; width >= FEW; width /= 2)               \
                for (size_t k = 0; k < width; k++)                          \
                    lane[k] = STEP(A, lane[k], lane[k + width]);            \
        } else {                                                            \
            for (size_t k = 0; k < FEW; k++)                                \
                lane[k] = k < n ? (A)x[k] : (A)START;                       \
            for (i = FEW; i < n; i += FEW)                                  \
                for (size_t k = 0; k < FEW; k++) {                          \
                    const A v = i + k < n ? (A)x[i + k] : (A)START;         \
                    lane[k] = STEP(A, lane[k], v);                          \
                }                                                           \
        }                                                                   \
        for (width = FEW / 2; width > 0; width /= 2)                        \
            for (size_t k = 0; k < width; k++)                              \
                lane[k] = STEP(A, lane[k], lane[k + width]);                \
        return lane[0];                                                     \
    }                                                                       \
                                                                            \
    /* Segments [first, last); of the first, elements from `begin` on. */   \
    SIMD_CLONES                                                             \
    static void NAME(run_##name)(const T *const x,                          \
                                 const uint64_t *const offsets, T *const y, \
                                 const size_t first, const size_t last,     \
                                 size_t begin)                              \
    {                                                                       \
        for (size_t k = first; k < last; k++) {                             \
            const size_t end = offsets[k + 1];                              \
            y[k] = (T)NAME(fold_##name)(x + begin, end - begin);            \
            begin = end;                                                    \
        }                                                                   \
    }                                                                       \
                                                                            \
    SIMD_CLONES                                                             \
    static A NAME(rest_##name)(const T *const x, const size_t n)            \
    {                                                                       \
        return NAME(fold_##name)(x, n);                                     \
    }                                                                       \
                                                                            \
    static void NAME(some_##name)(const struct plan *const p,               \
                                  const size_t first, const size_t last)    \
    {                                                                       \
        NAME(run_##name)(p->x, p->offsets, p->y, first, last,               \
                         p->offsets[first]);                                \
    }                                                                       \
                                                                            \
    static void NAME(chunk_##name)(const struct plan *const p,              \
                                   const size_t c)                          \
    {                                                                       \
        const size_t items = p->n + p->segments;                            \
        const size_t begin = c * p->length;                                 \
        const struct cut from = cut_at(p, begin);                       \
        const struct cut to                                               \
            = cut_at(p, begin + least(p->length, items - begin));         \
        const bool whole = to.segment > from.segment;                       \
        const size_t rest = whole ? p->offsets[to.segment] : from.element;  \
        const T *const x = p->x;                                            \
        NAME(run_##name)(x, p->offsets, p->y, from.segment, to.segment,     \
                         from.element);                                     \
        if (p->chunks == 1)                                                 \
            return;                                                         \
        const A value = NAME(rest_##name)(x + rest, to.element - rest);     \
        struct carry *const carry = &p->carries[c];                         \
        carry->segment = to.segment;                                        \
        carry->whole = whole;                                               \
        memcpy(&carry->bits, &value, sizeof value);                         \
    }                                                                       \
                                                                            \
    /* What is left of a segment by chunks before goes to where it ends. */ \
    static void NAME(join_##name)(const struct plan *const p)               \
    {                                                                       \
        T *const y = p->y;                                                  \
        A all = START;                                                      \
        size_t open = 0; /* the segment that `all` is of */                 \
        for (size_t c = 0; c < p->chunks; c++) {                            \
            const struct carry *const carry = &p->carries[c];               \
            A value;                                                        \
            memcpy(&value, &carry->bits, sizeof value);                     \
            if (carry->whole) {                                             \
                y[open] = (T)STEP(A, all, (A)y[open]);                      \
                all = value;                                                \
            } else                                                          \
                all = STEP(A, all, value);                                  \
            open = carry->segment;                                          \
        }                                                                   \
    }

#define PLUS(A, a, v) ((A)((a) + (v)))
#define LESS(A, a, v) ((v) < (a) ? (v) : (a))
#define MORE(A, a, v) ((v) > (a) ? (v) : (a))

REDUCE(sum, ADD, 0, PLUS)
REDUCE(min, T, T_HIGHEST, LESS)
REDUCE(max, T, T_LOWEST, MORE)

#undef REDUCE
#undef PLUS
#undef LESS
#undef MORE
