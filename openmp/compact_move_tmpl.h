/* compact_move_tmpl.h - copying by one thread for vectors of WIDTH bytes, see
 * width.h. */

#ifdef STREAM

TARGET static void AT_WIDTH(move)(void *to, const void *from, size_t bytes,
                                  bool stream)
{
    typedef uint32_t vector __attribute__((vector_size(WIDTH)));
    const char *x = from;
    char *y = to;
    size_t i = stream ? least(-(uintptr_t)y % LINE_BYTES, bytes) : bytes;
    memcpy(y, x, i);
    for (; i + LINE_BYTES <= bytes; i += LINE_BYTES)
#pragma GCC unroll 4
        for (size_t k = 0; k < LINE_BYTES; k += WIDTH) {
            vector v;
            memcpy(&v, x + i + k, sizeof v);
            STREAM(y + i + k, v);
        }
    memcpy(y + i, x + i, bytes - i);
}

#else

static void AT_WIDTH(move)(void *to, const void *from, size_t bytes,
                           bool stream)
{
    (void)stream;
    memcpy(to, from, bytes);
}

#endif
