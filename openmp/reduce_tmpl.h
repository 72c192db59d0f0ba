/* reduce_tmpl.h - reduce on many cores for one element type T.
 *
 * Included once a type through elem_each.h.
 *
 * First what one thread does with one chunk (a `fold` from elements to a
 * partial) and how partials become the result (a `join`); then the same by
 * OpenMP's reduction clause. */

/* LANE_BYTES of independent accumulators, so that additions do not wait for
 * one another and the compiler may vectorise without reordering. */
#define FOLD(name, A, START, STEP)                                            \
    SIMD_CLONES                                                               \
    static void NAME(fold_##name)(const void *elements, const size_t n,       \
                                  void *partial)                              \
    {                                                                         \
        enum { LANES = LANE_BYTES / sizeof(A) };                              \
        const T *x = elements;                                                \
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
        *(A *)partial = lane[0];                                              \
    }

#define PLUS(A, a, v) ((A)((a) + (A)(v)))
#define LESS(A, a, v) ((v) < (a) ? (v) : (a))
#define MORE(A, a, v) ((v) > (a) ? (v) : (a))

FOLD(sum, ADD, 0, PLUS)
FOLD(mean, WIDE, 0, PLUS)
FOLD(min, T, x[0], LESS)
FOLD(max, T, x[0], MORE)

/* The first element equal to `value`, which is there. */
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

/* An extremum with its place, counted from the chunk's first element. */
struct NAME(extremum) {
    T value;
    size_t place;
};

/* The extremum of each block in turn, then its place in the block that won:
 * no index is carried through the hot loop. */
#define FOLD_ARG(name, fold, BETTER)                                          \
    static void NAME(fold_##name)(const void *elements, const size_t n,       \
                                  void *partial)                              \
    {                                                                         \
        const T *x = elements;                                                \
        size_t at = 0;                                                        \
        T best = x[0];                                                        \
        for (size_t i = 0; i < n; i += ARG_BLOCK) {                           \
            T value;                                                          \
            NAME(fold)(x + i, least(n - i, ARG_BLOCK), &value);               \
            if (value BETTER best) {                                          \
                best = value;                                                 \
                at = i;                                                       \
            }                                                                 \
        }                                                                     \
        *(struct NAME(extremum) *)partial =                                   \
            (struct NAME(extremum)){ best,                                    \
                                     at + NAME(find)(x + at, n - at, best) }; \
    }

FOLD_ARG(argmin, fold_min, <)
FOLD_ARG(argmax, fold_max, >)

/* Partials in the order of their chunks, whichever thread made them: the
 * result does not depend on who was faster. */
static void NAME(join)(const struct plan *plan, void *const out[])
{
    const size_t count = plan->chunks;
    const ADD *sums = plan->partials;
    const WIDE *wides = plan->partials;
    const T *values = plan->partials;
    const struct NAME(extremum) *ends = plan->partials;
    ADD sum = 0;
    WIDE wide = 0;
    size_t best = 0;
    for (size_t c = 0; c < count; c++)
        switch (plan->oper) {
        case REDUCE_SUM: sum = (ADD)(sum + sums[c]); break;
        case REDUCE_MEAN: wide += wides[c]; break;
        case REDUCE_MIN:
            if (values[c] < values[best])
                best = c;
            break;
        case REDUCE_MAX:
            if (values[c] > values[best])
                best = c;
            break;
        case REDUCE_ARGMIN:
            if (ends[c].value < ends[best].value)
                best = c;
            break;
        default:
            if (ends[c].value > ends[best].value)
                best = c;
        }
    switch (plan->oper) {
    case REDUCE_SUM: *(T *)out[0] = (T)sum; break;
    case REDUCE_MEAN: *(MEAN *)out[0] = (MEAN)wide / (MEAN)plan->n; break;
    case REDUCE_MIN:
    case REDUCE_MAX: *(T *)out[0] = values[best]; break;
    default:
        *(T *)out[0] = ends[best].value;
        *(int64_t *)out[1] = (int64_t)(best * plan->length + ends[best].place);
    }
}

/* --- OpenMP's reduction clause -------------------------------------------- */

static T NAME(clause_sum)(const T *x, size_t n)
{
    ADD sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum = (ADD)(sum + (ADD)x[i]);
    return (T)sum;
}

static MEAN NAME(clause_mean)(const T *x, size_t n)
{
    WIDE sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
    for (size_t i = 0; i < n; i++)
        sum += (WIDE)x[i];
    return (MEAN)sum / (MEAN)n;
}

static T NAME(clause_min)(const T *x, size_t n)
{
    T best = x[0];
#pragma omp parallel for simd reduction(min : best)
    for (size_t i = 0; i < n; i++)
        best = LESS(T, best, x[i]);
    return best;
}

static T NAME(clause_max)(const T *x, size_t n)
{
    T best = x[0];
#pragma omp parallel for simd reduction(max : best)
    for (size_t i = 0; i < n; i++)
        best = MORE(T, best, x[i]);
    return best;
}

/* The lowest index that holds `value`. */
static int64_t NAME(clause_find)(const T *x, size_t n, T value)
{
    size_t place = n;
#pragma omp parallel for simd reduction(min : place)
    for (size_t i = 0; i < n; i++)
        place = x[i] == value && i < place ? i : place;
    return (int64_t)place;
}

static void NAME(clause)(const void *elements, size_t n, int oper,
                         void *const out[])
{
    const T *x = elements;
    const bool lowest = oper == REDUCE_MIN || oper == REDUCE_ARGMIN;
    if (oper == REDUCE_SUM)
        *(T *)out[0] = NAME(clause_sum)(x, n);
    else if (oper == REDUCE_MEAN)
        *(MEAN *)out[0] = NAME(clause_mean)(x, n);
    else
        *(T *)out[0] =
            lowest ? NAME(clause_min)(x, n) : NAME(clause_max)(x, n);
    if (oper == REDUCE_ARGMIN || oper == REDUCE_ARGMAX)
        *(int64_t *)out[1] = NAME(clause_find)(x, n, *(const T *)out[0]);
}

#undef FOLD
#undef FOLD_ARG
#undef PLUS
#undef LESS
#undef MORE
