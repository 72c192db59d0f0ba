/* sort_quick_tmpl.h - quicksort by tasks, for one form of items, see
 * ops/sort_each.h. */

static inline KEY FORM(median)(const KEY a, const KEY b, const KEY c)
{
    const KEY low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c < high ? c : high;
}

/* Of the ranks of three keys around x[i]. */
static inline KEY FORM(median_at)(const KEY *x, size_t i, size_t step,
                                  const KEY flip)
{
    return FORM(median)(RANK(x[i - step], flip), RANK(x[i], flip),
                        RANK(x[i + step], flip));
}

static KEY FORM(pivot)(const KEY *x, size_t n, const KEY flip)
{
    const size_t step = (n - 1) / 8, middle = (n - 1) / 2;
    if (n < MANY)
        return FORM(median_at)(x, middle, middle, flip);
    return FORM(median)(FORM(median_at)(x, step, step, flip),
                        FORM(median_at)(x, middle, step, flip),
                        FORM(median_at)(x, n - 1 - step, step, flip));
}

static inline void FORM(swap)(struct FORM(items) x, size_t i, size_t j)
{
    const KEY key = x.keys[i];
    const VALUE value = HAS_VALUE ? x.values[i] : 0;
    FORM(move)(x, i, x, j);
    x.keys[j] = key;
    if (HAS_VALUE)
        x.values[j] = value;
}

/* How many of items [begin, end) are on the first side: not above the pivot.
 * Keys that equal it go to both sides, so that many of them are cut in halves,
 * too. */
static size_t FORM(partition)(struct FORM(items) x, size_t begin, size_t end,
                              const KEY flip)
{
    const KEY pivot = FORM(pivot)(x.keys + begin, end - begin, flip);
    for (size_t i = begin, j = end - 1;; i++, j--) {
        while (RANK(x.keys[i], flip) < pivot)
            i++;
        while (pivot < RANK(x.keys[j], flip))
            j--;
        if (i >= j)
            return i == j ? i + 1 : i;
        FORM(swap)(x, i, j);
    }
}

/* at[0], in place; the shorter side is another task's. Where pivots were bad
 * too often it is merged, through the same places of at[1]. */
static void FORM(quick)(struct FORM(items) at[2], size_t begin, size_t end,
                        int depth, const KEY flip)
{
    while (end - begin > FEW && depth-- > 0) {
        const size_t cut = FORM(partition)(at[0], begin, end, flip);
        const bool first = cut - begin < end - cut;
        const size_t from = first ? begin : cut, to = first ? cut : end;
        if (to - from > TASK) {
#pragma omp task firstprivate(at, from, to, depth, flip)
            FORM(quick)(at, from, to, depth, flip);
        } else
            FORM(quick)(at, from, to, depth, flip);
        begin = first ? cut : begin;
        end = first ? end : cut;
    }
    if (end - begin > FEW)
        FORM(sort_run)(at[0], at, 0, begin, end, flip);
    else
        FORM(insert_run)(at[0], at[0], begin, end, flip);
}

static void FORM(quick_all)(const struct sort_work *w)
{
    struct FORM(items) at[SORT_PLACES];
    int depth = 0;
    FORM(items_at)(w, at);
    FORM(copy_run)
    (at[SORT_OUT], 0, (struct FORM(run)){ at[SORT_IN], 0, w->n });
    for (size_t n = w->n; n > 1; n /= 2)
        depth += DEPTH;
#pragma omp taskgroup
    FORM(quick)(at + SORT_OUT, 0, w->n, depth, (KEY)w->flip);
}
