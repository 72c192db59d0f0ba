/* compact_tmpl.h - the right answer of compact for one element type, see
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
static size_t NAME(exceeding)(const T *x, size_t n, const T t)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] > t;
    return count;
}

static void NAME(count)(void *context, size_t begin, size_t end, int rank)
{
    struct sieve *s = context;
    s->count[rank] = NAME(exceeding)((const T *)s->x + begin, end - begin,
                                     *(const T *)s->t);
}

static void NAME(pack)(void *context, size_t begin, size_t end, int rank)
{
    const struct sieve *s = context;
    const T *x = s->x, t = *(const T *)s->t;
    T *y = (T *)s->kept + s->count[rank];
    for (size_t i = begin; i < end; i++)
        if (x[i] > t)
            *y++ = x[i];
}

SIMD_CLONES
static struct bag NAME(bag)(const T *x, size_t n)
{
    struct bag bag = { { 0 } };
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &x[i], sizeof x[i]);
        bag.sum[0] += mixed(bits ^ 0x9e3779b97f4a7c15u);
        bag.sum[1] += mixed(bits ^ 0xc2b2ae3d27d4eb4fu);
    }
    return bag;
}

static void NAME(look)(void *context, size_t begin, size_t end, int rank)
{
    struct search *s = context;
    const T *x = s->got, t = *(const T *)s->t;
    size_t i = begin;
    if (NAME(exceeding)(x + begin, end - begin, t) < end - begin) {
        while (x[i] > t)
            i++;
        s->stray[rank] = i + 1;
    }
    s->bag[rank] = NAME(bag)(x + begin, end - begin);
}
