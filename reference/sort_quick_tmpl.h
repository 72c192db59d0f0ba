/* sort_quick_tmpl.h - quicksort and the C library's qsort, for one form of
 * items, see ops/sort_each.h. Both sort keys as unsigned numbers, -0 before
 * +0. */

/* --- what is sorted ------------------------------------------------------ */

static inline void FORM(swap)(KEY *x, VALUE *v, size_t i, size_t j)
{
    const KEY key = x[i];
    x[i] = x[j];
    x[j] = key;
    if (HAS_VALUE) {
        const VALUE value = v[i];
        v[i] = v[j];
        v[j] = value;
    }
}

/* --- few keys, or no luck with pivots ------------------------------------ */

static void FORM(insert)(KEY *x, VALUE *v, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const KEY key = x[i];
        const VALUE value = HAS_VALUE ? v[i] : 0;
        size_t k = i;
        for (; k > 0 && key < x[k - 1]; k--) {
            x[k] = x[k - 1];
            if (HAS_VALUE)
                v[k] = v[k - 1];
        }
        x[k] = key;
        if (HAS_VALUE)
            v[k] = value;
    }
}

static void FORM(sift)(KEY *x, VALUE *v, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && x[child] < x[child + 1];
        if (x[root] >= x[child])
            return;
        FORM(swap)(x, v, root, child);
    }
}

static void FORM(heapsort)(KEY *x, VALUE *v, size_t n)
{
    for (size_t root = n / 2; root-- > 0;)
        FORM(sift)(x, v, root, n);
    for (size_t end = n; end-- > 1;) {
        FORM(swap)(x, v, 0, end);
        FORM(sift)(x, v, 0, end);
    }
}

/* --- quicksort ----------------------------------------------------------- */

static inline KEY FORM(median)(const KEY a, const KEY b, const KEY c)
{
    const KEY low = a < b ? a : b, high = a < b ? b : a;
    return c < low ? low : c < high ? c : high;
}

static KEY FORM(pivot)(const KEY *x, size_t n)
{
    const size_t s = n / 8;
    const KEY middle = FORM(median)(x[n / 2 - s], x[n / 2], x[n / 2 + s]);
    if (n < MANY)
        return FORM(median)(x[0], x[n / 2], x[n - 1]);
    return FORM(median)(
        FORM(median)(x[0], x[s], x[2 * s]), middle,
        FORM(median)(x[n - 1 - 2 * s], x[n - 1 - s], x[n - 1]));
}

/* Keys before the result are not above the pivot, the others not below it; a
 * part each. Keys that equal it go to both, so that many equal keys are cut in
 * halves too. */
static size_t FORM(partition)(KEY *x, VALUE *v, size_t n)
{
    const KEY pivot = FORM(pivot)(x, n);
    for (size_t i = 0, j = n - 1;; i++, j--) {
        while (x[i] < pivot)
            i++;
        while (pivot < x[j])
            j--;
        if (i >= j)
            return i == j ? i + 1 : i;
        FORM(swap)(x, v, i, j);
    }
}

static void FORM(quick)(KEY *x, VALUE *v, size_t n, int depth)
{
    while (n > FEW && depth-- > 0) {
        const size_t cut = FORM(partition)(x, v, n);
        const size_t rest = n - cut;
        VALUE *behind = HAS_VALUE ? v + cut : v;
        if (cut < rest) {
            FORM(quick)(x, v, cut, depth);
            x += cut;
            v = behind;
            n = rest;
        } else {
            FORM(quick)(x + cut, behind, rest, depth);
            n = cut;
        }
    }
    if (n > FEW)
        FORM(heapsort)(x, v, n);
    else
        FORM(insert)(x, v, n);
}

static void FORM(quicksort)(const struct sort_work *w)
{
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    KEY *x = w->out.keys;
    int depth = 0;
    for (size_t i = 0; i < w->n; i++)
        x[i] = RANKED(keys[i], flip);
    if (HAS_VALUE && w->n)
        memcpy(w->out.values, w->values, w->n * sizeof(VALUE));
    for (size_t n = w->n; n > 1; n /= 2)
        depth += DEPTH;
    FORM(quick)(x, w->out.values, w->n, depth);
    for (size_t i = 0; i < w->n; i++)
        x[i] = BITS(x[i], flip);
}

/* --- the C library's ----------------------------------------------------- */

struct FORM(pair) {
    KEY key;
    VALUE value;
};

/* A pair begins with its key. */
static int FORM(compare)(const void *a, const void *b)
{
    const KEY x = *(const KEY *)a, y = *(const KEY *)b;
    return (x > y) - (x < y);
}

static void FORM(by_qsort)(const struct sort_work *w)
{
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    const VALUE *values = w->values;
    KEY *x = w->out.keys;
    VALUE *v = w->out.values;
    struct FORM(pair) *pairs = w->spare.keys;
    for (size_t i = 0; i < w->n; i++)
        if (HAS_VALUE)
            pairs[i] = (struct FORM(pair)){ RANKED(keys[i], flip), values[i] };
        else
            x[i] = RANKED(keys[i], flip);
    if (HAS_VALUE)
        qsort(pairs, w->n, sizeof *pairs, FORM(compare));
    else
        qsort(x, w->n, sizeof *x, FORM(compare));
    for (size_t i = 0; i < w->n; i++) {
        x[i] = BITS(HAS_VALUE ? pairs[i].key : x[i], flip);
        if (HAS_VALUE)
            v[i] = pairs[i].value;
    }
}
