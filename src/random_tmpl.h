/* random_tmpl.h - one group of random words as elements of one type T.
 *
 * Included once a type with T, T_LEAST, T_MOST, T_KIND and NAME(x) defined.
 * An element of up to 4 bytes owns one word, an 8-byte element two. */

enum {
    NAME(EACH) = sizeof(T) > sizeof(uint32_t) ? 2 : 1,
    NAME(GROUP) = GROUP_WORDS / NAME(EACH)
};

static T NAME(clamp)(double v)
{
    return v <= (double)T_LEAST ? T_LEAST
        : v >= (double)T_MOST   ? T_MOST
                                : (T)v;
}

/* Floats in [0, 1) with every bit of the significand random; integers over
 * their whole range. */
SIMD_CLONES
static void NAME(uniform)(const uint32_t *words, T *x)
{
#if T_KIND == KIND_F32
    for (size_t i = 0; i < NAME(GROUP); i++)
        x[i] = (float)(int32_t)(words[i] >> 8) * 0x1p-24f;
#elif T_KIND == KIND_F64
    for (size_t i = 0; i < NAME(GROUP); i++)
        x[i] = (double)(int32_t)(words[2 * i] >> 5) * 0x1p-27 +
            (double)(int32_t)(words[2 * i + 1] >> 6) * 0x1p-53;
#else
    if (sizeof(T) < sizeof words[0])
        for (size_t i = 0; i < NAME(GROUP); i++)
            x[i] = (T)words[i];
    else
        memcpy(x, words, sizeof(T) * NAME(GROUP));
#endif
}

/* Integers from -most to most but 0, which a sum could lose unseen; of unsigned
 * types from 1 to 2 most. */
SIMD_CLONES
static void NAME(integers)(const uint32_t *words, uint32_t most, T *x)
{
    const int32_t half = (int32_t)most;
    for (size_t i = 0; i < NAME(GROUP); i++) {
        const uint64_t scaled = (uint64_t)words[i * NAME(EACH)] * 2 * most;
        const int32_t k = (int32_t)(scaled >> 32);
        x[i] = (T)(T_KIND == KIND_UNSIGNED ? k + 1 : k - half + (k >= half));
    }
}

static T NAME(normal)(const uint32_t *words, size_t i)
{
    const double z = NAME(EACH) == 1
        ? box_muller(words[i & ~(size_t)1], words[i | 1], i & 1)
        : box_muller(words[2 * i], words[2 * i + 1], 0);
    if (T_KIND == KIND_F32 || T_KIND == KIND_F64)
        return (T)z;
    const double scaled = nearbyint(z * NORMAL_SCALE);
    return (T)(T_KIND == KIND_UNSIGNED ? fabs(scaled) : scaled);
}

static T NAME(descending)(uint64_t i)
{
#if T_KIND == KIND_UNSIGNED
    return i < T_MOST ? (T)(T_MOST - i) : 1;
#else
    return NAME(clamp)(-((double)i + 1));
#endif
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
    for (size_t i = 0; i < NAME(GROUP); i++)
        switch (f->kind) {
        case NORMAL: x[i] = NAME(normal)(words, i); break;
        case CONSTANT: x[i] = NAME(constant)(f->argument); break;
        case ASCENDING: x[i] = NAME(clamp)((double)(first + i) + 1); break;
        case DESCENDING: x[i] = NAME(descending)(first + i); break;
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

#undef T
#undef T_LEAST
#undef T_MOST
#undef T_KIND
#undef NAME
