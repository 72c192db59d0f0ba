/* split_tmpl.h - the right answer of split for one element type, see
 * elem_one.h. */

static void NAME(spread)(void *context, size_t begin, size_t end, int rank)
{
    const struct spreading *s = context;
    const T *x = (const T *)s->x + s->set[rank];
    T *y = s->y;
    for (size_t i = begin; i < end; i++)
        y[i] = s->flags[i] ? *x++ : 0;
}
