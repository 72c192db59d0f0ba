/* segscan_tmpl.h - segscan by one thread for one element type, see elem_one.h,
 * and for vectors of WIDTH bytes, see width.h. An element of 4 bytes is one
 * word, of 8 bytes two.
 *
 * A vector is scanned by Hillis and Steele's log steps in its register. A lane
 * takes what is k below it if none of its last k lanes is a head (Schwartz
 * 1980, Sengupta et al. 2007). Heads are one bit a lane, in all lanes, so that
 * each step's mask is an AND with a constant and a comparison; no branch
 * depends on them. From one vector to the next goes one addition. */

#define OP(x) AT_WIDTH(NAME(x))

enum { OP(LANES) = WIDTH / sizeof(T) };

typedef ADD OP(vector) __attribute__((vector_size(WIDTH)));
typedef uint32_t OP(words) __attribute__((vector_size(WIDTH)));
typedef __typeof__(__builtin_choose_expr(sizeof(T) == 4, (int32_t)0,
                                         (int64_t)0)) OP(bits);
typedef OP(bits) OP(mask) __attribute__((vector_size(WIDTH)));

/* What is a lane below in v, and in the lowest one the last of `low`. */
#define UP_ONE(low, v)                                                        \
    (sizeof(T) == 4 ? WORDS(low, v, SHIFT_1) : WORDS(low, v, SHIFT_2))

/* v where none of the lanes that `reach` has bits of is a head, else 0. */
#define UNLESS(reach, v)                                                      \
    ((OP(vector))((OP(mask))(v) & (OP(mask))((heads & (reach)) == 0)))

/* A step by `count` words; `reach` has as many lanes, then twice as many. */
#define STEP(count, ...)                                                      \
    do {                                                                      \
        v += UNLESS(reach, WORDS(none, v, __VA_ARGS__));                      \
        reach |= reach >> ((count)*4 / sizeof(T));                            \
    } while (0)

/* Up to the first line of y, and what is left at the end. */
TARGET INLINE ADD OP(steps)(const T *x, const uint8_t *flags, T *y,
                            size_t begin, size_t end, ADD sum, bool late)
{
    for (size_t i = begin; i < end; i++) {
        const ADD before = flags[i] ? 0 : sum;
        sum = (ADD)(before + (ADD)x[i]);
        y[i] = (T)(late ? before : sum);
    }
    return sum;
}

TARGET INLINE ADD OP(run)(const T *x, const uint8_t *flags, T *y, size_t n,
                          const ADD before, bool late, bool stream)
{
    const size_t off = stream ? -(uintptr_t)y % LINE_BYTES / sizeof(T) : 0;
    const OP(vector) none = { 0 };
    OP(mask) one;
    size_t i = least(off, n);
    OP(vector) carry = none + OP(steps)(x, flags, y, 0, i, before, late);
    for (int lane = 0; lane < OP(LANES); lane++)
        one[lane] = 1 << lane;
    for (; i + OP(LANES) <= n; i += OP(LANES)) {
        const OP(mask) heads =
            (OP(mask)){ 0 } + (OP(bits))heads_of(flags + i, OP(LANES));
        OP(mask) reach = one;
        OP(vector) v;
        prefetch_line(x + i, AHEAD);
        memcpy(&v, x + i, sizeof v);
        if (sizeof(T) == 4)
            STEP(1, SHIFT_1);
        STEP(2, SHIFT_2);
#ifdef SHIFT_4
        STEP(4, SHIFT_4);
#endif
#ifdef SHIFT_8
        STEP(8, SHIFT_8);
#endif
        const OP(vector) all = LAST(v);
        v += UNLESS(reach, carry);
        if (late)
            v = UNLESS(one, UP_ONE(carry, v));
        carry = all + UNLESS(-1, carry);
#ifdef STREAM
        if (stream)
            STREAM(y + i, v);
        else
#endif
            memcpy(y + i, &v, sizeof v);
    }
    return OP(steps)(x, flags, y, i, n, carry[0], late);
}

TARGET static uint64_t OP(scan)(const void *x, const uint8_t *flags, void *y,
                                size_t n, uint64_t before, bool late,
                                bool stream)
{
    ADD sum;
    uint64_t result = 0;
    memcpy(&sum, &before, sizeof sum);
    if (late && stream)
        sum = OP(run)(x, flags, y, n, sum, true, true);
    else if (late)
        sum = OP(run)(x, flags, y, n, sum, true, false);
    else if (stream)
        sum = OP(run)(x, flags, y, n, sum, false, true);
    else
        sum = OP(run)(x, flags, y, n, sum, false, false);
#ifdef STREAM
    if (stream)
        _mm_sfence();
#endif
    memcpy(&result, &sum, sizeof sum);
    return result;
}

#undef OP
#undef UP_ONE
#undef UNLESS
#undef STEP
