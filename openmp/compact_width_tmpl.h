/* compact_width_tmpl.h - compact and partition by one thread for one element
 * type, see elem_one.h, and for vectors of WIDTH bytes, see width.h: LANES
 * elements of type T are a VECTOR, which LOAD(x), ABOVE(v, t) and
 * PUT(y, v, mask) are for, as compact_kernel.c says; TAKEN(mask) counts the
 * lanes of a mask. */

#define OP(x) AT_WIDTH(NAME(x))

TARGET static size_t OP(pack)(const void *elements, size_t n,
                              const void *threshold, void *kept)
{
    const T *x = elements, t = *(const T *)threshold;
    T *y = kept;
    size_t count = 0, i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES) {
        if (LANES > 1)
            prefetch_line(x + i, AHEAD);
        const VECTOR v = LOAD(x + i);
        const unsigned mask = ABOVE(v, t);
        PUT(y + count, v, mask);
        count += (size_t)TAKEN(mask);
    }
    for (; i < n; i++) {
        const T v = x[i];
        y[count] = v;
        count += v > t;
    }
    return count;
}

TARGET static size_t OP(divide)(const void *elements, size_t n,
                                const void *threshold, void *above, void *rest)
{
    const unsigned all = (1u << LANES) - 1;
    const T *x = elements, t = *(const T *)threshold;
    T *y = above, *z = rest;
    size_t count = 0, i = 0;
#pragma GCC unroll 4
    for (; i + LANES <= n; i += LANES) {
        if (LANES > 1)
            prefetch_line(x + i, AHEAD);
        const VECTOR v = LOAD(x + i);
        const unsigned mask = ABOVE(v, t);
        PUT(y + count, v, mask);
        PUT(z + (i - count), v, mask ^ all);
        count += (size_t)TAKEN(mask);
    }
    for (; i < n; i++) {
        const T v = x[i];
        y[count] = z[i - count] = v;
        count += v > t;
    }
    return count;
}

static const struct compact_kernel OP(kernel_of) = { NAME(count), OP(pack),
                                                     OP(divide),
                                                     AT_WIDTH(move) };
static const struct compact_kernel *const OP(kernel) = &OP(kernel_of);

#undef OP
