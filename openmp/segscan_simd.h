/* segscan_simd.h - the innermost loop of segscan for one element type and one
 * SIMD width.
 *
 * Included through elem_each_signed.h once a width with TIER(x), TARGET (a
 * function attribute), WIDTH (bytes of a vector, at most 8 lanes of them) and,
 * where there are non-temporal stores, STREAM(to, vector) defined. SHIFT_k are
 * the words of two vectors, one after the other, that are the second one moved
 * up by k; LAST_k is its last k words, over and over. An element of 4 bytes is
 * one word, of 8 bytes two.
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
typedef uint32_t SIMD_NAME(words) __attribute__((vector_size(WIDTH)));

/* Words of two vectors, one behind the other. */
#ifdef __clang__
#define WORDS(first, second, ...)                                           \
    __builtin_shufflevector((SIMD_NAME(words))(first),                      \
                            (SIMD_NAME(words))(second), __VA_ARGS__)
#else
#define WORDS(first, second, ...)                                           \
    __builtin_shuffle((SIMD_NAME(words))(first),                            \
                      (SIMD_NAME(words))(second),                           \
                      (SIMD_NAME(words)){ __VA_ARGS__ })
#endif

/* What is a lane below in v, and in the lowest one the last of `low`. */
#define UP_ONE(low, v)                                                      \
    (sizeof(T) == 4 ? WORDS(low, v, SHIFT_1) : WORDS(low, v, SHIFT_2))

/* v joined to what is so many words below it, where no segment begins in
 * between; plain: none begins in the vector. */
#define STEP_PLAIN(...)                                                     \
    (v += (SIMD_NAME(vector))WORDS(none, v, __VA_ARGS__))
#define STEP(...)                                                           \
    do {                                                                    \
        v += (SIMD_NAME(vector))                                            \
            ((SIMD_NAME(mask))WORDS(none, v, __VA_ARGS__) & ~ended);        \
        ended |= (SIMD_NAME(mask))WORDS(none, ended, __VA_ARGS__);          \
    } while (0)

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
    size_t i = 0;
    for (; stream && i < n && (uintptr_t)(y + i) % WIDTH; i++)
        SCAN_ONE();
    SIMD_NAME(vector) carry = none + sum;
    for (; i + SIMD_NAME(LANES) <= n; i += SIMD_NAME(LANES)) {
        SIMD_NAME(vector) v = *(const SIMD_NAME(vector) *)(x + i);
        SIMD_NAME(mask) heads = { 0 }, ended = { 0 };
        uint64_t any = 0;
        memcpy(&any, flags + i, SIMD_NAME(LANES));
        if (any) {
            const SIMD_NAME(bytes) bytes =
                *(const SIMD_NAME(bytes) *)(flags + i);
            heads = __builtin_convertvector(bytes, SIMD_NAME(mask)) != 0;
            ended = heads;
            if (sizeof(T) == 4)
                STEP(SHIFT_1);
            STEP(SHIFT_2);
#ifdef SHIFT_4
            STEP(SHIFT_4);
#endif
        } else {
            if (sizeof(T) == 4)
                STEP_PLAIN(SHIFT_1);
            STEP_PLAIN(SHIFT_2);
#ifdef SHIFT_4
            STEP_PLAIN(SHIFT_4);
#endif
        }
        v += (SIMD_NAME(vector))((SIMD_NAME(mask))carry & ~ended);
        SIMD_NAME(vector) result = v;
        if (late)
            result = (SIMD_NAME(vector))(
                (SIMD_NAME(mask))UP_ONE(carry, v) & ~heads);
#ifdef STREAM
        if (stream)
            STREAM(y + i, result);
        else
#endif
            *(SIMD_NAME(vector) *)(y + i) = result;
        carry = (SIMD_NAME(vector))(
            sizeof(T) == 4 ? WORDS(v, v, LAST_1) : WORDS(v, v, LAST_2));
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

#undef WORDS
#undef UP_ONE
#undef STEP
#undef STEP_PLAIN
#undef SCAN_ONE
#undef SIMD_NAME
#undef SIMD_NAMED
