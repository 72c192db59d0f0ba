/* map_tmpl.h - map by one thread for one element type, see elem_one.h, and for
 * vectors of WIDTH bytes, see width.h. */

#define OP(x) AT_WIDTH(NAME(map_##x))

typedef ADD OP(vector) __attribute__((vector_size(WIDTH)));
enum { OP(LANES) = WIDTH / sizeof(T), OP(STEP) = STEP_BYTES / sizeof(T) };

#if IS_FLOAT
#include "map_exp_tmpl.h"
#endif

TARGET INLINE OP(vector)
    OP(value)(int function, ADD a, OP(vector) x, OP(vector) y)
{
    switch (function) {
    case MAP_SCALE: return a * x;
    case MAP_AXPY: return a * x + y;
    case MAP_SQUARE: return x * x;
#if IS_FLOAT
    case MAP_EXP: return OP(exp)(x);
#endif
    default: return x;
    }
}

/* `count` elements, at most a vector of them, from i on. */
TARGET INLINE void OP(few)(const struct map_work *w, size_t i, size_t count,
                           int function)
{
    OP(vector) x = { 0 }, y = { 0 };
    memcpy(&x, (const T *)w->x + i, count * sizeof(T));
    if (function == MAP_AXPY)
        memcpy(&y, (const T *)w->y + i, count * sizeof(T));
    x = OP(value)(function, (ADD)(T)w->a, x, y);
    memcpy((T *)w->out + i, &x, count * sizeof(T));
}

TARGET INLINE void OP(edge)(const struct map_work *w, size_t begin, size_t end,
                            int function)
{
    size_t i = begin;
    for (; i + OP(LANES) <= end; i += OP(LANES))
        OP(few)(w, i, OP(LANES), function);
    if (i < end)
        OP(few)(w, i, end - i, function);
}

/* STEP_BYTES of results from i on, where a line of the output begins. */
TARGET INLINE void OP(step)(const struct map_work *w, size_t i, int function,
                            bool stream)
{
    const T *x = (const T *)w->x + i, *y = (const T *)w->y + i;
    T *out = (T *)w->out + i;
    OP(vector) v[STEP_BYTES / WIDTH], u = { 0 };
    for (size_t k = 0; k < STEP_BYTES; k += LINE_BYTES) {
        prefetch_line(x, (ptrdiff_t)(AHEAD + k));
        if (function == MAP_AXPY)
            prefetch_line(y, (ptrdiff_t)(AHEAD + k));
    }
    for (size_t k = 0; k < STEP_BYTES / WIDTH; k++) {
        memcpy(&v[k], x + k * OP(LANES), sizeof v[k]);
        if (function == MAP_AXPY)
            memcpy(&u, y + k * OP(LANES), sizeof u);
        v[k] = OP(value)(function, (ADD)(T)w->a, v[k], u);
    }
    for (size_t k = 0; k < STEP_BYTES / WIDTH; k++) {
#ifdef STREAM
        if (stream) {
            STREAM(out + k * OP(LANES), v[k]);
            continue;
        }
#endif
        (void)stream;
        memcpy(out + k * OP(LANES), &v[k], sizeof v[k]);
    }
}

/* From where a line of the output begins, by so many parts side by side. */
TARGET INLINE void OP(walk)(const struct map_work *w, size_t first, size_t end,
                            int function, bool stream, size_t parts)
{
    const size_t part = (end - first) / parts / OP(STEP) * OP(STEP);
    for (size_t i = 0; i < part; i += OP(STEP))
        for (size_t p = 0; p < parts; p++)
            OP(step)(w, first + p * part + i, function, stream);
    OP(edge)(w, first + parts * part, end, function);
}

TARGET INLINE void OP(run)(const struct map_work *w, size_t begin, size_t end,
                           int function, bool stream)
{
    const uintptr_t at = (uintptr_t)w->out + begin * sizeof(T);
    const size_t off = -at % LINE_BYTES / sizeof(T);
    const size_t first = begin + least(off, end - begin);
    OP(edge)(w, begin, first, function);
    if ((end - first) * sizeof(T) >= PARTED)
        OP(walk)(w, first, end, function, stream, PARTS);
    else
        OP(walk)(w, first, end, function, stream, 1);
}

TARGET static void OP(kernel)(const struct map_work *w, size_t begin,
                              size_t end)
{
#define CASE(function)                                                        \
    case function:                                                            \
        if (w->stream)                                                        \
            OP(run)(w, begin, end, function, true);                           \
        else                                                                  \
            OP(run)(w, begin, end, function, false);                          \
        break;
    switch (w->function) {
        CASE(MAP_COPY)
        CASE(MAP_SCALE)
        CASE(MAP_AXPY)
        CASE(MAP_SQUARE)
#if IS_FLOAT
        CASE(MAP_EXP)
#endif
    }
#undef CASE
#ifdef STREAM
    if (w->stream) /* such stores are ordered by nothing but a fence */
        _mm_sfence();
#endif
}

#undef OP
