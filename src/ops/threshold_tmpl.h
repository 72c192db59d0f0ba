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
