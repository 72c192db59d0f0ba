/* sort_radix_tmpl.h - least significant digit first on one core, for one form
 * of items, see ops/sort_each.h. */

enum { FORM(PASSES) = (8 * sizeof(KEY) + DIGIT_BITS - 1) / DIGIT_BITS };

static inline size_t FORM(digit)(const KEY key, const KEY flip, size_t pass)
{
    return RANK(key, flip) >> pass * DIGIT_BITS & (DIGITS - 1);
}

/* How many keys have each digit, of all passes. */
static void FORM(count)(const KEY *keys, size_t n, const KEY flip,
                        size_t count[][DIGITS])
{
    for (size_t i = 0; i < n; i++)
        for (size_t pass = 0; pass < FORM(PASSES); pass++)
            count[pass][FORM(digit)(keys[i], flip, pass)]++;
}

/* Items [i, i + n), AHEAD at most. The processor cannot tell that none of them
 * is where the one before goes: so all are read first. */
static inline void FORM(send)(struct sort_items from, struct sort_items to,
                              size_t i, size_t n, const KEY flip, size_t pass,
                              size_t place[DIGITS])
{
    KEY key[AHEAD];
    VALUE value[AHEAD];
    for (size_t k = 0; k < n; k++) {
        key[k] = ((const KEY *)from.keys)[i + k];
        value[k] = HAS_VALUE ? ((const VALUE *)from.values)[i + k] : 0;
    }
    for (size_t k = 0; k < n; k++) {
        const size_t to_place = place[FORM(digit)(key[k], flip, pass)]++;
        ((KEY *)to.keys)[to_place] = key[k];
        if (HAS_VALUE)
            ((VALUE *)to.values)[to_place] = value[k];
    }
}

/* place: where the next item of each digit goes. */
static void FORM(scatter)(struct sort_items from, struct sort_items to,
                          size_t n, const KEY flip, size_t pass,
                          size_t place[DIGITS])
{
    size_t i = 0;
    for (; i + AHEAD <= n; i += AHEAD)
        FORM(send)(from, to, i, AHEAD, flip, pass, place);
    FORM(send)(from, to, i, n - i, flip, pass, place);
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
    size_t count[FORM(PASSES)][DIGITS] = { { 0 } };
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    bool varies[FORM(PASSES)];
    size_t left = 0; /* passes */
    struct sort_items from = none;
    from.keys = (void *)(uintptr_t)w->keys;
    from.values = (void *)(uintptr_t)w->values;
    FORM(count)(keys, w->n, flip, count);
    for (size_t pass = 0; pass < FORM(PASSES); pass++) {
        varies[pass] =
            w->n && count[pass][FORM(digit)(keys[0], flip, pass)] < w->n;
        left += varies[pass];
    }
    if (!left && w->n) {
        memcpy(w->out.keys, w->keys, w->n * sizeof(KEY));
        if (HAS_VALUE)
            memcpy(w->out.values, w->values, w->n * sizeof(VALUE));
    }
    for (size_t pass = 0; pass < FORM(PASSES); pass++)
        if (varies[pass]) {
            const struct sort_items to = left-- % 2 ? w->out : w->spare;
            FORM(add_up)(count[pass]);
            FORM(scatter)(from, to, w->n, flip, pass, count[pass]);
            from = to;
        }
}
