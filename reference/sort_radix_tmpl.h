/* sort_radix_tmpl.h - least significant digit first on one core, for one form
 * of items, see ops/sort_each.h. */

static inline size_t FORM(digit)(const KEY key, const KEY flip, size_t pass)
{
    return RANK(key, flip) >> pass * DIGIT_BITS & (DIGITS - 1);
}

/* How many keys have each digit, of all passes. */
static void FORM(count)(const KEY *keys, size_t n, const KEY flip,
                        size_t count[][DIGITS])
{
    for (size_t i = 0; i < n; i++)
        for (size_t pass = 0; pass < sizeof(KEY); pass++)
            count[pass][FORM(digit)(keys[i], flip, pass)]++;
}

/* place: where the next item of each digit goes. */
static void FORM(scatter)(struct sort_items from, struct sort_items to,
                          size_t n, const KEY flip, size_t pass,
                          size_t place[DIGITS])
{
    const KEY *keys = from.keys;
    const VALUE *values = from.values;
    for (size_t i = 0; i < n; i++) {
        const size_t to_place = place[FORM(digit)(keys[i], flip, pass)]++;
        ((KEY *)to.keys)[to_place] = keys[i];
        if (HAS_VALUE)
            ((VALUE *)to.values)[to_place] = values[i];
    }
}

/* Counts become the places before them. */
static void FORM(add_up)(size_t count[DIGITS])
{
    size_t before = 0;
    for (size_t d = 0; d < DIGITS; d++) {
        const size_t own = count[d];
        count[d] = before;
        before += own;
    }
}

static void FORM(radix)(const struct sort_work *w)
{
    static const struct sort_items none;
    size_t count[sizeof(KEY)][DIGITS] = { { 0 } };
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    bool varies[sizeof(KEY)];
    size_t left = 0; /* passes */
    struct sort_items from = none;
    from.keys = (void *)(uintptr_t)w->keys;
    from.values = (void *)(uintptr_t)w->values;
    FORM(count)(keys, w->n, flip, count);
    for (size_t pass = 0; pass < sizeof(KEY); pass++) {
        varies[pass] =
            w->n && count[pass][FORM(digit)(keys[0], flip, pass)] < w->n;
        left += varies[pass];
    }
    if (!left && w->n) {
        memcpy(w->out.keys, w->keys, w->n * sizeof(KEY));
        if (HAS_VALUE)
            memcpy(w->out.values, w->values, w->n * sizeof(VALUE));
    }
    for (size_t pass = 0; pass < sizeof(KEY); pass++)
        if (varies[pass]) {
            const struct sort_items to = left-- % 2 ? w->out : w->spare;
            FORM(add_up)(count[pass]);
            FORM(scatter)(from, to, w->n, flip, pass, count[pass]);
            from = to;
        }
}
