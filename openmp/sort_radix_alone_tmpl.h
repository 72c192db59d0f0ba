/* sort_radix_alone_tmpl.h - a range sorted by one thread, for one form of
 * items, see ops/sort_each.h. */

static void FORM(alone)(const struct sort_work *, struct range,
                        struct bench *);

/* From where they are to SORT_OUT, which may be the same. */
static void FORM(insert)(const struct sort_work *w, struct range r)
{
    const KEY *x = (const KEY *)w->at[r.where].keys + r.begin;
    const KEY flip = (KEY)w->flip;
    const VALUE *v =
        HAS_VALUE ? (const VALUE *)w->at[r.where].values + r.begin : NULL;
    KEY *y = (KEY *)w->at[SORT_OUT].keys + r.begin;
    VALUE *u = HAS_VALUE ? (VALUE *)w->at[SORT_OUT].values + r.begin : NULL;
    for (size_t i = 0; i < r.n; i++) {
        const KEY key = x[i], own = RANK(key, flip);
        const VALUE value = HAS_VALUE ? v[i] : 0;
        size_t k = i;
        for (; k > 0 && own < RANK(y[k - 1], flip); k--) {
            y[k] = y[k - 1];
            if (HAS_VALUE)
                u[k] = u[k - 1];
        }
        y[k] = key;
        if (HAS_VALUE)
            u[k] = value;
    }
}

/* Items [i, i + n), AHEAD at most. */
INLINE void FORM(send_near)(struct sort_items from, struct sort_items to,
                            size_t i, size_t n, const KEY flip,
                            struct digit digit, uint32_t *next)
{
    KEY key[AHEAD];
    VALUE value[AHEAD];
    FORM(read)(from, i, n, key, value);
#pragma GCC unroll 4
    for (size_t a = 0; a < n; a++) {
        const size_t d = digit_at(RANK(key[a], flip), digit);
        FORM(write)(to, next[d]++, key[a], value[a]);
    }
}

/* One pass in cache; count: the items of each digit. */
static void FORM(pass)(struct sort_items from, struct sort_items to, size_t n,
                       const KEY flip, struct digit digit, uint32_t *count)
{
    uint32_t before = 0;
    size_t i = 0;
    for (size_t d = 0; d <= digit.mask; d++) {
        const uint32_t own = count[d];
        count[d] = before;
        before += own;
    }
    for (; i + AHEAD <= n; i += AHEAD)
        FORM(send_near)(from, to, i, AHEAD, flip, digit, count);
    for (; i < n; i++)
        FORM(send_near)(from, to, i, 1, flip, digit, count);
}

/* Of items in order of their bits from `low` on, those that tie there. */
static void FORM(untie)(const struct sort_work *w, struct range r,
                        unsigned low, struct bench *b)
{
    const KEY *x = w->at[SORT_OUT].keys, flip = (KEY)w->flip;
    const size_t end = r.begin + r.n;
    for (size_t i = r.begin, next; i < end; i = next) {
        const KEY rank = (KEY)(RANK(x[i], flip) >> low);
        for (next = i + 1; next < end; next++)
            if (RANK(x[next], flip) >> low != rank)
                break;
        if (next - i > 1)
            FORM(alone)
        (w, (struct range){ i, next - i, SORT_OUT }, b);
    }
}

/* The keys of each digit; the number of digits is known when this is
 * compiled. */
INLINE void FORM(count_of)(const KEY *x, size_t n, const KEY flip,
                           const struct digit *digit,
                           uint32_t count[][MOST_DIGITS], size_t digits)
{
    for (size_t d = 0; d < digits; d++)
        memset(count[d], 0, (digit[d].mask + 1) * sizeof count[d][0]);
    for (size_t i = 0; i < n; i++) {
        const KEY rank = RANK(x[i], flip);
        for (size_t d = 0; d < digits; d++)
            count[d][digit_at(rank, digit[d])]++;
    }
}

static void FORM(count_digits)(const KEY *x, size_t n, const KEY flip,
                               const struct digit *digit,
                               uint32_t count[][MOST_DIGITS], size_t digits)
{
    switch (digits) {
    case 1: FORM(count_of)(x, n, flip, digit, count, 1); break;
    case 2: FORM(count_of)(x, n, flip, digit, count, 2); break;
    case 3: FORM(count_of)(x, n, flip, digit, count, 3); break;
    default: FORM(count_of)(x, n, flip, digit, count, digits);
    }
}

/* Least significant digit first: of the highest digits alone, if those leave
 * few ties. A digit that all keys share costs no pass. Passes go to the bench,
 * which stays in cache, and back. */
static void FORM(in_cache)(const struct sort_work *w, struct range r,
                           uint64_t varying, struct bench *b)
{
    const struct sort_items out = FORM(items_at)(w, SORT_OUT, r.begin);
    const struct sort_items spare = FORM(spare_of)(b, r.n);
    struct sort_items from = FORM(items_at)(w, r.where, r.begin);
    const KEY *x = from.keys, flip = (KEY)w->flip;
    const KEY first = RANK(x[0], flip);
    uint32_t count[MOST_PASSES][MOST_DIGITS];
    struct digit digit[MOST_PASSES];
    bool ties;
    const size_t digits = choose_digits(varying, r.n, digit, &ties);
    size_t left = 0; /* passes */
    FORM(count_digits)(x, r.n, flip, digit, count, digits);
    for (size_t d = 0; d < digits; d++)
        left += count[d][digit_at(first, digit[d])] < r.n;
    for (size_t d = digits; d-- > 0;)
        if (count[d][digit_at(first, digit[d])] < r.n) {
            const bool home =
                from.keys == spare.keys || (from.keys != out.keys && left % 2);
            const struct sort_items to = home ? out : spare;
            left--;
            FORM(pass)(from, to, r.n, flip, digit[d], count[d]);
            from = to;
        }
    FORM(copy_items)(from, out, r.n);
    if (ties)
        FORM(untie)(w, r, digit[digits - 1].low, b);
}

/* The most significant digit, then each bin. */
static void FORM(by_bins)(const struct sort_work *w, struct range r,
                          uint64_t varying, struct bench *b)
{
    const struct division by = openmp_sort_divide(w, r.n, varying);
    const enum sort_where to = other_place(r.where, true);
    size_t end[MOST_DIGITS] = { 0 };
    size_t at = r.begin;
    FORM(count)(w, r.where, r.begin, r.begin + r.n, &by, end);
    for (size_t d = 0; d < by.bins; d++) {
        b->place[d] = at;
        end[d] = at += end[d];
    }
    FORM(scatter)
    (w, r.where, to, r.begin, r.begin + r.n, &by, b,
     openmp_sort_streams(w, r.n));
    at = r.begin;
    for (size_t d = 0; d < by.bins; at = end[d++])
        if (at < end[d])
            FORM(alone)(w, (struct range){ at, end[d] - at, to }, b);
}

/* By vectors, where that is as good as what is stable; false: it is not. */
static bool FORM(in_vectors)(const struct sort_work *w, struct range r,
                             struct bench *b)
{
    const bool can = sizeof(KEY) == sizeof(uint32_t) && !HAS_VALUE &&
        openmp_sort_fits(w, r.n) && openmp_sort_vectors_pay();
    return can &&
        openmp_sort_vectors((const uint32_t *)w->at[r.where].keys + r.begin,
                            (uint32_t *)w->at[SORT_OUT].keys + r.begin, r.n,
                            (struct key_order){ (uint32_t)w->flip, IS_FLOAT },
                            (void *)b->spare);
}

/* What a range is like is looked at first: many a bin is of one key, or in
 * order. */
static void FORM(alone)(const struct sort_work *w, struct range r,
                        struct bench *b)
{
    struct survey survey;
    if (r.n <= FEW) {
        FORM(insert)(w, r);
        return;
    }
    if (FORM(in_vectors)(w, r, b))
        return;
    survey = FORM(survey)(w, &r, r.begin, r.begin + r.n);
    if (survey.up)
        FORM(copy)(w, r.where, r.begin, r.n);
    else if (openmp_sort_fits(w, r.n))
        FORM(in_cache)(w, r, survey.varying, b);
    else
        FORM(by_bins)(w, r, survey.varying, b);
}

static const struct radix_form FORM(radix_form) = {
    .is_float = IS_FLOAT,
    .survey = FORM(survey),
    .sample = FORM(sample),
    .count = FORM(count),
    .scatter = FORM(scatter),
    .copy = FORM(copy),
    .turn = FORM(turn),
    .alone = FORM(alone),
};
