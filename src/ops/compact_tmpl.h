/* compact_tmpl.h - looking through kept elements of one element type, see
 * elem_one.h. */

SIMD_CLONES
static struct bag NAME(bag)(const T *x, size_t n)
{
    struct bag bag = { { 0 } };
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = 0;
        memcpy(&bits, &x[i], sizeof x[i]);
        bag.sum[0] += mixed(bits ^ 0x9e3779b97f4a7c15u);
        bag.sum[1] += mixed(bits ^ 0xc2b2ae3d27d4eb4fu);
    }
    return bag;
}

static void NAME(look)(void *context, size_t begin, size_t end, int rank)
{
    struct search *s = context;
    const T *x = s->got, t = *(const T *)s->t;
    size_t i = begin;
    if (threshold_count(T_TYPE, x + begin, end - begin, s->t) < end - begin) {
        while (x[i] > t)
            i++;
        s->stray[rank] = i + 1;
    }
    s->bag[rank] = NAME(bag)(x + begin, end - begin);
}
