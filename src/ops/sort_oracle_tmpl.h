/* sort_oracle_tmpl.h - keys of one element type merged by their values, see
 * elem_one.h. */

/* 0: a number; -1, 1: a NaN of that sign, with its bits as a magnitude. */
#if IS_FLOAT
static int NAME(nan)(const T x, uint64_t *magnitude)
{
    *magnitude = 0;
    if (x == x)
        return 0;
    memcpy(magnitude, &x, sizeof x);
    const bool negative = *magnitude >> (8 * sizeof x - 1);
    return negative ? -1 : 1;
}

static bool NAME(nan_less)(const T a, const T b)
{
    uint64_t magnitude_a, magnitude_b;
    const int sign_a = NAME(nan)(a, &magnitude_a);
    const int sign_b = NAME(nan)(b, &magnitude_b);
    if (sign_a != sign_b)
        return sign_a < sign_b;
    return sign_a < 0 ? magnitude_a > magnitude_b : magnitude_a < magnitude_b;
}
#endif

static inline bool NAME(less)(const T a, const T b)
{
#if IS_FLOAT
    return a < b || (!(a >= b) && NAME(nan_less)(a, b));
#else
    return a < b;
#endif
}

static bool NAME(before)(bool descending, const void *a, const void *b)
{
    const T x = *(const T *)a, y = *(const T *)b;
    return descending ? NAME(less)(y, x) : NAME(less)(x, y);
}

static inline bool NAME(first)(const T x, const T y, bool descending)
{
    return descending ? NAME(less)(y, x) : NAME(less)(x, y);
}

/* Puts keys [begin, end) in order, each inserted among those before it. */
static void NAME(insert)(const struct sort_items *items, size_t begin,
                         size_t end, bool down, size_t width)
{
    T *x = items->keys;
    for (size_t i = begin + 1; i < end; i++) {
        const T key = x[i];
        uint64_t value = 0;
        size_t k = i;
        if (width)
            move_value(&value, 0, items->values, i, width);
        for (; k > begin && NAME(first)(key, x[k - 1], down); k--) {
            x[k] = x[k - 1];
            if (width)
                move_value(items->values, k, items->values, k - 1, width);
        }
        x[k] = key;
        if (width)
            move_value(items->values, k, &value, 0, width);
    }
}

/* Once one run is used up the other follows by itself. */
SORT_INLINE void NAME(merge)(const struct merge *m, bool down, size_t width)
{
    const T *from = m->from.keys;
    T *to = m->to.keys;
    size_t i = m->first, j = m->second;
    for (size_t k = m->begin; k < m->end; k++) {
        const bool second = i >= m->first_end ||
            (j < m->second_end && NAME(first)(from[j], from[i], down));
        const size_t taken = second ? j : i;
        to[k] = from[taken];
        if (width)
            move_value(m->to.values, k, m->from.values, taken, width);
        i += !second;
        j += second;
    }
}

static void NAME(merge_items)(const struct merge *m)
{
    if (m->width == 0)
        m->down ? NAME(merge)(m, true, 0) : NAME(merge)(m, false, 0);
    else
        NAME(merge)(m, m->down, m->width);
}

/* How many of the first `rank` merged keys are of the first run. */
static size_t NAME(split)(const struct merge *m, size_t rank)
{
    const T *a = (const T *)m->from.keys + m->first;
    const T *b = (const T *)m->from.keys + m->second;
    const size_t lengths[] = { m->first_end - m->first,
                               m->second_end - m->second };
    size_t low = rank > lengths[1] ? rank - lengths[1] : 0;
    size_t high = rank < lengths[0] ? rank : lengths[0];
    while (low < high) {
        const size_t i = low + (high - low) / 2, j = rank - i;
        if (NAME(first)(b[j - 1], a[i], m->down))
            high = i;
        else
            low = i + 1;
    }
    return low;
}
