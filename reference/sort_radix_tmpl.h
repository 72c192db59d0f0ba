/* sort_radix_tmpl.h - least significant digit first on one core, for one form
 * of items, see ops/sort_each.h. Digits have 11 bits, of few items 8: to clear
 * and to add up their counts takes as long as some hundreds of items. */

INLINE size_t FORM(digit)(const KEY key, const KEY flip, size_t pass, int bits)
{
    return RANK(key, flip) >> pass * (size_t)bits & (((size_t)1 << bits) - 1);
}

/* How many keys have each digit, of all passes. */
INLINE void FORM(count)(const KEY *keys, size_t n, const KEY flip, int bits,
                        size_t passes, size_t *count)
{
    for (size_t i = 0; i < n; i++)
        for (size_t pass = 0; pass < passes; pass++)
            count[(pass << bits) + FORM(digit)(keys[i], flip, pass, bits)]++;
}

/* Items [i, i + n), AHEAD at most. The processor cannot tell that none of them
 * is where the one before goes: so all are read first. */
INLINE void FORM(send)(struct sort_items from, struct sort_items to, size_t i,
                       size_t n, const KEY flip, size_t pass, int bits,
                       size_t *place)
{
    KEY key[AHEAD];
    VALUE value[AHEAD];
    for (size_t k = 0; k < n; k++) {
        key[k] = ((const KEY *)from.keys)[i + k];
        value[k] = HAS_VALUE ? ((const VALUE *)from.values)[i + k] : 0;
    }
    for (size_t k = 0; k < n; k++) {
        const size_t to_place = place[FORM(digit)(key[k], flip, pass, bits)]++;
        ((KEY *)to.keys)[to_place] = key[k];
        if (HAS_VALUE)
            ((VALUE *)to.values)[to_place] = value[k];
    }
}

/* place: where the next item of each digit goes. */
INLINE void FORM(scatter)(struct sort_items from, struct sort_items to,
                          size_t n, const KEY flip, size_t pass, int bits,
                          size_t *place)
{
    size_t i = 0;
    for (; i + AHEAD <= n; i += AHEAD)
        FORM(send)(from, to, i, AHEAD, flip, pass, bits, place);
    FORM(send)(from, to, i, n - i, flip, pass, bits, place);
}

/* By digits of so many bits; count: cleared. */
INLINE void FORM(sort_by)(const struct sort_work *w, int bits, size_t passes,
                          size_t *count)
{
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    bool varies[sizeof(KEY)];
    size_t left = 0; /* passes */
    struct sort_items from = { (void *)(uintptr_t)w->keys,
                               (void *)(uintptr_t)w->values };
    FORM(count)(keys, w->n, flip, bits, passes, count);
    for (size_t pass = 0; pass < passes; pass++) {
        const size_t *of = count + (pass << bits);
        varies[pass] =
            w->n && of[FORM(digit)(keys[0], flip, pass, bits)] < w->n;
        left += varies[pass];
    }
    if (!left && w->n) {
        memcpy(w->out.keys, w->keys, w->n * sizeof(KEY));
        if (HAS_VALUE)
            memcpy(w->out.values, w->values, w->n * sizeof(VALUE));
    }
    for (size_t pass = 0; pass < passes; pass++)
        if (varies[pass]) {
            const struct sort_items to = left-- % 2 ? w->out : w->spare;
            add_up(count + (pass << bits), (size_t)1 << bits);
            FORM(scatter)
            (from, to, w->n, flip, pass, bits, count + (pass << bits));
            from = to;
        }
}

/* Very few, each to where it belongs among those before it. */
static void FORM(insert_in_order)(const struct sort_work *w)
{
    const KEY *keys = w->keys, flip = (KEY)w->flip;
    KEY *x = w->out.keys;
    VALUE *v = w->out.values;
    for (size_t i = 0; i < w->n; i++) {
        const KEY rank = RANK(keys[i], flip);
        size_t k = i;
        for (; k > 0 && rank < RANK(x[k - 1], flip); k--) {
            x[k] = x[k - 1];
            if (HAS_VALUE)
                v[k] = v[k - 1];
        }
        x[k] = keys[i];
        if (HAS_VALUE)
            v[k] = ((const VALUE *)w->values)[i];
    }
}

static void FORM(radix)(const struct sort_work *w)
{
    enum { PASSES = (8 * sizeof(KEY) + DIGIT_BITS - 1) / DIGIT_BITS };
    if (w->n <= VERY_FEW * sizeof(KEY)) {
        FORM(insert_in_order)(w);
    } else if (w->n <= SHORT) {
        size_t count[sizeof(KEY) << 8] = { 0 };
        FORM(sort_by)(w, 8, sizeof(KEY), count);
    } else {
        size_t count[PASSES << DIGIT_BITS] = { 0 };
        FORM(sort_by)(w, DIGIT_BITS, PASSES, count);
    }
}
