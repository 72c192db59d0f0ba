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
