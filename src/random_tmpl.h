/* random_tmpl.h - one group of random words as elements of one type, see
 * elem_one.h. An element of up to 4 bytes owns one word, an 8-byte element
 * two. */

enum {
    NAME(EACH) = sizeof(T) > sizeof(uint32_t) ? 2 : 1,
    NAME(GROUP) = GROUP_WORDS / NAME(EACH),
#if IS_FLOAT /* of one word: bits that a float of at most 24 holds exactly */
    NAME(BITS) = T_DIGITS < FLT_MANT_DIG ? T_DIGITS : FLT_MANT_DIG,
#endif
    NAME(UNSIGNED) = !IS_FLOAT && (T)-1 > 0
};

/* The nearest finite number of the type. */
static T NAME(clamp)(double v)
{
#if IS_FLOAT
    const double most =
        ldexp(2 - ldexp(1, 1 - T_DIGITS), 1 - elem_least_exponent(T_TYPE) + 1);
    return (T)(v < -most ? -most : v > most ? most : v);
#else
    return v <= (double)T_LOWEST ? T_LOWEST
        : v >= (double)T_HIGHEST ? T_HIGHEST
                                 : (T)v;
#endif
}

static void NAME(bits)(const uint32_t *words, T *x)
{
    if (sizeof(T) < sizeof words[0])
        for (size_t i = 0; i < NAME(GROUP); i++)
            x[i] = (T)words[i];
    else
        memcpy(x, words, sizeof(T) * NAME(GROUP));
}

/* Floats in [0, 1) with every bit of the significand random; integers over
 * their whole range. */
SIMD_CLONES
static void NAME(uniform)(const uint32_t *words, T *x)
{
#if IS_FLOAT
    for (size_t i = 0; i < NAME(GROUP); i++)
        if (NAME(EACH) == 1)
            x[i] = (T)((float)(int32_t)(words[i] >> (32 - NAME(BITS))) *
                       (1.0f / (float)(1 << NAME(BITS))));
        else
            x[i] = (T)((double)(int32_t)(words[2 * i] >> 5) * 0x1p-27 +
                       (double)(int32_t)(words[2 * i + 1] >> 6) * 0x1p-53);
#else
    NAME(bits)(words, x);
#endif
}

/* Integers from -most to most but 0, which a sum could lose unseen; of unsigned
 * types from 1 to 2 most. */
SIMD_CLONES
static void NAME(small)(const uint32_t *words, uint32_t most, T *x)
{
    const int32_t half = (int32_t)most;
    for (size_t i = 0; i < NAME(GROUP); i++) {
        const uint64_t scaled = (uint64_t)words[i * NAME(EACH)] * 2 * most;
        const int32_t k = (int32_t)(scaled >> 32);
        x[i] = (T)(NAME(UNSIGNED) ? k + 1 : k - half + (k >= half));
    }
}

/* Of both words of an element. */
static void NAME(large)(const uint32_t *words, uint64_t most, T *x)
{
    __extension__ typedef unsigned __int128 wide;
    const int64_t half = (int64_t)most;
    for (size_t i = 0; i < NAME(GROUP); i++) {
        const uint64_t word = (uint64_t)words[i * NAME(EACH)] << 32 |
            words[(i + 1) * NAME(EACH) - 1];
        const int64_t k = (int64_t)((wide)word * 2 * most >> 64);
        x[i] = (T)(NAME(UNSIGNED) ? k + 1 : k - half + (k >= half));
    }
}

static void NAME(integers)(const uint32_t *words, uint64_t most, T *x)
{
    if (NAME(EACH) == 2 && most >> 24)
        NAME(large)(words, most, x);
    else
        NAME(small)(words, (uint32_t)most, x);
}

static T NAME(normal)(const uint32_t *words, size_t i)
{
    const double z = NAME(EACH) == 1
        ? box_muller(words[i & ~(size_t)1], words[i | 1], i & 1)
        : box_muller(words[2 * i], words[2 * i + 1], 0);
    if (IS_FLOAT)
        return (T)z;
    if (sizeof(T) == 1) /* a thousand is beyond a byte */
        return NAME(clamp)(nearbyint(BYTE_MEAN + z * BYTE_SCALE));
    const double scaled = nearbyint(z * NORMAL_SCALE);
    return NAME(clamp)(NAME(UNSIGNED) ? fabs(scaled) : scaled);
}

static T NAME(descending)(uint64_t i)
{
    if (NAME(UNSIGNED))
        return i < (uint64_t)T_HIGHEST ? (T)((uint64_t)T_HIGHEST - i) : 1;
    return NAME(clamp)(-((double)i + 1));
}

static T NAME(constant)(double argument)
{
    const T v = NAME(clamp)(argument);
    return (double)v != 0 ? v : 1;
}

static T NAME(few)(uint32_t word, double argument)
{
    return NAME(clamp)((double)(word % (uint64_t)argument) + 1);
}

/* A word picks those that are out of place, and where they then belong. */
static T NAME(nearly)(uint32_t word, double in_100, uint64_t i)
{
    const double place = (double)i + 1, most = in_100 / 100 * 0x1p32;
    return NAME(clamp)(word < most ? 1 + floor((double)word / most * 2 * place)
                                   : place);
}

/* Elements first .. first + GROUP of one distribution. */
static void NAME(group)(const struct filling *f, const uint32_t *words,
                        uint64_t first, T *x)
{
    if (f->kind == UNIFORM) {
        NAME(uniform)(words, x);
        return;
    }
    if (f->kind == INTEGERS) {
        NAME(integers)(words, f->most, x);
        return;
    }
    if (f->kind == BITS) {
        NAME(bits)(words, x);
        return;
    }
    for (size_t i = 0; i < NAME(GROUP); i++)
        switch (f->kind) {
        case NORMAL: x[i] = NAME(normal)(words, i); break;
        case CONSTANT: x[i] = NAME(constant)(f->argument); break;
        case ASCENDING: x[i] = NAME(clamp)((double)(first + i) + 1); break;
        case DESCENDING: x[i] = NAME(descending)(first + i); break;
        case ZIPF:
            x[i] = (T)zipf_number(&f->zipf, words[i * NAME(EACH)], first + i,
                                  f->which, f->key);
            break;
        case NEARLY:
            x[i] = NAME(nearly)(words[i * NAME(EACH)], f->argument, first + i);
            break;
        default: /* FEW */
            x[i] = NAME(few)(words[i * NAME(EACH)], f->argument);
        }
}

static void NAME(fill)(const struct filling *f, size_t begin, size_t end)
{
    T *x = f->elements;
    for (size_t g = begin; g < end; g++) {
        const size_t first = g * NAME(GROUP);
        uint32_t words[GROUP_WORDS];
        T spare[NAME(GROUP)];
        const bool whole = f->count - first >= NAME(GROUP);
        T *to = whole ? x + first : spare;
        random_words(g * GROUP_BLOCKS, f->which, f->key, words);
        NAME(group)(f, words, first, to);
        if (!whole)
            memcpy(x + first, spare, (f->count - first) * sizeof(T));
    }
}
