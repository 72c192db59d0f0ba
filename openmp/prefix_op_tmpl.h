/* prefix_op_tmpl.h - scans by one thread for one type, width and operator,
 * see prefix_tmpl.h. */

typedef A OP(vector) __attribute__((vector_size(WIDTH)));
typedef uint32_t OP(words) __attribute__((vector_size(WIDTH)));
enum { OP(LANES) = WIDTH / sizeof(T) };

#define UP_ONE(v)                                                             \
    (sizeof(T) == 4 ? WORDS(none, v, SHIFT_1) : WORDS(none, v, SHIFT_2))

static uint64_t OP(join)(uint64_t before, uint64_t after)
{
    A a, b;
    uint64_t joined = 0;
    memcpy(&a, &before, sizeof a);
    memcpy(&b, &after, sizeof b);
    a = JOIN(a, b);
    memcpy(&joined, &a, sizeof a);
    return joined;
}

TARGET static uint64_t OP(fold)(const void *elements, size_t n)
{
    const T *x = elements;
    OP(vector) chain[CHAINS], v;
    A total = IDENTITY;
    uint64_t result = 0;
    size_t i = 0;
    for (int k = 0; k < CHAINS; k++)
        for (int lane = 0; lane < OP(LANES); lane++)
            chain[k][lane] = IDENTITY;
    for (; i + CHAINS * OP(LANES) <= n; i += CHAINS * OP(LANES))
#pragma GCC unroll 4
        for (size_t k = 0; k < CHAINS; k++) {
            const T *at = x + i + k * OP(LANES);
            prefetch_line(at, AHEAD);
            memcpy(&v, at, sizeof v);
            chain[k] = JOIN_VECTORS(chain[k], v);
        }
    for (int k = 1; k < CHAINS; k++)
        chain[0] = JOIN_VECTORS(chain[0], chain[k]);
    for (int lane = 0; lane < OP(LANES); lane++)
        total = JOIN(total, chain[0][lane]);
    for (; i < n; i++)
        total = JOIN(total, (A)x[i]);
    memcpy(&result, &total, sizeof total);
    return result;
}

TARGET INLINE void OP(put)(T *y, const OP(vector) * v, bool stream)
{
#ifdef STREAM
    if (stream) {
        STREAM(y, *v);
        return;
    }
#endif
    (void)stream;
    memcpy(y, v, sizeof *v);
}

/* One by one: up to the first line of y, and what is left at the end. */
TARGET INLINE A OP(steps)(const T *x, T *y, size_t begin, size_t end, A total,
                          bool exclusive)
{
    for (size_t i = begin; i < end; i++) {
        const A before = total;
        total = JOIN(total, (A)x[i]);
        y[i] = (T)(exclusive ? before : total);
    }
    return total;
}

TARGET INLINE A OP(run)(const T *x, T *y, size_t n, const A before,
                        bool exclusive, bool stream)
{
    const size_t off = stream ? -(uintptr_t)y % LINE_BYTES / sizeof(T) : 0;
    size_t i = least(off, n);
    const A total = OP(steps)(x, y, 0, i, before, exclusive);
    OP(vector) carry, none, v;
    for (int lane = 0; lane < OP(LANES); lane++) {
        carry[lane] = total;
        none[lane] = IDENTITY;
    }
#pragma GCC unroll 2
    for (; i + OP(LANES) <= n; i += OP(LANES)) {
        prefetch_line(x + i, AHEAD);
        memcpy(&v, x + i, sizeof v);
        v = JOIN_VECTORS(UP_ONE(v), v);
        if (sizeof(T) == 4)
            v = JOIN_VECTORS(WORDS(none, v, SHIFT_2), v);
#ifdef SHIFT_4
        v = JOIN_VECTORS(WORDS(none, v, SHIFT_4), v);
#endif
#ifdef SHIFT_8
        v = JOIN_VECTORS(WORDS(none, v, SHIFT_8), v);
#endif
        const OP(vector) all = LAST(v);
        if (exclusive)
            v = UP_ONE(v);
        v = JOIN_VECTORS(carry, v);
        carry = JOIN_VECTORS(carry, all);
        OP(put)(y + i, &v, stream);
    }
    return OP(steps)(x, y, i, n, carry[0], exclusive);
}

/* Streaming stores are ordered by nothing but a fence. */
TARGET INLINE void OP(settle)(bool stream)
{
#ifdef STREAM
    if (stream)
        _mm_sfence();
#endif
    (void)stream;
}

TARGET static uint64_t OP(scan)(const void *x, void *y, size_t n,
                                uint64_t before, bool exclusive, bool stream)
{
    A total;
    uint64_t result = 0;
    memcpy(&total, &before, sizeof total);
    if (exclusive)
        total = OP(run)(x, y, n, total, true, stream);
    else
        total = OP(run)(x, y, n, total, false, stream);
    OP(settle)(stream);
    memcpy(&result, &total, sizeof total);
    return result;
}

TARGET static void OP(tiles)(const void *elements, void *totals, size_t n,
                             size_t tile, bool stream)
{
    const T *x = elements;
    T *y = totals;
    for (size_t i = 0; i < n; i += tile)
        OP(run)(x + i, y + i, least(tile, n - i), IDENTITY, false, stream);
    OP(settle)(stream);
}

static const struct prefix_kernel OP(kernel) = { OP(join), OP(fold), OP(scan),
                                                 OP(tiles) };

#undef UP_ONE
#undef OP
#undef A
#undef IDENTITY
#undef JOIN
#undef JOIN_VECTORS
