/* split_width_tmpl.h - split by one thread for one element type, see
 * elem_one.h, and for vectors of WIDTH bytes, see width.h: a VECTOR is what
 * TAKE(x, flags, set) makes, as split_kernel.c says; not defined where
 * elements go one by one. */

#define OP(x) AT_WIDTH(NAME(x))

TARGET static size_t OP(spread_each)(const T *x, const uint8_t *flags,
                                     size_t n, T *y)
{
    size_t set = 0;
    for (size_t i = 0; i < n; i++) {
        const T either[] = { 0, x[set] }; /* ?: may become a branch */
        const size_t is_set = flags[i] != 0;
        y[i] = either[is_set];
        set += is_set;
    }
    return set;
}

TARGET static void OP(spread)(const void *packed, const uint8_t *flags,
                              size_t n, void *elements, bool stream)
{
    const T *x = packed;
    T *y = elements;
    size_t i = 0;
#ifdef TAKE
    const size_t lanes = WIDTH / sizeof(T);
    size_t set;
    i = least(-(uintptr_t)y % WIDTH / sizeof(T), n);
    set = OP(spread_each)(x, flags, i, y);
#pragma GCC unroll 4
    for (; i + lanes <= n; i += lanes) {
        const VECTOR v = TAKE(x + set, flags + i, &set);
        if (stream)
            STREAM(y + i, v);
        else
            *(VECTOR *)(void *)(y + i) = v;
    }
    if (stream) /* such stores are ordered by nothing but a fence */
        _mm_sfence();
    x += set;
#else
    (void)stream;
#endif
    OP(spread_each)(x, flags + i, n - i, y + i);
}

static const struct split_kernel OP(kernel_of) = { count_flags, OP(spread) };
static const struct split_kernel *const OP(kernel) = &OP(kernel_of);

#undef OP
