/* segreduce_tmpl.h - segreduce on many cores for one element type: see
 * elem_one.h. Long segments take LANE_BYTES of independent accumulators, short
 * ones a vector, whose last lanes are masked off: where a segment ends costs
 * no branch for each element. */

typedef uint32_t NAME(words) __attribute__((vector_size(SHORT_BYTES),
                                            aligned(1), may_alias));

/* a where the mask is set, else b. */
#define CHOOSE(V, mask, a, b)                                               \
    ((V)(((NAME(words))(mask) & (NAME(words))(a))                           \
         | (~(NAME(words))(mask) & (NAME(words))(b))))

#define REDUCE(name, A, START, STEP, STEP_VECTORS)                          \
    typedef A NAME(name##_vector)                                           \
        __attribute__((vector_size(SHORT_BYTES), aligned(1), may_alias));   \
                                                                            \
    /* `readable` elements from x on, n of them taken. */                   \
    static inline __attribute__((always_inline))                            \
    A NAME(short_##name)(const T *x, size_t n, const size_t readable)       \
    {                                                                       \
        enum { FEW = SHORT_BYTES / sizeof(T) };                             \
        const NAME(name##_vector) none = (NAME(name##_vector)){ 0 } + START;\
        NAME(name##_vector) all = none, v;                                  \
        A rest = START, lane[FEW];                                          \
        size_t i = 0;                                                       \
        for (; i + FEW <= n; i += FEW) {                                    \
            memcpy(&v, x + i, sizeof v);                                    \
            all = STEP_VECTORS(NAME(name##_vector), all, v);                \
        }                                                                   \
        if (i + FEW <= readable) {                                          \
            NAME(words) mask;                                               \
            memcpy(&v, x + i, sizeof v);                                    \
            memcpy(&mask, (const char *)masks + SHORT_BYTES                 \
                   - (n - i) * sizeof(T), sizeof mask);                     \
            v = CHOOSE(NAME(name##_vector), mask, v, none);                 \
            all = STEP_VECTORS(NAME(name##_vector), all, v);                \
        } else                                                              \
            for (; i < n; i++)                                              \
                rest = STEP(A, rest, (A)x[i]);                              \
        memcpy(lane, &all, sizeof lane);                                    \
        for (size_t width = FEW / 2; width > 0; width /= 2)                 \
            for (size_t k = 0; k < width; k++)                              \
                lane[k] = STEP(A, lane[k], lane[k + width]);                \
        return STEP(A, lane[0], rest);                                      \
    }                                                                       \
                                                                            \
    static inline __attribute__((always_inline))                            \
    A NAME(long_##name)(const T *const x, const size_t n)                   \
    {                                                                       \
        enum { LANES = LANE_BYTES / sizeof(T) };                            \
        A lane[LANES];                                                      \
        size_t i = LANES;                                                   \
        for (size_t k = 0; k < LANES; k++)                                  \
            lane[k] = (A)x[k];                                              \
        for (; i + LANES <= n; i += LANES)                                  \
            for (size_t k = 0; k < LANES; k++)                              \
                lane[k] = STEP(A, lane[k], (A)x[i + k]);                    \
        for (size_t k = 0; i + k < n; k++)                                  \
            lane[k] = STEP(A, lane[k], (A)x[i + k]);                        \
        for (size_t width = LANES / 2; width > 0; width /= 2)               \
            for (size_t k = 0; k < width; k++)                              \
                lane[k] = STEP(A, lane[k], lane[k + width]);                \
        return lane[0];                                                     \
    }                                                                       \
                                                                            \
    /* Segments [first, last) of n elements; of the first, those from       \
     * `begin` on. What is behind them up to `end` is returned. */          \
    SIMD_CLONES                                                             \
    static A NAME(run_##name)(const struct plan *const p,                   \
                              const size_t first, const size_t last,        \
                              size_t begin, const size_t end)               \
    {                                                                       \
        const T *const x = p->x;                                            \
        T *const y = p->y;                                                  \
        A value = START;                                                    \
        for (size_t k = first; k <= last; k++) {                            \
            const size_t stop = k < last ? p->offsets[k + 1] : end;         \
            const size_t n = stop - begin;                                  \
            value = n >= LANE_BYTES / sizeof(T)                             \
                ? NAME(long_##name)(x + begin, n)                           \
                : NAME(short_##name)(x + begin, n, p->n - begin);           \
            if (k < last)                                                   \
                y[k] = (T)value;                                            \
            begin = stop;                                                   \
        }                                                                   \
        return value;                                                       \
    }                                                                       \
                                                                            \
    static void NAME(some_##name)(const struct plan *const p,               \
                                  const size_t first, const size_t last)    \
    {                                                                       \
        NAME(run_##name)(p, first, last, p->offsets[first],                 \
                         p->offsets[last]);                                 \
    }                                                                       \
                                                                            \
    static void NAME(chunk_##name)(const struct plan *const p,              \
                                   const size_t c)                          \
    {                                                                       \
        const size_t items = p->n + p->segments;                            \
        const size_t begin = c * p->length;                                 \
        const struct cut from = cut_at(p, begin);                           \
        const struct cut to                                                 \
            = cut_at(p, begin + least(p->length, items - begin));           \
        const A rest = NAME(run_##name)(p, from.segment, to.segment,        \
                                        from.element, to.element);          \
        struct carry *const carry = &p->carries[c];                         \
        carry->segment = to.segment;                                        \
        carry->whole = to.segment > from.segment;                           \
        memcpy(&carry->bits, &rest, sizeof rest);                           \
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
#define LESS_VECTORS(V, a, v) CHOOSE(V, (v) < (a), v, a)
#define MORE_VECTORS(V, a, v) CHOOSE(V, (v) > (a), v, a)

REDUCE(sum, ADD, 0, PLUS, PLUS)
REDUCE(min, T, T_HIGHEST, LESS, LESS_VECTORS)
REDUCE(max, T, T_LOWEST, MORE, MORE_VECTORS)

#undef CHOOSE
#undef REDUCE
#undef PLUS
#undef LESS
#undef MORE
#undef LESS_VECTORS
#undef MORE_VECTORS
