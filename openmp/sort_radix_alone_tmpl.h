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

/* --- in cache ------------------------------------------------------------- */

/* An item whose value lies next to its key, in no more room than apart. */
struct FORM(pair) {
    KEY key;
    VALUE value;
} __attribute__((packed, aligned(4)));
_Static_assert(sizeof(struct FORM(pair)) == sizeof(KEY) + sizeof(VALUE),
               "a bench has room for them twice");

/* Items in a cache: as elsewhere or, so that a pass writes to one place for
 * each instead of two, in pairs. */
struct FORM(near) {
    struct sort_items apart;
    struct FORM(pair) * pairs; /* NULL: there are none */
};

INLINE void FORM(read_near)(const struct FORM(near) * from, bool pairs,
                            size_t i, size_t n, KEY key[AHEAD],
                            VALUE value[AHEAD])
{
    if (!pairs)
        FORM(read)(from->apart, i, n, key, value);
    else
        for (size_t a = 0; a < n; a++) {
            key[a] = from->pairs[i + a].key;
            value[a] = from->pairs[i + a].value;
        }
}

/* Items [i, i + n), AHEAD at most. */
INLINE void FORM(send_near)(const struct FORM(near) * from, bool from_pairs,
                            const struct FORM(near) * to, bool to_pairs,
                            size_t i, size_t n, const KEY flip,
                            struct digit digit, uint32_t *next)
{
    KEY key[AHEAD];
    VALUE value[AHEAD];
    FORM(read_near)(from, from_pairs, i, n, key, value);
#pragma GCC unroll 4
    for (size_t a = 0; a < n; a++) {
        const size_t at = next[digit_at(RANK(key[a], flip), digit)]++;
        if (to_pairs)
            to->pairs[at] = (struct FORM(pair)){ key[a], value[a] };
        else
            FORM(write)(to->apart, at, key[a], value[a]);
    }
}

INLINE void FORM(send_all_near)(const struct FORM(near) * from,
                                bool from_pairs, const struct FORM(near) * to,
                                bool to_pairs, size_t n, const KEY flip,
                                struct digit digit, uint32_t *next)
{
    size_t i = 0;
    for (; i + AHEAD <= n; i += AHEAD)
        FORM(send_near)
    (from, from_pairs, to, to_pairs, i, AHEAD, flip, digit, next);
    for (; i < n; i++)
        FORM(send_near)
    (from, from_pairs, to, to_pairs, i, 1, flip, digit, next);
}

/* One pass; count: the items of each digit. */
static void FORM(pass)(struct FORM(near) from, struct FORM(near) to, size_t n,
                       const KEY flip, struct digit digit, uint32_t *count)
{
    uint32_t before = 0;
    for (size_t d = 0; d <= digit.mask; d++) {
        const uint32_t own = count[d];
        count[d] = before;
        before += own;
    }
    if (HAS_VALUE && to.pairs && from.pairs)
        FORM(send_all_near)(&from, true, &to, true, n, flip, digit, count);
    else if (HAS_VALUE && from.pairs)
        FORM(send_all_near)(&from, true, &to, false, n, flip, digit, count);
    else if (HAS_VALUE && to.pairs)
        FORM(send_all_near)(&from, false, &to, true, n, flip, digit, count);
    else
        FORM(send_all_near)(&from, false, &to, false, n, flip, digit, count);
}

/* Whether a copy takes pairs apart by vectors: then that is faster than a last
 * pass that writes to two places, and else slower (a core of a Sapphire Rapids
 * Xeon, 50000 items of 4 and 4 bytes: 206 us instead of 250; 4 and 8 bytes: 329
 * instead of 276). */
INLINE bool FORM(copies_well)(void)
{
    return sizeof(struct FORM(pair)) == sizeof(uint64_t);
}

/* Where the items of a pass go, of which `left` remain with it, so that the
 * last go home, unless they are there: keys alone to the bench and back, pairs
 * from one half of the bench to the other. */
static struct FORM(near)
    FORM(next_near)(const struct bench *b, const struct FORM(near) * from,
                    struct sort_items out, size_t n, size_t left)
{
    const struct sort_items spare = FORM(spare_of)(b, n);
    const bool can_go_home = from->apart.keys != out.keys &&
        !(HAS_VALUE && from->pairs && FORM(copies_well)());
    const size_t bytes = n * sizeof(struct FORM(pair));
    char *second = b->spare + ceil_div(bytes, LINE_BYTES) * LINE_BYTES;
    if (can_go_home && (HAS_VALUE ? left == 1 : left % 2))
        return (struct FORM(near)){ out, NULL };
    if (HAS_VALUE)
        return (struct FORM(near)){
            .pairs =
                (void *)((char *)from->pairs == b->spare ? second : b->spare)
        };
    return (struct FORM(near)){ from->apart.keys == spare.keys ? out : spare,
                                NULL };
}

/* To where they are to be, wherever they are. */
static void FORM(bring_home)(const struct FORM(near) * from,
                             struct sort_items out, size_t n)
{
    if (!HAS_VALUE || !from->pairs) {
        FORM(copy_items)(from->apart, out, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        ((KEY *)out.keys)[i] = from->pairs[i].key;
    for (size_t i = 0; i < n; i++)
        ((VALUE *)out.values)[i] = from->pairs[i].value;
}

/* Which of n keys, behind which there is one more, are the next one's equals in
 * the bits from `low` on of their ranks. */
SIMD_CLONES
static void FORM(find_ties)(const KEY *x, size_t n, const KEY flip,
                            unsigned low, uint8_t *tie)
{
    for (size_t i = 0; i < n; i++)
        tie[i] = !((RANK(x[i], flip) ^ RANK(x[i + 1], flip)) >> low);
}

/* The range of those that tie with item i and, behind it, with each other. */
INLINE struct range FORM(ties_from)(const KEY *x, size_t i, size_t end,
                                    const KEY flip, unsigned low)
{
    const KEY rank = (KEY)(RANK(x[i], flip) >> low);
    size_t next = i + 1;
    while (next < end && RANK(x[next], flip) >> low == rank)
        next++;
    return (struct range){ i, next - i, SORT_OUT };
}

/* Of items in order of their bits from `low` on, those that tie there. */
static void FORM(untie)(const struct sort_work *w, struct range r,
                        unsigned low, struct bench *b)
{
    const KEY *x = w->at[SORT_OUT].keys, flip = (KEY)w->flip;
    const size_t end = r.begin + r.n;
    size_t i = r.begin;
    while (i + 1 < end) {
        uint8_t tie[BLOCK];
        const size_t n = least(end - 1 - i, BLOCK), first = i;
        const uint8_t *next;
        FORM(find_ties)(x + first, n, flip, low, tie);
        while (i < first + n &&
               (next = memchr(tie + (i - first), 1, first + n - i))) {
            const struct range ties = FORM(ties_from)(
                x, first + (size_t)(next - tie), end, flip, low);
            FORM(alone)(w, ties, b);
            i = ties.begin + ties.n;
        }
        i = i < first + n ? first + n : i;
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
 * few ties. A digit that all keys share costs no pass. */
static void FORM(in_cache)(const struct sort_work *w, struct range r,
                           uint64_t varying, struct bench *b)
{
    const struct sort_items out = FORM(items_at)(w, SORT_OUT, r.begin);
    struct FORM(near) from = { FORM(items_at)(w, r.where, r.begin), NULL };
    const KEY *x = from.apart.keys, flip = (KEY)w->flip;
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
            const struct FORM(near) to =
                FORM(next_near)(b, &from, out, r.n, left--);
            FORM(pass)(from, to, r.n, flip, digit[d], count[d]);
            from = to;
        }
    FORM(bring_home)(&from, out, r.n);
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
