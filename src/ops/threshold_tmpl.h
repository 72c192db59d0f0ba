/* threshold_tmpl.h - the two sides of a threshold for one element type, see
 * elem_one.h. */

/* The greatest element that is not above x; of what is beyond the type, its
 * end. */
static void NAME(nearest)(double x, void *element)
{
#if IS_FLOAT
    const T t = (T)x;
#else
    const double below = floor(x);
    const T t = below <= (double)T_LOWEST ? T_LOWEST
        : below >= (double)T_HIGHEST      ? T_HIGHEST
                                          : (T)below;
#endif
    memcpy(element, &t, sizeof t);
}

SIMD_CLONES
static size_t NAME(exceeding)(const void *elements, size_t n,
                              const void *threshold)
{
    const T *x = elements, t = *(const T *)threshold;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] > t;
    return count;
}

static void NAME(divide)(void *context, size_t begin, size_t end, int rank)
{
    const struct division *d = context;
    const T *x = d->x, t = *(const T *)d->t;
    T *above = (T *)d->y + d->above[rank];
    T *rest = (T *)d->y + d->all + (begin - d->above[rank]);
    for (size_t i = begin; i < end; i++)
        if (x[i] > t)
            *above++ = x[i];
        else if (d->both)
            *rest++ = x[i];
}

#if IS_FLOAT
/* A quiet NaN, or a signalling one, which arithmetic would quiet: it is next to
 * infinity. */
static void NAME(put_nan)(bool quiet, T *x)
{
    const T infinity = (T)INFINITY;
    uint64_t bits = 0;
    memcpy(&bits, &infinity, sizeof infinity);
    bits++;
    if (quiet)
        *x = -(T)NAN;
    else
        memcpy(x, &bits, sizeof *x);
}
#endif

/* Elements about the threshold, and such as may pass for one above it. Bits
 * that are one more or less are a neighbour's. */
static void NAME(put_rare)(void *context, size_t begin, size_t end, int rank)
{
    const struct rareness *r = context;
    const T t = *(const T *)r->t;
    T *x = r->x;
    uint32_t pick;
    (void)rank;
    for (size_t i = begin; i < end; i++) {
        if (!rare_at(r->problem, i, &pick))
            continue;
        uint64_t bits = 0;
        memcpy(&bits, &t, sizeof t);
        bits += pick % 8 == 1 ? 1 : 0;
        bits -= pick % 8 == 2 ? 1 : 0;
        memcpy(&x[i], &bits, sizeof x[i]);
        if (pick % 8 == 3)
            x[i] = T_LOWEST;
        if (pick % 8 == 4)
            x[i] = T_HIGHEST;
        if (pick % 8 == 5)
            x[i] = 0;
#if IS_FLOAT
        if (pick % 8 == 6)
            NAME(put_nan)(!(pick & 8), &x[i]);
        if (pick % 8 == 7)
            x[i] = (T)-0.0;
#endif
    }
}
