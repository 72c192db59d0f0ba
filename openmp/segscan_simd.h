/* segscan_simd.h - the innermost loop of segscan for one element type and one
 * SIMD width.
 *
 * Included through elem_each_signed.h once a width with TIER(x), TARGET (a
 * function attribute), WIDTH (bytes of a vector) and, where there are
 * non-temporal stores, STREAM(to, vector) defined.
 *
 * A vector is scanned by Hillis and Steele's log steps in registers; the lanes
 * at and behind a head (`ended`) take nothing from before it (Schwartz 1980,
 * Sengupta et al. 2007). Few vectors have a head: the others skip the masks.
 * From one vector to the next goes one addition and one broadcast. */

#define SIMD_NAME(x) SIMD_NAMED(TIER(x))
#define SIMD_NAMED(x) NAME(x)

enum { SIMD_NAME(LANES) = WIDTH / sizeof(T) };

typedef ADD SIMD_NAME(vector)
    __attribute__((vector_size(WIDTH), aligned(1), may_alias));
typedef uint8_t SIMD_NAME(bytes)
    __attribute__((vector_size(WIDTH / sizeof(T)), aligned(1), may_alias));
typedef __typeof__(__builtin_choose_expr(sizeof(T) == 4, (int32_t)0,
                                         (int64_t)0))
    SIMD_NAME(mask) __attribute__((vector_size(WIDTH)));
typedef SIMD_NAME(mask) SIMD_NAME(indices) __attribute__((aligned(1)));

/* Lanes moved up by 1 << step; the lowest ones come from the end of `low`. */
#define MOVED(low, v, step)                                                 \
    __builtin_shuffle(v, low, *(const SIMD_NAME(indices) *)                 \
                      (sizeof(T) == 4 ? (const void *)moves_32[step]        \
                                      : (const void *)moves_64[step]))

/* Element i alone. */
#define SCAN_ONE()                                                          \
    do {                                                                    \
        const ADD before = flags[i] ? 0 : sum;                              \
        sum = (ADD)(before + (ADD)x[i]);                                    \
        y[i] = (T)(late ? before : sum);                                    \
    } while (0)

/* Scans n elements with a sum of `sum` before them; that behind them is
 * returned. late: exclusive. stream: past the caches, for the caller to
 * fence. */
TARGET static inline __attribute__((always_inline))
ADD SIMD_NAME(scan)(const T *const restrict x,
                    const uint8_t *const restrict flags, T *const restrict y,
                    const size_t n, ADD sum, const bool late,
                    const bool stream)
{
    const SIMD_NAME(vector) none = { 0 };
    const SIMD_NAME(mask) last = (SIMD_NAME(mask)){ 0 }
        + (SIMD_NAME(LANES) - 1);
    size_t i = 0;
    for (; stream && i < n && (uintptr_t)(y + i) % WIDTH; i++)
        SCAN_ONE();
    SIMD_NAME(vector) carry = none + sum;
    for (; i + SIMD_NAME(LANES) <= n; i += SIMD_NAME(LANES)) {
        SIMD_NAME(vector) v = *(const SIMD_NAME(vector) *)(x + i);
        SIMD_NAME(mask) heads = { 0 }, ended = { 0 };
        uint64_t any[2] = { 0 };
        memcpy(any, flags + i, SIMD_NAME(LANES));
        if (any[0] | any[1]) {
            const SIMD_NAME(bytes) bytes =
                *(const SIMD_NAME(bytes) *)(flags + i);
            heads = __builtin_convertvector(bytes, SIMD_NAME(mask)) != 0;
            ended = heads;
#pragma GCC unroll 4
            for (int step = 0; 1 << step < SIMD_NAME(LANES); step++) {
                const SIMD_NAME(mask) moved =
                    (SIMD_NAME(mask))MOVED(none, v, step);
                v += (SIMD_NAME(vector))(moved & ~ended);
                ended |= MOVED((SIMD_NAME(mask)){ 0 }, ended, step);
            }
        } else {
#pragma GCC unroll 4
            for (int step = 0; 1 << step < SIMD_NAME(LANES); step++)
                v += MOVED(none, v, step);
        }
        v += (SIMD_NAME(vector))((SIMD_NAME(mask))carry & ~ended);
        SIMD_NAME(vector) result = v;
        if (late)
            result = (SIMD_NAME(vector))(
                (SIMD_NAME(mask))MOVED(carry, v, 0) & ~heads);
#ifdef STREAM
        if (stream)
            STREAM(y + i, result);
        else
#endif
            *(SIMD_NAME(vector) *)(y + i) = result;
        carry = __builtin_shuffle(v, last);
    }
    sum = carry[0];
    for (; i < n; i++)
        SCAN_ONE();
    return sum;
}

TARGET static ADD SIMD_NAME(span)(const T *const x,
                                  const uint8_t *const flags, T *const y,
                                  const size_t n, const ADD sum,
                                  const bool late, const bool stream)
{
    if (stream)
        return late ? SIMD_NAME(scan)(x, flags, y, n, sum, true, true)
                    : SIMD_NAME(scan)(x, flags, y, n, sum, false, true);
    return late ? SIMD_NAME(scan)(x, flags, y, n, sum, true, false)
                : SIMD_NAME(scan)(x, flags, y, n, sum, false, false);
}

#undef MOVED
#undef SCAN_ONE
#undef SIMD_NAME
#undef SIMD_NAMED
