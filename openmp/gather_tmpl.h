/* gather_tmpl.h - gather by one thread for one element type, see elem_one.h. */

/* Asks for what `count` indices from i on lead to, if there are so many. */
INLINE void NAME(ask)(const struct gather_work *w, size_t i, size_t count,
                      bool wide)
{
    for (size_t k = 0; i + count <= w->n && k < count; k++)
        __builtin_prefetch((const T *)w->x + place_at(w->index, i + k, wide));
}

/* Elements [begin, end) of the result, a line at a time where all of it is of
 * them. `ahead` and `stream`: see gather(). */
INLINE void NAME(take)(const struct gather_work *w, size_t begin, size_t end,
                       bool wide, bool ahead, bool stream)
{
    enum { EACH_LINE = LINE_BYTES / sizeof(T) };
    const T *x = w->x;
    T *y = (T *)(void *)w->y;
    size_t i = begin;
    for (; i < end && (uintptr_t)(y + i) % LINE_BYTES; i++)
        y[i] = x[place_at(w->index, i, wide)];
    for (; i + EACH_LINE <= end; i += EACH_LINE) {
        _Alignas(LINE_BYTES) T line[EACH_LINE];
        if (ahead)
            NAME(ask)(w, i + AHEAD, EACH_LINE, wide);
        for (size_t k = 0; k < EACH_LINE; k++)
            line[k] = x[place_at(w->index, i + k, wide)];
        copy_line(y + i, line, stream);
    }
    for (; i < end; i++)
        y[i] = x[place_at(w->index, i, wide)];
}

static void NAME(gather)(const struct gather_work *w, size_t begin, size_t end,
                         bool ahead, bool stream)
{
#define CASE(WIDE, AHEAD_OF, STREAM)                                          \
    if (w->wide == WIDE && ahead == AHEAD_OF && stream == STREAM)             \
        NAME(take)(w, begin, end, WIDE, AHEAD_OF, STREAM);
    CASE(false, false, false)
    CASE(false, false, true)
    CASE(false, true, false)
    CASE(false, true, true)
    CASE(true, false, false)
    CASE(true, false, true)
    CASE(true, true, false)
    CASE(true, true, true)
#undef CASE
}
