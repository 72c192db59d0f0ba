/* map_tmpl.h - the right answers of map for one element type, see elem_one.h,
 * and how results are told from them. */

#if IS_FLOAT

#define FMA(a, x, y) _Generic((a), float : fmaf, default : fma)(a, x, y)

/* A product that no compiler joins to the sum it goes into. */
static inline T NAME(product)(T a, T x)
{
    volatile T p = a * x;
    return p;
}

#define AXPY(a, x, y) FMA(a, x, y)
#define FACTOR(p) ((T)(p)->param[MAP_PARAM_A].r)

#else

#define AXPY(a, x, y) ((a) * (x) + (y))
#define FACTOR(p) ((ADD)(int64_t)(p)->param[MAP_PARAM_A].r)

#endif

static void NAME(answer)(void *context, size_t begin, size_t end, int rank)
{
    const struct work *w = context;
    const int function = function_of(w->problem);
    const ADD a = FACTOR(w->problem), *x = w->x, *y = w->y;
    ADD *want = w->want;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        switch (function) {
        case MAP_SCALE: want[i] = a * x[i]; break;
        case MAP_SQUARE: want[i] = x[i] * x[i]; break;
        case MAP_AXPY: want[i] = AXPY(a, x[i], y[i]); break;
        default: memcpy(&want[i], &x[i], sizeof x[i]);
        }
#if IS_FLOAT
    if (function == MAP_AXPY)
        for (size_t i = begin; i < end; i++)
            want[w->problem->size + i] = NAME(product)(a, x[i]) + y[i];
#endif
}

#if IS_FLOAT

/* The exponential of a wider type, which rounds later. Near the subnormal
 * numbers f64 cannot hold what its answer lacks: there that is rounded. */
static void NAME(answer_exp)(void *context, size_t begin, size_t end, int rank)
{
    const struct work *w = context;
    const T *x = w->x;
    double *want = w->want;
    (void)rank;
    for (size_t i = begin; i < end; i++)
        if (sizeof(T) < sizeof(double)) {
            want[i] = exp((double)x[i]);
        } else {
            const long double value = expl((long double)x[i]);
            want[i] = (double)value;
            want[w->problem->size + i] =
                isfinite(want[i]) && want[i] > 0x1p11 * DBL_MIN
                ? (double)(value - (long double)want[i])
                : 0;
        }
}

/* One NaN is as good as another, but -0 is not 0. */
static inline bool NAME(is)(T got, T want)
{
    return isnan(want) ? isnan(got)
                       : got == want && signbit(got) == signbit(want);
}

/* Equal to the answer, or to the second one that axpy has. */
static void NAME(rounded)(const void *context, size_t begin, size_t end,
                          struct verdict *v)
{
    const struct work *w = context;
    const T *got = w->got, *want = w->want;
    const T *other =
        function_of(w->problem) == MAP_AXPY ? want + w->problem->size : want;
    for (size_t i = begin; i < end; i++) {
        const bool twice = NAME(is)(got[i], other[i]);
        if (NAME(is)(got[i], want[i]) ||
            (twice && !isfinite(got[i] - want[i])))
            continue;
        verdict_near(v, 0, i, T_TYPE, &got[i], (double)want[i], 0,
                     twice ? INFINITY : NO_BOUND);
    }
}

/* The distance between neighbouring numbers of the type around x, which is
 * finite in it: a power of two from the exponent's bits. */
static inline double NAME(unit)(double x)
{
    const double least = sizeof(T) == sizeof(float) ? FLT_MIN : DBL_MIN;
    double power = fmax(fabs((double)(T)x), least);
    uint64_t bits;
    memcpy(&bits, &power, sizeof bits);
    bits &= UINT64_C(0x7ff) << (DBL_MANT_DIG - 1);
    memcpy(&power, &bits, sizeof power);
    return power / (double)(UINT64_C(1) << (T_DIGITS - 1));
}

static void NAME(near_exp)(const void *context, size_t begin, size_t end,
                           struct verdict *v)
{
    const struct work *w = context;
    const T *got = w->got;
    const bool single = sizeof(T) == sizeof(float);
    const double units = single ? SINGLE_UNITS : DOUBLE_UNITS;
    const double *want = w->want, *rests = want + w->problem->size;
    for (size_t i = begin; i < end; i++) {
        const double rest = single ? 0 : rests[i];
        const bool finite = isfinite((T)want[i]);
        const double unit = finite ? NAME(unit)(want[i]) : 0;
        const double error = fabs(((double)got[i] - want[i]) - rest);
        if (finite && error / unit <= units + 0.5)
            v->max_ulp = fmax(v->max_ulp, error / unit);
        else if (finite || !NAME(is)(got[i], (T)want[i]))
            verdict_near(v, 0, i, T_TYPE, &got[i], want[i], rest,
                         units * unit);
    }
}

#undef FMA

#endif

#undef AXPY
#undef FACTOR
