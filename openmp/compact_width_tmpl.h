/* compact_width_tmpl.h - compact by one thread for one element type, see
 * elem_one.h, and for vectors of WIDTH bytes, see width.h. STEP(x, t, y) keeps
 * those of STEP_LANES elements at x that exceed t at y, where it may write as
 * many, and returns how many they are. */

#define OP(x) AT_WIDTH(NAME(x))

TARGET static size_t OP(pack)(const void *elements, size_t n,
                              const void *threshold, void *kept)
{
    const T *x = elements, t = *(const T *)threshold;
    T *y = kept;
    size_t count = 0, i = 0;
#pragma GCC unroll 4
    for (; i + STEP_LANES <= n; i += STEP_LANES) {
        if (STEP_LANES > 1)
            __builtin_prefetch((const void *)((uintptr_t)(x + i) + AHEAD));
        count += (size_t)STEP(x + i, t, y + count);
    }
    for (; i < n; i++) {
        const T v = x[i];
        y[count] = v;
        count += v > t;
    }
    return count;
}

static const struct compact_kernel OP(kernel_of) = { NAME(count), OP(pack),
                                                     AT_WIDTH(move) };
static const struct compact_kernel *const OP(kernel) = &OP(kernel_of);

#undef OP
