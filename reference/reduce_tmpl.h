/* reduce_tmpl.h - reduce on one core for one element type T.
 *
 * Included once a type through elem_each.h.
 *
 * FOLD makes a loop over LANE_BYTES of independent accumulators: as many as
 * fill the SIMD registers of every x86-64 level, so that additions do not wait
 * for one another and the compiler may vectorise without reordering. */

#define FOLD(name, A, START, STEP)                                            \
    SIMD_CLONES                                                               \
    static A NAME(name)(const T *x, size_t n)                                 \
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
    }

#define PLUS(A, a, v) ((A)((a) + (A)(v)))
#define LESS(A, a, v) ((v) < (a) ? (v) : (a))
#define MORE(A, a, v) ((v) > (a) ? (v) : (a))

FOLD(sum, ADD, 0, PLUS)
FOLD(wide, WIDE, 0, PLUS)
FOLD(min, T, x[0], LESS)
FOLD(max, T, x[0], MORE)

#undef FOLD
#undef PLUS
#undef LESS
#undef MORE

/* The first element equal to `value`, which is there. Looks at LANES elements
 * at a time, so that the search is vectorised too. */
SIMD_CLONES
static size_t NAME(find)(const T *x, size_t n, T value)
{
    enum { LANES = LANE_BYTES / sizeof(T) };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        unsigned hits = 0;
        for (size_t k = 0; k < LANES; k++)
            hits += x[i + k] == value;
        if (hits)
            break;
    }
    while (i < n - 1 && x[i] != value)
        i++;
    return i;
}

/* The extremum of each block in turn, then its place in the block that won:
 * no index is carried through the hot loop. Only a better block replaces an
 * earlier one, so that ties go to the lowest index. */
static void NAME(arg)(const T *x, size_t n, bool lowest, T *value,
                      int64_t *index)
{
    size_t at = 0;
    T best = x[0];
    for (size_t i = 0; i < n; i += ARG_BLOCK) {
        const size_t length = n - i < ARG_BLOCK ? n - i : ARG_BLOCK;
        const T block =
            lowest ? NAME(min)(x + i, length) : NAME(max)(x + i, length);
        if (lowest ? block < best : block > best) {
            best = block;
            at = i;
        }
    }
    *value = best;
    *index = (int64_t)(at + NAME(find)(x + at, n - at, best));
}

static void NAME(loop)(const void *elements, size_t n, int oper,
                       void *const out[])
{
    const T *x = elements;
    T *result = out[0];
    switch (oper) {
    case REDUCE_SUM: *result = (T)NAME(sum)(x, n); break;
    case REDUCE_MIN: *result = NAME(min)(x, n); break;
    case REDUCE_MAX: *result = NAME(max)(x, n); break;
    case REDUCE_MEAN:
        *(MEAN *)out[0] = (MEAN)NAME(wide)(x, n) / (MEAN)n;
        break;
    default: NAME(arg)(x, n, oper == REDUCE_ARGMIN, result, out[1]);
    }
}

#if IS_FLOAT

static T NAME(pairwise_sum)(const T *x, size_t n)
{
    if (n <= PAIRWISE_BLOCK)
        return NAME(sum)(x, n);
    const size_t half = n / 2;
    return NAME(pairwise_sum)(x, half) +
        NAME(pairwise_sum)(x + half, n - half);
}

static void NAME(pairwise)(const void *elements, size_t n, int oper,
                           void *const out[])
{
    const T sum = NAME(pairwise_sum)(elements, n);
    *(T *)out[0] = oper == REDUCE_MEAN ? sum / (T)n : sum;
}

/* Adds v to sum, and to rest what the addition rounded away: exactly the
 * smaller operand less what of it reached the sum. */
#define COMPENSATED(sum, rest, v)                                             \
    do {                                                                      \
        const T s = (sum), t = s + (v);                                       \
        const T big = fabs(s) >= fabs(v) ? s : (v);                           \
        const T small = fabs(s) >= fabs(v) ? (v) : s;                         \
        (rest) += (big - t) + small;                                          \
        (sum) = t;                                                            \
    } while (0)

SIMD_CLONES
static T NAME(neumaier_sum)(const T *x, size_t n)
{
    enum { LANES = LANE_BYTES / 2 / sizeof(T) };
    T sum[LANES] = { 0 }, rest[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t k = 0; k < LANES; k++)
            COMPENSATED(sum[k], rest[k], x[i + k]);
    for (size_t k = 0; i + k < n; k++)
        COMPENSATED(sum[k], rest[k], x[i + k]);
    for (size_t k = 1; k < LANES; k++) {
        COMPENSATED(sum[0], rest[0], sum[k]);
        rest[0] += rest[k];
    }
    return sum[0] + rest[0];
}

#undef COMPENSATED

static void NAME(neumaier)(const void *elements, size_t n, int oper,
                           void *const out[])
{
    const T sum = NAME(neumaier_sum)(elements, n);
    *(T *)out[0] = oper == REDUCE_MEAN ? sum / (T)n : sum;
}

#endif
