/* host_loops_tmpl.h - the loops for vectors of BYTES bytes, named NAME(x),
 * compiled with TARGET; STREAM(to, vector) is a non-temporal store, and not
 * defined where there is none. */

typedef float NAME(floats) __attribute__((vector_size(BYTES)));

/* Independent chains in registers; two FLOP an element and step. */
TARGET static uint64_t NAME(fma)(char *to, const char *from, size_t bytes)
{
    NAME(floats) chain[CHAINS], scale, add;
    (void)to, (void)from, (void)bytes;
    for (size_t k = 0; k < BYTES / sizeof(float); k++) {
        scale[k] = 0.999f;
        add[k] = 1e-3f;
    }
    for (int c = 0; c < CHAINS; c++)
        chain[c] = scale * (float)(c + 1);
    for (int i = 0; i < FMA_STEPS; i++)
        for (int c = 0; c < CHAINS; c++)
            chain[c] = chain[c] * scale + add;
    for (int c = 1; c < CHAINS; c++)
        chain[0] += chain[c];
    return (uint64_t)chain[0][0];
}

typedef unsigned long long NAME(words)
    __attribute__((vector_size(BYTES), aligned(1), may_alias));

/* Always inlined, so that `streams` and `ahead` are constants. */
TARGET INLINE uint64_t NAME(read)(const char *from, size_t bytes,
                                  size_t streams, size_t ahead)
{
    NAME(words) sum[SUMS] = { { 0 } };
    const size_t part = bytes / streams / STEP * STEP;
    uint64_t total = 0;
    for (size_t i = 0; i < part; i += STEP)
        for (size_t s = 0; s < streams; s++) {
            const char *at = from + s * part + i;
            const NAME(words) *in = (const void *)at;
            for (size_t k = 0; k < STEP && ahead; k += LINE)
                __builtin_prefetch(at + ahead + k);
            for (size_t k = 0; k < STEP / BYTES; k++)
                sum[(s * (STEP / BYTES) + k) % SUMS] += in[k];
        }
    for (size_t s = 1; s < SUMS; s++)
        sum[0] += sum[s];
    for (size_t k = 0; k < BYTES / sizeof total; k++)
        total += sum[0][k];
    for (size_t i = streams * part; i < bytes; i++)
        total += (unsigned char)from[i];
    return total;
}

TARGET static uint64_t NAME(read_plain)(char *to, const char *from,
                                        size_t bytes)
{
    (void)to;
    return NAME(read)(from, bytes, 1, 0);
}

TARGET static uint64_t NAME(read_pairs)(char *to, const char *from,
                                        size_t bytes)
{
    (void)to;
    return NAME(read)(from, bytes, 2, 0);
}

TARGET static uint64_t NAME(read_streams)(char *to, const char *from,
                                          size_t bytes)
{
    (void)to;
    return NAME(read)(from, bytes, STREAMS, 0);
}

TARGET static uint64_t NAME(read_ahead)(char *to, const char *from,
                                        size_t bytes)
{
    (void)to;
    return NAME(read)(from, bytes, 2, AHEAD);
}

#ifdef STREAM

TARGET INLINE uint64_t NAME(copy)(char *to, const char *from, size_t bytes,
                                  size_t streams, size_t ahead)
{
    if ((uintptr_t)to % BYTES) {
        memcpy(to, from, bytes);
        return 0;
    }
    const size_t part = bytes / streams / STEP * STEP;
    for (size_t i = 0; i < part; i += STEP)
        for (size_t at = i; at < streams * part; at += part) {
            const NAME(words) *in = (const void *)(from + at);
            NAME(words) line[STEP / BYTES];
            for (size_t k = 0; k < STEP && ahead; k += LINE)
                __builtin_prefetch(from + at + ahead + k);
            for (size_t k = 0; k < STEP / BYTES; k++)
                line[k] = in[k];
            for (size_t k = 0; k < STEP / BYTES; k++)
                STREAM(to + at + k * BYTES, line[k]);
        }
    _mm_sfence();
    memcpy(to + streams * part, from + streams * part, bytes - streams * part);
    return 0;
}

TARGET static uint64_t NAME(copy_plain)(char *to, const char *from,
                                        size_t bytes)
{
    return NAME(copy)(to, from, bytes, 1, 0);
}

TARGET static uint64_t NAME(copy_streams)(char *to, const char *from,
                                          size_t bytes)
{
    return NAME(copy)(to, from, bytes, STREAMS, AHEAD);
}

TARGET static uint64_t NAME(write)(char *to, const char *from, size_t bytes)
{
    (void)from;
    const size_t whole = (uintptr_t)to % BYTES ? 0 : bytes / STEP * STEP;
    NAME(words) value = { 0 };
    value += 0x0707070707070707;
    for (size_t at = 0; at < whole; at += BYTES)
        STREAM(to + at, value);
    _mm_sfence();
    memset(to + whole, 7, bytes - whole);
    return 0;
}

#endif

#undef NAME
#undef BYTES
#undef TARGET
#undef STREAM
