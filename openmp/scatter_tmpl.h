/* scatter_tmpl.h - scatter by one thread for one element type, see
 * elem_one.h. */

static void NAME(scatter)(const struct scatter_work *w, size_t begin,
                          size_t end)
{
    const T *x = w->x;
    T *y = w->y;
    if (w->wide)
        for (size_t i = begin; i < end; i++)
            y[place_at(w->index, i, true)] = x[i];
    else
        for (size_t i = begin; i < end; i++)
            y[place_at(w->index, i, false)] = x[i];
}

/* --- lines ---------------------------------------------------------------- */

enum { NAME(EACH_LINE) = LINE_BYTES / sizeof(T) };

/* Asks for what lies FETCHED bytes behind what a line is made of. */
INLINE void NAME(fetch)(const struct scatter_work *w, size_t i, bool wide)
{
    const size_t width = wide ? sizeof(uint64_t) : sizeof(uint32_t);
    const char *index = (const char *)w->index + i * width;
    for (size_t k = 0; k < NAME(EACH_LINE) * width; k += LINE_BYTES)
        prefetch_line(index + k, FETCHED);
    prefetch_line((const T *)w->x + i, FETCHED);
}

/* Whether places from i on are a line's, from its begin up or from its end
 * down; and the elements there. */
INLINE bool NAME(fills)(const struct scatter_work *w, size_t i, bool wide,
                        bool up, T *line)
{
    const size_t first = place_at(w->index, i, wide);
    const T *x = (const T *)w->x + i;
    size_t others = 0;
    for (size_t k = 0; k < NAME(EACH_LINE); k++) {
        const size_t place = up ? first + k : first - k;
        others |= place_at(w->index, i + k, wide) ^ place;
        line[up ? k : NAME(EACH_LINE) - 1 - k] = x[k];
    }
    return !others;
}

/* Elements [begin, end), those that fill a line around the caches. */
INLINE void NAME(put_lines)(const struct scatter_work *w, size_t begin,
                            size_t end, bool wide)
{
    const size_t before = (uintptr_t)w->y / sizeof(T) % NAME(EACH_LINE);
    const size_t last = NAME(EACH_LINE) - 1;
    const T *x = w->x;
    T *y = w->y;
    size_t i = begin;
    for (int misses = 0; end - i > last && misses < MISSES;) {
        const size_t place = place_at(w->index, i, wide);
        const size_t slot = (place + before) % NAME(EACH_LINE);
        _Alignas(LINE_BYTES) T line[NAME(EACH_LINE)];
        if ((slot == 0 && NAME(fills)(w, i, wide, true, line)) ||
            (slot == last && NAME(fills)(w, i, wide, false, line))) {
            NAME(fetch)(w, i, wide);
            copy_line(y + (place - slot), line, true);
            i += NAME(EACH_LINE);
        } else {
            misses += slot == 0 || slot == last;
            y[place] = x[i++];
        }
    }
    NAME(scatter)(w, i, end);
}

static void NAME(scatter_lines)(const struct scatter_work *w, size_t begin,
                                size_t end)
{
    if (w->wide)
        NAME(put_lines)(w, begin, end, true);
    else
        NAME(put_lines)(w, begin, end, false);
}

/* --- binned --------------------------------------------------------------- */

/* What is written to a bin at a time: whole lines. */
struct NAME(group) {
    uint32_t places[GROUP]; /* in the bin's window */
    T values[GROUP];
};

/* The buffer of bin b to the group that element `at` is in. */
INLINE void NAME(flush)(const struct binning *g, const struct share *s,
                        size_t b, size_t at)
{
    const char *from = (const char *)((struct NAME(group) *)s->buffers + b);
    char *to = (char *)((struct NAME(group) *)s->groups + at / GROUP);
    for (size_t k = 0; k < sizeof(struct NAME(group)); k += LINE_BYTES)
        copy_line(to + k, from + k, g->stream);
}

INLINE void NAME(put)(const struct scatter_work *w, const struct binning *g,
                      const struct share *s, size_t begin, size_t end,
                      bool wide)
{
    const T *x = w->x;
    const size_t mask = ((size_t)1 << g->shift) - 1;
    struct NAME(group) *buffers = s->buffers;
    for (size_t i = begin; i < end; i++) {
        const size_t place = place_at(w->index, i, wide);
        const size_t b = place >> g->shift, at = s->end[b]++;
        buffers[b].places[at % GROUP] = (uint32_t)(place & mask);
        buffers[b].values[at % GROUP] = x[i];
        if (at % GROUP == GROUP - 1)
            NAME(flush)(g, s, b, at);
    }
}

/* Elements [begin, end) to the bins of a share, whose ends are where they
 * begin. */
static void NAME(fill_bins)(const struct scatter_work *w,
                            const struct binning *g, const struct share *s,
                            size_t begin, size_t end)
{
    if (w->wide)
        NAME(put)(w, g, s, begin, end, true);
    else
        NAME(put)(w, g, s, begin, end, false);
    for (size_t b = 0; b < g->bins; b++)
        if (s->end[b] % GROUP) /* the rest of the group is nobody's */
            NAME(flush)(g, s, b, s->end[b]);
}

/* A share's part of a bin into the bin's window. */
static void NAME(empty_bin)(const struct share *s, size_t b, void *window)
{
    const struct NAME(group) *groups = s->groups;
    T *y = window;
    for (size_t i = s->begin[b]; i < s->end[b]; i++)
        y[groups[i / GROUP].places[i % GROUP]] =
            groups[i / GROUP].values[i % GROUP];
}
