/* gather_tmpl.h - gather by one thread for one element type, see elem_one.h. */

/* Asks for what `count` results from i on need, see enum ask. */
INLINE void NAME(ask)(const struct gather_work *w, size_t i, size_t count,
                      bool wide, enum ask what)
{
    const size_t index_size = wide ? sizeof(uint64_t) : sizeof(uint32_t);
    const T *x = w->x;
    if (what == EACH_PLACE && i + AHEAD + count <= w->n)
        for (size_t k = 0; k < count; k++)
            __builtin_prefetch(x + place_at(w->index, i + AHEAD + k, wide), 0,
                               INTO_L2);
    if (what != LINES || i + INDEX_AHEAD + count > w->n)
        return;
    __builtin_prefetch(x + place_at(w->index, i + LINE_AHEAD, wide));
    for (size_t k = 0; k < count * index_size; k += LINE_BYTES)
        __builtin_prefetch((const char *)w->index +
                           (i + INDEX_AHEAD) * index_size + k);
}

/* Elements [begin, end) of the result, a line at a time where all of it is of
 * them. See gather(). */
INLINE void NAME(take)(const struct gather_work *w, size_t begin, size_t end,
                       bool wide, enum ask what, bool stream)
{
    enum { EACH_LINE = LINE_BYTES / sizeof(T) };
    const T *x = w->x;
    T *y = (T *)(void *)w->y;
    size_t i = begin;
    for (; i < end && (uintptr_t)(y + i) % LINE_BYTES; i++)
        y[i] = x[place_at(w->index, i, wide)];
    for (; i + EACH_LINE <= end; i += EACH_LINE) {
        _Alignas(LINE_BYTES) T line[EACH_LINE];
        NAME(ask)(w, i, EACH_LINE, wide, what);
        for (size_t k = 0; k < EACH_LINE; k++)
            line[k] = x[place_at(w->index, i + k, wide)];
        copy_line(y + i, line, stream);
    }
    for (; i < end; i++)
        y[i] = x[place_at(w->index, i, wide)];
}

static void NAME(gather)(const struct gather_work *w, size_t begin, size_t end,
                         enum ask what, bool stream)
{
#define CASE(WIDE, WHAT, STREAM)                                              \
    if (w->wide == WIDE && what == WHAT && stream == STREAM)                  \
        NAME(take)(w, begin, end, WIDE, WHAT, STREAM);
    CASE(false, NOTHING, false)
    CASE(false, LINES, true)
    CASE(false, EACH_PLACE, false)
    CASE(false, EACH_PLACE, true)
    CASE(true, NOTHING, false)
    CASE(true, LINES, true)
    CASE(true, EACH_PLACE, false)
    CASE(true, EACH_PLACE, true)
#undef CASE
}
